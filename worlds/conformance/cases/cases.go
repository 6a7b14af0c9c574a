// Package cases runs the cases in rulebooks' testdata: each is a text with a start, orders and passages of receipt and
// report, which a player could check by the rules. It compares a turn with them. Only tests import it.
//
// A case is a comment and sections. Each section begins with a line `-- name --`, and the name may be followed by the
// number of a realm. A rulebook knows itself how its worlds are described. Every rulebook also has these sections,
// unless it gives them another meaning:
//
//	tables, world  the world before the turn
//	orders 1       the sheet of realm 1
//	problems 1     what cannot be read in it, in German, `line! error`, `line? warning`
//	check 1        the receipt, in German: the same, `line text` for what is in force,
//	               then what those without orders do and the outlook
//	check.en 1     the same in English
//	unforeseen 1   lines the turn refuses and the receipt could not foresee
//	report 1       a passage that must be in its report; there may be several
//	summary 1      the same for the letter's text
//	absent 1       lines that must not be in its report
//	edits          what the game master changes by hand before the turn, if the world is made with Edit
//	told 1         what realm 1 is told about that, in German; it must be in its report too
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
	edits    []game.Event // what is told about the changes by hand
}

// Section is a section of a case. Its Text is trimmed.
type Section struct {
	Name string // `events 1`
	Text string
}

// Files returns the files of a pattern, of which there must be some.
func Files(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
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

// Text returns the text of a section, and "" if there is none. Two sections of the same name are an error.
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

// Has reports whether there is such a section.
func (c *Case) Has(name string) bool {
	return slices.ContainsFunc(c.Sections, func(s Section) bool { return s.Name == name })
}

// Sheets returns the orders of the case for a turn.
func (c *Case) Sheets(turn int) []game.Sheet {
	var out []game.Sheet
	for _, s := range c.Sections {
		if h := c.head(s); h.What == "orders" {
			out = append(out, game.Sheet{Realm: h.Realm, Turn: turn, Text: c.Text(s.Name)})
		}
	}
	return out
}

// Head is the parsed name of a section: `events 1 land spoils`.
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

// hold compares a section with the outcome of the turn.
func (c *Case) hold(name, got, want string) {
	c.Test.Helper()
	if got = strings.TrimSpace(got); got != want {
		c.Test.Errorf("-- %s --\n%s\n-- want --\n%s", name, got, want)
	}
}

// Readable compares the sections `problems` with what cannot be read in the sheets. Without such a section there must
// be no problems.
func (c *Case) Readable(l *orders.Language, book *phrase.Book) {
	c.Test.Helper()
	for _, s := range c.Sheets(0) {
		name := fmt.Sprint("problems ", s.Realm)
		c.hold(name, listed(l.Parse(s.Text).Problems, book.Say), c.Text(name))
	}
}
