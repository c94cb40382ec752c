SHELL := /bin/bash
SWIFT ?= swift
export SWIFT
PREFIX ?= /usr/local
# The traits of the program and of all tests but those of TLS. Other traits compile everything again, so every command
# uses these.
PROGRAM = --traits Tools
# SwiftPM 6.3 passes traits in a random order, and compiles everything again if it changes (swift-package-manager#10525).
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build $(PROGRAM)
# Warnings are errors in CI, in the targets of this package.
export WARNINGS_AS_ERRORS ?= $(if $(CI),1)
ifeq ($(WARNINGS_AS_ERRORS),)
unexport WARNINGS_AS_ERRORS
endif
SWIFT_SOURCES = $(wildcard Package.swift Sources Tests Plugins Examples Benchmarks Fuzzing IntegrationTests)

.PHONY: help docs verify test check golden openapi-loop lint format install dist bench fuzz sanitize soak screenshots address clean setup

help: ## List the commands.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

verify: setup ## Verify the mock server against Specs/, and write Reports/.
	$(BUILD) --product accord
	.build/debug/accord lint Specs
	ACCORD=.build/debug/accord scripts/verify.sh

test: setup ## Run every test that needs no TLS library, no second package and no program from PyPI.
	scripts/timed.sh "build of the tests" scripts/build-tests.sh $(PROGRAM)
	scripts/timed.sh "tests" scripts/test.sh

check: setup lint ## Run everything else: public collections, TLS and HTTP/2, Examples, IntegrationTests, fuzz corpus, browser, correct servers.
	scripts/timed.sh "fuzz subjects" Fuzzing/fuzz.sh --check
	scripts/timed.sh "build of the tests" scripts/build-tests.sh $(PROGRAM)
	scripts/timed.sh "tests of public collections" scripts/test.sh collections
	scripts/timed.sh "tests of servers" scripts/test.sh servers
	scripts/timed.sh "tests of TLS and HTTP/2" scripts/test.sh tls
	scripts/timed.sh "tests of Examples" scripts/test.sh examples
	scripts/timed.sh "integration tests" IntegrationTests/run.sh
	scripts/timed.sh "browser" scripts/browser.sh
	scripts/timed.sh "healthy servers" scripts/healthy.sh

golden: setup ## Update the golden files of the reports, and print the differences.
	$(BUILD) --product accordPackageTests
	ACCORD_UPDATE_GOLDEN=1 $(SWIFT) test $(PROGRAM) --skip-build --filter AccordReportTests
	git --no-pager diff --stat --patch -- Tests/AccordReportTests/Golden

openapi-loop: setup ## Serve 342 public OpenAPI documents with the mock, and verify it with the same documents.
	$(BUILD) -c release --product accord
	scripts/openapi-loop.sh

lint: setup ## Check the format and the English of the sources, and the contracts.
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	scripts/check.sh
	$(BUILD) --product accord
	.build/debug/accord lint Specs

format: ## Format the sources in place.
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

install: setup ## Build the optimized program and install it in PREFIX (/usr/local).
	scripts/dist.sh install "$(PREFIX)"

dist: ## Build the archive, the Debian package, the wheel and the prebuilt generator in dist/.
	scripts/setup.sh dist
	scripts/dist.sh pack

bench: setup ## Measure speed, beside the peers that can be installed.
	Benchmarks/run.sh

fuzz: ## Fuzz the code that reads hostile input, ten minutes for each subject.
	Fuzzing/fuzz.sh

sanitize: setup ## Run tests of the modules that read hostile bytes or use threads with the sanitizers.
	scripts/sanitize.sh

soak: setup ## Run the correct clients 50 times, at every level, on a busy machine.
	scripts/soak.sh

screenshots: setup ## Take the screenshots of the README, in Chromium.
	$(BUILD) --product accord
	scripts/browser.sh --screenshots docs/images

address: ## Write the address in scripts/address.txt into every file that names it.
	scripts/address.sh

clean: ## Remove everything that was built or reported.
	rm -rf .build .build-* Fuzzing/.build-fuzz Benchmarks/.build IntegrationTests/.build Examples/.build dist
	find Reports -mindepth 1 ! -name README.md -delete 2>/dev/null || true

setup:
	scripts/setup.sh

docs: ## Build the documentation of the products with DocC, without a warning.
	scripts/docs.sh
