@main struct Accord { static func main() {} }
