package report_test

import (
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
)

// `$S info` tells a realm its own strengths, spared terrains and numbers, and
// nobody else's.
func TestARealmIsToldItsNumbers(t *testing.T) {
	p := gametest.Fresh(t, "told", 40, 30, 2)
	tables, err := p.Tables.With([]byte("[[realm]]\nnumber = 2\nspared = [\"tsu\"]\n" +
		"strength = { \"K.M\" = 70, \"R.L\" = 0 }\nunit = [ { unit = \"K.M\", move = 3 } ]\n"))
	if err != nil {
		t.Fatal(err)
	}
	p = realm.Position{Rules: p.Rules, Tables: tables, State: p.State}
	sheets := []game.Sheet{{Realm: 1, Turn: 1, Text: "$S\ninfo\n"}, {Realm: 2, Turn: 1, Text: "$S\ninfo\n"}}
	o := resolved(p, game.Seed{1}, sheets)
	for realm, want := range map[int][2][]string{
		1: {{"K.M 100%", "R.L 100%", "keinem Gelände"}, {"70%", "K.M: "}},
		2: {{"K.M  70%", "R.L   0%", "Verlustverschont in: tsu\n", "K.M: Bewegung 3, in dieser Welt sonst 4\n"},
			{"keinem Gelände"}},
	} {
		text := string(o.Report(realm, nil).Text)
		for _, s := range want[0] {
			if !strings.Contains(text, s) {
				t.Errorf("the report of realm %d lacks %q", realm, s)
			}
		}
		for _, s := range want[1] {
			if strings.Contains(text, s) {
				t.Errorf("the report of realm %d tells %q", realm, s)
			}
		}
	}
}
