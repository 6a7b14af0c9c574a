package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/mime"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Call is one run of a command: all of the outside that a command may touch.
type Call struct {
	ctx   context.Context
	in    io.Reader
	out   io.Writer       // lines for people and scripts, without control characters
	raw   io.Writer       // texts that are wanted as they are
	front terminal.Screen // what out is
	side  terminal.Screen // where complaints go, and bars
	env   func(string) string
	at    time.Time // stands in for the clock unless zero
	why   string    // the game master's reason, for the logbook
	verb  string    // the command, as "realm add"
	fleet string    // the fleet's settings, by --fleet
	again string    // key of the invocation that is repeated, by --again
	args  []string  // as they were given
	asked bool      // for a language, by --lang
	seen  bool      // what is printed goes to a terminal
	books []game.Rulebook
	voice *voice
	clock func() time.Time // nil: the machine's

	aboard *aboard // nil: the world is in a folder of its own
}

// now is the clock, or what --at says.
func (c *Call) now() time.Time {
	switch {
	case !c.at.IsZero():
		return c.at
	case c.clock != nil:
		return c.clock()
	}
	return time.Now()
}

// rulebook finds a rulebook by name; "" is the default one.
func (c *Call) rulebook(name string) (game.Rulebook, error) {
	var names []string
	for _, b := range c.books {
		if name == "" || b.Name() == name {
			return b, nil
		}
		names = append(names, b.Name())
	}
	if near := guess(name, names); near != "" {
		return nil, usage("no-rulebook-near", phrase.Str("name", name), phrase.Str("guess", near))
	}
	return nil, usage("no-rulebook", phrase.Str("name", name), phrase.Str("list", strings.Join(names, ", ")))
}

// guess gives the known word nearest to a misspelt one, or the only one there
// is, or "" when none is near.
func guess(word string, known []string) string {
	if near := orders.Nearest(word, known); len(near) > 0 {
		return near[0]
	}
	if len(known) == 1 {
		return known[0]
	}
	return ""
}

// machineWords are the sentences of the store, in the language of the call.
func (c *Call) machineWords() *phrase.Book { return wording.Words(c.voice.book.Lang) }

// encode answers a script in JSON.
func (c *Call) encode(answer any) error {
	e := json.NewEncoder(c.out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(answer); err != nil {
		return fmt.Errorf("print the answer: %w", err)
	}
	return nil
}

// orderText reads a file of orders, or the standard input for "-", in
// whatever charset it is written.
func (c *Call) orderText(file string) (string, error) {
	raw, err := c.readAll(file)
	return mime.DecodeText(raw, "").Text, err
}

// readAll reads a file, or the standard input for "-".
func (c *Call) readAll(file string) ([]byte, error) {
	read := func() ([]byte, error) { return os.ReadFile(file) }
	if file == "-" {
		read = func() ([]byte, error) { return io.ReadAll(c.in) }
	}
	raw, err := read()
	if err != nil {
		return nil, &complaint{Exit: exitUsage, What: phrase.P("cannot-read", phrase.Str("file", file)), Cause: err}
	}
	return raw, nil
}
