package terramagica

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// ways are the ways to move, with the speed each leaves of a unit's on a terrain;
// 0: it cannot go there (§9).
var ways = map[string]func(speed int64, on Terrain) int64{
	"foot":    func(speed int64, on Terrain) int64 { return dry(speed, on) },
	"horse":   rolling,
	"machine": rolling,
	"air":     func(speed int64, _ Terrain) int64 { return speed },
	"sea": func(speed int64, on Terrain) int64 {
		if on == Sea || on == Coast {
			return speed
		}
		return 0
	},
}

func dry(speed int64, on Terrain) int64 {
	if on == Sea {
		return 0
	}
	return speed
}

// rolling: half the speed on hard land, rounded down.
func rolling(speed int64, on Terrain) int64 {
	if on == Hard {
		return speed / 2
	}
	return dry(speed, on)
}

// speed is how many provinces of a terrain a unit enters in a week by itself.
func (u *UnitRow) speed(on Terrain) int64 { return ways[u.Moves](u.Speed, on) }

// pace is how many provinces of a terrain an army enters in a week: each on its
// own, as fast as the slowest, or all who have a weight aboard of those who carry
// them, if the room is enough. Nobody swims: from the sea it comes only with all who
// have a weight aboard. 0: it cannot go there.
func (a *Army) pace(t *Tables, from, on Terrain) int64 {
	if from == Sea && a.lacking(t) > 0 {
		return 0
	}
	alone, carried := int64(-1), int64(-1)
	slower := func(of, speed int64) int64 {
		if of < 0 {
			return speed
		}
		return min(of, speed)
	}
	for _, s := range a.Stacks {
		u := t.unit(s.Unit)
		alone = slower(alone, u.speed(on))
		if u.Carries > 0 || u.Weight == 0 {
			carried = slower(carried, u.speed(on))
		}
	}
	if room, load := a.room(t, on); room == 0 || load > room {
		return alone
	}
	return max(alone, carried)
}

// room is what an army's carriers take aboard on a terrain, and load what all
// others weigh.
func (a *Army) room(t *Tables, on Terrain) (room, load int64) {
	for _, s := range a.Stacks {
		u := t.unit(s.Unit)
		if u.Carries > 0 {
			if u.speed(on) > 0 {
				room += u.Carries * s.Number
			}
			continue
		}
		load += u.Weight * s.Number
	}
	return room, load
}

// marches notes paths. A path is told whole: each province touches the one
// before, and the army as it is can enter it.
func marches(t *turn) {
	ordersOf(t, func(whose int, at orders.Position, o MarchOrder) {
		a := t.own(whose, at, o.Army)
		if a == nil {
			return
		}
		if len(o.Path) == 0 {
			a.March, a.Takes = nil, false
			t.Accept(at, phrase.P("stays", phrase.Str("army", a.Name), phrase.Num("province", a.At)))
			return
		}
		if a.Routed {
			t.Refuse(whose, at, phrase.P("routed", phrase.Str("army", a.Name)))
			return
		}
		if !passable(t, whose, at, a, o.Path) {
			return
		}
		if !slices.Equal(a.March, o.Path) { // said again it changes nothing
			a.Takes = false
		}
		a.March = slices.Clone(o.Path)
		t.Accept(at, phrase.P("march", phrase.Str("army", a.Name), phrase.Num("province", a.At),
			phrase.Str("path", pathText(o.Path))))
	})
}

func pathText(path []int) string {
	var parts []string
	for _, n := range path {
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, ", ")
}

// passable holds a path to the map, and refuses it at the first step that fails.
func passable(t *turn, whose int, at orders.Position, a *Army, path []int) bool {
	from := a.At
	if over := t.overboard(a); over > 0 {
		t.Refuse(whose, at, phrase.P("cannot-leave-sea", phrase.Str("army", a.Name), phrase.Num("province", from),
			phrase.Num("weight", over)))
		return false
	}
	for _, n := range path {
		args := []phrase.Arg{phrase.Str("army", a.Name), phrase.Num("province", n), phrase.Num("from", from)}
		p := t.State.province(n)
		switch {
		case p == nil:
			t.Refuse(whose, at, phrase.P("no-such-province",
				append(args, phrase.Num("most", len(t.State.Provinces)))...))
			return false
		case !slices.Contains(t.State.province(from).Ways, n):
			t.Refuse(whose, at, phrase.P("no-way",
				append(args, phrase.Str("ways", pathText(t.State.province(from).Ways)))...))
			return false
		case a.pace(t.Tables, t.State.province(from).Terrain, p.Terrain) == 0:
			t.Refuse(whose, at, phrase.P("cannot-enter", append(args, phrase.Key("terrain", p.Terrain.key()))...))
			return false
		}
		from = n
	}
	return true
}

// wholeWeek is a week in parts that all speeds up to ten divide.
const wholeWeek = 2520

// move leads the armies along their paths, as far as a week takes them; what is
// left they march in the weeks to come.
func move(t *turn) {
	for _, a := range t.State.all() {
		if len(a.March) == 0 || a.Routed || t.war.fled[a] {
			continue
		}
		from, left := a.At, int64(wholeWeek)
		for len(a.March) > 0 {
			on := t.State.province(a.March[0]).Terrain
			pace := a.pace(t.Tables, t.State.province(a.At).Terrain, on)
			if over := t.overboard(a); over > 0 {
				t.Tell(phrase.P("march-ends-sea", phrase.Str("army", a.Name), phrase.Num("province", a.At),
					phrase.Num("weight", over)), a.Realm)
				a.March = nil
				break
			}
			if pace == 0 {
				t.Tell(phrase.P("march-ends", phrase.Str("army", a.Name), phrase.Num("province", a.March[0]),
					phrase.Key("terrain", on.key())), a.Realm)
				a.March = nil
				break
			}
			if left -= wholeWeek / pace; left < 0 {
				break
			}
			t.war.relocate(a, a.March[0])
			a.March = a.March[1:]
		}
		if len(a.March) == 0 {
			a.March = nil
		}
		tellMarch(t, a, from)
	}
}

func tellMarch(t *turn, a *Army, from int) {
	args := []phrase.Arg{phrase.Str("army", a.Name), phrase.Num("from", from), phrase.Num("province", a.At),
		phrase.Str("path", pathText(a.March))}
	switch {
	case a.At == from:
	case len(a.March) > 0:
		t.Tell(phrase.P("marched-on", args...), a.Realm)
	default:
		t.Tell(phrase.P("marched", args...), a.Realm)
	}
}

// drown takes those of an army at sea for whom there is no room, the heaviest
// first, if a week ago it was told so (§9).
func drown(t *turn) {
	for _, a := range t.State.all() {
		if !a.Drowns {
			continue
		}
		a.Drowns = false
		over := t.overboard(a)
		for over > 0 {
			s := a.heaviest(t.Tables)
			u := t.Tables.unit(s.Unit)
			lost := min(s.Number, (over+u.Weight-1)/u.Weight)
			s.Number -= lost
			over -= lost * u.Weight
			t.Tell(phrase.P("drowned", phrase.Str("army", a.Name), phrase.Num("number", lost), men(u.Unit)), a.Realm)
		}
		thinned(t, a)
	}
}

// overboard is the weight an army at sea has too much.
func (p Position) overboard(a *Army) int64 {
	if p.State.province(a.At).Terrain != Sea {
		return 0
	}
	return a.lacking(p.Tables)
}

// lacking is the weight for which an army has no room at sea.
func (a *Army) lacking(t *Tables) int64 {
	room, load := a.room(t, Sea)
	return max(0, load-room)
}

// heaviest is the stack of the heaviest unit that needs a boat, the last of the
// table among equals.
func (a *Army) heaviest(t *Tables) *Stack {
	var out *Stack
	best := int64(0)
	for i := range a.Stacks {
		s := &a.Stacks[i]
		if u := t.unit(s.Unit); s.Number > 0 && u.Carries == 0 && u.Weight >= best && u.Weight > 0 {
			out, best = s, u.Weight
		}
	}
	return out
}

// thinned removes stacks and armies nobody is left of, and tells of the latter.
func thinned(t *turn, a *Army) {
	a.drop()
	if len(a.Stacks) == 0 {
		t.war.remove(a)
		t.Tell(phrase.P("army-gone", phrase.Str("army", a.Name), phrase.Num("province", a.At)), a.Realm)
	}
}

// watch tells who will drown next week, and ends the routs that have lasted theirs.
func watch(t *turn) {
	for _, a := range t.State.all() {
		if !t.war.fled[a] {
			a.Routed = false
		}
		if over := t.overboard(a); over > 0 {
			a.Drowns = true
			t.Tell(phrase.P("will-drown", phrase.Str("army", a.Name), phrase.Num("province", a.At),
				phrase.Num("weight", over)), a.Realm)
		}
	}
}
