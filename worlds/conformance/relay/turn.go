package relay

import (
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// turn is one runner's turn while it is resolved. Its phases change next.
type turn struct {
	before  *World
	next    *World
	seed    game.Seed
	me      *Runner // of next
	reading reading // zero if no orders came
	phase   string
	passed  []int // runners who were overtaken, by number

	events  []game.Event
	notices []game.Notice
	letters []frame.Letter
	text    string // the sheet of the runner whose turn it was
	heirs   []int  // realms that were handed over since
}

// phases of a turn, in order. The first is also played for a runner who missed it.
var phases = []struct {
	name string
	run  func(*turn)
}{
	{"rest", rest},
	{"keep", keep}, // before running: a new answer is valid from now on
	{"run", run},
	{"answer", answer}, // after the run, by those who were overtaken
	{"messages", messages},
	{"settings", settings},
	{"goal", goal},
}

// Resolve plays the turn of the runner who was asked.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := &turn{before: w, next: w.clone(), seed: seed}
	t.me = t.next.runner(w.s.Next)
	for _, s := range sheets {
		if s.Realm == w.s.Next && !s.Absent {
			t.reading, t.text = w.read(s), s.Text
		}
	}
	for _, p := range phases {
		t.phase = p.name
		p.run(t)
	}
	t.next.s.Turn++
	return t
}

func (t *turn) tell(what phrase.Phrase, realms ...int) {
	t.events = append(t.events, game.Event{Phase: t.phase, Realms: realms, Phrase: what})
}

// all returns the numbers of all runners.
func (t *turn) all() []int {
	var out []int
	for _, r := range t.next.s.Runners {
		out = append(out, r.Number)
	}
	return out
}

func rest(t *turn) {
	before := t.me.Breath
	t.me.Breath = t.before.rested(t.me)
	t.tell(phrase.P("rested", phrase.Num("breath", t.me.Breath-before)), t.me.Number)
}

func keep(t *turn) {
	if a := t.reading.answer; a != nil {
		t.me.Answer = a.Steps
	}
}

// run moves the runner. One run in six, if it has three steps or more, ends in a puddle and one step further back.
func run(t *turn) {
	name := phrase.Str("name", t.me.Name)
	switch {
	case t.reading.gaveUp:
		t.me.GaveUp = true
		t.tell(phrase.P("gave-up", name), t.all()...)
		return
	case t.reading.run == 0:
		t.tell(phrase.P("stood", name), t.all()...)
		return
	}
	steps := t.reading.run
	t.me.Breath -= steps
	from := t.me.At
	if steps >= 3 && t.seed.Throw(t.next.s.Turn, 0, t.phase, int64(t.me.Number)).N(6) == 0 {
		steps--
		t.tell(phrase.P("slipped", name), t.all()...)
	}
	t.me.At += steps
	t.tell(phrase.P("ran", name, phrase.Num("steps", steps), phrase.Num("at", t.me.At)), t.all()...)
	for _, r := range t.next.s.Runners {
		if !r.GaveUp && r.Number != t.me.Number && r.At >= from && r.At < t.me.At {
			t.passed = append(t.passed, r.Number)
		}
	}
}

func answer(t *turn) {
	for _, n := range t.passed {
		r := t.next.runner(n)
		steps := min(r.Answer, r.Breath)
		if steps == 0 {
			continue
		}
		r.Breath -= steps
		r.At += steps
		t.tell(phrase.P("answered", phrase.Str("name", r.Name), phrase.Num("steps", steps), phrase.Num("at", r.At)),
			t.all()...)
	}
}

func messages(t *turn) {
	for _, m := range t.reading.messages {
		to, err := strconv.Atoi(m.To)
		switch {
		case m.To == "M":
			t.notices = append(t.notices, game.Notice{Realm: t.me.Number, Text: m.Text})
		case err == nil:
			t.deliver(to, m.Text)
		default:
			for _, n := range t.all() {
				t.deliver(n, m.Text)
			}
		}
	}
}

func (t *turn) deliver(to int, text string) {
	if to == t.me.Number {
		return
	}
	t.letters = append(t.letters, frame.Letter{From: t.me.Number, To: to, Text: text})
	t.tell(phrase.P("message-from", phrase.Str("from", t.me.Name)), to)
}

// settings applies how the runner wants its reports, from this report on.
func settings(t *turn) {
	for _, o := range t.reading.settings {
		t.me.Set(o)
	}
}

// goal ends the race: the winner is whoever is farthest beyond the goal, or the last who still runs.
func goal(t *turn) {
	s := &t.next.s
	running := slices.DeleteFunc(slices.Clone(s.Runners), func(r Runner) bool { return r.GaveUp })
	best := 0
	for _, r := range running {
		best = max(best, r.At)
	}
	if best < t.before.n.Goal && len(running) > 1 {
		s.Next = t.following()
		return
	}
	s.Over, s.Next = true, 0
	for _, r := range running {
		if r.At == best {
			s.Winners = append(s.Winners, r.Number)
			t.tell(phrase.P("won", phrase.Str("name", r.Name)), t.all()...)
		}
	}
}

// following returns the next who still runs.
func (t *turn) following() int {
	n := len(t.next.s.Runners)
	for i := 1; i <= n; i++ {
		if r := t.next.s.Runners[(t.me.Number-1+i)%n]; !r.GaveUp {
			return r.Number
		}
	}
	return 0
}

// Next returns the world after the turn.
func (t *turn) Next() game.World { return t.next }

// HandOver returns the same turn with another player for a realm.
func (t *turn) HandOver(realm int, to game.Player) game.Outcome {
	out := *t
	out.next = t.next.HandOver(realm, to).(*World)
	out.heirs = append(slices.Clip(t.heirs), realm)
	return &out
}

// Events returns the events in order.
func (t *turn) Events() []game.Event { return t.events }

// Refused returns the refused lines of the runner whose turn it was.
func (t *turn) Refused(realm int) []orders.Problem {
	if realm != t.me.Number {
		return nil
	}
	return t.reading.Errors()
}

// ToMaster returns the messages to M.
func (t *turn) ToMaster() []game.Notice { return t.notices }

// Realms returns all who ran when the turn began.
func (t *turn) Realms() []int {
	var out []int
	for _, r := range t.before.s.Runners {
		if !r.GaveUp {
			out = append(out, r.Number)
		}
	}
	return out
}
