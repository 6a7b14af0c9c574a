package sight

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// The limits of a Sight that may come from anybody.
const (
	mostThings = 1 << 14 // fields, armies, battles and the like
	mostSide   = 64
	mostArmies = 99
)

// around is how many fields of unknown land are added around the known ones. No army's orders lead farther.
const around = 12

// State is the world as the nation knows it. Fields out of sight are unowned pasture. The map goes on where the nation
// has not seen its end.
func (k *Sight) State() *realm.State {
	s, _ := k.state() // a sight made by Of can at most exceed the limits
	return s
}

// Decode reads an encoded Sight. It lets only those pass whose world can be asked anything.
func Decode(raw []byte, t *tables.Tables) (*Sight, error) {
	return rulekit.DecodeSight(raw, mostThings, (*Sight).state, func(s *realm.State) string { return s.Damaged(t) })
}

// Recall copies from an earlier Sight what the world made from it does not show: the size of the map, and how many
// fields others have out of sight.
func (k *Sight) Recall(before *Sight) {
	k.Width, k.Height = before.Width, before.Height
	for i := range k.Nations {
		if i+1 != k.Own.Number {
			k.Nations[i].Fields = max(k.Nations[i].Fields, before.Nations[i].Fields)
		}
	}
}

// chart is the map that a nation can draw: as large as the globe, or as what it knows.
type chart struct {
	grid   game.Grid
	origin game.Place
	wrong  error // the first error
}

func (c *chart) bad(format string, args ...any) {
	if c.wrong == nil {
		c.wrong = fmt.Errorf(format, args...)
	}
}

// at is the place of a field as the nation counts it.
func (c *chart) at(at XY) game.Place {
	p := c.grid.Absolute(c.origin, at[0], at[1])
	if p == game.Nowhere {
		c.bad("there is no field %d/%d", at[0], at[1])
		return 0
	}
	return p
}

// maybe is at for a field that may be nowhere.
func (c *chart) maybe(at *XY) game.Place {
	if at == nil {
		return game.Nowhere
	}
	return c.at(*at)
}

func (k *Sight) state() (*realm.State, error) {
	c := k.chart()
	if c.wrong != nil {
		return nil, c.wrong
	}
	s := &realm.State{Schema: realm.Schema, Turn: k.Turn, Round: k.Round, Phase: k.Phase, Width: c.grid.Width,
		Height: c.grid.Height, Globe: k.Globe, LastRound: k.LastRound, Over: k.Over, Winners: slices.Clone(k.Winners),
		Fields: slices.Repeat([]realm.Field{{Terrain: tables.Pasture}}, c.grid.Size())}
	for _, f := range k.Fields {
		s.Fields[c.at(f.At)] = realm.Field{Terrain: f.Terrain, Owner: f.Owner, Garrison: f.Garrison}
	}
	for i := range k.Nations {
		s.Realms = append(s.Realms, c.nation(i+1, &k.Nations[i]))
	}
	if own := s.Realm(k.Own.Number); own != nil {
		c.own(own, &k.Own)
	} else {
		c.bad("there is no nation %d, whose it is", k.Own.Number)
	}
	for i := range k.Battles {
		s.Battles = append(s.Battles, c.battle(&k.Battles[i]))
	}
	return s, c.wrong
}

// nation is a nation as everybody knows it. Only its armies in sight are on the map.
func (c *chart) nation(number int, n *Nation) realm.Realm {
	r := realm.Realm{Person: rulekit.Person{Number: number, Name: n.Name}, King: n.King, Capital: game.Nowhere,
		Treasury: n.Treasury, Income: n.Income, Record: realm.BattleRecord(n.Record)}
	for _, a := range n.Armies {
		if a.Number <= len(r.Armies) || a.Number > mostArmies {
			c.bad("army %d of nation %d is out of place", a.Number, number)
			return r
		}
		for len(r.Armies) < a.Number {
			r.Armies = append(r.Armies, realm.Army{At: game.Nowhere, Target: game.Nowhere})
		}
		at := c.at(a.At)
		r.Armies[a.Number-1] = realm.Army{At: at, Target: at, Status: a.Status, Command: tables.Advance,
			Record: realm.BattleRecord(a.Record)}
	}
	return r
}

// own adds what only the nation knows about itself.
func (c *chart) own(r *realm.Realm, o *Own) {
	if !slices.Contains(phrase.Langs, o.Lang) {
		c.bad("there is no language %q", o.Lang)
	}
	r.Person, r.NoMap = o.Person, o.NoMap
	r.Newcomer, r.Plays, r.Armies = o.Newcomer, o.Plays, nil
	if o.Capital {
		r.Capital = c.origin
	}
	if len(o.Armies) > mostArmies {
		c.bad("there are %d armies", len(o.Armies))
		return
	}
	for _, a := range o.Armies {
		at := c.maybe(a.At)
		army := realm.Army{At: at, Target: at, Status: a.Status, Command: a.Command, Record: realm.BattleRecord(a.Record)}
		if a.Listed {
			army.List.Sum = "known"
		}
		r.Armies = append(r.Armies, army)
	}
}

func (c *chart) battle(b *Battle) realm.Battle {
	out := realm.Battle{Number: b.Number, Round: b.Round, Table: b.Table, At: c.maybe(b.At), Favours: b.Favours,
		Bonus: b.Bonus, Map: b.Map, Verdict: b.Verdict, Winner: b.Winner}
	for n, s := range b.Sides {
		out.Sides[n] = realm.Side{Role: s.Role, Owner: s.Owner, Army: s.Army, Player: s.Player, Status: s.Status,
			Strength: s.Strength, Support: s.Support, Points: s.Points, Goals: s.Goals, Stake: s.Stake}
	}
	return out
}
