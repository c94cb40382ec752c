// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation

@testable import AccordTesting

/// The contract that correct clients of every style are held to.
enum Library {
    static func plan(_ level: Level) -> CasePlan? {
        ContractLoader.load("library.json", files: MemoryFiles(["library.json": Array(text.utf8)])).contract
            .map { CasePlan($0, level: level) }
    }

    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Library", "version": "1.0.0" },
          "servers": [{ "name": "production", "url": "https://library.example/v2" }],
          "operations": {
            "search": {
              "request": {
                "method": "GET", "path": "/books",
                "query": {
                  "text": { "type": "string" },
                  "tag": { "required": false, "schema": { "type": "array", "items": { "type": "string" } } },
                  "page": { "required": false, "schema": { "type": "integer", "minimum": 1, "default": 1 } },
                  "order": { "required": false, "schema": { "enum": ["title", "date"], "default": "title" } },
                  "since": { "required": false, "schema": { "type": "string", "format": "date-time" } }
                },
                "headers": { "Trace": { "required": false, "schema": { "type": "string" } } }
              },
              "responses": {
                "200": {
                  "description": "What was found.",
                  "headers": { "Total": { "type": "integer" } },
                  "body": { "type": "array", "items": { "$ref": "#/components/schemas/Book" } }
                },
                "400": { "description": "It can’t be searched for.", "body": { "$ref": "#/components/schemas/Problem" } },
                "503": { "description": "Closed." }
              },
              "cases": {
                "finds by text": {
                  "request": { "query": { "text": "coffee & cake", "tag": ["a b", "ü"] } },
                  "response": { "status": 200 }
                },
                "finds by date": {
                  "request": { "query": { "text": "x", "since": "2024-05-17T09:30:00.250Z", "order": "date" } },
                  "response": { "status": 200, "body": [] }
                },
                "begins with the first page": {
                  "request": { "query": { "text": "+1", "page": 1 } },
                  "response": { "status": 200 }
                },
                "refuses": { "request": { "query": { "text": "" } }, "response": { "status": 400 } }
              }
            },
            "book": {
              "request": { "method": "GET", "path": "/books/{isbn}", "pathParameters": { "isbn": { "type": "string" } } },
              "responses": {
                "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Book" } },
                "404": {
                  "description": "None.", "body": { "$ref": "#/components/schemas/Problem" }, "client": { "returns": null }
                }
              },
              "cases": {
                "is there": {
                  "request": { "pathParameters": { "isbn": "978/1 é" } },
                  "response": {
                    "status": 200,
                    "body": {
                      "isbn": "978/1 é", "title": "Ten facts about maps", "stock": 0, "isNew": false,
                      "publishedAt": "2024-05-17T09:30:00.125Z", "tags": [], "publisher": { "name": "" }
                    }
                  }
                },
                "isn't there": { "request": { "pathParameters": { "isbn": "1" } }, "response": { "status": 404 } }
              }
            },
            "add": {
              "request": {
                "method": "POST", "path": "/books",
                "body": {
                  "type": "object",
                  "required": ["title"],
                  "properties": {
                    "title": { "type": "string" },
                    "stock": { "type": "integer", "default": 0 },
                    "language": { "type": "string", "default": "en" },
                    "tags": { "type": "array", "items": { "type": "string" } }
                  }
                }
              },
              "responses": {
                "201": { "description": "Added.", "body": { "$ref": "#/components/schemas/Book" } },
                "202": { "description": "It will be added." },
                "422": { "description": "It has no title.", "body": { "$ref": "#/components/schemas/Problem" } }
              },
              "cases": {
                "adds": {
                  "request": { "body": { "title": "Maps", "stock": 3, "language": "de", "tags": ["x", "y"] } },
                  "response": { "status": 201 }
                },
                "adds the default": {
                  "request": { "body": { "title": "Maps", "stock": 0, "tags": [] } },
                  "response": { "status": 201 }
                },
                "refuses": { "request": { "body": { "title": "", "stock": 1 } }, "response": { "status": 422 } }
              }
            },
            "annotate": {
              "request": {
                "method": "POST", "path": "/notes",
                "body": {
                  "content": {
                    "application/x-www-form-urlencoded": {
                      "schema": {
                        "type": "object",
                        "required": ["text"],
                        "properties": {
                          "text": { "type": "string" },
                          "author": { "type": "string" },
                          "language": { "type": "string", "default": "en" }
                        }
                      }
                    }
                  }
                }
              },
              "responses": { "204": { "description": "Kept." }, "400": { "description": "No." } },
              "cases": {
                "keeps a note": {
                  "request": { "body": { "text": "a+b=c & d", "author": "Ada é" } }, "response": { "status": 204 }
                },
                "keeps one in English": {
                  "request": { "body": { "text": "x", "author": "y", "language": "en" } },
                  "response": { "status": 204 }
                }
              }
            },
            "published": {
              "request": { "method": "GET", "path": "/latest" },
              "responses": {
                "200": {
                  "description": "The latest book.",
                  "body": {
                    "type": "object",
                    "required": ["at"],
                    "properties": { "at": { "type": "string", "format": "date-time" }, "by": { "type": "string" } }
                  }
                }
              },
              "cases": {
                "to the millisecond": {
                  "response": { "status": 200, "body": { "at": "2024-05-17T09:30:00.123Z", "by": "Ada" } },
                  "client": { "returns": { "at": "2024-05-17T09:30:00.123Z" } }
                },
                "to the second": {
                  "appliesTo": "client",
                  "response": { "status": 200, "body": { "at": "2024-05-17T11:30:00+02:00" } },
                  "client": { "returns": { "at": "2024-05-17T09:30:00Z" } }
                }
              }
            }
          },
          "components": {
            "schemas": {
              "Book": {
                "type": "object",
                "required": ["isbn", "title", "stock", "isNew", "publishedAt", "tags", "publisher"],
                "properties": {
                  "isbn": { "type": "string" },
                  "title": { "type": "string" },
                  "stock": { "type": "integer", "minimum": 0 },
                  "isNew": { "type": "boolean" },
                  "price": { "type": "number" },
                  "publishedAt": { "type": "string", "format": "date-time" },
                  "cover": { "type": "string", "format": "uri" },
                  "tags": { "type": "array", "items": { "type": "string" } },
                  "publisher": {
                    "type": "object",
                    "required": ["name"],
                    "properties": { "name": { "type": "string" }, "city": { "type": "string" } }
                  }
                }
              },
              "Problem": {
                "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } }
              }
            }
          }
        }
        """#
}
