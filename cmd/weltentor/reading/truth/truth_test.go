// Package truth_test reads letters of which all is known (law 13). Each passage of a letter has a token of its own, and
// the truth says who may read it, who must, and what is in force then. Only the letters that leave are judged, not how
// the machine came to them. TestTruth draws letters, TestRows has the cases that went wrong before.
package truth_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// rowNames are what the scenarios are about.
var rowNames = map[int]string{
	0:  "plain letters of each intent",
	1:  "a message last, an earlier mail below it",
	2:  "a question above old orders",
	3:  "a reply whose subject was changed",
	4:  "LETTER beside orders",
	5:  "short words beside orders",
	6:  "a code letter forwarded, nothing typed",
	7:  "hidden HTML",
	8:  "late copies of orders",
	9:  "copies of letters and questions",
	10: "two $I in one letter",
	11: "what is a yes, and what is not",
	12: "words beside a word for the machine",
	13: "forms",
	14: "files beside a letter to a player",
}

// seed is RAPID_SEED, as for all properties: 0 draws another one each time.
func seed() uint64 {
	n, err := strconv.ParseUint(os.Getenv("RAPID_SEED"), 10, 64)
	switch {
	case err != nil:
		return 1
	case n == 0:
		return rand.Uint64()
	}
	return n
}

// most is how many scenarios are played: at least 150 letters, and 1,500 for a release.
func most() (scenarios uint64, letters int) {
	if os.Getenv("LAWS") == "full" {
		return 1210, 1500
	}
	return 120, 150
}

// doubted is the share of letters, in percent, that may at most be left unread, with their writers told.
const doubted = 5

// TestTruth: nobody reads what its writer did not address to them. What must be read is read, or its writer is told.
// What nobody typed commands nothing, and a letter that acted never acts again. Letters of all intents in the styles of
// many mail programs come to a world, and all letters that leave are compared with the truth.
func TestTruth(t *testing.T) {
	count, seed := newTally(), seed()
	var whole atomic.Int32
	scenarios, letters := most()
	t.Logf("RAPID_SEED=%d", seed)
	t.Run("letters", func(t *testing.T) {
		for n := range scenarios {
			scene := scenes[n%uint64(len(scenes))]
			t.Run(fmt.Sprintf("row-%d-%d", scene.row, n), func(t *testing.T) {
				t.Parallel()
				p := played(t, scene, seed, n, 0)
				count.add(p)
				switch broken := p.broken(); {
				case len(broken) == 0 && !testing.Verbose():
				case len(broken) == 0:
					t.Log(p.how)
				case whole.Add(1) > wholly:
					t.Errorf("%s (%s): %v", rowNames[p.row], p.how, broken)
				default:
					p = shrunk(t, p, seed, n)
					t.Errorf("%s:%s\nThe truth:%s", rowNames[p.row], p.story.String(), p.truth())
				}
			})
		}
	})
	t.Logf("%d letters\n%s", count.all(), count.table())
	if count.played < int(scenarios) {
		return // only some of them
	}
	if n := count.all(); n < letters {
		t.Errorf("%d letters, want %d", n, letters)
	}
	if n := count.unread(); n*100 > count.all()*doubted {
		t.Errorf("%d of %d letters were not read, want %d in a hundred at most", n, count.all(), doubted)
	}
}

// wholly is how many scenarios are shown whole if they fail.
const wholly = 3

// played plays a scenario.
func played(t *testing.T, scene scene, seed, n uint64, simple simplicity) *play {
	p := begin(t, seed, n)
	p.row, p.simple = scene.row, simple
	scene.play(p)
	return p
}

// shrunk plays a scenario that fails once more, in the simplest way in which it still breaks the same law.
func shrunk(t *testing.T, p *play, seed, n uint64) *play {
	first := p.broken()[0].law
	for way := uncoded; way < simplest; way <<= 1 {
		if q := played(t, scenes[n%uint64(len(scenes))], seed, n, p.simple|way); q.breaks(first) {
			p = q
		}
	}
	return p
}

// TestStyles: every head of an earlier mail is filled in.
func TestStyles(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range styles {
		text := s.text(earlier{name: "Bovistan", from: gameAddress, to: player(1), subject: "Zug", date: times(3)})
		if strings.ContainsAny(text, "{}") || !strings.Contains(text, "Bovistan") && !strings.Contains(text, gameAddress) {
			t.Errorf("%s: %s", s.name, text)
		}
		if seen[s.name] || seen[text] {
			t.Errorf("%s is there twice", s.name)
		}
		seen[s.name], seen[text] = true, true
	}
	if len(styles) < 40 {
		t.Errorf("%d styles", len(styles))
	}
}
