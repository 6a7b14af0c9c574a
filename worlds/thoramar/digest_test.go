package thoramar

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// The letter is the same with the short report and with the full one, and each of its lines to copy counts: in the
// receipt of the next turn, and as the facts have it.
func TestTheLetterIsTheSameWithAnyReport(t *testing.T) {
	lines := 0
	yearsShort(t, 24, func(s shortTurn) {
		if s.turn%4 != 0 {
			return
		}
		full, short := s.o.Report(s.realm, nil), s.o.Report(s.realm, new(game.Shown))
		if string(full.Summary) != string(short.Summary) || full.News != short.News {
			t.Errorf("turn %d, realm %d: with the full report\n%s\nwith the short one\n%s", s.turn, s.realm, full.Summary, short.Summary)
		}
		for _, n := range s.o.Facts(s.realm).Needs {
			if n.Line == "" {
				continue
			}
			lines++
			c := s.o.Next().Check(game.Sheet{Realm: s.realm, Turn: s.turn + 1, Text: "$" + n.Section + "\n" + n.Line + "\n\n$E\n"})
			if len(c.Problems) > 0 || !strings.Contains(string(full.Summary), "\n    "+n.Line+"\n") {
				t.Errorf("turn %d, realm %d: %q does not count, or is not in\n%s", s.turn, s.realm, n.Line, full.Summary)
			}
		}
	})
	if lines == 0 {
		t.Error("no letter has a line to copy")
	}
}
