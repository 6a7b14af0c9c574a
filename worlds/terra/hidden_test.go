package terra

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/tables"
)

// beyond is how far from every army nothing of a round reaches: four steps, one of
// a retreat, two of a scout's sight.
const beyond = 4 + 1 + 2

// farAway changes the wild land no army comes near, how others want their letters,
// and what they write to each other.
func farAway(w game.World, sheets []game.Sheet, viewer int, d *game.Dice) (game.World, []game.Sheet) {
	was := w.(*World)
	s := was.at.State.Clone()
	seen := sight.Seen(was.at, viewer)
	for p := range s.Fields {
		far := s.Fields[p].Owner == 0 && s.Fields[p].Terrain != tables.City && !seen[p]
		for i := range s.Realms {
			for k := range s.Realms[i].Armies {
				if a := &s.Realms[i].Armies[k]; !a.Off() {
					far = far && s.Grid().Distance(a.At, game.Place(p)) > beyond
				}
			}
		}
		if far {
			terrain := tables.Terrain(d.Between(int64(tables.Village), int64(tables.Mountain)))
			s.Fields[p] = realm.Field{Terrain: terrain, Garrison: d.Between(1, was.at.Tables.Terrain[terrain].Garrison)}
		}
	}
	for i := range s.Realms {
		if i+1 != viewer {
			s.Realms[i].Zip = d.Chance(500)
		}
	}
	for i, sheet := range sheets {
		if to := 1 + sheet.Realm%3; sheet.Realm != viewer && to != viewer {
			sheets[i].Text += fmt.Sprintf("$N\n#%d\nNur für Euch: %d\n#E\n", to, d.N(1000))
		}
	}
	return was.with(s), sheets
}

// Law 6, §3.5, §11: what a nation does not see may be anything, and its receipt and
// report are the same. Suedland is far away; nobody plays at the table.
func TestHiddenStaysHidden(t *testing.T) {
	c := newCase(t, `-- world --
round 2
field 0/0 city 1 3000
field 1/0 pasture 1 1000
army 1 1 0/0 4500
army 1 2 1/0 4500
field 6/4 city 2 3000
field 5/4 village 2 2000
army 2 1 6/4 4500
army 2 2 5/4 4500
battle 1 table 5/4 army 2 2 led 2 vs garrison 0 led 3
`)
	w := c.world
	sheets := []game.Sheet{{Realm: 1, Turn: 1, Text: "$A\n1 Vorruecken 1\n2 Aufklaeren 2\n$S\nSpielt nein\n"},
		{Realm: 2, Turn: 1, Text: "$A\n2 Halten\n$S\nSpielt nein\n"}}
	before := w.Resolve(sheets, game.Seed{4}, 1, nil)
	for name, change := range map[string]func(*realm.State, []game.Sheet){
		"a garrison": func(s *realm.State, _ []game.Sheet) { s.Fields[c.place("5/4")].Garrison = 100 },
		"a terrain": func(s *realm.State, _ []game.Sheet) {
			s.Fields[c.place("7/5")].Terrain = tables.Forest
			s.Fields[c.place("7/5")].Garrison = 750
		},
		"which fields it has": func(s *realm.State, _ []game.Sheet) {
			s.Fields[c.place("5/4")].Owner, s.Fields[c.place("7/4")].Owner = 0, 2
		},
		"an army's status": func(s *realm.State, _ []game.Sheet) { s.Realms[1].Armies[0].Status = 1 },
		"an army's place":  func(s *realm.State, _ []game.Sheet) { s.Realms[1].Armies[0].At = c.place("7/4") },
		"an army's record": func(s *realm.State, _ []game.Sheet) { s.Realms[1].Armies[0].Record.Won = 7 },
		"an army's list": func(s *realm.State, _ []game.Sheet) {
			s.Realms[1].Armies[0].List = game.File{Name: "Armee1.pdf", Sum: "x"}
		},
		"a capital":          func(s *realm.State, _ []game.Sheet) { s.Realms[1].Capital = c.place("6/4") },
		"a battle of others": func(s *realm.State, _ []game.Sheet) { s.Battles[0].Sides[0].Points = 900 },
		"others' orders": func(_ *realm.State,
			list []game.Sheet) {
			list[1].Text = "$A\n2 Marschieren 1\n$S\nSpielt nein\n"
		},
		"a message for others": func(_ *realm.State, list []game.Sheet) { list[1].Text += "$N\n#3\nStill!\n#E\n" },
	} {
		s, list := w.at.State.Clone(), []game.Sheet{sheets[0], sheets[1]}
		change(s, list)
		other := w.with(s)
		if bytes.Equal(other.State(), w.State()) && list[1].Text == sheets[1].Text {
			t.Errorf("%s: nothing was changed", name)
		}
		if !reflect.DeepEqual(w.Check(sheets[0]), other.Check(sheets[0])) {
			t.Errorf("%s: the receipt tells it", name)
		}
		after := other.Resolve(list, game.Seed{4}, 1, nil)
		if !reflect.DeepEqual(before.(*outcome).Facts(1), after.(*outcome).Facts(1)) {
			t.Errorf("%s: the facts tell it", name)
		}
		one, two := before.Report(1, nil), after.Report(1, nil)
		if !bytes.Equal(one.Text, two.Text) || !bytes.Equal(one.Summary, two.Summary) {
			t.Errorf("%s: the report tells it:\n%s\n---\n%s", name, one.Text, two.Text)
		}
	}
}

// A receipt tells nothing of others' battles: neither whether there are any, nor how
// many, nor of which round (§8.3).
func TestReceiptsTellNothingOfOthersBattles(t *testing.T) {
	const mine = "battle 1 table - mercenaries led 1 vs mercenaries led 3\nbattle 2 table - mercenaries led 1 vs " +
		"mercenaries led 2\n"
	const theirs = "battle 2 table - mercenaries led 2 vs mercenaries led 3\n"
	check := func(battles, text string) game.Checked {
		return newCase(t, "-- world --\nround 2\nphase results\n"+battles).world.Check(game.Sheet{Realm: 1, Turn: 1,
			Text: text})
	}
	const text = "$T\nG1 1 1 0 0\nG2 1 1 0 0\nG3 1 1 0 0\nG4 1 1 0 0\nG5 1 1 0 0\n"
	if none, some := check(mine, text), check(mine+theirs+theirs, text); !reflect.DeepEqual(none, some) {
		t.Errorf("with battles of others:\n%v\nwithout:\n%v", some, none)
	}
	over := check("battle 1 table - mercenaries led 2 vs mercenaries led 3\n"+mine,
		"$T\nG1 1 1 0 0\nG2 1 1 0 0\n").Problems
	if len(over) != 2 || over[0].What.Code != "not-your-battle" || over[1].What.Code != "battle-over" {
		t.Errorf("%v", over)
	}
}
