// Package cases reads the cases of rulebooks' testdata, texts a player could check,
// and holds a turn against them. A case is a comment and sections, each opened by
// a line `-- name --`; a name may go on with the number of a realm. What a rulebook's
// worlds are made of, and what it tells of them, it knows itself; of every rulebook,
// if it has no other meaning there, are
//
//	tables, world  what there is before the turn
//	orders 1       the sheet of realm 1
//	problems 1     what cannot be read in it, in German, `line! error`, `line? warning`
//	check 1        the receipt, in German: likewise, `line text` of what is in force,
//	               then what those without orders do and the outlook
//	check.en 1     the same in English
//	unforeseen 1   lines the turn refuses and the receipt could not doubt
//	recovered 1    lines the receipt calls bad and the turn does: there should be none
//	report 1       a passage that stands so in its report; there may be several
//	summary 1      likewise of the letter's text
//	absent 1       lines none of which stands in its report
//	edits          what the game master changes by hand before the turn, if the world is made with Edit
//	told 1         what realm 1 is told of that, in German; it stands in its report, too
//
// Only tests import it.
package cases

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Case is a case that was read.
type Case struct {
	Test     *testing.T
	Sections []Section
	edits    []game.Event // told of the changes by hand
}

// Section is one of a case. Its Text has no blank ends.
type Section struct {
	Name string // `events 1`
	Text string
}

// Files are those of a pattern; there must be some.
func Files(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases %s: %v", pattern, err)
	}
	return files
}

// Run plays each file, as a test of its own.
func Run(t *testing.T, files []string, play func(*Case)) {
	t.Helper()
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			play(New(t, string(text)))
		})
	}
}

// New reads a case from its text.
func New(t *testing.T, text string) *Case {
	c := &Case{Test: t}
	_, rest, _ := strings.Cut("\n"+text, "\n-- ")
	for rest != "" {
		var s Section
		s.Name, rest, _ = strings.Cut(rest, " --\n")
		s.Text, rest, _ = strings.Cut("\n"+rest, "\n-- ")
		s.Text = strings.TrimSpace(s.Text)
		c.Sections = append(c.Sections, s)
	}
	return c
}

// Text is what a section says, "" if it is not there. It may not be there twice.
func (c *Case) Text(name string) string {
	c.Test.Helper()
	text, times := "", 0
	for _, s := range c.Sections {
		if s.Name == name {
			text = s.Text
			times++
		}
	}
	if times > 1 {
		c.Test.Fatalf("section %s is there %d times", name, times)
	}
	return text
}

// Has tells whether there is a section.
func (c *Case) Has(name string) bool {
	return slices.ContainsFunc(c.Sections, func(s Section) bool { return s.Name == name })
}

// Sheets are the orders of the case for a turn.
func (c *Case) Sheets(turn int) []game.Sheet {
	var out []game.Sheet
	for _, s := range c.Sections {
		if h := c.head(s); h.What == "orders" {
			out = append(out, game.Sheet{Realm: h.Realm, Turn: turn, Text: c.Text(s.Name)})
		}
	}
	return out
}

// Head is the name of a section taken apart: `events 1 land spoils`.
type Head struct {
	What  string
	Realm int
	More  []string
}

func (c *Case) head(s Section) Head {
	c.Test.Helper()
	words := strings.Fields(s.Name)
	if len(words) < 2 {
		return Head{What: s.Name}
	}
	realm, err := strconv.Atoi(words[1])
	if err != nil {
		c.Test.Fatalf("section %q", s.Name)
	}
	return Head{What: words[0], Realm: realm, More: words[2:]}
}

// hold compares a section with what came of the turn.
func (c *Case) hold(name, got, want string) {
	c.Test.Helper()
	if got = strings.TrimSpace(got); got != want {
		c.Test.Errorf("-- %s --\n%s\n-- want --\n%s", name, got, want)
	}
}

// Readable holds what cannot be read in the sheets against the sections of
// problems: without one there must be nothing.
func (c *Case) Readable(l *orders.Language, book *phrase.Book) {
	c.Test.Helper()
	for _, s := range c.Sheets(0) {
		name := fmt.Sprint("problems ", s.Realm)
		c.hold(name, listed(l.Parse(s.Text).Problems, book.Say), c.Text(name))
	}
}
