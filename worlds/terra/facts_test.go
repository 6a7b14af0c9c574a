package terra

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/worlds/conformance/cases"
	"weltentor/worlds/game"
)

// stagedFacts is a round of Nordland: one army is relieved and goes home, one holds beside Suedland's.
func stagedFacts(t *testing.T) *caseFile {
	return newCase(t, `-- tables --
[[terrain]]
code = "farmland"
income = 300
-- world --
round 2
field 1/2 pasture 1 1000
field 2/2 city 1 3000
field 3/2 farmland 1 1500
field 4/2 village 2 1700
army 1 1 2/2 4000
army 1 2 3/2 4500
army 2 1 4/2 4400
-- orders 1 --
$A
1 Vorruecken 5 Entsatz 300
2 Halten Entsatz voll
4 Halten
$S
Spielt nein
-- orders 2 --
$A
1 Halten
$S
Spielt nein
$N
#1
Hallo!
#E
`)
}

// The facts of that round, worked out by hand: 300 of income, 300 of relief; the first step of an army that advances
// is at 20.
func TestFactsOfARound(t *testing.T) {
	c := stagedFacts(t)
	out := c.world.Resolve(c.sheets(), game.Seed{3}, 1, nil).(*outcome)
	f := out.Facts(1)
	cases.Data(t, "head", game.Facts{Schema: f.Schema, Rulebook: f.Rulebook, Turn: f.Turn, Title: f.Title, Lang: f.Lang,
		Realm: f.Realm}, `{"schema": 1, "rulebook": "terra", "rules": 0, "turn": 1, "lang": "de",
		"title": "Runde 2 von 12: Befehle", "realm": {"number": 1, "name": "Nordland",
		"player": "Spieler Nordland", "values": {"fields": 3, "cities": 1, "garrisons": 5500, "armies": 8800,
		"treasury": 1000}}, "refused": null, "weeks": null, "realms": null, "fields": null, "armies": null,
		"money": null, "letters": null}`)
	cases.Data(t, "refused", f.Refused, `[{"line": 4, "code": "no-army", "args": {"army": 4, "most": 2},
		"text": "Eine Armee 4 gibt es nicht; die Armeen gehen von 1 bis 2."}]`)
	cases.Data(t, "weeks", f.Weeks, `[{"week": 0, "events": [
		{"phase": "settings", "code": "plays-not",
			"text": "Wie gewünscht, spielt Ihr in dieser Runde kein Gefecht am Tisch."},
		{"phase": "income", "code": "income", "tone": "gain", "weight": 2, "args": {"points": 300, "filled": 0, "treasury": 1300},
			"text": "Einkommen: 300 Punkte in den Etat (jetzt 1300), 0 in die Garnisonen."},
		{"phase": "relief", "code": "relieved", "args": {"army": 1, "points": 300, "status": 4300,
			"limit": "limit.none"}, "text": "Armee 1 bekommt 300 Punkte Entsatz und hat 4300 (wie verlangt)."},
		{"phase": "relief", "code": "relief-none", "args": {"army": 2, "limit": "limit.full"},
			"text": "Armee 2 bekommt keinen Entsatz: mehr fasst sie nicht."},
		{"phase": "clock", "code": "moved", "at": "1/2", "args": {"army": 1, "from": "2/2", "field": "1/2", "time": 20},
			"text": "Zur Zeit 20 zieht Armee 1 von 2/2 nach 1/2."}]}]`)
	cases.Data(t, "armies", f.Armies, `[
		{"realm": 1, "name": "1", "id": "1/1", "at": "1/2",
			"values": {"status": 4300, "size": 4500, "won": 0, "drawn": 0, "lost": 0},
			"words": {"command": "Vorrücken", "link": "mit einer Stadt verbunden"}},
		{"realm": 1, "name": "2", "id": "1/2", "at": "3/2",
			"values": {"status": 4500, "size": 4500, "won": 0, "drawn": 0, "lost": 0},
			"words": {"command": "Halten", "link": "mit einer Stadt verbunden"}},
		{"realm": 2, "name": "1", "id": "2/1", "at": "4/2", "values": {"status": 4400, "won": 0, "drawn": 0, "lost": 0}}]`)
	owned := slices.DeleteFunc(slices.Clone(f.Fields), func(f game.FactField) bool { return f.Owner == 0 })
	cases.Data(t, "fields with an owner", owned, `[
		{"at": "1/2", "terrain": "pasture", "owner": 1, "own": true, "values": {"garrison": 1000, "most": 1000,
			"income": 0}},
		{"at": "2/2", "terrain": "city", "owner": 1, "own": true, "values": {"garrison": 3000, "most": 3000,
			"income": 0}},
		{"at": "3/2", "terrain": "farmland", "owner": 1, "own": true, "values": {"garrison": 1500, "most": 1500,
			"income": 300}},
		{"at": "4/2", "terrain": "village", "owner": 2, "values": {"garrison": 1700}}]`)
	// around 1/2, 2/2 and 3/2: 0/2 and four fields of the row above and of the one below
	var wild []string
	for _, w := range f.Fields {
		if w.Owner == 0 {
			wild = append(wild, w.At)
		}
	}
	if got := strings.Join(wild, " "); got != "1/3 2/3 3/3 4/3 0/2 1/1 2/1 3/1 4/1" {
		t.Errorf("unowned fields in sight: %s", got)
	}
	cases.Data(t, "money", f.Money, `[{"kind": "income", "code": "land", "amount": 300, "text": "Einkommen"},
		{"kind": "outlay", "code": "relief", "amount": -300, "text": "Entsatz"},
		{"kind": "treasury", "code": "points", "amount": 1000, "text": "Etat"}]`)
	cases.Data(t, "letters", f.Letters, `[{"from": 2, "name": "Suedland", "text": "Hallo!"}]`)
	cases.Data(t, "nations", f.Realms, `[
		{"number": 1, "name": "Nordland", "values": {"fields": 3, "treasury": 1000, "income": 300, "greatest": 300,
			"won": 0, "drawn": 0, "lost": 0}},
		{"number": 2, "name": "Suedland", "values": {"fields": 1, "treasury": 1000, "income": 0,
			"won": 0, "drawn": 0, "lost": 0}},
		{"number": 3, "name": "Westmark", "values": {"treasury": 1000, "won": 0, "drawn": 0, "lost": 0},
			"words": {"kind": "König ohne Land"}}]`)
	if s := f.Standings; s == nil || len(s.Columns) != 6 || s.Columns[0].Text != "Felder" ||
		len(s.Rows) != 3 || s.Rows[0].Name != "Nordland" || s.Rows[0].Numbers[0] != 3 {
		t.Errorf("standings %+v", f.Standings)
	}
	if len(f.Parts) != 1 || f.Parts[0].Name != "end" || f.Parts[0].Said[0].Args["most"].Number != 24 {
		t.Errorf("parts %+v", f.Parts)
	}
	if out.Facts(0) != nil || out.Facts(4) != nil || c.world.Facts(4) != nil {
		t.Error("a realm that does not exist has facts")
	}
}

// Whoever joins has as facts what the welcome tells: nothing has happened, and things are as they are.
func TestFactsOfTheWelcome(t *testing.T) {
	f := stagedFacts(t).world.Facts(2)
	cases.Data(t, "weeks and letters", []any{f.Turn, f.Weeks, f.Letters, f.Refused}, `[0, [], [], []]`)
	cases.Data(t, "armies", f.Armies, `[
		{"realm": 2, "name": "1", "id": "2/1", "at": "4/2",
			"values": {"status": 4400, "size": 4500, "won": 0, "drawn": 0, "lost": 0},
			"words": {"command": "Vorrücken", "link": "ohne Verbindung zu einer Stadt"}},
		{"realm": 1, "name": "2", "id": "1/2", "at": "3/2", "values": {"status": 4500, "won": 0, "drawn": 0, "lost": 0}}]`)
	cases.Data(t, "money", f.Money, `[{"kind": "treasury", "code": "points", "amount": 1000, "text": "Etat"}]`)
	if len(f.Parts) != 2 || f.Parts[0].Name != "welcome" || f.Parts[0].Title != "Willkommen" {
		t.Errorf("parts %+v", f.Parts)
	}
}

// A line of which a part was done is told so.
func TestFactsOfALineInPart(t *testing.T) {
	c := newCase(t, `-- world --
field 2/2 pasture 1 1000
army 1 1 0/0 4000
-- orders 1 --
$A
1 Vorruecken Entsatz voll
4 Halten
`)
	got := c.world.Resolve(c.sheets(), game.Seed{3}, 1, nil).(*outcome).Facts(1).Refused
	if len(got) != 2 || got[0].Line != 2 || !got[0].Partly || got[1].Line != 3 || got[1].Partly {
		t.Errorf("%+v", got)
	}
}

// Law 6, §3.8: the facts count steps that lapse as the report does, also those over an end of the map that the nation
// has not seen; and how many there are of those they do not tell.
func TestFactsHideTheEndOfTheMap(t *testing.T) {
	const world = "-- world --\nfield 4/2 pasture 1 1000\nfield 0/4 pasture 2 1000\narmy 1 1 4/2 4500\n" +
		"-- orders 1 --\n$A\n"
	stopped := func(steps string) game.Said {
		c := newCase(t, world+"1 Marschieren "+steps+"\n")
		o := c.world.Resolve(c.sheets(), game.Seed{3}, 1, nil).(*outcome)
		for _, e := range o.Facts(1).Weeks[0].Events {
			if e.Code == "stopped" {
				return e.Said
			}
		}
		t.Fatalf("nobody stops: %s", o.Report(1, nil).Text)
		return game.Said{}
	}
	const want = `{"code": "stopped", "args": {"army": 1, "field": "5/3", "which": "2–4", "way": "%[1]s"},
		"text": "Armee 1 bleibt in 5/3 stehen. Schritte 2–4 (%[1]s) entfallen."}`
	cases.Data(t, "three steps, the last over the end", stopped("1616"), fmt.Sprintf(want, "616"))
	cases.Data(t, "three steps, none over the end", stopped("1444"), fmt.Sprintf(want, "444"))
}

// What a report tells its facts have, and the report is the same whether facts are asked for or not: each event in its
// words, every army and field of the nation, the letters; and the money adds up.
func TestFactsHaveWhatTheReportTells(t *testing.T) {
	events, letters := 0, 0
	campaign(t, game.Seed{5}, 24, func(was *World, o *outcome) {
		for i := range was.at.State.Realms {
			nation := i + 1
			f, told, r := o.Facts(nation), o.Told(nation), &o.After.at.State.Realms[i]
			before := string(o.Report(nation, nil).Text)
			report := strings.Join(strings.Fields(before), " ")
			if again := string(o.Report(nation, nil).Text); again != before {
				t.Fatalf("turn %d: the report of %d changes", f.Turn, nation)
			}
			if len(f.Weeks) != 1 || len(f.Weeks[0].Events) != len(told) {
				t.Fatalf("turn %d: nation %d is told %d events and has %+v", f.Turn, nation, len(told), f.Weeks)
			}
			for k, e := range f.Weeks[0].Events {
				events++
				// of what is about the reader himself a code of its own says "you"
				code := strings.TrimSuffix(strings.TrimSuffix(e.Code, ".own"), ".you")
				if !strings.Contains(report, e.Text) || code != told[k].Code || e.Phase != told[k].Phase {
					t.Errorf("turn %d: %q is not what nation %d is told:\n%s", f.Turn, e.Text, nation, report)
				}
			}
			var names []string
			for _, a := range f.Armies {
				if a.Realm == nation {
					names = append(names, a.Name)
				}
			}
			if len(names) != len(r.Armies) || len(names) > 0 && names[len(names)-1] != strconv.Itoa(len(r.Armies)) {
				t.Errorf("turn %d: nation %d has %d armies and the facts %v", f.Turn, nation, len(r.Armies), names)
			}
			own := 0
			for _, field := range f.Fields {
				if field.Own {
					own++
				}
			}
			if own != o.After.at.State.FieldsOf(nation) {
				t.Errorf("turn %d: nation %d has %d of its fields", f.Turn, nation, own)
			}
			sum := was.at.State.Realms[i].Treasury
			for _, m := range f.Money {
				if m.Kind == "treasury" {
					if m.Amount != sum {
						t.Errorf("turn %d: nation %d has %d in the treasury, by its facts %d: %+v", f.Turn, nation,
							m.Amount, sum, f.Money)
					}
				} else {
					sum += m.Amount
				}
			}
			letters += len(f.Letters)
			for _, l := range f.Letters {
				if !strings.Contains(report, l.Text) {
					t.Errorf("turn %d: the letter %q is not in the report of %d", f.Turn, l.Text, nation)
				}
			}
		}
	})
	if events < 300 || letters < 20 {
		t.Errorf("only %d events and %d letters", events, letters)
	}
}

// Law 6: change what a nation does not know, and the facts stay.
func TestFactsOfWhatIsUnseen(t *testing.T) {
	tried, d := 0, game.Seed{8}.Throw(0, 0, "unseen")
	campaign(t, game.Seed{6}, 16, func(was *World, _ *outcome) {
		for nation := 1; nation <= len(was.at.State.Realms); nation++ {
			facts := was.Facts(nation)
			for range 10 {
				other := unseen(was, nation, d)
				if other == nil {
					continue
				}
				tried++
				if got := other.(*World).Facts(nation); !reflect.DeepEqual(got, facts) {
					t.Fatalf("turn %d: nation %d has in its facts what it does not know:\n%+v\n%+v", was.at.State.Turn,
						nation, got, facts)
				}
			}
		}
	})
	if tried < 200 {
		t.Errorf("only %d changes", tried)
	}
}

// battlesOf are the battles that a realm is told of in the turn of a case.
func battlesOf(t *testing.T, name string, nation int) []game.FactBattle {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	c := newCase(t, string(text))
	return c.world.Resolve(c.Sheets(c.world.at.State.Turn), game.Seed{3}, 1, nil).(*outcome).Facts(nation).Battles
}

// A pairing says who meets whom with which strength; §6.4: 3000 on each side, and who holds in a forest has 4680. A
// result has the victory points of both, and who has won.
func TestFactsOfBattles(t *testing.T) {
	t.Parallel()
	paired := battlesOf(t, "strength-and-bonus", 1)[0]
	cases.Data(t, "sides", paired.Sides, `[
		{"realm": 1, "armies": [{"realm": 1, "name": "1", "id": "1/1", "strength": 3000}], "strength": 3000},
		{"realm": 2, "armies": [{"realm": 2, "name": "1", "id": "2/1", "strength": 3000}], "strength": 4680}]`)
	if paired.At != "2/2" || paired.Result.Code != "paired-table" || len(paired.Course) != 7 || paired.Equal {
		t.Errorf("%+v", paired)
	}
	over := battlesOf(t, "result-armies", 1)[0]
	cases.Data(t, "sides after it", over.Sides, `[
		{"realm": 1, "armies": [], "factors": [{"code": "factor.points", "name": "Siegpunkte", "amount": 4500}]},
		{"realm": 2, "armies": [], "factors": [{"code": "factor.points", "name": "Siegpunkte", "amount": 1000},
			{"code": "factor.goals", "name": "Spielziele", "amount": 1}]}]`)
	if over.Won != 2 || !over.Equal || over.Result.Code != "result" {
		t.Errorf("%+v", over)
	}
}
