package report_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// bovistan is the situation of the manual's "Beispielhafte Auszüge aus der
// Ergebnisdatei": realm 1 in turn 8, played through its 13 weeks. Where the
// manual contradicts itself (1/1 is a town among the sightings, an enlightened
// city among the capacities) the world changes in between.
func bovistan(t testing.TB, lang phrase.Lang) outcome {
	t.Helper()
	rules := founding.Rules()
	rules.Standard().Rules.Currency, rules.Standard().Rules.Fee = "DM", 100 // `1,-- DM je Spielzug`
	s := &realm.State{
		Schema: realm.Schema, Turn: 8, Grid: game.Grid{Width: 40, Height: 30, WrapX: true},
		Realms: []realm.Realm{{Origin: game.Nowhere}, {Person: rulekit.Person{Number: 1}},
			{Person: rulekit.Person{Number: 2, Name: "Cardassia"}}},
		Armies: make([][]*realm.Army, 3),
	}
	s.Fields = make([]realm.Field, s.Grid.Size())
	tla, _ := rules.Standard().FindTerrain("tla")
	tew, _ := rules.Standard().FindTerrain("tew")
	for p := range s.Fields {
		s.Fields[p] = realm.Field{Terrain: tla, Yield: 100}
	}
	home := s.Grid.At(40, 14)
	s.Realms[1] = realm.Realm{
		Person: rulekit.Person{Number: 1, Name: "Bovistisches Reich", Player: "Thorsten", Lang: lang,
			Computer: game.UTF8},
		Kind: "normal", Culture: rules.Standard().Culture[0].Name, Origin: home, Gold: 14723, Account: 1500}
	s.Realms[2].Origin = s.Grid.At(0, 14)
	at := func(x, y int) game.Place { return s.Grid.Absolute(home, x, y) }

	// The land: the cells of `Erträge`, then rows below filled up to 36 fields,
	// the three that R.M 1–3 conquer among them.
	for _, row := range []struct{ y, from, to int }{{1, -2, 5}, {0, -2, 5}, {-1, -3, 5}, {-2, -2, 5}, {-3, 1, 5}} {
		for x := row.from; x <= row.to; x++ {
			if p := at(x, row.y); p != game.Nowhere {
				s.Fields[p].Owner = 1
			}
		}
	}
	s.Fields[at(1, 2)].Terrain, s.Fields[at(0, 2)].Terrain = tew, tew
	s.SetEdge(at(0, 0), 1, realm.Road, true)
	town := &realm.Building{Kind: "STD", Name: "Bavami"}
	s.Fields[at(1, 1)].Building = town
	s.Fields[at(-2, 0)].Building = &realm.Building{Kind: "STD", Name: "Die Goldene", Used: 12500}
	s.Fields[at(0, 0)].Building = &realm.Building{Kind: "HST", Name: "Bovipolis"}
	s.Fields[at(-1, -1)].Building = &realm.Building{Kind: "STD", Name: "Tagoi"}

	run := turn.On(realm.Position{Rules: rules, Tables: rules.Standard(), State: s}, game.Seed{8})
	before := realm.Position{Rules: rules, Tables: rules.Standard(), State: s.Clone()}
	for _, a := range []struct {
		unit    tables.Unit
		id      int
		men     int64
		x, y, p int
	}{
		{tables.Unit{Type: 'K', Class: 'M'}, 1, 994, -1, -1, 4}, {tables.Unit{Type: 'K', Class: 'M'}, 2, 330, 1, 1, 4},
		{tables.Unit{Type: 'K', Class: 'M'}, 3, 993, 0, 0, 4},
		{tables.Unit{Type: 'R', Class: 'M'}, 1, 1980, 1, -2, 8},
		{tables.Unit{Type: 'R', Class: 'M'}, 2, 1940, 2, -3, 8},
		{tables.Unit{Type: 'R', Class: 'M'}, 3, 1820, 1, -3, 8},
		{tables.Unit{Type: 'R', Class: 'M'}, 4, 1820, 5, -2, 8},
		{tables.Unit{Type: 'F', Class: 'M'}, 1, 1250, -2, 0, 3},
	} {
		run.AddArmy(realm.Army{Realm: 1, Name: realm.ArmyName{Unit: a.unit, ID: int32(a.id)}, Men: a.men,
			At: at(a.x, a.y), Points: a.p, Fit: -1, Start: game.Nowhere, Flag: realm.Shown})
	}
	// Decision 12: a foreign army that passed, `A : 2.R.M 4 998 W07`.
	rider := run.AddArmy(realm.Army{Realm: 2, Name: realm.ArmyName{Unit: tables.Unit{Type: 'R', Class: 'M'}, ID: 4},
		Men: 998, At: at(9, 1), Fit: -1, Start: game.Nowhere, Flag: realm.Shown})

	run.Refuse(1, orders.Position{Line: 2, Col: 1}, phrase.P("no-building-here", phrase.XY("field", 1, 660)))
	for run.Week = 1; run.Week <= realm.Weeks; run.Week++ {
		run.Phase = "sight"
		run.MoveArmy(rider, map[bool]game.Place{true: at(3, 1), false: at(9, 1)}[run.Week == 7])
		run.Watch.Look(run.Turn)
	}
	run.Phase, town.Kind = "conquest", "TSL"
	for _, c := range []struct {
		army string
		x, y int
	}{{"R.M 2", 2, -3}, {"R.M 1", 1, -2}, {"R.M 3", 1, -3}} {
		run.Tell(phrase.P("conquered", phrase.Str("army", c.army), phrase.At("field", at(c.x, c.y))), 1)
	}
	s.Turn++
	return told(before, run)
}

// TestReportOfTheManual holds the report against the manual's pages, German and
// English. Blanks follow decision 12 where the scan of the manual lost them.
func TestReportOfTheManual(t *testing.T) {
	for _, lang := range phrase.Langs {
		t.Run(string(lang), func(t *testing.T) {
			want, err := os.ReadFile("../testdata/report-manual." + string(lang) + ".txt")
			if err != nil {
				t.Fatal(err)
			}
			got := string(bovistan(t, lang).Report(1, nil).Text)
			rest := got
			for i, part := range strings.Split(string(want), "...\n") {
				at := strings.Index(rest, part)
				if at < 0 || i == 0 && at != 0 {
					t.Fatalf("part %d is not in the report, or not in its place:\n%s\nthe report from there:\n%.4000s",
						i+1, part, rest)
				}
				rest = rest[at+len(part):]
			}
			if rest != "" {
				t.Errorf("after the end: %q", rest)
			}
		})
	}
}

// TestReportsHaveTheSameColumns: the English report has the lines and columns
// of the German one (decision 12).
func TestReportsHaveTheSameColumns(t *testing.T) {
	de := strings.Split(string(bovistan(t, phrase.De).Report(1, nil).Text), "\n")
	en := strings.Split(string(bovistan(t, phrase.En).Report(1, nil).Text), "\n")
	if len(de) != len(en) {
		t.Fatalf("%d lines in German, %d in English", len(de), len(en))
	}
	for i := range de {
		if n := utf8.RuneCountInString(de[i]); n > 79 {
			t.Errorf("line %d has %d characters: %q", i+1, n, de[i])
		}
		if n := utf8.RuneCountInString(en[i]); n > 79 {
			t.Errorf("line %d has %d characters: %q", i+1, n, en[i])
		}
		if strings.HasPrefix(de[i], "Spielzug: ") || strings.Contains(de[i], ";-----") {
			continue // headings, not tables
		}
		if d, e := digitColumns(de[i]), digitColumns(en[i]); d != e {
			t.Errorf("line %d: the columns of\n%s\nare not those of\n%s", i+1, de[i], en[i])
		}
	}
}

// digitColumns tells where the numbers and codes of a line of a table stand: digits
// are kept, all else is blotted out. Lines of words only have none.
func digitColumns(line string) string {
	if !strings.ContainsAny(line, "0123456789") || strings.HasSuffix(line, ".") {
		return ""
	}
	b := []byte{}
	line = strings.ReplaceAll(line, ",--", ".00") // each language's way to write whole money, three characters both
	for _, r := range strings.TrimRight(line, "abcdefghijklmnopqrstuvwxyzäöüßABCDEFGHIJKLMNOPQRSTUVWXYZ:() -") {
		if r < '0' || r > '9' {
			r = ' '
		}
		b = append(b, byte(r))
	}
	return strings.TrimRight(string(b), " ")
}
