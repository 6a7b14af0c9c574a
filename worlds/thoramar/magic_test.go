package thoramar

import (
	"bytes"
	"fmt"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// coven is a world of magic on the arena's plain: three realms with land,
// sorcerers, priests, soldiers and demons, free demons and elephants among them,
// and orders of all kinds of magic, good and bad.
func coven(test *testing.T, seed byte) (*World, []game.Sheet) {
	a := gametest.NewArena(test)
	d := game.Seed{seed}.Throw(0, 0, "coven")
	a.State.Turn = int(d.Between(3, 7)) // an autumn among them
	a.Number = a.State.Turn
	anywhere := func() (x, y int) {
		return a.Grid.Relative(gametest.Middle, game.Place(d.N(int64(a.Grid.Size()))))
	}
	for p := range a.State.Fields {
		f := &a.State.Fields[p]
		if f.Owner = int16(d.N(4)); d.N(5) == 0 {
			f.Blessed = uint8(d.Between(1, 4))
		}
	}
	a.State.SetTreaty(1, 2, []realm.Treaty{realm.Partner, realm.Pact, realm.NoTreaty}[d.N(3)])
	var sheets []game.Sheet
	for number := 1; number <= 3; number++ {
		a.State.Realms[number].Gold = d.N(20000)
		text := []byte("$A\n")
		line := func(n string, special string) {
			text = append(text, n...)
			text = append(text, ' ')
			for range realm.Weeks {
				text = append(text, '0'+byte(d.N(7)*d.N(2)))
			}
			command := "VA"[d.N(2)]
			if n[0] == 'D' {
				command = "VAPP"[d.N(4)]
			}
			text = fmt.Appendf(text, " %c%s %s\n", command, []string{"+", "-", ""}[d.N(3)], special)
		}
		for i := 1; i <= 12; i++ {
			x, y := anywhere()
			zb := fmt.Sprint("Z.B ", i)
			a.Army(number, zb, d.Between(5, 200), x, y)
			if d.N(2) == 0 {
				n := fmt.Sprint("D.N ", i)
				a.Army(number, n, d.Between(1, 60), x, y).Master = gametest.ArmyName(zb)
				line(n, "")
			}
			if d.N(3) == 0 {
				n := fmt.Sprint("D.E ", i)
				a.Army(number, n, d.Between(1, 70), x, y).Master = gametest.ArmyName(zb)
				line(n, "")
			}
			tx, ty := anywhere()
			switch d.N(3) {
			case 0:
				line(zb, fmt.Sprintf("D.%c %d %d", "NE"[d.N(2)], 20+i, d.Between(1, 60)))
				line(fmt.Sprintf("D.N %d", 20+i), "")
			case 1:
				line(zb, fmt.Sprint(tx, " ", ty))
			}
			a.Army(number, fmt.Sprint("Z.M ", i), d.Between(5, 200), tx, ty)
			nx, ny := anywhere()
			line(fmt.Sprint("Z.M ", i), fmt.Sprint(nx, " ", ny))
			a.Army(number, fmt.Sprint("Z.S ", i), d.Between(5, 100), x, y)
			line(fmt.Sprint("Z.S ", i), fmt.Sprintf("K.L %d", d.Between(1, 14)))
			a.Army(number, fmt.Sprint("P.K ", i), d.Between(1, 40), tx, ty)
			line(fmt.Sprint("P.K ", i), "")
			a.Army(number, fmt.Sprint("P.H ", i), d.Between(1, 40), nx, ny)
			line(fmt.Sprint("P.H ", i), fmt.Sprint(nx, " ", ny))
			a.Army(number, fmt.Sprint("K.L ", i), d.Between(100, 3000), nx, ny)
			line(fmt.Sprint("K.L ", i), "")
			fx, fy := anywhere()
			if number == 1 {
				a.Army(0, fmt.Sprintf("%s %d", []string{"D.N", "D.E"}[d.N(2)], i), d.Between(1, 30), fx, fy)
			} else if number == 2 {
				a.Army(0, fmt.Sprint("K.L ", i), d.Between(100, 1500), fx, fy)
			}
		}
		sheets = append(sheets, game.Sheet{Realm: number, Turn: a.State.Turn, Text: string(text)})
	}
	a.State.Realms[0].Origin = 0
	return &World{at: realm.Position{Rules: Rules().Book, Tables: a.Tables, State: a.State}}, sheets
}

// Laws 8 and 9: whatever sorcerers, priests and demons do, nothing is broken
// after any phase; at the turn's end everybody has the points T03 asks for; and
// a turn refuses no line of magic, on a realm's own facts, that a receipt took.
func TestMagicBreaksNothing(t *testing.T) {
	did := map[string]int{}
	for seed := byte(1); seed <= 30; seed++ {
		w, sheets := coven(t, seed)
		turn := turn.Begin(w.at, sheets, game.Seed{seed})
		gametest.Watched(t, turn)
		for _, list := range turn.State.Armies {
			for _, a := range list {
				if a.Men < w.at.Tables.FindUnit(a.Name.Unit).Min {
					t.Errorf("seed %d: %v has %d points left", seed, a.Name, a.Men)
				}
			}
		}
		for _, e := range turn.Events() {
			did[e.Code]++
		}
		for _, s := range sheets {
			named := map[int]bool{}
			for _, p := range w.Check(s).Problems {
				named[p.Line] = true
			}
			for _, r := range turn.Refused[s.Realm] {
				did[r.What.Code]++
				switch r.What.Code {
				case "spell-far", "spell-poor", "no-field", "bless-foreign", "haste-nobody", "haste-twice",
					"summon-taken",
					"just-summoned": // own facts; of others' armies another may have been first
					if !named[r.Line] {
						t.Errorf("seed %d: the turn refused line %d of realm %d with %s, its receipt did not doubt it",
							seed, r.Line, s.Realm, r.What.Code)
					}
				}
			}
		}
	}
	for _, code := range []string{"summoned", "summon-shatters", "freed", "was-freed", "tamed", "hastened", "blessed",
		"demon-banished", "demon-weakened",
		"demon-lost", "demon-free", "hold-unpaid", "points-spent", "demon-fades", "demon-vanished", "breaks-free",
		"kills-master", "demons-called", "slain",
		"step-blessed", "summon-blessed", "spell-weak", "spell-far", "spell-poor"} {
		if did[code] == 0 {
			t.Errorf("%s never happened: the test proves little", code)
		}
	}
}

// The points of others' sorcerers and the blessings of others' land are nobody's
// business (law 6): other numbers, the same report and receipt.
func TestSorcerersPointsStayHidden(t *testing.T) {
	for seed := byte(1); seed <= 10; seed++ {
		w, sheets := coven(t, seed)
		still := make([]game.Sheet, 0, 3)
		for _, s := range sheets {
			if s.Realm == 1 {
				still = append(still, s)
			}
		}
		for r := 2; r <= 3; r++ {
			w.at.State.Realms[r].Gold = 1_000_000 // nobody is left unpaid
			for _, a := range w.at.State.Armies[r] {
				if a.Name.Type == 'Z' {
					a.Men = 60
				}
			}
		}
		want := w.Resolve(still, game.Seed{seed}, 1, nil).Report(1, nil)
		checked := w.Check(still[0])
		for r := 2; r <= 3; r++ {
			for i, a := range w.at.State.Armies[r] {
				if a.Name.Type == 'Z' {
					a.Men = 65 + int64(i)%30
				}
			}
		}
		got := w.Resolve(still, game.Seed{seed}, 1, nil).Report(1, nil)
		if !bytes.Equal(got.Text, want.Text) || !bytes.Equal(got.Summary, want.Summary) {
			t.Fatalf("seed %d: the report tells of others' points: %s", seed, firstDifference(want.Text, got.Text))
		}
		for p := range w.at.State.Fields {
			if f := &w.at.State.Fields[p]; f.Owner != 1 {
				f.Blessed = 4 - f.Blessed
			}
		}
		if again := w.Check(still[0]); fmt.Sprint(again) != fmt.Sprint(checked) {
			t.Fatalf("seed %d: the receipt tells of others' points or blessings", seed)
		}
	}
}

// Broken finds demons that obey nobody, a stranger, a Z.S, or share a Z.M.
func TestFalseMastersAreFound(t *testing.T) {
	for what, spoil := range map[string]func(a *gametest.Arena, d *realm.Army){
		"nobody":       func(a *gametest.Arena, d *realm.Army) { d.Master = realm.ArmyName{} },
		"not there":    func(a *gametest.Arena, d *realm.Army) { d.Master = gametest.ArmyName("Z.B 7") },
		"Z.M with D.E": func(a *gametest.Arena, d *realm.Army) { d.Master = a.Army(1, "Z.M 1", 50, 0, 0).Name },
		"Z.M with two": func(a *gametest.Arena, d *realm.Army) {
			z := a.Army(1, "Z.M 1", 50, 0, 0)
			a.Army(1, "D.N 1", 5, 0, 0).Master = z.Name
			a.Army(1, "D.N 2", 5, 0, 0).Master = z.Name
		},
		"a soldier's": func(a *gametest.Arena, d *realm.Army) { a.Army(1, "K.L 1", 500, 0, 0).Master = d.Master },
		"realm 0's":   func(a *gametest.Arena, d *realm.Army) { a.Army(0, "D.N 1", 5, 0, 0).Master = d.Master },
		"no points":   func(a *gametest.Arena, d *realm.Army) { a.Army(1, "Z.S 1", 4, 0, 0) },
	} {
		a := gametest.NewArena(t)
		z := a.Army(1, "Z.B 1", 50, 0, 0)
		d := a.Army(1, "D.E 1", 5, 0, 0)
		d.Master = z.Name
		if wrong := brokenMagic(a); len(wrong) > 0 {
			t.Fatal(wrong)
		}
		spoil(a, d)
		if len(brokenMagic(a)) == 0 {
			t.Errorf("%s: not found", what)
		}
	}
}

func brokenMagic(a *gametest.Arena) []string {
	for i := range a.State.Realms {
		a.State.Realms[i].Number, a.State.Realms[i].Kind = i, "normal"
	}
	return realm.Broken(a.Tables, a.State)
}

// A receipt doubts a plan that leads a demon away from its sorcerer.
func TestStrayingDemonsAreDoubted(t *testing.T) {
	w, _ := coven(t, 1)
	for r := range w.at.State.Armies {
		w.at.State.Armies[r] = nil
	}
	a := &gametest.Arena{Turn: turn.On(w.at, game.Seed{}), Test: t}
	a.Army(1, "Z.B 1", 100, 0, 0)
	a.Army(1, "D.N 1", 20, 0, 0).Master = gametest.ArmyName("Z.B 1")
	for text, want := range map[string]bool{
		"$A\nD.N 1 22 V+\n":               true,
		"$A\nD.N 1 22 V+\nZ.B 1 2 V+\n":   false,
		"$A\nZ.B 1 555 V+\nD.N 1 2 V+\n":  true,
		"$A\nD.N 1 2 V+\n":                false,
		"$A\nD.N 1 25 V+\nZ.B 1 25 V+\n":  false,
		"$A\nZ.B 1 0 V+\nD.N 1 2222 P+\n": true,
	} {
		for i := range w.at.State.Fields {
			w.at.State.Fields[i].Blessed = 0
			w.at.State.Realms[1].Seen.Add(game.Place(i))
		}
		got := false
		for _, p := range w.Check(game.Sheet{Realm: 1, Turn: w.at.State.Turn, Text: text}).Problems {
			got = got || p.What.Code == "demon-strays"
		}
		if got != want {
			t.Errorf("%q: doubted %v", text, got)
		}
	}
}
