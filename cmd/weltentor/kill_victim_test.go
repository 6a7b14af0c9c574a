package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// The victims of the tests of kills are the program itself, built as `go build`
// builds it. What happens inside a turn nobody can see from outside: there this
// test's own program runs the same command, with rules that tell.

// program is the program built, once for all tests.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "weltentor-program-")
	if err != nil {
		return "", err
	}
	built = dir
	path := filepath.Join(dir, "weltentor")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return path, nil
})

var built string // the folder of the program

func removeProgram() {
	if built != "" {
		os.RemoveAll(built)
	}
}

// victimTells, in the environment, makes this program a command that tells of
// its steps: it writes a line into the third of its files and waits for one from
// the fourth.
const victimTells = "WELTENTOR_TEST_VICTIM_TELLS"

func victim(args []string) int {
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
	var books []game.Rulebook
	for _, b := range worlds.Rulebooks() {
		books = append(books, tellingRules{b, tell})
	}
	return run(context.Background(), args, os.Stdin, os.Stdout, os.Stderr, os.Getenv, books)
}

// tellingRules tell when a turn is resolved and when a report is rendered.
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

func (w tellingWorld) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	o := w.World.Resolve(sheets, seed)
	w.tell("resolve")
	return tellingOutcome{o, w.tell}
}

type tellingOutcome struct {
	game.Outcome
	tell func(step string)
}

func (o tellingOutcome) Report(realm int) game.Report {
	r := o.Outcome.Report(realm)
	o.tell("render")
	return r
}
