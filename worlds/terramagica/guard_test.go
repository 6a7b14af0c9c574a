package terramagica

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// The guard of a province has a name in each language, in receipts and reports, and orders may use either (§1.3). An
// army of a player keeps its own.
func TestGuardsAreCalledInTheReadersLanguage(t *testing.T) {
	t.Parallel()
	for lang, c := range map[phrase.Lang]struct{ is, not string }{
		phrase.De: {"0.Wache3", "Guard"}, phrase.En: {"0.Guard3", "Wache"},
	} {
		w := newCaseWorld(t, "", "army 1 Nord 3 Soldat:100\narmy 0 Wache3 3 Miliz:10\n")
		w.at.State.Realms[1].Lang = lang
		for _, named := range []string{"0.Wache3", "0.Guard3"} {
			in := game.Sheet{Realm: 1, Turn: 3, Text: "$A\nNord attack " + named + "\n$E\n"}
			checked := w.Check(in)
			if len(checked.Problems) > 0 {
				t.Errorf("%s: %s: %v", lang, named, checked.Problems)
			}
			said := ""
			for _, o := range checked.InForce {
				said += w.at.Rules.Words(lang).Say(o.What) + "\n"
			}
			rep := w.Resolve([]game.Sheet{in}, game.Seed{}, 1, nil).Report(1, nil)
			for what, text := range map[string]string{"receipt": said, "report": string(rep.Text)} {
				if !strings.Contains(text, c.is) || strings.Contains(text, c.not) {
					t.Errorf("%s: %s: the %s has no %s:\n%s", lang, named, what, c.is, text)
				}
			}
		}
		for _, a := range w.Facts(1).Armies {
			if a.Realm == 0 && "0."+a.Name != c.is {
				t.Errorf("%s: the page shows %s", lang, a.Name)
			}
		}
	}
}
