SHELL := /bin/bash
SWIFT ?= swift
PREFIX ?= /usr/local
# SwiftPM remembers what a manifest said in the same environment: a bundle that comes or goes has to change it.
export ACCORD_DIST := $(shell cut -c 1-64 dist/accord-generate.artifactbundle.zip.sha256 2>/dev/null)
SWIFT_SOURCES = $(wildcard Package.swift Sources Tests Plugins Examples Benchmarks Fuzzing IntegrationTests)

.PHONY: help docs verify test openapi-loop lint format install dist bench fuzz sanitize soak screenshots clean setup

help: ## List the commands.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

# Without the tests' targets, no build tool has to be compiled before the program.
verify: setup ## Verify the mock server against Specs/, and write Reports/.
	ACCORD_TESTS=0 $(SWIFT) build --product accord
	.build/debug/accord lint Specs
	ACCORD=.build/debug/accord scripts/verify.sh

test: setup ## Run every test of the project, those of IntegrationTests included.
	$(SWIFT) build --build-tests
	SWIFT="$(SWIFT)" scripts/test.sh
	if [ -x IntegrationTests/run.sh ]; then IntegrationTests/run.sh; fi
	scripts/browser.sh

openapi-loop: setup ## Serve 342 public OpenAPI documents with the mock, and verify it by the same documents.
	$(SWIFT) build -c release --product accord
	scripts/openapi-loop.sh

lint: setup ## Check the sources' format and the contracts.
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	ACCORD_TESTS=0 $(SWIFT) run accord lint Specs

format: ## Format the sources in place.
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

install: setup ## Build the optimised program and install it under PREFIX (/usr/local).
	scripts/dist.sh install "$(PREFIX)"

dist: setup ## Pack the program and the generator for Linux into dist/.
	scripts/dist.sh pack

bench: setup ## Measure speed, beside the peers that can be installed.
	Benchmarks/run.sh

fuzz: ## Fuzz the reader, the schema compiler, the validator and JSONPath, ten minutes each.
	Fuzzing/fuzz.sh

sanitize: setup ## Run the tests of AccordJSON and AccordSchema under the sanitizers.
	scripts/sanitize.sh

soak: setup ## Run the correct clients 50 times, in the cases of every level, on a busy machine: none may fail.
	SWIFT="$(SWIFT)" scripts/soak.sh

screenshots: setup ## Take pictures of the report and the documentation for the README, in Chromium.
	$(SWIFT) build --product accord
	scripts/browser.sh --screenshots docs/images

clean: ## Remove what was built and what was reported.
	rm -rf .build .build-* Fuzzing/.build-fuzz Benchmarks/.build IntegrationTests/.build dist
	find Reports -mindepth 1 ! -name README.md -delete 2>/dev/null || true

setup:
	scripts/setup.sh

docs: ## Build the documentation of the products with DocC, without a warning.
	scripts/docs.sh
