package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// marches notes paths. A path lists every province: each touches the one before, and the army as it is can enter it.
func marches(t *Turn) {
	ordersOf(t, func(whose int, at orders.Position, o order.MarchOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		delete(t.stays, a)
		if len(o.Path) == 0 {
			a.March, a.Takes = nil, false
			t.Accept(at, phrase.P("stays", a.Arg(), phrase.Num("province", a.At)))
			return
		}
		if a.Routed {
			t.Refuse(whose, at, phrase.P("routed", a.Arg()))
			t.stays[a] = at.Line
			return
		}
		if !passable(t, whose, at, a, o.Path) {
			if a.March == nil {
				t.stays[a] = at.Line
			}
			return
		}
		if !slices.Equal(a.March, o.Path) { // the same path again changes nothing
			a.Takes = false
		}
		a.March = slices.Clone(o.Path)
		t.Accept(at, phrase.P("march", a.Arg(), phrase.Num("province", a.At),
			phrase.Str("path", realm.PathText(o.Path))))
	})
}

// passable checks a path on the map, and refuses it at the first step that fails.
func passable(t *Turn, whose int, at orders.Position, a *realm.Army, path []int) bool {
	from := a.At
	if over := realm.Overboard(t.Position, a); over > 0 {
		t.Refuse(whose, at, phrase.P("cannot-leave-sea", a.Arg(), phrase.Num("province", from),
			phrase.Num("weight", over)))
		return false
	}
	for _, n := range path {
		args := []phrase.Arg{a.Arg(), phrase.Num("province", n), phrase.Num("from", from)}
		p := t.State.Province(n)
		switch {
		case p == nil:
			t.noProvince(whose, at, args...)
			return false
		case !slices.Contains(t.State.Province(from).Ways, n):
			t.Refuse(whose, at, phrase.P("no-way",
				append(args, phrase.Str("ways", realm.PathText(t.State.Province(from).Ways)))...))
			return false
		case a.Pace(t.Tables, t.State.Province(from).Terrain, p.Terrain) == 0:
			t.Refuse(whose, at, phrase.P("cannot-enter", append(args, phrase.Key("terrain", p.Terrain.Key()))...))
			return false
		}
		from = n
	}
	return true
}

// WholeWeek is a week in parts that all speeds up to ten divide.
const WholeWeek = 2520

// move leads the armies along their paths, as far as a week takes them. They march the rest in later weeks.
func move(t *Turn) {
	for _, a := range t.State.All() {
		if len(a.March) == 0 || a.Routed || t.War.Fled[a] {
			continue
		}
		from, left := a.At, int64(WholeWeek)
		for len(a.March) > 0 {
			on := t.State.Province(a.March[0]).Terrain
			pace := a.Pace(t.Tables, t.State.Province(a.At).Terrain, on)
			ends := phrase.Phrase{}
			if over := realm.Overboard(t.Position, a); over > 0 {
				ends = phrase.P("march-ends-sea", a.Arg(), phrase.Num("province", a.At), phrase.Num("weight", over))
			} else if pace == 0 {
				ends = phrase.P("march-ends", a.Arg(), phrase.Num("province", a.March[0]),
					phrase.Key("terrain", on.Key()))
			}
			if ends.Code != "" {
				t.Tell(ends, a.Realm)
				a.March = nil
				break
			}
			if left -= WholeWeek / pace; left < 0 {
				break
			}
			t.War.Relocate(a, a.March[0])
			a.March = a.March[1:]
			if t.receipt != nil {
				t.receipt.strides = append(t.receipt.strides, Stride{a, a.At, WholeWeek / pace, left})
			}
		}
		if len(a.March) == 0 {
			a.March = nil
		}
		if code := "marched"; a.At != from {
			if len(a.March) > 0 {
				code = "marched-on"
			}
			t.Tell(phrase.P(code, a.Arg(), phrase.Num("from", from), phrase.Num("province", a.At),
				phrase.Str("path", realm.PathText(a.March))), a.Realm)
		}
	}
}

// drown removes those of an army at sea for whom there is no room, the heaviest first. They must have been warned a
// week ago (§9).
func drown(t *Turn) {
	for _, a := range t.State.All() {
		if !a.Drowns {
			continue
		}
		a.Drowns = false
		over := realm.Overboard(t.Position, a)
		for over > 0 {
			s := a.Heaviest(t.Tables)
			u := t.Tables.UnitOf(s.Unit)
			lost := min(s.Number, (over+u.Weight-1)/u.Weight)
			s.Number -= lost
			over -= lost * u.Weight
			t.Tell(phrase.P("drowned", a.Arg(), phrase.Num("number", lost), tables.Men(u.Unit)), a.Realm)
		}
		thinned(t, a)
	}
}

// thinned removes empty stacks, and an army without any, which it reports.
func thinned(t *Turn, a *realm.Army) {
	a.Drop()
	if len(a.Stacks) == 0 {
		t.War.Remove(a)
		t.Tell(phrase.P("army-gone", a.Arg(), phrase.Num("province", a.At)), a.Realm)
	}
}

// watch warns armies that will drown next week, and ends routs whose time is over.
func watch(t *Turn) {
	for _, a := range t.State.All() {
		if !t.War.Fled[a] {
			a.Routed = false
		}
		if over := realm.Overboard(t.Position, a); over > 0 {
			a.Drowns = true
			t.Tell(phrase.P("will-drown", a.Arg(), phrase.Num("province", a.At), phrase.Num("weight", over)), a.Realm)
		}
	}
}
