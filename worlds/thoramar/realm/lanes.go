package realm

import (
	"math"
	"slices"
	"sync/atomic"
)

// Beside plays the armies of different tracts side by side, since they have nothing to do with each other. A lane has
// a copy of the turn. State and places are shared, since each lane changes only what belongs to its own tracts.
// Events, booty and the realms whose lists have lost an army are the lane's own until all are done.
//
// Realm 0's demons are the one thing that tracts share: a demon that is freed draws a number that none of them has.
// There lanes wait for everybody whose turn comes earlier (see await).
type Beside struct {
	lanes   []*lane
	waiting atomic.Int32
}

// lane is where the armies of some tracts take their turns, in the order of initiative.
type lane struct {
	turn   Turn
	beside *Beside
	line   []initiative
	now    atomic.Pointer[initiative] // whose turn it is; nil when all have had theirs
	wake   chan struct{}

	told   []share // which events belong to which turn
	left   []int   // realms whose lists have lost an army
	earned []earning

	gathered int // how many of told are gathered
}

// share is the events of one army's turn.
type share struct{ turn, first, end int }

type earning struct {
	realm  int
	source string
	gold   int64
}

// MostLanes is how many lanes there may be.
const MostLanes = 64

// first is before everybody: nobody has had a turn yet.
var first = initiative{speed: math.MaxInt}

// TakeTurns lets armies take their turns by initiative, each in the lane given for it. With one lane they go one after
// the other.
func (t *Turn) TakeTurns(list []*Army, lanes int, in []uint8, act func(*Turn, *Army)) {
	if alone || lanes < 2 {
		t.ByInitiative(list)
		for _, a := range list {
			act(t, a)
		}
		return
	}
	b := beside(t, lanes)
	InLanes(lanes, lanes, func(n, _, _ int) {
		defer b.lanes[n].pass(nil)
		b.lanes[n].play(list, in, uint8(n), act)
	})
	b.gather(t)
}

// beside makes n copies of the turn, in the room of the copies before.
func beside(t *Turn, n int) *Beside {
	if t.beside == nil || len(t.beside.lanes) != n {
		t.beside = &Beside{lanes: make([]*lane, n)}
		for i := range t.beside.lanes {
			t.beside.lanes[i] = &lane{beside: t.beside, wake: make(chan struct{}, 1)}
		}
	}
	for _, l := range t.beside.lanes {
		was := l.turn
		l.turn = *t
		l.turn.Turn, l.turn.lane = t.Turn.Aside(&was.Turn), l
		l.turn.turns, l.turn.Exposed, l.turn.Late = was.turns, was.Exposed[:0], was.Late[:0]
		l.told, l.left, l.earned, l.gathered = l.told[:0], l.left[:0], l.earned[:0], 0
		l.now.Store(&first)
	}
	return t.beside
}

// play lets the armies of one lane take their turns.
func (l *lane) play(list []*Army, in []uint8, lane uint8, act func(*Turn, *Army)) {
	t := &l.turn
	l.line = t.turns[:0]
	for i, a := range list {
		if in[i] == lane {
			l.line = append(l.line, initiativeOf(t, a))
		}
	}
	slices.SortFunc(l.line, byTurn)
	t.turns = l.line
	for i := range l.line {
		l.pass(&l.line[i])
		first := t.Told()
		act(t, l.line[i].army)
		if end := t.Told(); end > first {
			l.told = append(l.told, share{i, first, end})
		}
	}
}

// pass tells those who wait whose turn it is now.
func (l *lane) pass(to *initiative) {
	l.now.Store(to)
	if l.beside.waiting.Load() == 0 {
		return
	}
	for _, other := range l.beside.lanes {
		select {
		case other.wake <- struct{}{}:
		default: // it has been woken already
		}
	}
}

// await waits until everybody who is earlier in the other lanes has had their turn. Among those that wait, one is the
// earliest, so nobody waits forever.
func (l *lane) await() {
	own := l.now.Load()
	l.beside.waiting.Add(1)
	for _, other := range l.beside.lanes {
		for other != l {
			if now := other.now.Load(); now == nil || byTurn(*own, *now) < 0 {
				break
			}
			<-l.wake
		}
	}
	l.beside.waiting.Add(-1)
}

// gather brings together what the lanes have done: events in the order of initiative.
func (b *Beside) gather(t *Turn) {
	for {
		var next *lane
		for _, l := range b.lanes {
			if l.gathered < len(l.told) && (next == nil || byTurn(l.due(), next.due()) < 0) {
				next = l
			}
		}
		if next == nil {
			break
		}
		s := next.told[next.gathered]
		t.Retell(&next.turn.Turn, s.first, s.end)
		next.gathered++
	}
	var left []int
	for _, l := range b.lanes {
		for _, e := range l.earned {
			t.Earn(e.realm, e.source, e.gold)
		}
		t.Exposed = append(t.Exposed, l.turn.Exposed...)
		t.Late = append(t.Late, l.turn.Late...)
		left = append(left, l.left...)
	}
	slices.Sort(left)
	for _, r := range slices.Compact(left) {
		t.State.Armies[r] = slices.DeleteFunc(slices.Clone(t.State.Armies[r]),
			func(a *Army) bool { return a.lost || a.Realm != r })
	}
}

// due is whose events are to be gathered next.
func (l *lane) due() initiative { return l.line[l.told[l.gathered].turn] }

// InLanes does a piece of work side by side, about as much in each lane. It calls do with the numbers from one up to
// another, without the last. If a lane panics, the panic reaches the caller when all are done.
func InLanes(lanes, n int, do func(lane, from, to int)) {
	if alone || lanes < 2 {
		do(0, 0, n)
		return
	}
	done := make(chan any, lanes)
	for i := range lanes {
		go func() {
			defer func() { done <- recover() }()
			do(i, i*n/lanes, (i+1)*n/lanes)
		}()
	}
	var fault any
	for range lanes {
		if f := <-done; f != nil {
			fault = f
		}
	}
	if fault != nil {
		panic(fault)
	}
}

// Chosen lists the armies that choose accepts, by realm and in their order. Each lane looks at the armies of some
// realms, and choose changes no other army.
func Chosen(t *Turn, choose func(*Army) bool) []*Army {
	lists := make([][]*Army, max(t.Lanes, 1))
	InLanes(t.Lanes, len(t.State.Armies), func(lane, from, to int) {
		for _, armies := range t.State.Armies[from:to] {
			for _, a := range armies {
				if choose(a) {
					lists[lane] = append(lists[lane], a)
				}
			}
		}
	})
	return slices.Concat(lists...)
}

// leaves records that an army is lost or changes its realm, and reports whether it leaves its realm's list now. Side
// by side, lists stay as they are until all have had their turns, and armies in them that are lost are skipped. Realm
// 0's demons are the exception, since others ask for their numbers.
func (l *lane) leaves(a *Army) bool {
	switch {
	case l == nil:
		return true
	case a.Realm == 0 && a.Name.Type == 'D':
		l.await()
		return true
	}
	l.left = append(l.left, a.Realm)
	return false
}
