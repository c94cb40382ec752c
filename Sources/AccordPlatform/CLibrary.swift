// The C library of the platform under one name, for files, signals, threads and mathematics without Foundation.
// It knows nothing of the other targets and adds nothing of its own: where the platforms differ, the caller says so.

#if canImport(Glibc)
    @_exported import Glibc
#elseif canImport(Musl)
    @_exported import Musl
#elseif canImport(Darwin)
    @_exported import Darwin
#endif
