# The README promises `make demo` and `make test`.

GO    ?= go
TOOL  := $(GO) tool -modfile=tools/go.mod
BIN   := bin/stategen
COUNT ?= 5
BENCHTIME ?= 100ms
SESSIONS ?= 1000000
STEPS ?=
BENCHED = $(shell git grep -l '^func Benchmark' -- '*_test.go' ':!*/testdata/*' | xargs -n 1 dirname | sort -u | sed 's|^|./|')

# The modules that are released, each after those that it needs.
MODULES := $(shell cat .ci/modules)

.DEFAULT_GOAL := help
.PHONY: help demo test test-all test-lowest release lint generate bench bench-smoke test-adk bench-adk compare-adk soak million cover build clean

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/stategen
	$(GO) build -o $(BIN) ./cmd/stategen

demo: build ## what stategen does: generated code, a misspelt key in Go and in a prompt, agents on SQLite
	@rm -rf tmp/demo
	@PATH="$(CURDIR)/bin:$$PATH" examples/demo tmp/demo

test: ## every kind of test, in 8 minutes on two cores (installs the C compiler, PostgreSQL and Redis it needs)
	.ci/test short

test-all: ## everything at length: all draws, kills, the race detector everywhere, each module alone, editors, pages, frameworks
	.ci/test full
	$(MAKE) test-lowest
	.ci/editors
	.ci/pages
	.ci/adkjs
	.ci/typescript
	.ci/agui
	.ci/graphs
	$(MAKE) test-adk ADK="$$(sed 's/#.*//' .ci/adk-versions | xargs)"

test-lowest: ## the libraries' quick tests, each module alone with the lowest Go that its go.mod allows
	@for module in $(filter-out .,$(MODULES)); do \
		version=$$($(GO) -C $$module mod edit -json | sed -n 's/^\t"Go": "\(.*\)",*$$/\1/p'); \
		echo "== $$module with Go $$version"; \
		GOGC=400 GOWORK=off GOTOOLCHAIN=go$$version $(GO) -C $$module test -short -vet=off -timeout 60m ./... || exit 1; \
	done

release: ## requirements, sums and tags of all modules: make release VERSION=v0.1.0, then again with APPLY=1
	$(GO) -C test run ./release -version "$(VERSION)" $(if $(APPLY),-apply)

lint: ## gofmt, go vet, staticcheck (unused included), errcheck, ineffassign, go mod tidy
	.ci/lint

generate: build ## regenerate all generated code in this repo
	$(GO) test -run TestLanguageListsRules ./internal/rules/project -update
	$(GO) generate ./...
	$(GO) -C runtime/adksession generate ./...
	$(BIN) generate examples/adk
	$(BIN) explain --format markdown > docs/rules.md
	$(BIN) docs examples/booking/stategen.yaml -o examples/booking/STATE.md

bench: ## benchmarks: benchstat's summary, and the table of targets, for docs/performance.md
	@mkdir -p tmp
	@: > tmp/bench.txt
	for run in $$(seq $(COUNT)); do \
		for dir in $(BENCHED); do \
			$(GO) -C $$dir test -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) -timeout 30m . | tee -a tmp/bench.txt; \
		done; \
	done
	! grep '^FAIL' tmp/bench.txt
	$(TOOL) benchstat tmp/bench.txt
	$(GO) -C test run ./benchtable -page ../docs/performance.md -all benchtable/last.md -commit "$$(git describe --always --dirty)" < tmp/bench.txt

# Where short runs show on any machine what got slower. What takes long shows when it is run once.
HELD := runtime/memory runtime/instruction runtime/sqlite generator internal/scan internal/rules/project
SKIPPED := Build|LargestPrompt|TenThousandFiles|Tail|Scale|Reference|AsOf|Beside|Postgres|Generate/keys=10000

bench-smoke: ## every benchmark once: does it run, is every target measured? Then, has anything become much slower?
	@mkdir -p tmp
	@: > tmp/bench-smoke.txt
	for dir in $(BENCHED); do \
		$(GO) -C $$dir test -run '^$$' -bench . -benchmem -benchtime 1x . >> tmp/bench-smoke.txt || { cat tmp/bench-smoke.txt; exit 1; }; \
	done
	$(GO) -C test run ./benchtable -complete < tmp/bench-smoke.txt
	@: > tmp/bench-held.txt
	for run in 1 2 3; do \
		for dir in $(HELD); do \
			$(GO) -C $$dir test -run '^$$' -bench . -skip '$(SKIPPED)' -benchmem -benchtime 30ms . >> tmp/bench-held.txt || { cat tmp/bench-held.txt; exit 1; }; \
		done; \
	done
	$(GO) -C runtime/postgres test -run '^$$' -bench Trips -benchtime 30ms . >> tmp/bench-held.txt
	cat tmp/bench-smoke.txt tmp/bench-held.txt | $(GO) -C test run ./benchtable -held

test-adk: build ## the real ADK: the newest release of each line, or make test-adk ADK=v2.2.0, or a checkout; and examples/adk
	for adk in $(or $(ADK),$$(sed 's/#.*//' .ci/adk-versions | awk 'NF {print $$NF}')); do .ci/adk test $$adk || exit 1; done
	$(GO) -C examples/adk test ./...
	$(BIN) generate --check examples/adk
	$(BIN) check ./examples/adk/...

bench-adk: ## our session services beside ADK's: make bench-adk ADK=v2.2.0
	.ci/adk bench "$(ADK)"

compare-adk: ## what concurrent writers keep on our services and ADK's: make compare-adk ADK=v2.2.0
	.ci/adk compare "$(ADK)"

soak: ## writers, the server and the disk fail, and the counts must hold
	$(GO) -C test run ./soak

million: build ## maintenance of a million sessions on SQLite beside 16 writers, in 25 minutes: make million STEPS=list,import
	@mkdir -p tmp/million
	STATEGEN_TEST_MILLION=$(SESSIONS) STATEGEN_TEST_MILLION_STEPS=$(STEPS) STATEGEN_TEST_MILLION_DIR=$(CURDIR)/tmp/million STATEGEN_TEST_COMMAND=$(CURDIR)/$(BIN) \
		$(GO) -C test test -count 1 -timeout 60m -v -run '^TestMillion$$/^sqlite$$' ./million
	@echo 'tmp/million is left for further steps: make clean removes it'

# Of blocks that several tests have counted, by package: $1 is the block, $2 its statements, $3 is not 0 if one has run it.
by-package = awk '{n[$$1] = $$2; if ($$3) run[$$1]} END {for (b in n) {p = b; sub("/[^/]*:.*", "", p); all[p] += n[b]; if (b in run) some[p] += n[b]} for (p in all) printf "%5.1f %% %s\n", 100 * some[p] / all[p], p}'

cover: ## what make test covers, by package; report in tmp/cover.html
	@mkdir -p tmp && echo 'mode: set' > tmp/cover.out
	@for module in $(MODULES) test; do \
		$(GO) -C $$module test -short -vet=off -coverpkg=$$($(GO) list -m)/... -coverprofile=$(CURDIR)/tmp/cover-module.out $$($(GO) -C $$module list ./... | grep -v '/test/\(eino\|trpc\|pages\|adkjs\|agui\|typescript\)$$') || exit 1; \
		tail -n +2 tmp/cover-module.out >> tmp/cover.out; \
	done
	@grep -v '/runtime/adksession/\|/runtime/otel/' tmp/cover.out > tmp/cover-root.out # the root doesn't require these
	@$(GO) tool cover -html=tmp/cover-root.out -o tmp/cover.html
	@tail -n +2 tmp/cover.out | $(by-package) | sort -k 3

clean: ## remove what was built
	rm -rf bin tmp
