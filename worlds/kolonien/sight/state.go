package sight

import (
	"bytes"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// The limits of a Sight that may come from anybody.
const (
	mostThings = 1 << 15 // areas, leaders, lists and the like
	mostUnits  = 10_000  // of one kind in one place
)

// Decode reads an encoded Sight. It lets only those pass whose world can be asked anything.
func Decode(raw []byte, t *tables.Tables) (*Sight, error) {
	return rulekit.DecodeSight(raw, mostThings, (*Sight).state, func(s *realm.State) string { return s.Damaged(t) })
}

// writer makes a state, and keeps the first error.
type writer struct {
	*realm.State
	wrong error
}

func (t *writer) bad(format string, args ...any) {
	if t.wrong == nil {
		t.wrong = fmt.Errorf(format, args...)
	}
}

// area returns an area by number. If there is none, it notes an error and returns a new one, which is thrown away.
func (t *writer) area(number int) *realm.Area {
	if a := t.Area(number); a != nil {
		return a
	}
	t.bad("there is no area %d", number)
	return &realm.Area{}
}

// units checks that numbers of troops or ships are possible.
func (t *writer) units(list []int) {
	for _, n := range list {
		if n < 0 || n > mostUnits {
			t.bad("there are %d units", n)
		}
	}
}

func (k *Sight) state() (*realm.State, error) {
	if k.Width < realm.LeastWidth || k.Height < realm.LeastHeight || k.Width > realm.MostSide ||
		k.Height > realm.MostSide || len(k.Ground) != k.Width*k.Height+len(k.Realms) {
		return nil, fmt.Errorf("%d areas for %d by %d and %d realms", len(k.Ground), k.Width, k.Height, len(k.Realms))
	}
	t := &writer{State: &realm.State{Schema: realm.Schema, Turn: k.Turn, Width: k.Width, Height: k.Height,
		Areas: make([]realm.Area, len(k.Ground)), Over: k.Over, Winners: slices.Clone(k.Winners)}}
	for i, usual := range realm.Touching(k.Width, k.Height, len(k.Ground)) {
		ground := bytes.IndexByte(signs[:], k.Ground[i])
		if ground < 0 {
			return nil, fmt.Errorf("area %d has the ground %q", i+1, k.Ground[i])
		}
		t.Areas[i] = realm.Area{Ground: realm.Ground(ground), Beside: usual}
	}
	for _, b := range k.Beside {
		t.area(b.Area).Beside = slices.Clone(b.Others)
	}
	for i := range k.Areas {
		t.settle(&k.Areas[i])
	}
	t.launch(k.Pirates)
	for i := range k.Realms {
		t.Realms = append(t.Realms, t.realm(i+1, &k.Realms[i]))
	}
	if own := t.Realm(k.Own.Number); own != nil {
		t.own(own, &k.Own)
	} else {
		t.bad("there is no realm %d, whose it is", k.Own.Number)
	}
	return t.State, t.wrong
}

// settle puts into an area what is known about it.
func (t *writer) settle(known *Area) {
	a := t.area(known.Number)
	if c := known.Colony; c != nil {
		a.Colony = &realm.Colony{Owner: c.Owner, Level: c.Level, Fort: c.Fort, Port: c.Port, Garrison: c.Garrison,
			Regiments: slices.Clone(c.Regiments)}
		t.units(c.Garrison[:])
		for i := range c.Regiments {
			t.units(c.Regiments[i][:])
		}
	}
	if n := known.Natives; n != nil {
		a.Natives = &realm.Natives{Location: n.Location, Troops: n.Troops, Leader: n.Leader}
		t.units(append(n.Troops[:], n.Leader))
	}
	if h := known.Haven; h != nil {
		a.Haven = &realm.Haven{Troops: h.Troops}
		t.units(h.Troops[:])
	}
}

// launch gives ships to the havens in their area, and others to the first havens without ships. Nothing more is known
// about them.
func (t *writer) launch(all []Squadron) {
	var away []Squadron
	for _, p := range all {
		t.units(p.Ships[:])
		if h := t.area(p.At).Haven; h != nil && h.Ships.Count() == 0 {
			h.Ships = p.Ships
		} else {
			away = append(away, p)
		}
	}
	for _, p := range away {
		i := slices.IndexFunc(t.Areas, func(a realm.Area) bool { return a.Haven != nil && a.Haven.Ships.Count() == 0 })
		if i < 0 {
			t.bad("there are more pirates than havens")
			return
		}
		t.Areas[i].Haven.Ships, t.Areas[i].Haven.Away = p.Ships, p.At
	}
}

// realm is a realm as everybody knows it, with its people in sight.
func (t *writer) realm(number int, k *Realm) realm.Realm {
	r := realm.Realm{Person: rulekit.Person{Number: number, Name: k.Name}, Home: k.Home, Glory: k.Glory,
		Stances: t.stances(k.Stances)}
	for _, l := range k.Leaders {
		t.units(append(l.Troops[:], l.Value))
		r.Leaders = append(r.Leaders, realm.Leader{Name: l.Name, Value: l.Value, At: l.At, Troops: l.Troops,
			Orders: realm.NewStanding()})
	}
	for _, f := range k.Fleets {
		t.units(f.Ships[:])
		r.Fleets = append(r.Fleets, realm.Fleet{Number: f.Number, At: f.At, Ships: f.Ships,
			Orders: realm.NewStanding()})
	}
	return r
}

// own adds what only the realm knows about itself.
func (t *writer) own(r *realm.Realm, o *Own) {
	if !slices.Contains(phrase.Langs, o.Lang) {
		t.bad("there is no language %q", o.Lang)
	}
	r.Person, r.NoMap = o.Person, o.NoMap
	r.Ducats, r.Stances, r.Leaders, r.Fleets = o.Ducats, t.stances(o.Stances), nil, nil
	for _, l := range o.Leaders {
		t.units(append(l.Troops[:], l.Value))
		orders := realm.Standing(l.Orders)
		r.Leaders = append(r.Leaders, realm.Leader{Name: l.Name, Value: l.Value, At: l.At, Aboard: l.Aboard,
			Medic: l.Medic, Troops: l.Troops, Orders: orders.Clone()})
	}
	for _, f := range o.Fleets {
		t.units(f.Ships[:])
		orders := realm.Standing(f.Orders)
		r.Fleets = append(r.Fleets, realm.Fleet{Number: f.Number, At: f.At, Ships: f.Ships, Orders: orders.Clone()})
	}
}

// stances checks that all stances exist.
func (t *writer) stances(list []realm.Stance) []realm.Stance {
	for _, s := range list {
		if s > realm.Allied {
			t.bad("there is no stance %d", s)
		}
	}
	return slices.Clone(list)
}
