package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/gamemaster"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// Each game can be practised by mail to the end, in both languages, by whoever answers each letter as it says: with the
// ready orders as they are quoted, one of them changed, or with a yes. The real game hears nothing of it, and the letters
// are whole: a lesson a turn, what happened, and the full report as a file.
func TestPracticeByMail(t *testing.T) {
	t.Parallel()
	for n, rb := range conformance.Played(t, worlds.Rulebooks(), 2) {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			word, yes, lesson := "PRACTICE", "YES", "Turn %d of 6: "
			if n%2 == 1 {
				word, yes, lesson = "üben", "Ja", "Zug %d von 6: "
			}
			d := practiceCounter(t, rb)
			before := standing(d)
			d.Writes(clitest.Stranger, word, "")
			asked := d.Got(clitest.Stranger)
			if len(asked) != 1 || len(asked[0].Body) > 700 || len(asked[0].Files) > 0 {
				t.Fatalf("a stranger gets %v", asked)
			}
			token := d.Token(asked[0])
			d.Writes(clitest.Stranger, "Re: "+asked[0].Subject, yes+"\n")
			last := d.Got(clitest.Stranger)
			d.Nowhere(token)
			for turn := 1; turn <= 6; turn++ {
				l := last[len(last)-1]
				code := clitest.TokenIn.FindString(l.Subject)
				if code == "" || !strings.Contains(l.Body, "\n$I 1 "+code+"\n") || strings.Contains(l.Body+l.Subject, "***") {
					t.Fatalf("turn %d: no code in %q and\n%s", turn, l.Subject, l.Body)
				}
				d.Says("the letter", l.Body, fmt.Sprintf(lesson, turn))
				for _, came := range last { // a phrase that is missing is in backticks, and no letter has Markdown
					d.Lacks("the letter", came.Body, "`")
				}
				if len(l.Files) != 1 {
					t.Errorf("turn %d: files %v", turn, l.Files)
				}
				_, ready, _ := strings.Cut(l.Body, "\n$I 1 ")
				answer := "$I 1 " + ready // typed as it stands
				switch turn {
				case 3: // quoted, and one line left out, where it is not the only one
					if less := withoutOne(l.Body); less != "" {
						answer = "> " + strings.ReplaceAll(less, "\n", "\n> ")
					}
				case 2, 5: // quoted as it is
					answer = yes + "\n\n> " + strings.ReplaceAll(strings.TrimSpace(l.Body), "\n", "\n> ")
				}
				d.Writes(clitest.Stranger, "Re: "+l.Subject, answer+"\n")
				last = d.Got(clitest.Stranger)
				d.Nowhere(code)
				if len(last) != 2 {
					t.Fatalf("turn %d: %d letters came: %v", turn, len(last), last)
				}
				practiceKept(t, rb, turn, last)
				// worlds differ from run to run; in some, whoever does as the lessons say has won sooner
				if again := map[bool]string{false: "write PRACTICE", true: "schreibt ÜBEN"}[n%2 == 1]; turn > 3 &&
					strings.Contains(last[1].Body, again) {
					break
				}
			}
			end := last[1]
			d.Says("the end", end.Body, map[bool]string{false: "To play, write SIGNUP", true: "schreibt ANMELDUNG"}[n%2 == 1])
			if clitest.TokenIn.MatchString(end.Subject + end.Body) {
				t.Error("the last letter has a code")
			}
			for _, more := range []string{"What needs you", "Hier seid Ihr gefragt", "It is your turn", "Ihr seid am Zug"} {
				d.Lacks("the last letter", end.Body, more)
			}
			if after := standing(d); after.Turn != before.Turn || len(after.Realms) != len(before.Realms) ||
				after.Practice.Running != 0 {
				t.Errorf("%+v", after)
			}
			d.Cron()
			if left, _ := filepath.Glob(filepath.Join(d.Dir, "practice", "*")); len(left) > 0 {
				t.Errorf("left are %v", left)
			}
			d.Done("verify", d.Dir)
		})
	}
}

// withoutOne leaves the last order out of a letter with orders: no other needs it. It is empty if there is but one, since a
// letter without orders is no turn.
func withoutOne(body string) string {
	lines := strings.Split(strings.TrimSpace(body), "\n")
	var orders []int
	for n := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "$I 1 ") }); n < len(lines); n++ {
		if lines[n] != "" && !strings.ContainsAny(lines[n][:1], "$;") {
			orders = append(orders, n)
		}
	}
	if len(orders) < 2 {
		return ""
	}
	last := orders[len(orders)-1]
	return strings.Join(slices.Delete(lines, last, last+1), "\n")
}

// practiceCounter is a world of a game, without realms, in which one can practise.
func practiceCounter(t *testing.T, rb game.Rulebook) *clitest.Counter {
	d := &clitest.Counter{}
	d.Play = stage.NewPlay(t, clitest.InProcess(worlds.Rulebooks()...), "", map[string]string{"practice": "2",
		"signup.open": "true"},
		func(p *stage.Play) stage.Office {
			return stage.NewEmbedded(t, func() time.Time { return p.Now }, "gm@demo.test", clitest.Stranger)
		}, "--rulebook", rb.Name())
	return d
}

// standing is what status shows to scripts.
func standing(d *clitest.Counter) (s gamemaster.Status) {
	d.T.Helper()
	if err := json.Unmarshal([]byte(d.Stands("--json")), &s); err != nil {
		d.T.Fatal(err)
	}
	return s
}

// practiceKept keeps letters to be read, if a folder is named in the environment.
func practiceKept(t *testing.T, rb game.Rulebook, turn int, all []stage.Letter) {
	dir := os.Getenv("PRACTICE_LETTERS")
	if dir == "" {
		return
	}
	for n, l := range all {
		name := filepath.Join(dir, fmt.Sprintf("%s-%d-%d.txt", rb.Name(), turn, n))
		if err := os.WriteFile(name, []byte("Subject: "+l.Subject+"\n\n"+l.Body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
