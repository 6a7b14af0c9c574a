//go:build linux

package e2e

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"weltentor/resolve/outbox"
)

// TestKilledTell: a letter to all players is killed at random instants and sent again, as somebody does who does not
// know how it ended. Each player gets it once, on its own or with the report, and it never goes to only some of them.
func TestKilledTell(t *testing.T) {
	t.Parallel()
	s := newSiege(t)
	_, instants := kills()
	instants /= 2
	words := 0
	next := func() (token string, args []string) {
		words++
		token = fmt.Sprintf("word-%05d", words)
		s.Write("words.txt", "To all of you:\n"+token+"\n")
		args = []string{"tell", s.Dir, "all", "--file", filepath.Join(s.Dir, "words.txt")}
		if words%2 == 0 {
			args = append(args, "--in-report")
		}
		return token, args
	}
	_, args := next()
	whole := &trap{}
	if s.execute(whole, args...) {
		t.Fatal("nobody killed it")
	}
	s.Done(args...)
	takes, done := time.Since(whole.began), 0
	for hit, tries := 0, 0; hit < instants; tries++ {
		if tries > 20*instants {
			t.Fatalf("of %d runs only %d could be killed", tries, hit)
		}
		_, args := next()
		before := s.told()
		killed := s.execute(&trap{last: "start", delay: 1 + time.Duration(s.dice.Int64N(int64(takes)))}, args...)
		if got := s.told() - before; got != 0 && got != besiegers {
			t.Fatalf("%d of %d players are written to", got, besiegers)
		} else if killed {
			hit++
			if got > 0 || words%2 == 0 && s.Done(append(args, "--json")...) == hadByAll {
				done++
			}
		}
		s.Done(args...)
		if got, want := s.told()-before, besiegers*(words%2); got != want {
			t.Fatalf("%d letters, want %d", got, want)
		}
	}
	t.Logf("killed %d times, of these %d times after all was done", instants, done)
	s.settled()
	letters := s.post.Letters()
	for n := 1; n <= words; n++ {
		token, got := fmt.Appendf(nil, "word-%05d", n), 0
		for _, l := range letters {
			got += bytes.Count(l.Raw, token)
		}
		if got != besiegers {
			t.Errorf("%s was read %d times by %d players", token, got, besiegers)
		}
	}
}

// hadByAll is what `tell --json` prints if nobody is left to be told.
const hadByAll = `{
  "realms": [],
  "had": [
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8
  ]
}
`

// told counts the game master's own letters in the outbox.
func (s *siege) told() (n int) {
	s.T.Helper()
	rows, err := s.open().Outbox()
	if err != nil {
		s.T.Fatal(err)
	}
	for _, r := range rows {
		if r.Kind == "told" && r.State != outbox.Failed {
			n++
		}
	}
	return n
}
