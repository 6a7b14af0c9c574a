package frame

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Turn is what every game notes while a turn is played. The turn of a rulebook embeds it beside its
// state. Played for a receipt, over what one realm knows, the same phases tell what is in force: so
// receipt and turn share their code (law 8).
type Turn struct {
	Seed   game.Seed
	Number int    // of the turn that is played
	Week   int    // 0 in games without weeks
	Phase  string // the one being played; Play sets it

	Annals  game.Annals        // all that happened, in order; nothing while Quiet
	Refused [][]orders.Problem // by realm, the game master's first: errors, not done; warnings, done but doubted
	Notices []game.Notice      // to the game master
	Letters []Letter           // on their way into reports
	written []string           // by realm: the sheets whose lines Undone sorted out

	Quiet      bool           // Tell notes nothing: of a receipt that looks at no event
	ForReceipt bool           // nothing is resolved; the following are of a receipt alone
	InForce    []game.InForce // what counts, in the order of the phases
	ToMaster   []game.Letter  // what will be mailed to the game master
}

// Begin makes the core of a turn for so many realms.
func Begin(seed game.Seed, number, realms int) Turn {
	return Turn{Seed: seed, Number: number, Refused: make([][]orders.Problem, realms+1)}
}

// Tell notes what happened, for the realms given, in any order; 0, which is nobody, and repeats are dropped. The list
// stays the caller's.
func (t *Turn) Tell(what phrase.Phrase, realms ...int) {
	if t.Quiet {
		return
	}
	var few [8]int
	t.Annals.Add(t.Week, t.Phase, appendSorted(few[:0], realms), what)
}

// Aside is a core like this one whose events are noted apart, in the room of those of one that is no longer needed.
func (t *Turn) Aside(room *Turn) Turn {
	out := *t
	out.Annals = room.Annals
	out.Annals.Clear()
	return out
}

// Told counts the events noted so far.
func (t *Turn) Told() int { return t.Annals.Len() }

// Retell notes events of a core aside, from one to before another, as if they happened here.
func (t *Turn) Retell(aside *Turn, first, end int) {
	t.Annals.Take(&aside.Annals, first, end)
}

// Events are all that happened, in order.
func (t *Turn) Events() []game.Event { return t.Annals.Events() }

// Sorted sorts realms, drops 0 and repeats; nil if none is left. They are few, so each finds its place.
func Sorted(in []int) []int {
	out := appendSorted(make([]int, 0, len(in)), in)
	if len(out) == 0 {
		return nil
	}
	return out
}

// appendSorted is Sorted in the room of a list that is empty.
func appendSorted(out, in []int) []int {
	for _, r := range in {
		if r == 0 {
			continue
		}
		i := 0
		for i < len(out) && out[i] < r {
			i++
		}
		if i < len(out) && out[i] == r {
			continue
		}
		out = append(out, 0)
		copy(out[i+1:], out[i:])
		out[i] = r
	}
	return out
}

// Accept notes, for a receipt, that an order counts. A turn needs no such word: it does it.
func (t *Turn) Accept(at orders.Position, what phrase.Phrase) {
	if t.ForReceipt {
		t.InForce = append(t.InForce, game.InForce{Line: at.Line, What: what})
	}
}

// Refuse notes that an order, or a part of it, is not done, and why: in the head of the realm's report, and in its
// receipt where that knew.
func (t *Turn) Refuse(realm int, at orders.Position, why phrase.Phrase) {
	t.Refused[realm] = append(t.Refused[realm], orders.Problem{Position: at, Severity: orders.Error, What: why})
}

// Doubt warns, in a receipt, of an order that counts, but perhaps not as it was meant.
func (t *Turn) Doubt(realm int, at orders.Position, why phrase.Phrase) {
	if t.ForReceipt {
		t.Refused[realm] = append(t.Refused[realm], orders.Problem{Position: at, Severity: orders.Warning, What: why})
	}
}

// Dice are keyed by turn, week, phase and subject: whom and what they are thrown for (law 5). The same key gives the
// same dice.
func (t *Turn) Dice(subject ...int64) *game.Dice {
	return t.Seed.Throw(t.Number, t.Week, t.Phase, subject...)
}

// Phase is a step of a turn, which changes the turn G in place. A rulebook's own type of the same fields makes its
// lists short: type phase frame.Phase[*turn].
type Phase[G any] struct {
	Name string // keys the dice, stands in events, and never changes: results would
	Run  func(G)
}

// Play runs phases on a turn whose core is t, one after the other. No phase calls the next, so the list tells the
// order, with the reason at the odd places.
func Play[G any, P ~struct {
	Name string
	Run  func(G)
}](t *Turn, on G, phases []P) {
	for i := range phases {
		p := Phase[G](phases[i])
		t.Phase = p.Name
		p.Run(on)
	}
}

// Sheet is a realm's orders of a turn, parsed. The zero Sheet is that of a realm that sent none.
type Sheet struct {
	Came     bool // the realm sent orders
	Away     bool // it sent none, and its player had said so: the turn is not one missed
	Lines    []orders.Line
	Problems []orders.Problem // of the text
	Text     string
}

// ReadSheet parses a sheet, or takes what was parsed already. Nobody changes what is in its lists.
func ReadSheet(l *orders.Language, s game.Sheet) Sheet {
	if s.Absent {
		return Sheet{Away: true}
	}
	f := s.Orders(l)
	return Sheet{Came: true, Lines: f.Lines, Problems: f.Problems, Text: s.Text}
}

// Each calls do with each order of one type, in the order of the sheet.
func Each[O orders.Order](lines []orders.Line, do func(at orders.Position, o O)) {
	for i := range lines {
		if o, ok := lines[i].Order.(O); ok {
			do(lines[i].Position, o)
		}
	}
}

// Undone are the problems of which the head of a report tells: lines that could not be read, without their examples,
// and orders that were not done, sorted by position; warnings are for receipts. Those of one place stay in the order
// of the lists.
func Undone(lists ...[]orders.Problem) []orders.Problem {
	out := orders.Void(slices.Concat(lists...))
	orders.SortProblems(out)
	return out
}

// Undone notes, as the turn ends, what of a realm's sheet was not done: its own problems and those of the turn. A line
// that fails only because another does not count says so.
func (t *Turn) Undone(realm int, l *orders.Language, s Sheet, lists ...[]orders.Problem) {
	t.Refused[realm] = l.Because(s.Text, Undone(lists...), nil)
	if t.written == nil {
		t.written = make([]string, len(t.Refused))
	}
	t.written[realm] = s.Text
}

// Receipt begins what a receipt says of a sheet: the problems of its text. Why is the code of a sentence that says why
// none of it counts, which is then the first problem; "" where it may count.
func Receipt(l *orders.Language, s game.Sheet, why string) (c game.Checked, counts bool) {
	if why != "" {
		c.Problems = []orders.Problem{{Severity: orders.Error, What: phrase.P(why)}}
	}
	c.Problems = append(c.Problems, s.Orders(l).Problems...)
	return c, why == ""
}
