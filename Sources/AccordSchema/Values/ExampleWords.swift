// SPDX-License-Identifier: Apache-2.0
/// Realistic strings and numbers for the names of properties.
enum ExampleWords {
    /// Returns the strings for a property's name. The list is empty for an unknown name.
    static func texts(for name: String) -> [String] { find(name, in: texts) }

    /// Returns numbers that suit a property of this name, for use as examples.
    static func numbers(for name: String) -> [String] { find(name, in: numbers) }

    /// The example strings for properties whose name isn't known.
    static let plain: [String] = split(
        "amber birch cedar delta ember fjord grove harbor indigo juniper kestrel lagoon maple nimbus orchid pebble",
        by: 0x20)

    /// Returns the words of a name in lower case. The names `createdAt`, `created_at` and `Created-At` have the same
    /// words.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for scalar in name.unicodeScalars {
            let isUpper = scalar.value &- 0x41 < 26
            let isPart = isUpper || scalar.value &- 0x61 < 26 || scalar.value &- 0x30 < 10 || scalar.value > 0x7F
            if !isPart || isUpper && wasLower {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if isPart { word.unicodeScalars.append(scalar) }
            wasLower = isPart && !isUpper
        }
        if !word.isEmpty { words.append(word) }
        return words.map { $0.lowercased() }
    }

    /// Returns the strings for a property of an object. For example, the `name` of an author differs from the `name` of
    /// a shop.
    static func texts(for name: String, of owner: String) -> [String] {
        guard words(of: name) == ["name"], var last = words(of: owner).last else { return texts(for: name) }
        if last.hasSuffix("s") { last.removeLast() }
        return people.contains(last) ? texts(for: "full name") : texts(for: name)
    }

    private static let people: Set<String> = [
        "user", "author", "owner", "customer", "contact", "person", "people", "employee", "member", "assignee",
        "sender", "recipient", "creator", "editor", "reviewer", "patient", "student", "teacher", "manager", "profile",
    ]

    /// Looks up the whole name, then its last words, then the singular of its last word.
    private static func find(_ name: String, in table: [String: [String]]) -> [String] {
        let words = words(of: name).suffix(4)
        for count in 0..<words.count {
            if let examples = table[words.dropFirst(count).joined(separator: " ")] { return examples }
        }
        guard let last = words.last, last.utf8.count > 3, last.hasSuffix("s") else { return [] }
        return table[String(last.dropLast())] ?? []
    }

    private static let texts: [String: [String]] = table(
        """
        first name|given name|forename: Ada|Grace|Alan|Katherine|Edsger
        last name|family name|surname: Lovelace|Hopper|Turing|Johnson|Dijkstra
        name: Blue Harbor|Juniper Hill|Amber Court
        full name|display name|real name|person name|author name|owner name|customer name|employee name|author|owner|contact|person|customer|recipient|sender|assignee: Ada Lovelace|Grace Hopper|Alan Turing
        user name|username|login|handle|nickname|nick|account name|screen name|user: ada.lovelace|grace_hopper|alan.turing
        email|mail|e mail|email address|from|to|cc|bcc|reply to: ada.lovelace@example.com|grace.hopper@example.com|alan.turing@example.org
        phone|mobile|fax|tel|telephone|phone number|telephone number|msisdn: +4930123456|+442079460123|+12025550143
        url|uri|link|href|website|homepage|web site|site|endpoint|callback|redirect uri|webhook|repository: https://example.com/|https://www.example.org/about|https://example.net/docs
        image|picture|photo|avatar|thumbnail|icon|logo|image url|picture url|photo url|avatar url|icon url|banner: https://example.com/images/1.png|https://example.com/images/2.png
        street|address|address line|street address|line|address1|address2: Friedrichstraße 43|12 Analytical Row|1 Infinite Loop
        city|town|locality|municipality: Berlin|London|Cupertino
        country|country name|nation: Germany|United Kingdom|France
        country code|country iso|nationality: DE|GB|FR
        state|region|province|county|district: Berlin|California|Normandy
        zip|zip code|postal code|postcode|postal: 10117|95014|75001
        company|organization|organisation|employer|vendor|manufacturer|brand|supplier|shop|store|merchant: Analytical Engines Ltd|Compiler Works|Example GmbH
        job title|position title|occupation|profession|job: Software Engineer|Mathematician
        title|headline|heading|subject|caption: A short history of coffee|Notes on the engine|Ten facts about maps
        subtitle|tagline|slogan: What the first year taught us|Small steps
        description|summary|details|detail|about|bio|comment|text|body|message|content|note|notes|abstract|excerpt|reason|remark|explanation: Made with care, ready in two minutes.|Everything that there is to say about it.|A few words that explain the rest.
        currency|currency code: EUR|USD|GBP
        language|lang|language code: en|de|fr
        locale: en-GB|de-DE|fr-FR
        time zone|timezone|tz: Europe/Berlin|Europe/London|America/Los_Angeles
        color|colour|background|foreground: #1e90ff|#2e8b57|#ff7f50
        token|access token|refresh token|bearer|session|session id|api key|apikey|secret|client secret|cursor|next cursor|page token|next page token|nonce|state token: 9f8b2c41d07e4a6b|c3d1e5f7a9b80412|5ab07c19de2f4863
        password|passwd|pass phrase|passphrase|pin code: correct-Horse-7-battery|Stapler-42-orange
        id|identifier|key|code|reference|ref|number|order id|client id|user id|account id: a1b2c3d4|e5f60718|92a3b4c5
        uuid|guid|request id|correlation id|trace id: 3f2b6c1e-8d47-4a59-b0e2-6c9d1f7a5e34|9a1c7e52-04bd-4f36-8e7a-d25b60c3f819
        sku|article number|part number|product code: KB-2041-X|CF-1187-A
        slug|permalink: a-short-history-of-coffee|notes-on-the-engine
        status|phase|stage: active|pending|closed
        type|kind|category|class|group|genre|topic: standard|basic|general
        tag|label|keyword: new|popular|seasonal
        ingredient: Espresso|Steamed milk|Cocoa
        product|item|product name|item name|article: Espresso machine|Paper filters|Milk jug
        role|permission|scope: reader|editor|admin
        gender|sex: female|male|other
        version|release|revision|build: 1.4.2|2.0.0|0.9.1
        hash|checksum|digest|sha|sha256|etag|fingerprint|signature: 2c26b46b68ffc68ff99b453c1d304134|fcde2b2edba56bf408601fb721fe9b5c
        host|hostname|host name|domain|domain name|server: www.example.com|api.example.org
        ip|ip address|remote address|client ip|ipv4: 192.0.2.10|198.51.100.7
        ipv6: 2001:db8::1|2001:db8::42
        mac|mac address: 00:00:5e:00:53:01
        path|directory|folder|dir: /home/ada/notes|/var/data
        file|filename|file name|attachment|document: report.pdf|photo-1.png
        mime|mime type|media type|content type: application/json|image/png|text/plain
        user agent|agent|browser: ExampleClient/1.0
        iban|account|account number: DE89370400440532013000
        bic|swift: COBADEFFXXX
        isbn: 978-3-16-148410-0
        unit|uom|measure: kg|piece|litre
        method|verb: GET|POST
        date|day|birthday|birth date|date of birth|due date|start date|end date|valid from|valid until|since|until: 2024-05-17|2024-11-02|2023-01-30
        time|hour: 09:30:00|17:45:10
        at|timestamp|datetime|date time|created|updated|modified|published|expires|last seen|last login|start time|end time: 2024-05-17T09:30:00Z|2024-11-02T17:45:10Z
        month: 2024-05|2024-11
        weekday|day of week: Monday|Thursday
        duration|period|interval: PT1H30M|P3D
        latitude|lat: 52.520008|37.331741
        longitude|lng|lon|long: 13.404954|-122.030333
        price|amount|total|cost: 19.99|4.50
        size: M|L
        query|search|q|term|filter: coffee|open source maps
        error|error code|fault: not_found|invalid_request
        model: Difference Engine No. 2|Mark I
        make: Babbage|Harvard
        team|department|unit name|project|workspace: Platform|Research
        pattern|regex|regexp: ^[a-z]+$
        """)

    private static let numbers: [String: [String]] = table(
        """
        price|amount|total|cost|fee|balance|salary|value|subtotal|tax|revenue|budget|net|gross: 19.99|4.5|129|49.95
        latitude|lat: 52.520008|37.331741|48.856613
        longitude|lng|lon|long: 13.404954|-122.030333|2.352222
        altitude|elevation: 34|117.5
        age: 36|28|41
        year: 2024|2023
        month: 5|11
        day: 17|2
        hour: 9|17
        minute|second: 30|45
        quantity|qty|stock|units|pieces: 3|12|1
        count|total count|total items|total results|results: 42|128
        page|page no|page number|current page: 1|2
        per page|limit|size|page size|items per page|max results|batch size: 20|50
        pages|total pages|page count: 3|7
        offset|skip|start: 0|20
        rating|score|stars|rank|priority: 4|5|3
        percent|percentage|progress|ratio|share|discount|rate: 15|7.5|40
        port: 8080|443
        status|status code|code: 200|404
        width: 1280|640
        height: 720|480
        length|depth: 120|35
        weight|mass: 2.4|0.75
        duration|seconds|timeout|ttl|expires in|retry after|delay|interval: 30|3600
        temperature|temp: 21.5|18
        humidity: 60|45
        distance|radius|accuracy: 12.5|250
        speed|velocity: 13.9|27.5
        area: 54.2|120
        id|identifier|number|order id|user id|product id|parent id|account id: 1042|1043|2077
        version|revision|build: 1|2
        index|position|order|sort|sequence|seq|level: 1|2|3
        timestamp|created|updated|at|time|date|expires|expiry|exp|iat|nbf: 1715938200|1730569510
        zip|zip code|postal code|postcode: 10117|95014
        phone|mobile: 4930123456
        """)

    private static func table(_ text: String) -> [String: [String]] {
        var table: [String: [String]] = [:]
        for line in split(text, by: 0x0A) {
            guard let colon = line.utf8.firstIndex(of: 0x3A) else { continue }
            let values = split(String(line[line.utf8.index(colon, offsetBy: 2)...]), by: 0x7C)
            for name in split(String(line[..<colon]), by: 0x7C) { table[name] = values }
        }
        return table
    }

    private static func split(_ text: String, by separator: UInt8) -> [String] {
        text.utf8.split(separator: separator).compactMap { String($0) }
    }
}
