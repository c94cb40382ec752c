// SPDX-License-Identifier: Apache-2.0
/// A bug from life in fetching and adding items, which one case of the contract finds.
enum ItemBug: String, CaseIterable, Sendable {
    case none

    // What is asked for.
    case forgetsToken
    case tokenWithoutScheme
    case tokenInQuery
    case wrongTokenScheme
    case keepsOldToken
    case forgetsContentType
    case formInsteadOfJSON
    case bodyInQuery
    case misnamesProperty
    case sendsNullForNothing
    case omitsTheDueDate
    case timeWithoutZone
    case localTime
    case trimsTitle
    case decomposesTitle
    case cutsTitle
    case escapesTwiceInJSON
    case doubleEncodesBody
    case putsInsteadOfPosts
    case trailingSlash
    case doubleSlash
    case upperCasePath
    case otherPort
    case oldVersionPrefix
    case numberForTruth
    case alwaysSendsOptional
    case neverSendsOptional
    case repeatsItem
    case logsInAgain
    case callsHome
    case asksTwice
    case retriesPost

    // What is made of the answer.
    case requiresOptional
    case chokesOnNull
    case refusesEmptyList
    case onlyTwoHundred
    case acceptsAnyStatusBelow500
    case skipsBrokenElements
    case defaultsMissing
    case takesRootForGranted
    case numbersThroughText
    case ignoresFractions
    case truthFromNumbers
    case loosesPrecision
    case readsByPattern
    case emptyOnError
    case wrapsEveryError
    case needsJSONInErrors
    case trustsContentType
    case swallowsCancellation
    /// Gives up waiting where its call is cancelled, and lets the request go on.
    case leavesRequest
    case returnsOldList
    case readsDatesLoosely
}
