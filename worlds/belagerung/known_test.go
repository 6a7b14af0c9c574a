package belagerung

import (
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// FuzzOpenKnown: whatever bytes come, they are an error, or what they open answers.
func FuzzOpenKnown(f *testing.F) {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{7}})
	for _, j := range threeRealms[:2] {
		if err == nil {
			w, _, err = w.Join(j, game.Seed{5})
		}
	}
	if err != nil {
		f.Fatal(err)
	}
	rules, tables := Rules(), w.(*World).at.Tables.Text()
	for turn := range 12 {
		now := w.(*World)
		f.Add(now.Known(now.at.State.Next))
		d := game.Seed{5}.Throw(turn, 0, "sheet")
		s := game.Sheet{Realm: now.at.State.Next, Turn: now.at.State.Turn, Text: sensibleSheet(now, d)}
		w = w.Resolve([]game.Sheet{s}, game.Seed{5}, 1, nil).Next()
	}
	const text = "$S\nFestung Kraft 9 Reichweite 4\n$A\nE1 112\nE2 3\nS1 21\n$R\nSchwert\nSiedler\nE1 Bogen\n" +
		"$B\nS1 Steinbruch\n$K\nE1 > 4/4\nE2 > 4/5 Gebaeude\n"
	f.Fuzz(func(t *testing.T, raw []byte) {
		if k, err := rules.OpenKnown(raw, tables); err == nil {
			conformance.Answers(k, text)
		}
	})
}
