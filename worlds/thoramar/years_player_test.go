package thoramar

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// player is one of the twelve who play examples/zwoelf-jahre, on one turn. All
// it knows of the world is what its realm may know (the embedded turn is the
// one a receipt is played over), and what players tell each other at the
// table. What it does it writes as an order file.
type player struct {
	*turn.Turn
	k     *realm.Receipt
	own   int // the number of its realm
	mind  *mind
	d     *game.Dice
	table *table
	gold  int64 // what it means to have left

	exiled bool // it has no capital, and saves for one

	text  map[byte][]string       // lines by section
	done  map[realm.ArmyName]bool // armies that have their line
	named map[realm.ArmyName]bool // names this sheet gives to new armies

	from []int8 // of the search for ways, by place: direction it was reached by, 0 not yet
}

// table is what players tell each other: whom they wish treaties with, the
// numbers of the gates they hold, and where their demons stand.
type table struct {
	seed   game.Seed
	gates  []int
	boasts []boast
	peace  int // the turns of peace they have agreed on
}

// boast is a demon its player is proud of.
type boast struct {
	realm int
	at    game.Place
}

func newPlayer(w *World, own int, m *mind, at *table) *player {
	t, k := w.masked(own)
	return &player{Turn: t, k: k, own: own, mind: m, table: at, gold: t.State.Realms[own].Gold,
		d:    at.seed.Throw(t.State.Turn, 0, "player", int64(own)),
		text: map[byte][]string{}, done: map[realm.ArmyName]bool{}, named: map[realm.ArmyName]bool{},
		from: make([]int8, t.Grid.Size())}
}

// sheet writes the orders of the turn.
func (p *player) sheet() string {
	p.settings()
	p.talk()
	p.treaties()
	p.money()
	p.construct()
	p.raise()
	p.blunder()
	p.scenes()
	p.sorcerers()
	p.priests()
	p.traders()
	p.fleets()
	p.formations()
	p.soldiers()
	return p.written("SKVGLBRAN")
}

// written is the order file with the lines of these sections.
func (p *player) written(sections string) string {
	var b strings.Builder
	for _, s := range sections {
		if lines := p.text[byte(s)]; len(lines) > 0 {
			fmt.Fprintf(&b, "$%c\n%s\n", s, strings.Join(lines, "\n"))
		}
	}
	return b.String()
}

func (p *player) line(section byte, format string, args ...any) {
	p.text[section] = append(p.text[section], fmt.Sprintf(format, args...))
}

// xy is a place as the order file names it.
func (p *player) xy(at game.Place) string {
	x, y := p.Grid.Relative(p.State.Realms[p.own].Origin, at)
	return fmt.Sprintf("%d %d", x, y)
}

// order writes an army's line; a plan is filled up to thirteen digits.
func (p *player) order(n realm.ArmyName, plan, command string, special ...any) {
	if len(plan) > realm.Weeks {
		plan = plan[:realm.Weeks]
	}
	plan += strings.Repeat("0", realm.Weeks-len(plan))
	p.done[n] = true
	p.line('A', "%s", strings.TrimRight(fmt.Sprintf("%v %s %s %s", n, plan, command, fmt.Sprint(special...)), " "))
}

// chance is true so often in a hundred.
func (p *player) chance(percent int64) bool { return p.d.N(100) < percent }

func pick[T any](d *game.Dice, list []T) T { return list[d.N(int64(len(list)))] }

// free gives a name that no army of the realm bears.
func (p *player) free(u tables.Unit) realm.ArmyName {
	for n := (realm.ArmyName{Unit: u, ID: 1}); ; n.ID++ {
		if p.State.Army(p.own, n) == nil && !p.named[n] {
			p.named[n] = true
			return n
		}
	}
}

// idle lists the armies of the types that stand by themselves and have no line yet.
func (p *player) idle(types string) []*realm.Army {
	var out []*realm.Army
	for _, a := range p.State.Armies[p.own] {
		if !p.done[a.Name] && a.Sights() && strings.IndexByte(types, a.Name.Type) >= 0 {
			out = append(out, a)
		}
	}
	return out
}

// land lists the own fields.
func (p *player) land() []game.Place {
	var out []game.Place
	for i := range p.State.Fields {
		if int(p.State.Fields[i].Owner) == p.own {
			out = append(out, game.Place(i))
		}
	}
	return out
}

// foe tells whether a realm is one without treaty, once the peace is over that the
// table has agreed on.
func (p *player) foe(number int) bool {
	return p.State.Turn > p.table.peace && number != p.own && number != 0 &&
		p.State.Treaty(p.own, number) == realm.NoTreaty
}

// strangers lists foreign armies in a field that could be fought.
func (p *player) strangers(at game.Place) []*realm.Army {
	var out []*realm.Army
	for _, a := range p.ArmiesAt(at) {
		if a.Realm != p.own && p.State.Treaty(p.own, a.Realm) == realm.NoTreaty {
			out = append(out, a)
		}
	}
	return out
}

// weight is what armies are worth in the open.
func (p *player) weight(list ...*realm.Army) (sum int64) {
	for _, a := range list {
		if row := p.Tables.FindUnit(a.Name.Unit); row.Strength > 0 {
			sum += a.Men * row.Strength
		} else if a.Formation() {
			sum += a.Men * 20
		}
	}
	return sum
}

// way finds a shortest way of such armies from a field to another that suits,
// no further than so many steps; land never seen is tried.
func (p *player) way(u tables.Unit, from game.Place, far int, suits func(game.Place) bool) []game.Direction {
	clear(p.from)
	ring, next := []game.Place{from}, []game.Place(nil)
	p.from[from] = 7
	for range far {
		for _, at := range ring {
			for d := game.Direction(1); d <= 6; d++ {
				to := p.Grid.Step(at, d)
				if to == game.Nowhere || p.from[to] != 0 || !p.passes(u, at, to, d) {
					continue
				}
				p.from[to] = int8(d)
				if suits(to) {
					return p.back(from, to)
				}
				next = append(next, to)
			}
		}
		ring, next = next, ring[:0]
	}
	return nil
}

func (p *player) passes(u tables.Unit, at, to game.Place, d game.Direction) bool {
	if !p.k.Seen.Has(to) || !p.k.Seen.Has(at) {
		_, y := p.Grid.HY(to)
		return y > 1 && y < p.Grid.Height-2
	}
	_, _, why := p.Step(p.own, u, at, d)
	return why == ""
}

func (p *player) back(from, to game.Place) (way []game.Direction) {
	for at := to; at != from; {
		d := game.Direction(p.from[at])
		way = append(way, d)
		at = p.Grid.Step(at, d.Opposite())
	}
	slices.Reverse(way)
	return way
}

// walk is as much of a way as an army's points allow, and whether that is all of it.
func (p *player) walk(a *realm.Army, way []game.Direction, more int) (plan string, whole bool) {
	at, points := a.At, a.Points+more
	for i, d := range way {
		if points <= 0 || i == realm.Weeks {
			return plan, false
		}
		plan += string(rune('0' + d))
		to := p.Grid.Step(at, d)
		if p.k.Seen.Has(at) && p.k.Seen.Has(to) {
			_, cost, _ := p.Step(p.own, p.Gait(a), at, d)
			points -= cost
		} else {
			points -= 2
		}
		at = to
	}
	return plan, true
}

// beside lists the fields around one.
func (p *player) beside(at game.Place) (out []game.Place) {
	for d := game.Direction(1); d <= 6; d++ {
		if q := p.Grid.Step(at, d); q != game.Nowhere {
			out = append(out, q)
		}
	}
	return out
}

// water tells whether ships could be in the field, as far as it is known.
func (p *player) water(at game.Place) bool { return p.k.Seen.Has(at) && p.TerrainAt(at).Water() }

// toWater is the direction of water beside a field, 0 if there is none.
func (p *player) toWater(at game.Place) game.Direction {
	for d := game.Direction(1); d <= 6; d++ {
		if q := p.Grid.Step(at, d); q != game.Nowhere && p.water(q) {
			return d
		}
	}
	return 0
}

// stray is a plan of some steps in any direction that can be gone.
func (p *player) stray(a *realm.Army, steps int) string {
	at, plan := a.At, ""
	for range steps {
		d := game.Direction(p.d.Between(1, 6))
		if to := p.Grid.Step(at, d); to != game.Nowhere && p.k.Seen.Has(to) && p.passes(p.Gait(a), at, to, d) {
			plan += string(rune('0' + d))
			at = to
		}
	}
	return plan
}
