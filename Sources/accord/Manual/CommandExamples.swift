// SPDX-License-Identifier: Apache-2.0

/// Two examples for the end of each command's help. The key is the command's name without `accord`.
enum CommandExamples {
    static let all: [String: [String]] = [
        "": [
            "accord verify http://localhost:8000/openapi.json",
            "accord mock openapi.yaml",
        ],
        "verify": [
            "accord verify --auth 'bearerAuth=${env.TOKEN}' http://localhost:8000/openapi.json",
            "accord verify --base-url http://localhost:8000 --refusals --fuzz 100 openapi.yaml",
        ],
        "mock": [
            "accord mock --port 8080 openapi.yaml",
            "accord mock --proxy https://api.example.com --record recorded.json openapi.yaml",
        ],
        "record": [
            "accord record --har traffic.har",
            "accord record --har traffic.har --server https://api.example.com --output Specs/api.json",
        ],
        "lint": ["accord lint openapi.yaml", "accord lint --fix Specs"],
        "docs": ["accord docs openapi.yaml", "accord docs --format markdown --output docs/api Specs"],
        "completions": ["accord completions bash", "accord completions zsh"],
        "cases": ["accord cases openapi.yaml", "accord cases --refusals --json Specs"],
        "explain": ["accord explain response.body.schema", "accord explain --all"],
        "init": ["accord init --openapi openapi.yaml", "accord init --module Client"],
        "generate": [
            "accord generate --output Tests/ClientContractTests Specs",
            "accord generate --check --output Tests/ClientContractTests Specs",
        ],
        "report": ["accord report render Reports", "accord report compare Before/report.json Reports/report.json"],
        "report render": [
            "accord report render Reports",
            "accord report render --format junit --output junit.xml Reports/report.json",
        ],
        "report compare": [
            "accord report compare Before Reports",
            "accord report compare Before/report.json Reports/report.json",
        ],
        "report merge": [
            "accord report merge Shard1 Shard2 --report Merged",
            "accord report merge Server/report.json Client/client.json --report Merged",
        ],
        "needs": [
            "accord needs Reports/client.json",
            "accord needs --write Needs/app.json Reports/client.json",
        ],
        "diff": [
            "accord diff git:main:openapi.yaml openapi.yaml",
            "accord diff --client Reports/client.json old.yaml new.yaml",
        ],
        "can-i-deploy": [
            "accord can-i-deploy --needs Needs --server staging",
            "accord can-i-deploy --needs Needs --server openapi.yaml",
        ],
        "pact": ["accord pact check Pacts openapi.yaml", "accord pact write --consumer app Reports/client.json"],
        "pact check": [
            "accord pact check Pacts openapi.yaml",
            "accord pact check --report Reports Pacts/app-shop.json openapi.yaml",
        ],
        "pact write": [
            "accord pact write --consumer app Reports/client.json",
            "accord pact write --consumer app --provider shop Reports/client.json",
        ],
        "pact publish": [
            "accord pact publish --app-version 1.2.3 --branch main Pacts",
            "accord pact publish --app-version 1.2.3 --broker http://localhost:9292 Pacts",
        ],
        "pact can-i-deploy": [
            "accord pact can-i-deploy --pacticipant shop --app-version 1.2.3 --to production",
            "accord pact can-i-deploy --pacticipant shop --app-version 1.2.3 --retry-while-unknown 6",
        ],
        "pact record-deployment": [
            "accord pact record-deployment --pacticipant shop --app-version 1.2.3 --environment production",
            "accord pact record-deployment --pacticipant shop --app-version 1.2.3 --environment production "
                + "--application-instance eu",
        ],
        "pact record-release": [
            "accord pact record-release --pacticipant app --app-version 1.2.3 --environment production",
            "accord pact record-release --pacticipant app --app-version 1.2.3 --environment production "
                + "--broker http://localhost:9292",
        ],
        "pact fetch": [
            "accord pact fetch --provider shop",
            #"accord pact fetch --provider shop --selector '{"mainBranch": true}'"#,
        ],
        "pact results": [
            "accord pact results --app-version 1.2.3 Reports/report.json",
            "accord pact results --app-version 1.2.3 --branch main Reports/report.json",
        ],
        "pact publish-provider": [
            "accord pact publish-provider --provider shop --app-version 1.2.3 openapi.yaml Reports/report.json",
            "accord pact publish-provider --provider shop --app-version 1.2.3 --branch main openapi.yaml "
                + "Reports/report.json",
        ],
        "convert": [
            "accord convert --output api.json openapi.yaml",
            "accord convert --bundle --output bundled.json openapi.yaml",
        ],
        "config": ["accord config verify --fuzz 100", "accord config --schema"],
        "manual": ["accord manual > command-line.md", "accord manual --format man > accord.1"],
    ]
}
