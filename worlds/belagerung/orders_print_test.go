package belagerung

import (
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// However a line is spelt, it is shown to its player in the manual's own words.
func TestOrdersAreShownInTheManualsWords(t *testing.T) {
	for line, want := range map[string]string{
		"$A s1 33 ballista": "S1 33 Balliste", "$A S1 3 3 Katapult": "S1 33 Katapult", "$A e3 2 2 3 3": "E3 2233",
		"$R sword": "Schwert", "$R settler": "Siedler", "$R BOW": "Bogen",
		"$R e3 shoe": "E3 Schuh", "$B s2 quarry": "S2 Steinbruch", "$B S2 smithy": "S2 Schmiede",
		"$K e3 > 4/2 5/2": "E3 > 4/2 5/2", "$S pass": "passe", "$S release": "Freigabe",
		"$S counter engine": "Konter Maschine", "$S counter crew": "Konter Besatzung",
		"$S fortress power 8 range 7": "Festung Kraft 8 Reichweite 7", "$S german": "Deutsch",
		"$S language en": "Englisch",
		"$S computer pc": "PC", "$S UTF-8": "UTF8",
	} {
		section, text, _ := strings.Cut(line, " ")
		file := Rules().Language().Parse(section + "\n" + text + "\n")
		if len(file.Lines) != 1 || file.Errors() > 0 {
			t.Errorf("%q: %+v", line, file.Problems)
			continue
		}
		if got := string(orders.Order(file.Lines[0].Order).Print(nil, phrase.De)); got != want {
			t.Errorf("%q is shown as %q, want %q", line, got, want)
		}
	}
}

// §1.4: of a player who is away, of one who sends nothing, and of a realm without a player all are
// told, each otherwise.
func TestWhyNothingHappened(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	gone := w.HandOver(1, game.Player{}).(*World)
	for code, out := range map[string]game.Outcome{
		"turn-away":   w.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Absent: true}}, game.Seed{}, 1, nil),
		"turn-missed": w.Resolve(nil, game.Seed{}, 1, nil),
		"turn-nobody": gone.Resolve(nil, game.Seed{}, 1, nil),
	} {
		var told []string
		for _, e := range out.Annals().Events() {
			if strings.HasPrefix(e.Code, "turn-") {
				told = append(told, e.Code)
			}
			if strings.HasPrefix(e.Code, "turn-") && (!e.For(1) || !e.For(2)) {
				t.Errorf("%s is not told to all", e.Code)
			}
		}
		if len(told) != 1 || told[0] != code {
			t.Errorf("told %v, want %s", told, code)
		}
	}
}

// §2.3: the points of the example battlefield stand on plain ground.
func TestPointsStandOnPlainGround(t *testing.T) {
	for seed := range byte(20) {
		w := joined(t, game.Founding{Seed: game.Seed{seed}, Tables: []byte("[rules]\nboard = \"example\"\n")}, 2)
		for _, row := range w.at.Tables.Point {
			at := realm.Place(w.at.State.Grid, int(row.X), int(row.Y))
			if got := w.at.State.Terrain[at]; got != tables.Plain {
				t.Errorf("seed %d: %s stands on %s", seed, row.Point, got)
			}
		}
	}
}

// The end of a report stands apart: an empty line is above whose turn it is, and one between
// the parts.
func TestReportsPartsStandApart(t *testing.T) {
	w := joined(t, game.Founding{Seed: game.Seed{1}}, 2)
	text := string(w.Resolve([]game.Sheet{{Realm: 1, Turn: 1, Text: "$N\n#2\nGruß\n#E\n"}}, game.Seed{}, 1, nil).Report(2, nil).Text)
	for _, want := range []string{"\n\nIhr seid am Zug: ", "> Gruß\n\nIhr seid am Zug: ",
		"\n\nZug 1, Runde 1: Reich 1 (Reich 1)", "\n\nDas Brett\n---------\n", "\n\nBurgen\n------\n1 "} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "\n\n\n") {
		t.Errorf("two empty lines in\n%s", text)
	}
}
