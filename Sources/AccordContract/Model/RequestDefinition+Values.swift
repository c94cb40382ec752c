extension ParameterPlace {
    /// True if both name one parameter of this place: the case of letters counts, but not in header fields.
    package func areSame(_ name: String, _ other: String) -> Bool {
        self == .header ? name.isFieldName(other) : name.isExactly(other)
    }
}

extension RequestDefinition {
    /// The values that are stated in a place, in order.
    package subscript(place: ParameterPlace) -> [NamedValue] {
        get {
            switch place {
            case .path: pathParameters
            case .query: query
            case .header: headers
            case .cookie: cookies
            }
        }
        set {
            switch place {
            case .path: pathParameters = newValue
            case .query: query = newValue
            case .header: headers = newValue
            case .cookie: cookies = newValue
            }
        }
    }

    /// The values of all places.
    package var values: [NamedValue] { pathParameters + query + headers + cookies }

    /// The value that is stated for a parameter.
    package func value(of parameter: Parameter) -> NamedValue? {
        self[parameter.place].first { parameter.place.areSame($0.name, parameter.name) }
    }

    /// Puts a value behind the others, in place of those of the same name.
    package mutating func set(_ value: NamedValue, in place: ParameterPlace) {
        remove(value.name, in: place)
        self[place].append(value)
    }

    /// Takes out the values of a name.
    package mutating func remove(_ name: String, in place: ParameterPlace) {
        self[place].removeAll { place.areSame($0.name, name) }
    }
}

extension SecurityScheme {
    /// What carries it in a request; nil for a scheme that isn't known.
    package var carrier: (place: ParameterPlace, name: String)? {
        switch kind {
        case .basic, .bearer, .digest, .oauth2ClientCredentials: (.header, "Authorization")
        case .apiKey(let place, let name): (place == .path ? .header : place, name)
        case .other: nil
        }
    }
}

extension RequestDefinition {
    /// True where the request names what carries a scheme: its header field, query item or cookie.
    package func names(_ scheme: SecurityScheme) -> Bool {
        guard let (place, name) = scheme.carrier else { return false }
        return self[place].contains { place.areSame($0.name, name) }
    }
}

extension RequestDescription {
    /// The parameters of all places.
    package var parameters: [Parameter] { pathParameters + query + headers + cookies }
}
