# Weltentor. `make demo` shows it, `make test` proves it.

GO   ?= go
# What takes longest begins, so that no processor waits for it in the end: of the
# games, which go backwards, it is the last by name.
GAMES = $(shell $(GO) list ./worlds/... | sort -r)
PURE  = $(GAMES) ./orders/...

# Properties draw the same cases each time, so that a change passes or fails for what
# it changes; `make fuzz` draws others.
export RAPID_SEED ?= 1

# What was built once is found again, also by tests that build in other folders.
export GOFLAGS := $(filter-out -trimpath,$(shell $(GO) env GOFLAGS)) -trimpath

.PHONY: demo build pages install dist test test-386 race lint bench mutate house fuzz

build: pages ## the program, ./weltentor, with the players' pages in it; TAGS=fleet: also for fleets; needs nothing but Go
	$(GO) build -tags '$(TAGS)' -ldflags '-s -w' -o weltentor ./cmd/weltentor

pages: ## the players' pages, for whatever builds the program then
	$(GO) run ./cmd/table/build -to cmd/table/pages/built

demo: build ## three turns of the example world by mail, on embedded servers
	./weltentor demo

PREFIX  ?= /usr/local
DESTDIR ?=
install: pages ## the program, its manual pages, completions and systemd timers, below PREFIX
	$(GO) run ./cmd/weltentor/dist -prefix '$(PREFIX)' -root '$(DESTDIR)'

# The same commit gives the same bytes. nfpm is fetched from the Go module proxy.
DIST ?= bin/dist
NFPM ?= v2.45.0
dist: pages ## archives and Debian packages of a release, with checksums
	$(GO) run ./cmd/weltentor/dist -to '$(DIST)' -nfpm '$(NFPM)'

# LAWS=full holds the games to their laws as often as a release asks for. Of the tests with 32 bits those that compare
# bytes and draw orders are run here; `make test-386` runs all of them.
test: SHORT = -short -run '^(TestCases|TestConformance|Fuzz)'
test: test-386
	$(GO) test ./resolve ./cmd/weltentor $(GAMES) ./...

# The same bytes on every machine: the rules are also tested with 32-bit ints
# (where the machine cannot run 386 code, they are at least compiled for it).
test-386:
	GOARCH=386 CGO_ENABLED=0 $(GO) $(if $(filter amd64 386,$(shell $(GO) env GOHOSTARCH)),test $(SHORT),vet) $(PURE)

# Huge texts are read by one goroutine against a time limit, which the detector
# breaks. What is killed are programs of their own, which it does not see. One goroutine
# lays and follows the pages of a store, and reads the sources for the laws.
ALONE := ^(TestReadHuge|TestKilled|TestPowerLossWhileFollowing$$|TestChangedPagesAreAllThereIs$$)
BUSY   = $(filter-out weltentor/cmd/weltentor/laws,$(shell $(GO) list ./resolve ./cmd/weltentor \
	./cmd/weltentor/e2e ./resolve/store ./mailer/... ./resolve/... ./cmd/...))
race: ## the packages that run things side by side; needs a C compiler
	$(GO) test -race -timeout 30m -skip '$(ALONE)' $(BUSY)

lint:
	@files=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$files" ]; then echo "gofmt -w these:"; echo "$$files"; exit 1; fi
	$(GO) mod tidy -diff
	$(GO) vet -tags servers,fleet ./...
	$(GO) tool staticcheck -tags servers,fleet ./...

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

house: ## readings of the structure, worst packages first; nothing fails by them
	$(GO) run ./cmd/house

# Wrong changes in a package, one at a time: does a test notice? TESTS names another
# package's tests, N=0 tries all, LEAST is the share in percent that must be noticed, and
# LATE a pattern of slow tests that are run only if the others notice nothing.
PKG   ?= mailer/incoming
TESTS ?= $(PKG)
N     ?= 50
SEED  ?= 1
LEAST ?= 0
mutate:
	$(GO) run ./cmd/mutate -pkg $(PKG) -tests $(TESTS) -n $(N) -seed $(SEED) -least $(LEAST) $(if $(LATE),-late '$(LATE)') -accepted cmd/mutate/accepted.txt

# Properties with new cases, then what Go fuzzes, one target at a time.
FUZZTIME ?= 10s
PROPERTY = {{range .TestImports}}{{if eq . "pgregory.net/rapid"}}{{$$.ImportPath}}{{end}}{{end}}
fuzz:
	RAPID_SEED=0 RAPID_CHECKS=2000 $(GO) test -count=1 $$($(GO) list -f '$(PROPERTY)' ./...)
	@for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; \
	done
