package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/resolve/store"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// witnesses are rulebooks whose worlds, each time a turn of them is resolved, hold what their realms know
// against themselves. They note how many bytes that is, packed.
func witnesses(t *testing.T, example string, sizes *[]int) []game.Rulebook {
	books := worlds.Rulebooks()
	for i, b := range books {
		books[i] = witnessRules{b, t, sizes, example}
	}
	return books
}

type witnessRules struct {
	game.Rulebook
	test    *testing.T
	sizes   *[]int
	example string
}

func (r witnessRules) Open(state, tables []byte) (game.World, error) {
	w, err := r.Rulebook.Open(state, tables)
	return witnessWorld{w, r, tables}, err
}

type witnessWorld struct {
	game.World
	rules  witnessRules
	tables []byte
}

func (w witnessWorld) Resolve(sheets []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	for _, known := range conformance.Witness(w.rules.test, w.rules.Rulebook, w.tables, w.World, sheets) {
		*w.rules.sizes = append(*w.rules.sizes, len(store.Pack(known)))
	}
	w.tableSays(sheets)
	after := w.World.Resolve(sheets, seed, lanes, edits)
	w.keepTables(after)
	return after
}

// mostKnown is how many bytes what a realm knows may be at most, packed, in a game of the examples.
const mostKnown = 10 << 10

// verifyWitnessed replays a world under witnesses.
func verifyWitnessed(t *testing.T, name, world string) {
	t.Helper()
	var sizes []int
	var out, errs bytes.Buffer
	code := cli.Run(t.Context(), []string{"verify", world, "--lang", "en"}, strings.NewReader(""), &out, &errs,
		clitest.NoEnv,
		witnesses(t, strings.ReplaceAll(name, " ", "-"), &sizes))
	if code != complaint.ExitDone || !strings.Contains(out.String(), "replayed") {
		t.Errorf("verify under witnesses: exit %d\n%s%s", code, out.String(), errs.String())
	}
	if len(sizes) == 0 {
		t.Fatalf("%s: no turn was played again", name)
	}
	slices.Sort(sizes)
	most := sizes[len(sizes)-1]
	t.Logf("%s: what a realm knows of it is %d bytes, packed, at the median, and up to %d; it may be up to %d", name,
		sizes[len(sizes)/2], most, mostKnown)
	if most > mostKnown {
		t.Errorf("%s: what a realm knows of it is up to %d bytes, packed; at most %d may be", name, most, mostKnown)
	}
}
