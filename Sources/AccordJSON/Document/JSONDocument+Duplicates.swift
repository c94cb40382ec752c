extension JSONDocument {
    /// Whether any object has a key more than once.
    package var hasDuplicateKeys: Bool { !duplicates.isEmpty }
}
