// Package call is one run of a command: a Call has everything of the outside world that the command may touch. That is
// the clock, the files, the terminal, the language, and the world of a fleet that it works on. So commands can be
// tested as somebody types them. A Voice puts answers and complaints into words. It knows no game world.
package call

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/mailer/mime"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Call is one run of a command, with everything of the outside world that the command may touch.
type Call struct {
	Ctx   context.Context
	In    io.Reader
	Out   io.Writer       // lines for people and scripts, without control characters
	Raw   io.Writer       // texts that must stay byte for byte as they are
	Front terminal.Screen // the terminal that Out may be
	Side  terminal.Screen // for complaints and progress bars
	Env   func(string) string
	At    time.Time // used instead of the clock unless zero
	Why   string    // the game master's reason, for the logbook
	Verb  string    // the command, such as "realm add"
	Fleet string    // the file of a fleet's settings, by --fleet
	Again string    // key of the invocation to repeat, by --again
	Args  []string  // as given on the command line
	Asked bool      // a language was asked for, by --lang
	Seen  bool      // output goes to a terminal
	Books []game.Rulebook
	Voice *Voice
	Clock func() time.Time // nil: the machine's

	Linked *fleet.World // nil: the world is in a folder of its own
}

// Now is the time of the clock, or of --at.
func (c *Call) Now() time.Time {
	switch {
	case !c.At.IsZero():
		return c.At
	case c.Clock != nil:
		return c.Clock()
	}
	return time.Now()
}

// Rulebook finds a rulebook by name; "" means the default one.
func (c *Call) Rulebook(name string) (game.Rulebook, error) {
	var names []string
	for _, b := range c.Books {
		if name == "" || b.Name() == name {
			return b, nil
		}
		names = append(names, b.Name())
	}
	if near := Guess(name, names); near != "" {
		return nil, complaint.Usage("no-rulebook-near", phrase.Str("name", name), phrase.Str("guess", near))
	}
	return nil, complaint.Usage("no-rulebook", phrase.Str("name", name), phrase.Str("list", strings.Join(names, ", ")))
}

// Guess returns the known word that a misspelt one means: the only one that begins with it, the most similar one, or the
// only known word. It returns "" if there is no such word.
func Guess(word string, known []string) string {
	var begun []string
	for _, k := range known {
		if len(word) >= 3 && strings.HasPrefix(k, word) {
			begun = append(begun, k)
		}
	}
	if len(begun) == 1 {
		return begun[0]
	}
	if near := orders.Nearest(word, known); len(near) > 0 {
		return near[0]
	}
	if len(known) == 1 {
		return known[0]
	}
	return ""
}

// MachineWords returns the store's sentences in the language of the call.
func (c *Call) MachineWords() *phrase.Book { return wording.Words(c.Voice.Book.Lang) }

// JSON returns an encoder that prints an answer for a script.
func (c *Call) JSON() *json.Encoder {
	e := json.NewEncoder(answer{c.Out})
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e
}

// answer is a writer whose errors say that printing failed.
type answer struct{ to io.Writer }

func (a answer) Write(p []byte) (n int, err error) {
	if n, err = a.to.Write(p); err != nil {
		err = fmt.Errorf("print the answer: %w", err)
	}
	return n, err
}

// OrderText reads a file of orders in any charset, or the standard input for "-".
func (c *Call) OrderText(file string) (string, error) {
	raw, err := c.ReadAll(file)
	return mime.DecodeText(raw, "").Text, err
}

// ReadAll reads a file, or the standard input for "-".
func (c *Call) ReadAll(file string) ([]byte, error) {
	read := func() ([]byte, error) { return os.ReadFile(file) }
	if file == "-" {
		read = func() ([]byte, error) { return io.ReadAll(c.In) }
	}
	raw, err := read()
	if err != nil {
		return nil, complaint.CannotRead(file, err)
	}
	return raw, nil
}
