// SPDX-License-Identifier: Apache-2.0
/// The expectations of oasdiff that Accord doesn't agree with, and the reasons.
enum OasdiffArguments {
    /// The reason for each expectation, by the name of the test.
    static let all: [String: String] = Dictionary(
        uniqueKeysWithValues: table.flatMap { row in
            row.tests.map { ($0, row.reason) }
        })

    private static let table: [(reason: String, tests: [String])] = [
        (
            "A request doesn't contain readOnly properties, so the property's pattern doesn't matter.",
            [
                "TestBreaking_AddPattern"
            ]
        ),
        (
            "A query has no text for null, so no client can have sent null.",
            [
                "TestNullableUnwrapping_SingleFindingPerLevel#3"
            ]
        ),
        (
            "The path is written as in the new document. oasdiff writes the path of the old one.",
            [
                "TestApiAdded_DetectsModifiedPathsWithPathParam"
            ]
        ),
        (
            "Without its mapping key, a request is invalid, and a response may have a new key that old clients don't know.",
            [
                "TestRequestDiscriminatorUpdatedCheckMappingChanging",
                "TestResponseDiscriminatorUpdatedCheckMappingChanging",
            ]
        ),
        (
            "A lower or unknown stability level breaks no client, so Accord warns at most.",
            [
                "TestBreaking_DeprecationWithInvalidStabilityLevel",
                "TestBreaking_InvaidStability",
                "TestBreaking_InvalidStabilityLevelInBase",
                "TestBreaking_StabilityLevelDecreased",
                "TestBreaking_StabilityLevelDecreased_WithSources",
                "TestRequestPropertyStability_StableToDraft_Decreased",
                "TestResponsePropertyStability_StableToDraft_Decreased",
            ]
        ),
        (
            "Accord doesn't check the stability levels of properties for unknown words.",
            [
                "TestRequestPropertyStability_InvalidLevel"
            ]
        ),
        (
            "The test leaves out drafts by an option that Accord doesn't have. Accord informs about each level.",
            [
                "TestRequestPropertyStability_AlphaLevel_DraftToStableNotDetected",
                "TestResponsePropertyStability_AlphaLevel_DraftToStableNotDetected",
            ]
        ),
        (
            "A request with the earlier credentials is rejected, which breaks clients. oasdiff only informs.",
            [
                "TestAPISecurityAdded",
                "TestAPISecurityScopeAdded",
            ]
        ),
        (
            "Servers ignore parameters that their document doesn't mention, so a removal at any time is a warning.",
            [
                "TestBreaking_ParameterDeprecationFuture",
                "TestBreaking_RemoveParameterWithInvalidSunset",
            ]
        ),
        (
            "A sunset that is invalid, missing or earlier breaks no client yet, so Accord warns.",
            [
                "TestBreaking_ParameterDeprecationWithInvalidSunset",
                "TestBreaking_SunsetDeletedForDeprecatedParameter",
                "TestBreaking_SunsetModifiedForDeprecatedParameter",
                "TestBreaking_SunsetModifiedFromInvalidForDeprecatedEndpoint",
                "TestBreaking_SunsetModifiedFromInvalidForDeprecatedParameter",
                "TestRequestPropertyDeprecation_WithInvalidSunset",
                "TestResponsePropertyDeprecation_WithInvalidSunset",
            ]
        ),
        (
            "The test requires a period of deprecation by an option that Accord doesn't have.",
            [
                "TestRequestPropertyDeprecation_WithoutSunsetWithPolicy",
                "TestResponsePropertyDeprecation_WithoutSunsetWithPolicy",
            ]
        ),
        (
            "The response can contain a string that the old pattern rejects, which breaks a strict client.",
            [
                "TestBreaking_DeletePatten",
                "TestBreaking_GeneralizedPattern",
                "TestBreaking_ModifyPatternToAnyString",
            ]
        ),
        (
            "A request that was valid is rejected now, as the witness proves. A warning is too weak.",
            [
                "TestBreaking_ModifyParameterPattern",
                "TestRequestBodyMaxSetCheck",
                "TestRequestParameterExclusiveMaxSet",
                "TestRequestParameterExclusiveMinSet",
                "TestRequestPropertyExclusiveMaxSet",
                "TestRequestPropertyExclusiveMinSet",
                "TestRequestPropertyMaxLengthSetCheck",
                "TestRequestPropertyMaxSetCheck",
            ]
        ),
        (
            "The added part equals a part that was there before, so it changes nothing.",
            [
                "TestBreaking_RequestPropertyAllOfAdded"
            ]
        ),
        (
            "The added part describes a property that earlier clients don't send. Every earlier request stays valid.",
            [
                "TestRequestPropertyAllOfAdded_WithSources_Inline"
            ]
        ),
        (
            "The removed alternative equals a remaining one, so the same requests are valid.",
            [
                "TestBreaking_RequestPropertyAnyOfRemoved",
                "TestBreaking_RequestPropertyOneOfRemoved",
                "TestRequestPropertyAnyOfRemoved",
                "TestRequestPropertyOneOfRemoved",
            ]
        ),
        (
            "Without a schema, any body is possible, which a client that validates rejects.",
            [
                "TestMediaTypeSchemaExistence#3"
            ]
        ),
        (
            "The documents also differ in security: the new one requires a scope. The test leaves this out.",
            [
                "TestBreaking_AddedEnum",
                "TestBreaking_ModifiedExtension",
            ]
        ),
        (
            "The path doesn't contain the path parameter. Accord reports this mistake and leaves the parameter out.",
            [
                "TestRequestParameterBecameEnum",
                "TestRequestParameterMinDecreased",
            ]
        ),
        (
            "maxItems is in the schema of elements that are strings, where it has no effect.",
            [
                "TestBreaking_RequestParameterMaxItemsWithFlatten",
                "TestRequestParameterMaxItemsIncreased",
            ]
        ),
        (
            "The limit is in the schema of an object, where it has no effect.",
            [
                "TestResponseBodyExclusiveMinDecreased"
            ]
        ),
        (
            "An empty list of alternatives is an error, so Accord doesn't compare the schema.",
            [
                "TestListOfTypesIntegration_EdgeCases"
            ]
        ),
        (
            "No array is valid in either document, because its strings can't contain an integer. Accord warns.",
            [
                "TestRequestBodyMaxContainsDecreased",
                "TestRequestBodyMinContainsIncreased",
                "TestResponseBodyMinContainsDecreased",
            ]
        ),
        (
            "The keywords for content are annotations in JSON Schema 2020-12. No message becomes invalid.",
            [
                "TestRequestPropertyContentUpdated",
                "TestRequestPropertyContentUpdatedProp",
                "TestResponsePropertyContentUpdated",
                "TestResponsePropertyContentUpdatedProp",
            ]
        ),
        (
            "The change concerns properties that the sender's document doesn't declare, and that it doesn't send.",
            [
                "TestRequestBodyPatternPropertyAdded",
                "TestRequestBodyPropertyNamesAdded",
                "TestRequestPropertyUnevaluatedAdded",
                "TestResponseBodyDependentSchemaRemoved",
                "TestResponseBodyPatternPropertyRemoved",
                "TestResponseBodyPropertyNamesRemoved",
                "TestResponseBodyUnevaluatedRemoved",
                "TestResponsePropertyDependentSchemaRemoved",
                "TestResponsePropertyUnevaluatedRemoved",
            ]
        ),
        (
            "The new document requires more properties in responses, so every new response was possible before.",
            [
                "TestResponseBodyDependentRequiredChanged"
            ]
        ),
        (
            "The first element changes between a string and an integer, so the witness breaks clients.",
            [
                "TestRequestBodyPrefixItemsAdded",
                "TestResponseBodyPrefixItemsRemoved",
                "TestResponsePropertyPrefixItemsRemoved",
            ]
        ),
        (
            "The values of x-extensible-enum aren't validated. No message becomes invalid, so Accord warns.",
            [
                "TestRequestPropertyXExtensibleEnumValueRemovedCheck",
                "TestRequestPropertyXExtensibleEnumValueRemoved_WithSources",
            ]
        ),
        (
            "The test makes the property write-only in memory. It isn't in the documents, so every response has it.",
            [
                "TestResponseWriteOnlyPropertyBecameOptionalCheck",
                "TestResponseWriteOnlyPropertyBecameRequiredCheck",
            ]
        ),
        (
            "The schema describes the structure of the XML, too: an element with children isn't text.",
            [
                "TestResponseBodyTypeLooselyTypedCompatible"
            ]
        ),
        (
            "A sender sends no property that only “not” mentions, so every earlier request stays valid.",
            [
                "TestNotSubSchemaTraversalAddedProperty",
                "TestNotSubSchemaTraversalDeletedProperty",
                "TestNotSubSchemaTraversalModifiedProperty",
            ]
        ),
        (
            "Parameters are text: an integer and a boolean are also strings.",
            [
                "TestListOfTypesUncoveredPaths#2"
            ]
        ),
        (
            "The enumeration was removed, which allows more requests. oasdiff calls its values removed.",
            [
                "TestTransitionClaims_RealChangeAlongsideTransitionStillReported"
            ]
        ),
        (
            "The document is a fragment without “openapi” or “paths”, which Accord rejects.",
            [
                "Test_JsonWithExcludeElements",
                "diff.TestDiff_DifferentComponentSameSchema",
            ]
        ),
    ]
}
