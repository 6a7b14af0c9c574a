package relay

import (
	"encoding/json"
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

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

// Runner is a player. Where somebody is, all see; Breath and Answer nobody else.
type Runner struct {
	Number   int
	Name     string
	Player   string
	Lang     phrase.Lang
	Computer game.Computer
	At       int // steps from the start
	Breath   int
	Answer   int // standing instruction: steps run at once when overtaken, as far as breath lasts
	GaveUp   bool
}

// World is a State under its numbers. It is never changed.
type World struct {
	rb *Rulebook
	n  Numbers
	s  State
}

// State encodes the race; there are no maps in it.
func (w *World) State() []byte {
	b, err := json.Marshal(w.s)
	if err != nil {
		panic(err)
	}
	return b
}

// clone gives a world that may be changed.
func (w *World) clone() *World {
	next := *w
	next.s.Runners = append([]Runner(nil), w.s.Runners...)
	next.s.Winners = append([]int(nil), w.s.Winners...)
	return &next
}

// Asked is the one whose turn it is.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.s.Turn, Phase: "orders", Over: w.s.Over, Winners: w.s.Winners}
	if w.s.Next > 0 {
		a.Realms = []int{w.s.Next}
	}
	return a
}

// Title names the turn and whose it is.
func (w *World) Title(lang phrase.Lang) string {
	b := w.rb.words[lang]
	r := w.runner(w.s.Next)
	switch {
	case w.s.Over:
		return b.T("title-over")
	case r == nil:
		return b.T("title-waiting")
	}
	return b.Say(phrase.P("title", phrase.Num("turn", w.s.Turn), phrase.Str("name", r.Name)))
}

// Kinds are none: all runners are alike.
func (w *World) Kinds() []string { return nil }

// Cultures are none.
func (w *World) Cultures() []string { return nil }

// Realms are the runners.
func (w *World) Realms() []game.Realm {
	var out []game.Realm
	for _, r := range w.s.Runners {
		out = append(out, game.Realm{Number: r.Number, Name: r.Name, Player: r.Player, Lang: r.Lang, Computer: r.Computer, Fallen: r.GaveUp})
	}
	return out
}

// Join puts a runner at the start. With the second one the race begins.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	switch {
	case j.Kind != "" || j.Culture != "":
		return nil, 0, fmt.Errorf("runners have neither kind nor culture, not %q", j.Kind+j.Culture)
	case w.s.Over:
		return nil, 0, fmt.Errorf("the race is over")
	}
	next := w.clone()
	n := len(next.s.Runners) + 1
	next.s.Runners = append(next.s.Runners, Runner{Number: n, Name: j.Name, Player: j.Player, Lang: j.Lang, Computer: j.Computer, Breath: w.n.Breath})
	if n == 2 {
		next.s.Next = 1
	}
	return next, n, nil
}

func (w *World) runner(n int) *Runner {
	if n < 1 || n > len(w.s.Runners) {
		return nil
	}
	return &w.s.Runners[n-1]
}

// Broken: breath within bounds, somebody's turn or nobody's, winners only at the end.
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
