package relay

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// schema is the version of the state.
const schema = 1

// State is a race between two turns.
type State struct {
	Schema  int
	Turn    int
	Next    int      // number of the runner whose turn it is; 0 while the race waits for runners or is over
	Runners []Runner // by number
	Over    bool
	Winners []int
}

// Runner is a player. Everybody sees where a runner is, and nobody else sees Breath and Answer.
type Runner struct {
	frame.Person
	At     int // steps from the start
	Breath int
	Answer int // standing instruction: steps run at once when overtaken, as long as there is breath
	GaveUp bool
}

// World is a State with its numbers. It never changes.
type World struct {
	frame.Alike
	rb *Rulebook
	n  *Numbers
	s  State
}

// State encodes the race. It has no maps, so the bytes are always the same.
func (w *World) State() []byte { return frame.Encode(&w.s) }

// clone returns a copy that may be changed.
func (w *World) clone() *World {
	next := *w
	next.s.Runners = append([]Runner(nil), w.s.Runners...)
	next.s.Winners = append([]int(nil), w.s.Winners...)
	return &next
}

// Asked asks the runner whose turn it is.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.s.Turn, Phase: "orders", Over: w.s.Over, Winners: w.s.Winners}
	if w.s.Next > 0 {
		a.Realms = []int{w.s.Next}
	}
	return a
}

// Title names the turn and the runner.
func (w *World) Title(lang phrase.Lang) string {
	return w.rb.Words(lang).Say(w.title())
}

func (w *World) title() phrase.Phrase {
	r := w.runner(w.s.Next)
	switch {
	case w.s.Over:
		return phrase.P("title-over")
	case r == nil:
		return phrase.P("title-waiting")
	}
	return phrase.P("title", phrase.Num("turn", w.s.Turn), phrase.Str("name", r.Name))
}

// Realms returns the runners.
func (w *World) Realms() []game.Realm {
	var out []game.Realm
	for _, r := range w.s.Runners {
		realm := r.Realm()
		realm.Fallen = r.GaveUp
		out = append(out, realm)
	}
	return out
}

// HandOver changes a runner's player, and nothing else.
func (w *World) HandOver(realm int, to game.Player) game.World {
	next := w.clone()
	next.s.Runners[realm-1].Person = next.s.Runners[realm-1].Given(to)
	return next
}

// Join puts a runner at the start. The race begins with the second.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	n := len(w.s.Runners) + 1
	if err := w.Offers(j); err != nil {
		return nil, 0, err
	}
	who, err := frame.Newcomer(j, n, w.Realms())
	if err != nil {
		return nil, 0, err
	}
	if w.s.Over {
		return nil, 0, fmt.Errorf("the race is over")
	}
	next := w.clone()
	next.s.Runners = append(next.s.Runners, Runner{Person: who, Breath: w.n.Breath})
	if n == 2 {
		next.s.Next = 1
	}
	return next, n, nil
}

func (w *World) runner(n int) *Runner { return frame.At(w.s.Runners, n) }

// Broken: breath is within bounds, it is somebody's turn or nobody's, and there are winners only at the end.
func (w *World) Broken() []string {
	var out []string
	for _, r := range w.s.Runners {
		if r.Breath < 0 || r.Breath > w.n.Breath || r.At < 0 || r.Answer < 0 || r.Answer > most {
			out = append(out, fmt.Sprintf("runner %d: breath %d at %d, answer %d", r.Number, r.Breath, r.At, r.Answer))
		}
		if r.At >= w.n.Goal && !w.s.Over {
			out = append(out, fmt.Sprintf("runner %d is at the goal, and the race goes on", r.Number))
		}
	}
	if r := w.runner(w.s.Next); r == nil && !w.s.Over && len(w.s.Runners) > 1 || r != nil && (r.GaveUp || w.s.Over) {
		out = append(out, fmt.Sprintf("the turn is runner %d's", w.s.Next))
	}
	return out
}
