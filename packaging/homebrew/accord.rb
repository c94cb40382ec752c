# A release fills in VERSION and SHA256 (packaging/fill.sh).
class Accord < Formula
  desc "Tests API clients and servers against the API's documentation"
  homepage "https://accord.invalid/accord"
  url "https://accord.invalid/accord/archive/refs/tags/VERSION.tar.gz"
  sha256 "SHA256"
  license "Apache-2.0"

  depends_on xcode: ["26.0", :build]
  depends_on "pkgconf" => :build
  depends_on "curl"
  depends_on "json-c"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--traits", "Tools,TLS", "--product", "accord"
    bin.install ".build/release/accord"
    generate_completions_from_executable(bin/"accord", "--generate-completion-script")
    (man1/"accord.1").write Utils.safe_popen_read(bin/"accord", "manual", "--format", "man")
  end

  test do
    (testpath/"Specs/api.json").write <<~JSON
      { "contract": "1.0", "info": { "title": "A", "version": "1" }, "servers": [{ "url": "https://a.example" }],
        "operations": { "health": { "request": { "method": "GET", "path": "/health" },
          "responses": { "200": { "description": "Up." } }, "cases": { "is up": { "response": { "status": 200 } } } } } }
    JSON
    system bin/"accord", "lint", "Specs"
  end
end
