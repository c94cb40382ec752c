# verify   holds the mock server to Specs/, and writes Reports/
# test     every test of the project
# lint     the source's form, and the contracts
# format   the source, in place
# bench    speed, beside the peers
# fuzz     the reader, the schema compiler, the validator and JSONPath, ten minutes each
# sanitize the tests of AccordJSON and AccordSchema under the address sanitizer, and that for undefined behaviour if any
# clean    what was built and what was reported

SHELL := /bin/bash
SWIFT ?= swift
SWIFT_SOURCES = $(wildcard Package.swift Sources Tests Plugins Examples Benchmarks Fuzzing IntegrationTests)

# On Linux the program carries Swift's runtime with it: it starts in half the time, and runs where no Swift is.
RELEASE = -c release --product accord
ifeq ($(shell uname -s),Linux)
RELEASE += --static-swift-stdlib
endif

.PHONY: verify test lint format bench fuzz sanitize clean setup release

verify: release
	.build/release/accord lint Specs
	scripts/verify.sh

test: setup
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build
	if [ -x IntegrationTests/run.sh ]; then IntegrationTests/run.sh; fi
	scripts/browser.sh

lint: setup
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	$(SWIFT) run accord lint Specs

format:
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

bench: setup
	Benchmarks/run.sh

fuzz:
	Fuzzing/fuzz.sh

sanitize: setup
	scripts/sanitize.sh

clean:
	rm -rf .build .build-sanitize Fuzzing/.build-fuzz Benchmarks/.build IntegrationTests/.build
	find Reports -mindepth 1 ! -name README.md -delete 2>/dev/null || true

setup:
	scripts/setup.sh

release: setup
	$(SWIFT) build $(RELEASE)

.PHONY: docs screenshots

docs: ## Build the documentation of the products with DocC, without a warning.
	scripts/docs.sh

screenshots: ## Write pictures of the reports and the documentation into docs/images.
	$(SWIFT) build --product accord
	scripts/browser.sh screenshots docs/images
