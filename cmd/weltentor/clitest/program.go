// Package clitest is the kit for tests of the command line: a world in a folder with its mail provider and its clock
// (Table), and players who write to a game and read its letters (Counter). Run is the program as somebody types it.
// Only tests import it, those of each package and of the whole.
package clitest

import (
	"bytes"
	"context"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store/copies"
	"weltentor/resolve/storetest"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// GameOf returns the name of the game of a rulebook in the list.
func GameOf(n int, lang phrase.Lang) string { return worlds.Rulebooks()[n].Words(lang).T("game") }

// Run runs a command with a standard input.
func Run(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	return ran(t.Context(), in, args, worlds.Rulebooks())
}

// ran runs a command here.
func ran(ctx context.Context, in string, args []string, books []game.Rulebook) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = cli.Run(ctx, args, strings.NewReader(in), &o, &e, NoEnv, books)
	return code, o.String(), e.String()
}

// CutOff is the first half of the part of a store that is used. Behind it the file may have grown for pages to come, so
// a store that lacks only these has lost nothing.
func CutOff(t *testing.T, whole []byte) []byte {
	t.Helper()
	used, ok := copies.HighWater(whole)
	if !ok || used > int64(len(whole)) {
		t.Fatalf("%d of %d bytes are used, ok: %v", used, len(whole), ok)
	}
	return whole[:used/2]
}

// ClosedPort returns a port on which nothing listens.
func ClosedPort(t testing.TB) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	stage.Must(t, err)
	l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// NoEnv is an environment without variables.
func NoEnv(string) string { return "" }

// Watched is an output that somebody looks at.
type Watched struct {
	bytes.Buffer
	Words *regexp.Regexp
	Do    func(found []string)
}

func (w *Watched) Write(p []byte) (int, error) {
	n, err := w.Buffer.Write(p)
	if found := w.Words.FindStringSubmatch(w.String()); found != nil && w.Do != nil {
		w.Do(found)
		w.Do = nil
	}
	return n, err
}

// ToVisit finds what `login` says: the address to visit, and the ports of the tunnel to this machine.
var ToVisit = regexp.MustCompile(`(http://127\.0\.0\.1:\d+/auth\?\S+)\n(?s:.*)ssh -L (\d+):127\.0\.0\.1:(\d+) NAME@SERVER\n`)

// cheapVar makes commands and hosts hash passwords as the tests that call them: cheaply, except in benchmarks. The
// tests of e2e do not set it: their programs are linked so.
const cheapVar = "WELTENTOR_TEST_CHEAP"

// Main runs the tests of a package, or, where rules are named, a command with them. A package whose tests start
// processes of another kind gives what these do: it returns false in a process that is not one.
func Main(m *testing.M, others ...func() (code int, is bool)) {
	if os.Getenv(cheapVar) != "" {
		secrets.Memory = secrets.Cheap
	}
	if rules := os.Getenv(stage.RulesVar); rules != "" {
		os.Exit(ruled(rules, os.Args[1:]))
	}
	for _, other := range others {
		if code, is := other(); is {
			os.Exit(code)
		}
	}
	if worldtest.CheapPasswords(); secrets.Memory == secrets.Cheap {
		if err := os.Setenv(cheapVar, "1"); err != nil {
			panic(err)
		}
	}
	code := storetest.InMemory(m)
	stage.Strike()
	os.Exit(code)
}

// InProcess runs commands here, with these rulebooks.
func InProcess(books ...game.Rulebook) stage.Program {
	return func(ctx context.Context, args ...string) (int, string, string) { return ran(ctx, "", args, books) }
}

// Worldly are the commands that are given a world's folder, as a parser has them.
func Worldly() (paths []string) {
	for _, leaf := range cli.Commands(call.NewVoice(phrase.En, nil, nil)).Leaves(false) {
		for _, p := range leaf.Positional {
			if p.Name == "dir" || p.Name == "dirs" {
				paths = append(paths, leaf.Path())
			}
		}
	}
	return paths
}

// Must runs a command that must succeed, and returns what it printed.
func Must(t *testing.T, args ...string) string {
	t.Helper()
	code, out, errs := Run(t, "", append(args, "--lang", "en")...)
	if code != complaint.ExitDone {
		t.Fatalf("%v: exit %d, %s", args, code, errs)
	}
	return out
}

// MayLackPages fails where the pages have been built: then they are in the program.
func MayLackPages(t *testing.T) {
	t.Helper()
	if os.Getenv("CI") == "true" && os.Getenv("PAGES") == "built" {
		t.Fatal("there is no page in the program, though `make build` has been run")
	}
}
