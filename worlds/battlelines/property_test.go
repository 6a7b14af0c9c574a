package battlelines

import (
	"reflect"
	"slices"
	"testing"

	"weltentor/worlds/game"
)

// drawnBattle is a battle made from dice: up to 8 stacks a side, up to 3 walls.
func drawnBattle(d *game.Dice) *Battle {
	eagle := far(man(35, 30, 150, 900, 3, 1), 1)
	eagle.Flies = true
	units := []Unit{soldier, spear, knight, rider, archer, catapult, ram, avatar, eagle}
	var b Battle
	for s := range b.Sides {
		for range 1 + d.N(8) {
			k := men(units[d.N(int64(len(units)))], d.Between(1, 60), int(d.Between(1, 10)), Tactic(d.N(4)))
			k.HP -= d.N(k.Unit.HP) // wounded
			k.Steadfast = d.Chance(100)
			b.Sides[s] = append(b.Sides[s], k)
		}
	}
	for range d.N(4) {
		b.Walls = append(b.Walls, Wall{Name: "wall", HP: 1000 * d.Between(1, 5000)})
	}
	return &b
}

// walk follows a battle's log and tells what cannot be: hit points lost that the
// blows do not account for, blows out of reach, the dead moving, walls walked
// through, foes passed, blows that add up to more than one strike.
type walk struct {
	t       *testing.T
	b       *Battle
	hp      [2][]int64
	at      [2][]int
	walls   []wall
	spent   map[Ref]int64 // what part of a strike a stack's last blow of the round was
	started [2][]int64    // hp at the round's start
}

func newWalk(t *testing.T, b *Battle) *walk {
	w := &walk{t: t, b: b, walls: sortedWalls(b.Walls), spent: map[Ref]int64{}}
	for s, side := range b.Sides {
		for _, k := range side {
			w.hp[s] = append(w.hp[s], k.HP)
			w.at[s] = append(w.at[s], -Side(s).ahead()*k.Row)
		}
	}
	return w
}

func (w *walk) stack(r Ref) *Stack { return &w.b.Sides[r.Side][r.Index] }

func (w *walk) entry(e *LogEntry) {
	switch e.Kind {
	case Round:
		clear(w.spent)
		for s := range w.hp {
			w.started[s] = slices.Clone(w.hp[s])
		}
	case Blow:
		w.blow(e)
	case Breach:
		i := slices.IndexFunc(w.walls, func(x wall) bool { return int32(x.index) == e.Wall })
		if w.walls[i].hp -= e.HP; w.walls[i].hp != e.Left || e.Left < 0 || w.stack(e.By).Tactic != Charge ||
			e.By.Side != Attackers {
			w.t.Errorf("%+v: the wall has %d", *e, w.walls[i].hp)
		}
	case Forward, Back:
		w.move(e)
	}
}

func (w *walk) blow(e *LogEntry) {
	by, foe := w.stack(e.By), w.stack(e.At)
	before := w.hp[e.At.Side][e.At.Index]
	left := before - e.HP
	w.hp[e.At.Side][e.At.Index] = left
	if before == 0 || left < 0 || number(left, foe.Unit.HP) != e.Left || number(before, foe.Unit.HP)-e.Left != e.N {
		w.t.Errorf("%+v: %d HP before", *e, before)
	}
	if e.Men != number(w.started[e.By.Side][e.By.Index], by.Unit.HP) || e.Men == 0 {
		w.t.Errorf("%+v: not the numbers of the round's start", *e)
	}
	gap := w.at[Defenders][w.index(e, Defenders)] - w.at[Attackers][w.index(e, Attackers)]
	if w.hp[e.By.Side][e.By.Index] == 0 {
		gap = max(gap, -gap) // the last blow may be at who has felled it and run on
	}
	if gap < 0 || gap > by.Unit.Range+1 || gap > by.Unit.Range && e.By.Side == Attackers {
		w.t.Errorf("%+v: %d rows apart", *e, gap)
	}
	if last, ok := w.spent[e.By]; ok && int64(e.Share) > last {
		w.t.Errorf("%+v: more left than before", *e)
	}
	w.spent[e.By] = int64(e.Share)
	if full := by.Unit.Damage * e.Men * int64(e.Luck) / 1000; e.HP > full {
		w.t.Errorf("%+v: more than all could do, %d", *e, full)
	}
}

// index is which stack of a side a blow is about.
func (w *walk) index(e *LogEntry, s Side) int32 {
	if e.By.Side == s {
		return e.By.Index
	}
	return e.At.Index
}

func (w *walk) move(e *LogEntry) {
	s, from, to := e.By.Side, w.at[e.By.Side][e.By.Index], int(e.Row)
	if w.hp[s][e.By.Index] == 0 {
		w.t.Errorf("%+v: the dead move", *e)
	}
	d := 1
	if to < from {
		d = -1
	}
	if rows := (to - from) * d; rows > w.stack(e.By).Unit.Speed {
		w.t.Errorf("%+v: %d rows at once", *e, rows)
	}
	for at := from; at != to; at += d {
		k := at
		if d < 0 {
			k = at - 1
		}
		if k >= 0 && k < len(w.walls) && w.walls[k].hp > 0 && !w.stack(e.By).Unit.Flies {
			w.t.Errorf("%+v: from row %d through a wall", *e, from)
		}
	}
	w.at[s][e.By.Index] = to
	for i, at := range w.at[s.Foe()] {
		if w.hp[s.Foe()][i] > 0 && (at-to)*s.ahead() < 0 {
			w.t.Errorf("%+v: passed a foe in row %d", *e, at)
		}
	}
}

// Whatever is fought: the log accounts for every hit point, the same dice give
// the same, other dice of the battle something else, and the battle stays as it was.
func TestAnyBattle(t *testing.T) {
	blows := 0
	for n := range int64(400) {
		b := drawnBattle(game.Seed{1}.Throw(1, 0, "a battle", n))
		kept := drawnBattle(game.Seed{1}.Throw(1, 0, "a battle", n))
		dice := Dice{Seed: game.Seed{2}, Turn: 3, Subject: n}
		r := Fight(b, &standard, dice)
		if !reflect.DeepEqual(b, kept) {
			t.Fatalf("battle %d was changed", n)
		}
		if !reflect.DeepEqual(r, Fight(b, &standard, dice)) {
			t.Fatalf("battle %d fought twice differs", n)
		}
		w := newWalk(t, b)
		for i := range r.Log {
			w.entry(&r.Log[i])
		}
		for s := range r.After {
			for i, a := range r.After[s] {
				if a.HP != w.hp[s][i] || a.Number != number(a.HP, b.Sides[s][i].Unit.HP) {
					t.Errorf("battle %d, stack %d of side %d: %+v, the log leaves %d", n, i, s, a, w.hp[s][i])
				}
			}
		}
		for _, x := range w.walls {
			if r.Walls[x.index] != x.hp {
				t.Errorf("battle %d: wall %d has %d, the log leaves %d", n, x.index, r.Walls[x.index], x.hp)
			}
		}
		if got := len(r.of(Round)); got != 20 {
			t.Errorf("battle %d: %d rounds", n, got)
		}
		blows += len(r.of(Blow))
	}
	if blows < 4000 {
		t.Errorf("only %d blows in all", blows)
	}
}

// One stack more on a side leaves the luck of the others as it was: one that holds
// far behind, and that nobody meets, changes no entry of the log. Who strikes first
// is drawn for all together, but here only one side strikes.
func TestLuckIsKeyed(t *testing.T) {
	for n := range byte(20) {
		a, d := []Stack{men(archer, 50, 1, Hold)}, []Stack{men(soldier, 5000, 2, Hold)}
		alone := Fight(against(a, d), &standard, seeded(n))
		with := Fight(against(append(a, men(soldier, 1, 10, Hold)), d), &standard, seeded(n))
		if !slices.Equal(alone.Log, with.Log) {
			t.Errorf("seed %d: a bystander changed the luck of others", n)
		}
	}
}

// Even sides win as often: of 400 battles of 100 soldiers against 100, charging
// from row 1, each side wins 200 ± 60 (six standard deviations of 10).
func TestNoSideIsFavoured(t *testing.T) {
	var won [2]int
	for n := range int64(400) {
		b := against([]Stack{men(soldier, 100, 1, Charge)}, []Stack{men(soldier, 100, 1, Charge)})
		r := Fight(b, &standard, Dice{Seed: game.Seed{9}, Subject: n})
		hp := [2]int64{r.After[0][0].HP, r.After[1][0].HP}
		switch {
		case hp[0] > hp[1]:
			won[0]++
		case hp[1] > hp[0]:
			won[1]++
		}
	}
	if won[0] < 140 || won[1] < 140 {
		t.Errorf("stronger at the end: %v", won)
	}
}
