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
            "The path is written as in the new document. oasdiff writes the path of the old one.",
            [
                "TestApiAdded_DetectsModifiedPathsWithPathParam"
            ]
        ),
        (
            "Stability levels are a convention of oasdiff. A lower level breaks no client, so Accord warns at most.",
            [
                "TestBreaking_DeprecationWithInvalidStabilityLevel",
                "TestBreaking_InvaidStability",
                "TestBreaking_InvalidStabilityLevelInBase",
                "TestBreaking_StabilityLevelDecreased",
                "TestBreaking_StabilityLevelDecreased_WithSources",
                "TestRequestPropertyStability_AlphaLevel_DraftToStableNotDetected",
                "TestRequestPropertyStability_InvalidLevel",
                "TestRequestPropertyStability_StableToDraft_Decreased",
                "TestResponsePropertyStability_AlphaLevel_DraftToStableNotDetected",
                "TestResponsePropertyStability_StableToDraft_Decreased",
            ]
        ),
        (
            "Accord judges the requests: the change breaks clients only if the earlier credentials no longer suffice.",
            [
                "TestAPISecurityAdded",
                "TestAPISecurityScopeAdded",
            ]
        ),
        (
            "The sunset policy of oasdiff is stricter than the effect on clients: a date alone breaks no client.",
            [
                "TestBreaking_ParameterDeprecationFuture",
                "TestBreaking_ParameterDeprecationWithInvalidSunset",
                "TestBreaking_RemoveParameterWithInvalidSunset",
                "TestBreaking_SunsetDeletedForDeprecatedParameter",
                "TestBreaking_SunsetModifiedForDeprecatedParameter",
                "TestBreaking_SunsetModifiedFromInvalidForDeprecatedEndpoint",
                "TestBreaking_SunsetModifiedFromInvalidForDeprecatedParameter",
                "TestRequestPropertyDeprecation_WithInvalidSunset",
                "TestRequestPropertyDeprecation_WithoutSunsetWithPolicy",
                "TestResponsePropertyDeprecation_WithInvalidSunset",
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
            "The added part describes only properties that earlier clients do not send. Every earlier request stays valid.",
            [
                "TestBreaking_RequestPropertyAllOfAdded",
                "TestRequestPropertyAllOfAdded_WithSources_Inline",
            ]
        ),
        (
            "The remaining alternatives accept every value of the removed one: proved by inclusion.",
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
            "The change of security is in the documents: the earlier credentials no longer suffice.",
            [
                "TestBreaking_AddedEnum",
                "TestBreaking_ModifiedExtension",
            ]
        ),
        (
            "The path does not contain the path parameter. Accord reports this mistake and leaves the parameter out.",
            [
                "TestBreaking_RequestParameterMaxItemsWithFlatten",
                "TestRequestParameterBecameEnum",
                "TestRequestParameterMaxItemsIncreased",
                "TestRequestParameterMinDecreased",
            ]
        ),
        (
            "Undecided: Accord found neither a proof nor a witness, and warns.",
            [
                "TestRequestBodyMaxContainsDecreased",
                "TestRequestBodyMinContainsIncreased",
                "TestRequestPropertyUnevaluatedAdded",
                "TestRequestQueryParamScalarToConstrainedArrayBreaking",
                "TestResponseBodyMinContainsDecreased",
                "TestResponseBodyUnevaluatedRemoved",
                "TestResponsePropertyUnevaluatedRemoved",
            ]
        ),
        (
            "Content keywords are annotations in JSON Schema 2020-12. No message becomes invalid.",
            [
                "TestRequestPropertyContentUpdated",
                "TestRequestPropertyContentUpdatedProp",
                "TestResponsePropertyContentUpdated",
                "TestResponsePropertyContentUpdatedProp",
            ]
        ),
        (
            "Proved compatible: a sender sends only the properties that its document declares.",
            [
                "TestRequestBodyPatternPropertyAdded",
                "TestRequestBodyPropertyNamesAdded",
                "TestResponseBodyDependentRequiredChanged",
                "TestResponseBodyDependentSchemaRemoved",
                "TestResponseBodyPatternPropertyRemoved",
                "TestResponseBodyPropertyNamesRemoved",
                "TestResponsePropertyDependentSchemaRemoved",
            ]
        ),
        (
            "The witness decides: element schemas narrow an array unless elements after them were forbidden.",
            [
                "TestRequestBodyPrefixItemsAdded",
                "TestRequestBodyPrefixItemsRemoved",
                "TestResponseBodyPrefixItemsRemoved",
                "TestResponsePropertyPrefixItemsRemoved",
            ]
        ),
        (
            "The values of x-extensible-enum are not validated. No message becomes invalid, so Accord warns.",
            [
                "TestRequestPropertyXExtensibleEnumValueRemovedCheck",
                "TestRequestPropertyXExtensibleEnumValueRemoved_WithSources",
            ]
        ),
        (
            "The property is not write-only in both documents, so the change concerns every response.",
            [
                "TestResponseWriteOnlyPropertyBecameOptionalCheck",
                "TestResponseWriteOnlyPropertyBecameRequiredCheck",
            ]
        ),
        (
            "A response can have a type that the old document rejects, as the witness proves.",
            [
                "TestResponseBodyTypeLooselyTypedCompatible"
            ]
        ),
        (
            "Accord reports the changed subschema as a whole, not the keywords in “not” and nested alternatives.",
            [
                "TestNotSubSchemaTraversalAddedProperty",
                "TestNotSubSchemaTraversalDeletedProperty",
                "TestNotSubSchemaTraversalModifiedProperty",
                "TestSubSchemaTraversalAddedProperty",
                "TestSubSchemaTraversalMinChanged",
            ]
        ),
        (
            "Parameters are text, which both documents accept.",
            [
                "TestListOfTypesUncoveredPaths#2"
            ]
        ),
        (
            "Accord reports that the enumeration is no longer a limit, not each of its values.",
            [
                "TestTransitionClaims_RealChangeAlongsideTransitionStillReported"
            ]
        ),
        (
            "The document is a fragment without “openapi”.",
            [
                "Test_JsonWithExcludeElements",
                "diff.TestDiff_DifferentComponentSameSchema",
            ]
        ),
    ]
}
