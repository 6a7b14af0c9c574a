package worldtest

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Handful is tiny with a verb: `set REALM GOLD`. Setting a treasury to 7 panics, to 8 leaves debts, and to 13 is
// refused by the rules.
type Handful struct{ Tiny }

// HandfulWorld is one of its worlds.
type HandfulWorld struct{ TinyWorld }

func (g Handful) Found(f game.Founding) (game.World, error) {
	g.as = inHands
	return g.Tiny.Found(f)
}

func (g Handful) Open(state, tables []byte) (game.World, error) {
	g.as = inHands
	return g.Tiny.Open(state, tables)
}

func inHands(w TinyWorld) game.World { return HandfulWorld{w} }

func (w HandfulWorld) Verbs() []game.Verb {
	return []game.Verb{{Name: "set", Form: "REALM GOLD", What: phrase.P("gold")}}
}

func (w HandfulWorld) Edit(verb string, args []string) (game.World, []game.Event, error) {
	unlucky := &phrase.Fault{What: phrase.P("dig", phrase.Num("n", 13)), Words: w.rules.Words}
	if verb != "set" || len(args) != 2 {
		return nil, nil, unlucky
	}
	realm, _ := strconv.Atoi(args[0])
	gold, _ := strconv.ParseInt(args[1], 10, 64)
	switch gold {
	case 7:
		panic("the chest falls")
	case 13:
		return nil, nil, unlucky
	case 8:
		gold = -8
	case 77:
		if w.Asked().Turn == 1 { // nobody has that much so early
			return nil, nil, unlucky
		}
	}
	w.All = slices.Clone(w.All)
	w.All[realm-1].Gold = gold
	return w, []game.Event{{Phase: game.EditPhase, Realms: []int{realm},
		Phrase: phrase.P("gold", phrase.Num("n", gold))}}, nil
}

func (w HandfulWorld) Resolve(in []game.Sheet, s game.Seed, lanes int, edits []game.Event) game.Outcome {
	return handfulOutcome{w.TinyWorld.Resolve(in, s, lanes, nil).(TinyOutcome), edits}
}

// handfulOutcome reports at the end of reports what was changed.
type handfulOutcome struct {
	TinyOutcome
	edits []game.Event
}

func (o handfulOutcome) Annals() *game.Annals { return game.AnnalsOf(slices.Concat(o.edits, o.events)) }

func (o handfulOutcome) HandOver(realm int, to game.Player) game.Outcome {
	o.After = o.After.handed(realm, to)
	return o
}

func (o handfulOutcome) Report(realm int, _ *game.Shown) game.Report {
	r := o.TinyOutcome.Report(realm, nil)
	for _, e := range o.edits {
		if !e.For(realm) {
			continue
		}
		r.Text = append(r.Text, "By hand: "...)
		for _, a := range e.Args {
			r.Text = append(append(r.Text, a.S...), strconv.FormatInt(a.N, 10)...)
		}
		r.Text = append(r.Text, '\n')
	}
	return r
}

const Why = "a  fault\nof the rules"
