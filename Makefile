# Weltentor. `make demo` shows it, `make test` tests it.

GO   ?= go
# An older Go fetches the one that go.mod names, also where its own settings forbid that. GOTOOLCHAIN=local in the
# environment keeps to the installed one, which says so if it is too old.
export GOTOOLCHAIN ?= auto
ASK = GOTOOLCHAIN=$(GOTOOLCHAIN) $(GO)

# The program is one file that needs no library, as `make dist` builds it. Only the race detector needs C.
export CGO_ENABLED ?= 0
race: export CGO_ENABLED = 1

# The longest tests begin, so that no processor waits for them in the end. Those of e2e mostly wait. Then come the games
# in reverse order, since the last by name takes longest.
GAMES = $(shell $(ASK) list ./worlds/... | sort -r)
PURE  = $(if $(FULL),$(GAMES) ./orders/...,$(shell grep -lrE '^func (TestCases|TestConformance|Fuzz)' \
	--include='*_test.go' worlds orders | xargs -n 1 dirname | sort -ru | sed 's,^,./,'))

# Property tests draw the same cases each time, so that a change passes or fails because
# of what it changes. `make fuzz` draws other cases.
export RAPID_SEED ?= 1

# With the same flags everywhere the build cache is used again, even by tests that build in other folders. Programs are
# linked without tables for debuggers, so none are compiled.
FLAGS = -trimpath -gcflags=all=-dwarf=false
export GOFLAGS := $(FLAGS) $(filter-out $(FLAGS),$(shell $(ASK) env GOFLAGS))

.PHONY: tournament demo play shown build pages shots install dist test test-386 race lint bench figures mutate prose fuzz

# HOME_URL is where the program can be had on the web: letters to strangers name it. Empty: they do not.
export HOME_URL ?=
build: pages ## the program, ./weltentor, with the players' pages in it; TAGS=fleet: also for fleets; needs nothing but Go
	$(GO) build -tags '$(TAGS)' -ldflags '-s -w -X weltentor/cmd/weltentor/call.Home=$(HOME_URL)' -o weltentor ./cmd/weltentor

pages: ## the players' pages, for whatever builds the program then
	$(GO) run ./cmd/page/build -to cmd/page/pages/built

# SHOTS is where they go. It needs Chromium, and npm ci in cmd/page/web.
SHOTS ?= bin/shots
shots: ## pictures of all views of the players' pages, to be looked at one by one
	mkdir -p '$(SHOTS)'
	SHOTS='$(abspath $(SHOTS))' $(GO) test -tags servers,shots -count=1 -timeout 40m -run '^TestBrowserShots$$' ./cmd/page/browser

# Both show one game, the first or GAME, and wait for no other and its page: their program is not the one that `make build`
# leaves.
demo: shown ## three turns of the example world by mail, on embedded servers; GAME=NAME: of another game
	bin/shown/weltentor demo

# TERMINAL=1 plays at the terminal, and so does a machine without a browser.
play: shown ## a practice world in the browser, against realms that the machine plays; TERMINAL=1: at the terminal; GAME=NAME
	bin/shown/weltentor play $(if $(TERMINAL),,--open)

shown:
	mkdir -p bin/shown
	$(GO) run ./cmd/page/build -alone -rulebook '$(GAME)' -to bin/shown
	$(GO) build -ldflags '-s -w' -overlay bin/shown/overlay.json -o bin/shown/weltentor ./cmd/weltentor

PREFIX  ?= /usr/local
DESTDIR ?=
install: pages ## the program, its manual pages, completions and systemd timers, below PREFIX
	$(GO) run ./cmd/weltentor/dist -prefix '$(PREFIX)' -root '$(DESTDIR)'

# The same commit gives the same bytes. nfpm is fetched from the Go module proxy.
DIST ?= bin/dist
NFPM ?= v2.45.0
dist: pages ## archives of a release, packages for Debian, Fedora, Arch, Alpine and their kin, checksums
	$(GO) run ./cmd/weltentor/dist -to '$(DIST)' -nfpm '$(NFPM)'

# FULL=1 tests as often as a release requires: every law, kill and damage, with worlds on the disk instead of in memory,
# and with 32 bits. Without it some of each kind run. TIMES=1 also shows the twenty slowest tests.
test: $(if $(FULL),test-386) ## what a change may have broken, on this machine; FULL=1: as for a release; TIMES=1
	$(call part,tests,$(call tested,$(LONG) ./cmd/weltentor/e2e ./resolve ./cmd/weltentor/... $(GAMES) ./...))

# The same bytes on every machine: the rules are also tested with 32-bit ints, in the check of each change. Without FULL,
# those tests run that compare bytes and draw orders, and only packages that have them are built. If the machine cannot
# run 386 code, they are at least compiled for it.
test-386: ## the rules with 32-bit ints
	$(call part,tests with 32 bits,GOARCH=386 CGO_ENABLED=0 $(if $(filter amd64 386,$(HOST)),$(call tested,$(SHORT) $(PURE)),$(GO) vet $(PURE)))

HOST  = $(shell $(ASK) env GOHOSTARCH)
SHORT = $(if $(FULL),$(LONG),-short -run '^(TestCases|TestConformance)$$|^Fuzz')
LONG  = $(if $(FULL),-timeout 40m)
ifdef FULL
export LAWS := full
export KILLS := full
export TOURNAMENT := full
export DISK := 1
else
# Tests throw away nearly all they make: with less collecting they take a tenth less time, and with the limit no more
# memory than a small machine has. Nobody reads a profile of it. A property is tried less often than in the full check.
test test-386: export GOGC ?= 800
test test-386: export GODEBUG ?= memprofilerate=0
test test-386: export GOMEMLIMIT ?= 1GiB
test test-386: export RAPID_CHECKS ?= 40
endif

# Each part says how long it took. `make lint` vets.
part   = @start=$$(date +%s); $(2) && echo "== $(1): $$(($$(date +%s) - start)) s"
tested = $(GO) test -vet=off $(if $(TIMES),-json )$(1)$(if $(TIMES), | GOARCH= $(GO) run ./cmd/figures -times 20)

# The race detector skips these tests. It is too slow for the time limit of huge texts,
# and cannot see into programs that are killed. The pages of a store, and the sources for
# the laws, are read by only one goroutine.
ALONE := ^(TestReadHuge|TestKilled)
BUSY   = $(filter-out weltentor/cmd/weltentor/laws,$(shell $(ASK) list ./resolve ./cmd/weltentor \
	./cmd/weltentor/e2e ./resolve/store ./mailer/... ./resolve/... ./cmd/...))
# A turn of a game has one goroutine, unless its armies move side by side, in lanes.
LANES := Lanes|Tract
LANED  = $(addprefix ./,$(sort $(dir $(shell grep -rlE 'func Test\w*($(LANES))' --include='*_test.go' worlds))))
# QUICK=1 takes the packages that start goroutines, and of the largest the tests that have the most of them.
SEEDS ?= 60
tournament: ## the machine's styles against each other, into docs/balance.md: make tournament GAME=NAME SEEDS=60
	STYLES=$(SEEDS) $(GO) test -count=1 -timeout 60m -v -run '^TestTournamentOfStyles$$' ./worlds/$(GAME)

race: ## what runs side by side; needs a C compiler; QUICK=1: the heart of it
ifdef QUICK
	$(GO) test -race -short -skip '$(ALONE)' ./mailer/... ./resolve/store/... ./cmd/weltentor/reading
	$(GO) test -race -short -run '^Test(Together|Cron|Crowded|Letters$$|Reading|Locked|Publish|Watchdog|Accounts)' ./resolve \
		./resolve/intake ./cmd/weltentor ./cmd/weltentor/mailing
else
	$(GO) test -race -timeout 30m -skip '$(ALONE)' $(BUSY)
endif
	$(GO) test -race -short -run '$(LANES)' $(LANED)

lint:
	@files=$$(gofmt -l $$(git ls-files '*.go')); \
	if [ -n "$$files" ]; then echo "gofmt -w these:"; echo "$$files"; exit 1; fi
	$(GO) mod tidy -diff
	$(GO) vet -tags servers,shots,fleet ./...
	$(GO) tool staticcheck -tags servers,shots,fleet ./...
	GOOS=windows $(GO) build -o /dev/null ./cmd/weltentor
	tool=$$($(GO) tool -n staticcheck) && GOOS=windows $$tool -tests=false ./resolve/store/disk ./resolve/world

bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

# ONLY is a pattern: make figures ONLY=TurnsPlayed
figures: ## what docs/figures.md measures by a command, measured here: with machine, date and load
	$(GO) run ./cmd/figures -only '$(ONLY)'

prose: ## long sentences, semicolons and wide lines, in pages and letters; nothing fails by them
	@$(GO) test -count=1 -v -run '^TestProse' ./cmd/weltentor/laws | sed -n -e 's/^    //p' -e '/^ok\|FAIL/p'

# gremlins is fetched from the Go module proxy. It compiles and tests anew for each change, so take one package
# at a time.
GREMLINS ?= v0.6.0
PKG      ?= mailer/wire
mutate: ## wrong changes in a package, one at a time: does one of its tests notice? PKG=mailer/wire
	$(GO) run github.com/go-gremlins/gremlins/cmd/gremlins@$(GREMLINS) unleash --output-statuses ltc \
		--timeout-coefficient 20 ./$(PKG)

# Property tests with new cases, then Go's fuzz targets, one at a time.
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
