package terramagica

import (
	"bytes"
	"slices"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// unknown are changes of what a realm does not know, each of one kind; false where there is nothing of that kind.
var unknown = []func(s *realm.State, whose int, d *game.Dice) bool{
	// purse, plans and player of another (§5.1)
	func(s *realm.State, whose int, d *game.Dice) bool {
		r := another(s, whose, d)
		r.Gold += d.Between(1, 999)
		r.Mana += d.N(9)
		return true
	},
	func(s *realm.State, whose int, d *game.Dice) bool {
		r := another(s, whose, d)
		r.Missed++
		r.LostHome, r.Player, r.Lang = int(d.N(9)), r.Player+"x", phrase.Langs[d.N(2)]
		r.Computer, r.Zip = game.Amiga, !r.Zip
		return true
	},
	// rows, tactics, experience, marches and statuses of foreign armies, also of those that are seen (§5.1)
	onArmy(func(*realm.State, *realm.Army, int) bool { return true },
		func(_ *realm.State, a *realm.Army, _ int, d *game.Dice) {
			x := &a.Stacks[d.N(int64(len(a.Stacks)))]
			x.Experience, x.Row, x.Tactic = (x.Experience+d.Between(1, 9))%20, int(d.Between(1, 9)), battlelines.Tactic(d.N(4))
		}),
	onArmy(func(*realm.State, *realm.Army, int) bool { return true },
		func(s *realm.State, a *realm.Army, _ int, d *game.Dice) {
			a.March = append(a.March, int(d.Between(1, int64(len(s.Provinces)))))
			a.Takes, a.Drowns, a.Routed = d.Chance(500), d.Chance(500), d.Chance(500)
		}),
	onArmy(func(*realm.State, *realm.Army, int) bool { return true },
		func(s *realm.State, a *realm.Army, whose int, d *game.Dice) {
			for r := 1; r < len(s.Realms); r++ {
				if r != whose && r != a.Realm {
					a.Set(realm.Target{Realm: r, Army: "Nirgends"}, []realm.Stance{realm.Joint, realm.Hostile}[d.N(2)])
				}
			}
			a.Set(realm.Target{Realm: whose, Army: "Ungeboren"}, realm.Joint) // no such army is there
		}),
	onArmy(func(s *realm.State, a *realm.Army, whose int) bool { return !stands(s, whose, a.At) },
		func(_ *realm.State, a *realm.Army, whose int, d *game.Dice) {
			a.Set(realm.Target{Realm: whose}, []realm.Stance{realm.Joint, realm.Hostile, realm.NoStance}[d.N(3)])
		}),
	// armies where nobody of the realm's is and nothing is its own
	onArmy(unseenArmy, func(_ *realm.State, a *realm.Army, _ int,
		d *game.Dice) {
		a.Stacks[0].Number += d.Between(1, 99)
	}),
	onArmy(unseenArmy, func(s *realm.State, a *realm.Army, _ int, _ *game.Dice) {
		if s.Owned(a.Realm) > 0 || len(s.Armies[a.Realm]) > 1 {
			s.Remove(a)
		}
	}),
	onProvince(func(*realm.State, int, int) bool { return true }, func(s *realm.State, at, whose int, d *game.Dice) {
		if r := another(s, whose, d).Number; s.Army(r, "Schatten") == nil {
			s.Add(&realm.Army{Realm: r, Name: "Schatten", At: at,
				Stacks: []realm.Stack{{Unit: "Soldat", Number: d.Between(1, 9)}}})
		}
	}),
	// people of provinces, and owners of those farther away (§5.2)
	onProvince(onLand, func(s *realm.State, at, _ int, d *game.Dice) {
		s.Province(at).People = d.Between(1, 2000)
		s.Province(at).Most = 2001 + d.N(2000)
	}),
	onProvince(farAway, func(s *realm.State, at, whose int, d *game.Dice) {
		p, r := s.Province(at), another(s, whose, d)
		if was := &s.Realms[p.Owner]; p.Owner == 0 || s.Owned(p.Owner) > 1 && was.Home != at {
			p.Owner = r.Number
		}
	}),
	onProvince(farAway, func(s *realm.State, at, whose int, _ *game.Dice) {
		if r := &s.Realms[s.Province(at).Owner]; r.Number != 0 && (r.Home == 0 || !realm.Sees(s, whose)[r.Home-1]) {
			r.Home = at
		}
	}),
	func(s *realm.State, _ int, d *game.Dice) bool {
		if len(s.Seats) < 2 {
			return false
		}
		i := int(d.Between(1, int64(len(s.Seats)-1)))
		s.Seats[0], s.Seats[i] = s.Seats[i], s.Seats[0]
		return true
	},
}

// another is a realm that is not this one and has not fallen.
func another(s *realm.State, whose int, d *game.Dice) *realm.Realm {
	var out []*realm.Realm
	for i := range s.Realms[1:] {
		if r := &s.Realms[i+1]; r.Number != whose && !r.Fallen {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return &realm.Realm{Person: s.Realms[0].Person}
	}
	return out[d.N(int64(len(out)))]
}

func unseenArmy(s *realm.State, a *realm.Army, whose int) bool { return !realm.Sees(s, whose)[a.At-1] }

func onLand(s *realm.State, at, _ int) bool { return s.Province(at).Terrain != tables.Sea }

func farAway(s *realm.State, at, whose int) bool {
	return s.Province(at).Terrain != tables.Sea && !realm.Borders(s, realm.Sees(s, whose), at)
}

// stands tells whether an army of a realm's stands in a province.
func stands(s *realm.State, whose, at int) bool {
	return slices.ContainsFunc(s.Armies[whose], func(a *realm.Army) bool { return a.At == at })
}

// onArmy changes a foreign army of those for which that goes.
func onArmy(goes func(*realm.State, *realm.Army, int) bool,
	change func(*realm.State, *realm.Army, int, *game.Dice)) func(*realm.State, int,
	*game.Dice) bool {
	return func(s *realm.State, whose int, d *game.Dice) bool {
		some := slices.DeleteFunc(s.All(), func(a *realm.Army) bool { return a.Realm == whose || !goes(s, a, whose) })
		if len(some) == 0 {
			return false
		}
		change(s, some[d.N(int64(len(some)))], whose, d)
		return true
	}
}

// onProvince changes a province that is not seen, of those for which that goes.
func onProvince(goes func(s *realm.State, at, whose int) bool,
	change func(s *realm.State, at, whose int, d *game.Dice)) func(
	*realm.State, int, *game.Dice) bool {
	return func(s *realm.State, whose int, d *game.Dice) bool {
		var some []int
		for i, seen := range realm.Sees(s, whose) {
			if !seen && goes(s, i+1, whose) {
				some = append(some, i+1)
			}
		}
		if len(some) == 0 {
			return false
		}
		change(s, some[d.N(int64(len(some)))], whose, d)
		return true
	}
}

// unseen is a world with one such change, or nil.
func unseen(w game.World, whose int, d *game.Dice) game.World {
	return changedUnseen(w, whose, int(d.N(int64(len(unknown)))), d)
}

func changedUnseen(w game.World, whose, kind int, d *game.Dice) game.World {
	was := w.(*World)
	s := was.at.State.Clone()
	if !unknown[kind](s, whose, d) || bytes.Equal(realm.Encode(s), realm.Encode(was.at.State)) {
		return nil
	}
	return &World{at: was.at.With(s)}
}

// Each kind of change is drawn in the example: a law that tries nothing holds always.
func TestAllKindsOfUnseenAreTried(t *testing.T) {
	tried := make([]int, len(unknown))
	shownWeeks(t, func(w *World) {
		for n := range w.Realms() {
			for kind := range unknown {
				d := game.Seed{3}.Throw(w.Asked().Turn, 0, "kinds", int64(n), int64(kind))
				if changedUnseen(w, n+1, kind, d) != nil {
					tried[kind]++
				}
			}
		}
	})
	for kind, n := range tried {
		if n == 0 {
			t.Errorf("no world has something to change of kind %d", kind)
		}
	}
}

// FuzzOpenKnown: whatever bytes come, they are an error, or what they open answers.
func FuzzOpenKnown(f *testing.F) {
	w := shownWeeks(f, func(w *World) {
		for whose := range w.Realms() {
			f.Add(w.Known(whose + 1))
		}
	})
	const text = "$A\nGarde 2\nGarde erobere\nGarde angriff 2\nGarde teile 9 Soldat Neu\n$R\nSoldat 5 Garde\n" +
		"$B\n3 Palisade\n$H\nMana Garde 2\nProvinz 2\n$N\n#1\nx\n#E\n"
	f.Fuzz(func(t *testing.T, raw []byte) {
		if k, err := Rules().OpenKnown(raw, w.at.Tables.Text()); err == nil {
			conformance.Answers(k, text)
			for whose := range 4 {
				p, m := k.(game.Planner), game.Mover{}
				for _, a := range p.Desk(whose, phrase.De).Armies {
					if m.Army != "" {
						break // one is as good as many
					}
					m.Army = a.Name
					p.Reach(whose, m, text)
					p.March(whose, m, digits("2345"), text, phrase.En)
				}
				p.Reach(whose, game.Mover{Realm: whose, Kind: "army", At: "3"}, text)
			}
		}
	})
}

// shownWeeks is a game of three after some weeks, shown before each.
func shownWeeks(t testing.TB, show func(*World)) *World {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{7}, Width: 5, Height: 4})
	for _, j := range threeRealms {
		if err == nil {
			w, _, err = w.Join(j, game.Seed{5})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 9 {
		show(w.(*World))
		var sheets []game.Sheet
		for n := range w.Realms() {
			d := game.Seed{5}.Throw(w.Asked().Turn, 0, "sheet", int64(n))
			text := sensibleSheet(w.(*World), n+1, d)
			sheets = append(sheets, game.Sheet{Realm: n + 1, Turn: w.Asked().Turn, Text: text})
		}
		w = w.Resolve(sheets, game.Seed{5}, 1, nil).Next()
	}
	return w.(*World)
}
