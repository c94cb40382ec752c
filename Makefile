SHELL := /bin/bash
SWIFT ?= swift
SWIFT_SOURCES = $(wildcard Package.swift Sources Tests Plugins Examples Benchmarks Fuzzing IntegrationTests)

.PHONY: help verify test lint format bench fuzz sanitize clean setup

help: ## List the commands.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

# Without the tests' targets, no build tool has to be compiled before the program.
verify: setup ## Verify the mock server against Specs/, and write Reports/.
	ACCORD_TESTS=0 $(SWIFT) build --product accord
	.build/debug/accord lint Specs
	ACCORD=.build/debug/accord scripts/verify.sh

test: setup ## Run every test of the project, those of IntegrationTests included.
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build
	if [ -x IntegrationTests/run.sh ]; then IntegrationTests/run.sh; fi

lint: setup ## Check the sources' format and the contracts.
	$(SWIFT) format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	$(SWIFT) run accord lint Specs

format: ## Format the sources in place.
	$(SWIFT) format --in-place --parallel --recursive $(SWIFT_SOURCES)

bench: setup ## Measure speed, beside the peers that can be installed.
	Benchmarks/run.sh

fuzz: ## Fuzz the reader, the schema compiler, the validator and JSONPath, ten minutes each.
	Fuzzing/fuzz.sh

sanitize: setup ## Run the tests of AccordJSON and AccordSchema under the sanitizers.
	scripts/sanitize.sh

clean: ## Remove what was built and what was reported.
	rm -rf .build .build-sanitize Fuzzing/.build-fuzz Benchmarks/.build IntegrationTests/.build
	find Reports -mindepth 1 ! -name README.md -delete 2>/dev/null || true

setup:
	scripts/setup.sh
