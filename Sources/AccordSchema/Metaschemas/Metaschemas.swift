// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The metaschemas, which every registry contains.
enum Metaschemas {
    /// Returns a metaschema by its URI. The URIs of drafts 4, 6 and 7 may begin with `https` instead of `http`.
    static func document(uri: String) -> JSONDocument? {
        for draft in ["draft-04", "draft-06", "draft-07"] where uri == "https://json-schema.org/\(draft)/schema" {
            return byURI["http://json-schema.org/\(draft)/schema"]
        }
        guard uri.hasPrefix("http") else { return nil }
        return byURI[uri]
    }

    /// The metaschemas by URI. All are parsed at the first access to this dictionary.
    private static let byURI: [String: JSONDocument] = {
        var documents: [String: JSONDocument] = [:]
        for text in draft202012 + draft201909 + draft7 + draft6 + draft4 + openAPI31 {
            guard let document = try? JSONDocument(parsing: text, file: "<metaschema>"),
                let id = (document.root["$id"] ?? document.root["id"])?.string
            else { continue }
            documents[URIReference(id).withoutFragment] = document
        }
        return documents
    }()
}

extension Metaschemas {
    /// The metaschema of JSON Schema draft 4, without titles, comments and defaults.
    ///
    /// From the specification, Copyright (c) JSON Schema Specification Authors, BSD 3-Clause license.
    static let draft4: [String] = [
        #"""
        {"id": "http://json-schema.org/draft-04/schema#", "$schema": "http://json-schema.org/draft-04/schema#",
        "definitions": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}}, "positiveInteger":
        {"type": "integer", "minimum": 0}, "positiveIntegerDefault0": {"allOf": [{"$ref":
        "#/definitions/positiveInteger"}, {}]}, "simpleTypes": {"enum": ["array", "boolean", "integer", "null",
        "number", "object", "string"]}, "stringArray": {"type": "array", "items": {"type": "string"}, "minItems": 1,
        "uniqueItems": true}}, "type": "object", "properties": {"id": {"type": "string"}, "$schema": {"type":
        "string"}, "title": {"type": "string"}, "description": {"type": "string"}, "default": {}, "multipleOf":
        {"type": "number", "minimum": 0, "exclusiveMinimum": true}, "maximum": {"type": "number"}, "exclusiveMaximum":
        {"type": "boolean"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "boolean"}, "maxLength":
        {"$ref": "#/definitions/positiveInteger"}, "minLength": {"$ref": "#/definitions/positiveIntegerDefault0"},
        "pattern": {"type": "string", "format": "regex"}, "additionalItems": {"anyOf": [{"type": "boolean"}, {"$ref":
        "#"}]}, "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemaArray"}]}, "maxItems": {"$ref":
        "#/definitions/positiveInteger"}, "minItems": {"$ref": "#/definitions/positiveIntegerDefault0"},
        "uniqueItems": {"type": "boolean"}, "maxProperties": {"$ref": "#/definitions/positiveInteger"},
        "minProperties": {"$ref": "#/definitions/positiveIntegerDefault0"}, "required": {"$ref":
        "#/definitions/stringArray"}, "additionalProperties": {"anyOf": [{"type": "boolean"}, {"$ref": "#"}]},
        "definitions": {"type": "object", "additionalProperties": {"$ref": "#"}}, "properties": {"type": "object",
        "additionalProperties": {"$ref": "#"}}, "patternProperties": {"type": "object", "additionalProperties":
        {"$ref": "#"}}, "dependencies": {"type": "object", "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref":
        "#/definitions/stringArray"}]}}, "enum": {"type": "array", "minItems": 1, "uniqueItems": true}, "type":
        {"anyOf": [{"$ref": "#/definitions/simpleTypes"}, {"type": "array", "items": {"$ref":
        "#/definitions/simpleTypes"}, "minItems": 1, "uniqueItems": true}]}, "format": {"type": "string"}, "allOf":
        {"$ref": "#/definitions/schemaArray"}, "anyOf": {"$ref": "#/definitions/schemaArray"}, "oneOf": {"$ref":
        "#/definitions/schemaArray"}, "not": {"$ref": "#"}}, "dependencies": {"exclusiveMaximum": ["maximum"],
        "exclusiveMinimum": ["minimum"]}}
        """#
    ]
}

extension Metaschemas {
    /// The metaschema of JSON Schema draft 6, without titles, comments and defaults.
    ///
    /// From the specification, Copyright (c) JSON Schema Specification Authors, BSD 3-Clause license.
    static let draft6: [String] = [
        #"""
        {"$schema": "http://json-schema.org/draft-06/schema#", "$id": "http://json-schema.org/draft-06/schema#",
        "definitions": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}}, "nonNegativeInteger":
        {"type": "integer", "minimum": 0}, "nonNegativeIntegerDefault0": {"allOf": [{"$ref":
        "#/definitions/nonNegativeInteger"}, {}]}, "simpleTypes": {"enum": ["array", "boolean", "integer", "null",
        "number", "object", "string"]}, "stringArray": {"type": "array", "items": {"type": "string"}, "uniqueItems":
        true}}, "type": ["object", "boolean"], "properties": {"$id": {"type": "string", "format": "uri-reference"},
        "$schema": {"type": "string", "format": "uri"}, "$ref": {"type": "string", "format": "uri-reference"},
        "title": {"type": "string"}, "description": {"type": "string"}, "default": {}, "examples": {"type": "array",
        "items": {}}, "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
        "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "number"},
        "maxLength": {"$ref": "#/definitions/nonNegativeInteger"}, "minLength": {"$ref":
        "#/definitions/nonNegativeIntegerDefault0"}, "pattern": {"type": "string", "format": "regex"},
        "additionalItems": {"$ref": "#"}, "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemaArray"}]},
        "maxItems": {"$ref": "#/definitions/nonNegativeInteger"}, "minItems": {"$ref":
        "#/definitions/nonNegativeIntegerDefault0"}, "uniqueItems": {"type": "boolean"}, "contains": {"$ref": "#"},
        "maxProperties": {"$ref": "#/definitions/nonNegativeInteger"}, "minProperties": {"$ref":
        "#/definitions/nonNegativeIntegerDefault0"}, "required": {"$ref": "#/definitions/stringArray"},
        "additionalProperties": {"$ref": "#"}, "definitions": {"type": "object", "additionalProperties": {"$ref":
        "#"}}, "properties": {"type": "object", "additionalProperties": {"$ref": "#"}}, "patternProperties": {"type":
        "object", "additionalProperties": {"$ref": "#"}, "propertyNames": {"format": "regex"}}, "dependencies":
        {"type": "object", "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/stringArray"}]}},
        "propertyNames": {"$ref": "#"}, "const": {}, "enum": {"type": "array"}, "type": {"anyOf": [{"$ref":
        "#/definitions/simpleTypes"}, {"type": "array", "items": {"$ref": "#/definitions/simpleTypes"}, "minItems": 1,
        "uniqueItems": true}]}, "format": {"type": "string"}, "allOf": {"$ref": "#/definitions/schemaArray"}, "anyOf":
        {"$ref": "#/definitions/schemaArray"}, "oneOf": {"$ref": "#/definitions/schemaArray"}, "not": {"$ref": "#"}}}
        """#
    ]
}

extension Metaschemas {
    /// The metaschemas of JSON Schema draft 7, without titles, comments and defaults.
    ///
    /// From the specification, Copyright (c) JSON Schema Specification Authors, BSD 3-Clause license.
    static let draft7: [String] = [
        #"""
        {"$schema": "http://json-schema.org/draft-07/schema#", "$id": "http://json-schema.org/draft-07/schema#",
        "definitions": {"schemaArray": {"type": "array", "minItems": 1, "items": {"$ref": "#"}}, "nonNegativeInteger": {
        "type": "integer", "minimum": 0}, "nonNegativeIntegerDefault0": {"allOf": [{
        "$ref": "#/definitions/nonNegativeInteger"}, {}]}, "simpleTypes": {"enum": ["array", "boolean", "integer",
        "null", "number", "object", "string"]}, "stringArray": {"type": "array", "items": {"type": "string"},
        "uniqueItems": true}}, "type": ["object", "boolean"], "properties": {"$id": {"type": "string",
        "format": "uri-reference"}, "$schema": {"type": "string", "format": "uri"}, "$ref": {"type": "string",
        "format": "uri-reference"}, "$comment": {"type": "string"}, "title": {"type": "string"}, "description": {
        "type": "string"}, "default": true, "readOnly": {"type": "boolean"}, "examples": {"type": "array",
        "items": true}, "multipleOf": {"type": "number", "exclusiveMinimum": 0}, "maximum": {"type": "number"},
        "exclusiveMaximum": {"type": "number"}, "minimum": {"type": "number"}, "exclusiveMinimum": {"type": "number"},
        "maxLength": {"$ref": "#/definitions/nonNegativeInteger"}, "minLength": {
        "$ref": "#/definitions/nonNegativeIntegerDefault0"}, "pattern": {"type": "string", "format": "regex"},
        "additionalItems": {"$ref": "#"}, "items": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/schemaArray"}]},
        "maxItems": {"$ref": "#/definitions/nonNegativeInteger"}, "minItems": {
        "$ref": "#/definitions/nonNegativeIntegerDefault0"}, "uniqueItems": {"type": "boolean"}, "contains": {
        "$ref": "#"}, "maxProperties": {"$ref": "#/definitions/nonNegativeInteger"}, "minProperties": {
        "$ref": "#/definitions/nonNegativeIntegerDefault0"}, "required": {"$ref": "#/definitions/stringArray"},
        "additionalProperties": {"$ref": "#"}, "definitions": {"type": "object", "additionalProperties": {"$ref": "#"}},
        "properties": {"type": "object", "additionalProperties": {"$ref": "#"}}, "patternProperties": {"type": "object",
        "additionalProperties": {"$ref": "#"}, "propertyNames": {"format": "regex"}}, "dependencies": {"type": "object",
        "additionalProperties": {"anyOf": [{"$ref": "#"}, {"$ref": "#/definitions/stringArray"}]}}, "propertyNames": {
        "$ref": "#"}, "const": true, "enum": {"type": "array", "items": true}, "type": {"anyOf": [{
        "$ref": "#/definitions/simpleTypes"}, {"type": "array", "items": {"$ref": "#/definitions/simpleTypes"},
        "minItems": 1, "uniqueItems": true}]}, "format": {"type": "string"}, "contentMediaType": {"type": "string"},
        "contentEncoding": {"type": "string"}, "if": {"$ref": "#"}, "then": {"$ref": "#"}, "else": {"$ref": "#"},
        "allOf": {"$ref": "#/definitions/schemaArray"}, "anyOf": {"$ref": "#/definitions/schemaArray"}, "oneOf": {
        "$ref": "#/definitions/schemaArray"}, "not": {"$ref": "#"}}}
        """#
    ]
}

extension Metaschemas {
    /// The metaschemas of OpenAPI 3.1: its dialect and its base vocabulary.
    static let openAPI31: [String] = [
        #"""
        {"$id": "https://spec.openapis.org/oas/3.1/dialect/base",
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
        "https://json-schema.org/draft/2020-12/vocab/core": true,
        "https://json-schema.org/draft/2020-12/vocab/applicator": true,
        "https://json-schema.org/draft/2020-12/vocab/unevaluated": true,
        "https://json-schema.org/draft/2020-12/vocab/validation": true,
        "https://json-schema.org/draft/2020-12/vocab/meta-data": true,
        "https://json-schema.org/draft/2020-12/vocab/format-annotation": true,
        "https://json-schema.org/draft/2020-12/vocab/content": true,
        "https://spec.openapis.org/oas/3.1/vocab/base": false}, "$dynamicAnchor": "meta", "allOf": [{
        "$ref": "https://json-schema.org/draft/2020-12/schema"}, {
        "$ref": "https://spec.openapis.org/oas/3.1/meta/base"}]}
        """#,
        #"""
        {"$id": "https://spec.openapis.org/oas/3.1/meta/base",
        "$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {
        "https://spec.openapis.org/oas/3.1/vocab/base": true}, "$dynamicAnchor": "meta", "type": ["object", "boolean"],
        "properties": {"example": true, "discriminator": {"type": "object", "properties": {"propertyName": {
        "type": "string"}, "mapping": {"type": "object", "additionalProperties": {"type": "string"}}}, "required": [
        "propertyName"]}, "externalDocs": {"type": "object", "properties": {"url": {"type": "string",
        "format": "uri-reference"}, "description": {"type": "string"}}, "required": ["url"]}, "xml": {"type": "object",
        "properties": {"name": {"type": "string"}, "namespace": {"type": "string", "format": "uri"}, "prefix": {
        "type": "string"}, "attribute": {"type": "boolean"}, "wrapped": {"type": "boolean"}}}}}
        """#,
    ]
}
