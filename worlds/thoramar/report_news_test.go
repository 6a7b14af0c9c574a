package thoramar

import (
	"fmt"
	"os"
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// yearsShort plays the twelve years up to a turn and calls see with each realm's short report: with the default
// settings, counted against what the realm was shown before.
func yearsShort(t *testing.T, turns int, see func(turn, realm int, o *outcome, rep game.Report, shown *game.Shown)) {
	y := readYears(t)
	c, w := &yearsPlayed{test: t, y: y, did: map[string]int{}}, y.found(t)
	shown := map[int]*game.Shown{}
	for r := range w.at.State.Realms[1:] {
		shown[r+1] = &game.Shown{}
		w.Since(r+1, shown[r+1])
	}
	for range turns {
		o := w.resolve(2, false, c.write(w), y.seed(t))
		s := o.After.at.State.Clone()
		for r := range s.Realms {
			s.Realms[r].Settings = untouched
		}
		w, o.After = o.After, o.After.with(s)
		for _, r := range o.Realms() {
			see(o.shared.Turn.Number, r, o, o.Since(r, shown[r]), shown[r])
		}
	}
}

func TestYearsNews(t *testing.T) {
	conformance.Wasteful(t)
	dir := os.Getenv("YEARS_DUMP")
	yearsShort(t, 24, func(turn, realm int, o *outcome, rep game.Report, shown *game.Shown) {
		if dir != "" {
			os.WriteFile(fmt.Sprintf("%s/s%02d-r%02d.txt", dir, turn, realm), rep.Text, 0o644)
		}
		if turn == 24 {
			t.Log(realm, countLines(rep.Text), len(shown.Bytes()))
		}
	})
}

func countLines(b []byte) (n int) {
	for _, c := range b {
		if c == '\n' {
			n++
		}
	}
	return n
}
