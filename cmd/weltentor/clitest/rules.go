package clitest

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"

	"weltentor/cmd/weltentor/cli"
	"weltentor/worlds"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// What happens inside a turn nobody can see from outside, and the tiny game is in no
// program: there these tests' own program runs a command in the place of the real one.

// ruled runs a command with rules of the tests: those of the tiny game, or the real ones that tell
// of their steps. They write a line into the third of the files and wait for an octet from the
// fourth.
func ruled(rules string, args []string) (code int) {
	books := []game.Rulebook{duel.Rules()}
	if rules == "telling" {
		said, heard := os.NewFile(3, "said"), os.NewFile(4, "heard")
		var mu sync.Mutex
		tell := func(step string) {
			mu.Lock()
			defer mu.Unlock()
			fmt.Fprintln(said, step)
			if _, err := io.ReadFull(heard, make([]byte, 1)); err != nil {
				panic(err)
			}
		}
		books = worlds.Rulebooks()
		for i, b := range books {
			books[i] = tellingRules{b, tell}
		}
	}
	return cli.Run(context.Background(), args, os.Stdin, os.Stdout, os.Stderr, os.Getenv, books)
}

// tellingRules tell when orders are checked, a turn is resolved and a report is rendered.
type tellingRules struct {
	game.Rulebook
	tell func(step string)
}

func (r tellingRules) Open(state, tables []byte) (game.World, error) {
	w, err := r.Rulebook.Open(state, tables)
	return tellingWorld{w, r.tell}, err
}

type tellingWorld struct {
	game.World
	tell func(step string)
}

func (w tellingWorld) Check(s game.Sheet) game.Checked {
	w.tell("check")
	return w.World.Check(s)
}

func (w tellingWorld) Resolve(sheets []game.Sheet, seed game.Seed, lanes int, edits []game.Event) game.Outcome {
	o := w.World.Resolve(sheets, seed, lanes, edits)
	w.tell("resolve")
	return tellingOutcome{o, w.tell}
}

type tellingOutcome struct {
	game.Outcome
	tell func(step string)
}

func (o tellingOutcome) Report(realm int, shown *game.Shown) game.Report {
	r := o.Outcome.Report(realm, shown)
	o.tell("render")
	return r
}
