package belagerung

import (
	"testing"

	"weltentor/worlds/belagerung/gametest"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// FuzzOpenKnown: whatever bytes come, they are an error, or what they open answers.
func FuzzOpenKnown(f *testing.F) {
	w := &World{at: gametest.Of(f, game.Founding{Seed: game.Seed{7}}, gametest.Three[:2]...)}
	rules, tables := Rules(), w.at.Tables.Text()
	for turn := range 12 {
		f.Add(w.Known(w.at.State.Next))
		d := game.Seed{5}.Throw(turn, 0, "sheet")
		s := game.Sheet{Realm: w.at.State.Next, Turn: w.at.State.Turn, Text: gametest.SensibleSheet(w.at, d)}
		w = w.Resolve([]game.Sheet{s}, game.Seed{5}, 1, nil).Next().(*World)
	}
	const text = "$S\nFestung Kraft 9 Reichweite 4\n$A\nE1 112\nE2 3\nS1 21\n$R\nSchwert\nSiedler\nE1 Bogen\n" +
		"$B\nS1 Steinbruch\n$K\nE1 > 4/4\nE2 > 4/5 Gebaeude\n"
	f.Fuzz(func(t *testing.T, raw []byte) {
		if k, err := rules.OpenKnown(raw, tables); err == nil {
			conformance.Answers(k, text)
		}
	})
}
