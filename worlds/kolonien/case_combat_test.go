package kolonien

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
)

// loaded are dice that fall as a case says.
type loaded struct {
	test *testing.T
	left []string
}

// Between gives the next die.
func (d *loaded) Between(lo, hi int64) int64 {
	d.test.Helper()
	if len(d.left) == 0 {
		d.test.Fatal("the case has too few dice")
	}
	n, err := strconv.ParseInt(d.left[0], 10, 64)
	if err != nil || n < lo || n > hi {
		d.test.Fatalf("a die shows %q", d.left[0])
	}
	d.left = d.left[1:]
	return n
}

// sections cuts a case up: a comment, then sections, each opened by `-- name --`.
func sections(t *testing.T, file string) (names []string, bodies map[string]string) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bodies = map[string]string{}
	_, rest, _ := strings.Cut("\n"+string(raw), "\n-- ")
	for rest != "" {
		var head, body string
		head, rest, _ = strings.Cut(rest, " --\n")
		body, rest, _ = strings.Cut("\n"+rest, "\n-- ")
		if _, twice := bodies[head]; twice {
			t.Fatalf("%s: section %s twice", file, head)
		}
		names = append(names, head)
		bodies[head] = strings.TrimSpace(body)
	}
	return names, bodies
}

// TestCombats plays testdata/combat-*.txtar, land combats with given dice:
//
//	battle    the text of the combat, as `weltentor battle` reads it
//	dice      two dice of the attacker, two of the defender, round by round
//	protocol  all that the protocol says of it, in German, its indents left out
//
// The dice must be just enough: who fights a round more or less fails.
func TestCombats(t *testing.T) {
	files, err := filepath.Glob("testdata/combat-*.txtar")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	rules := Rules()
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			_, body := sections(t, f)
			battle, problems := rules.ReadBattle(body["battle"])
			if battle == nil {
				t.Fatal(problems)
			}
			dice := &loaded{test: t, left: strings.Fields(body["dice"])}
			p := &page{book: rules.Words(phrase.De)}
			c := battle.(*single).combat([16]byte{}, p.event)
			c.Dice = dice
			c.Fight()
			if len(dice.left) > 0 {
				t.Errorf("dice left: %v", dice.left)
			}
			if got, want := unindented(string(p.out)), unindented(body["protocol"]); got != want {
				t.Errorf("-- protocol --\n%s\n-- want --\n%s", got, want)
			}
		})
	}
}

// unindented drops indents and empty lines; wrapped lines stay wrapped.
func unindented(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}
