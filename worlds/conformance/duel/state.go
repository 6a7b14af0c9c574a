package duel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// The mail phases of a round.
const (
	inOrders  = "orders"
	inResults = "results"
)

// schema is the version of the state.
const schema = 1

// State is a tournament between two turns.
type State struct {
	Schema  int
	Turn    int
	Phase   string
	Fencers []Fencer // by number
	Bouts   []Bout   // all of the campaign, by number; those without Done await results
}

// Fencer is a player.
type Fencer struct {
	rulekit.Person
	Stance  Stance // valid until changed
	Courage int
	Points  int
	Lists   []game.File // attachments, without Data: passed on at each pairing
}

// Bout is a pairing. A and B are numbers of fencers, A the lower one.
type Bout struct {
	A, B         int
	HitsA, HitsB int
	Done         bool
}

// World is a State with its numbers. It never changes.
type World struct {
	rulekit.Alike
	rb *Rulebook
	n  *Numbers
	s  State
}

// State encodes the tournament. It has no maps, so the bytes are always the same.
func (w *World) State() []byte { return rulekit.Encode(&w.s) }

// clone returns a copy that may be changed.
func (w *World) clone() *World {
	next := *w
	next.s.Fencers, next.s.Bouts = slices.Clone(w.s.Fencers), slices.Clone(w.s.Bouts)
	return &next
}

// round is the present round, from 1.
func (w *World) round() int { return (w.s.Turn + 1) / 2 }

func (w *World) over() bool { return w.round() > w.n.Rounds }

// Asked asks everybody in both phases, once there is somebody to fence with.
func (w *World) Asked() game.Asked {
	a := game.Asked{Turn: w.s.Turn, Phase: w.s.Phase, Over: w.over()}
	if a.Over {
		best := 0
		for _, f := range w.s.Fencers {
			best = max(best, f.Points)
		}
		for _, f := range w.s.Fencers {
			if f.Points == best {
				a.Winners = append(a.Winners, f.Number)
			}
		}
		return a
	}
	if len(w.s.Fencers) > 1 {
		a.Realms = rulekit.All(len(w.s.Fencers))
	}
	return a
}

// Title names the round and the phase.
func (w *World) Title(lang phrase.Lang) string { return w.rb.Words(lang).Say(w.title()) }

func (w *World) title() phrase.Phrase {
	if w.over() {
		return phrase.P("title-over")
	}
	return phrase.P("title", phrase.Num("round", w.round()), phrase.Key("phase", "phase."+w.s.Phase))
}

// Realms returns the fencers.
func (w *World) Realms() []game.Realm { return rulekit.Realms(w.s.Fencers) }

// HandOver changes a fencer's player, and nothing else.
func (w *World) HandOver(realm int, to game.Player) game.World {
	next := w.clone()
	next.s.Fencers[realm-1].Person = next.s.Fencers[realm-1].Given(to)
	return next
}

// Join adds a fencer, until the first pairs are drawn.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	n := len(w.s.Fencers) + 1
	if err := w.Offers(j); err != nil {
		return nil, 0, err
	}
	if w.s.Turn > 1 {
		return nil, 0, errors.New("the tournament has begun")
	}
	who, err := rulekit.Newcomer(j, n, w.Realms())
	if err != nil {
		return nil, 0, err
	}
	next := w.clone()
	next.s.Fencers = append(next.s.Fencers, Fencer{Person: who, Stance: Middle, Courage: 1})
	return next, n, nil
}

func (w *World) fencer(n int) *Fencer { return rulekit.At(w.s.Fencers, n) }

// Broken: a fencer's points are the hits of their bouts, each bout pairs two fencers, and hits are within bounds.
func (w *World) Broken() []string {
	var out []string
	points := make([]int, len(w.s.Fencers)+1)
	for i, b := range w.s.Bouts {
		if b.A < 1 || b.A >= b.B || b.B > len(w.s.Fencers) {
			out = append(out, fmt.Sprintf("bout %d pairs %d and %d", i+1, b.A, b.B))
			continue
		}
		if b.HitsA > w.n.Most || b.HitsB > w.n.Most || !b.Done && b.HitsA+b.HitsB > 0 {
			out = append(out, fmt.Sprintf("bout %d has %d to %d hits", i+1, b.HitsA, b.HitsB))
		}
		points[b.A] += b.HitsA
		points[b.B] += b.HitsB
	}
	for _, f := range w.s.Fencers {
		if f.Points != points[f.Number] {
			out = append(out, fmt.Sprintf("fencer %d has %d points, the bouts give %d", f.Number, f.Points,
				points[f.Number]))
		}
	}
	return out
}

// Standings returns the points, which each report has too.
func (w *World) Standings() *game.Standings {
	var rows []game.Standing
	for _, f := range w.s.Fencers {
		rows = append(rows, game.Standing{Realm: f.Number, Name: f.Name, Numbers: []int64{int64(f.Points)}})
	}
	return &game.Standings{Columns: []string{"points"},
		Rows: game.Ranked(rows, func(a, b game.Standing) int { return cmp.Compare(b.Numbers[0], a.Numbers[0]) })}
}

// News is empty: fencers are told only about their own bouts.
func (w *World) News() []string { return nil }

// Nothing is counted for the game master, who changes nothing by hand. Fencers have neither map nor guide, and no setting
// changes their reports.

func (w *World) Verbs() []game.Verb { return nil }

func (w *World) Edit(string, []string) (game.World, []game.Event, error) {
	return nil, nil, errors.New("a duel is not changed by hand")
}

func (w *World) Counts(int) []game.Count { return nil }

func (w *World) Fights() []string { return nil }

func (w *World) Chart(int, phrase.Lang) *game.Chart { return nil }

func (w *World) Guide(int, phrase.Lang) game.Guide { return game.Guide{} }

func (w *World) FirstLetter(int) string { return "" }

func (w *World) Adjustments(int) []game.Adjustment { return nil }

// Known: all names, the fencer's own guard and lists, and their own bouts. Of others' bouts, only how many there are
// and whether they are over, which the phase shows anyway.
func (w *World) Known(realm int) []byte {
	if w.fencer(realm) == nil {
		return nil
	}
	s := w.clone().s
	for i := range s.Fencers {
		if f := &s.Fencers[i]; f.Number != realm {
			*f = Fencer{Person: f.Person.Known(realm)}
		}
	}
	for i := range s.Bouts {
		if b := &s.Bouts[i]; b.A != realm && b.B != realm {
			*b = Bout{Done: b.Done}
		}
	}
	return rulekit.Known(schema, realm, &s)
}

// unsound lists what is wrong with a masked tournament: fencers must be sorted by number, and guards must exist.
func (s *State) unsound() []string {
	var out []string
	if s.Phase != inOrders && s.Phase != inResults {
		out = append(out, fmt.Sprintf("there is no phase %q", s.Phase))
	}
	for i, f := range s.Fencers {
		if f.Number != i+1 || f.Stance < Low || f.Stance > High {
			out = append(out, fmt.Sprintf("fencer %d stands in guard %d in place %d", f.Number, f.Stance, i+1))
		}
	}
	for i, b := range s.Bouts {
		if b.A < 0 || b.B < 0 || b.A > len(s.Fencers) || b.B > len(s.Fencers) {
			out = append(out, fmt.Sprintf("bout %d pairs %d and %d", i+1, b.A, b.B))
		}
	}
	return out
}

// Template returns the fencer's present guard or, when bouts were fought, a line to fill in for each bout of the
// fencer.
func (w *World) Template(realm int) string {
	f := w.fencer(realm)
	if f == nil || w.over() {
		return ""
	}
	if w.s.Phase == inOrders {
		return fmt.Sprintf("$A\n%s\n$E\n", Guard{Stance: f.Stance, Courage: f.Courage}.Print(nil, phrase.De))
	}
	var b strings.Builder
	for i, bout := range w.s.Bouts {
		if !bout.Done && (bout.A == realm || bout.B == realm) {
			fmt.Fprintf(&b, "; %s\n", Result{Bout: i + 1}.Print(nil, phrase.De)) // only the fencer knows how it went
		}
	}
	return "$T\n" + b.String() + "$E\n"
}
