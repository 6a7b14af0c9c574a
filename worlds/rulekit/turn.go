package rulekit

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Turn is what every game records while a turn is played. The turn of a rulebook embeds it beside its state. If the
// same phases are played for a receipt, over what one realm knows, they say what is in force. So receipt and turn
// share their code (law 8).
type Turn struct {
	Seed   game.Seed
	Number int    // of the turn that is played
	Week   int    // 0 in games without weeks
	Phase  string // the one being played; Play sets it

	Annals  game.Annals        // everything that happened, in order; nothing while Quiet
	Refused [][]orders.Problem // by realm, the game master's first: errors were not done, warnings were done but doubted
	Notices []game.Notice      // to the game master
	Letters []PlayerMessage    // on their way into reports
	written []string           // by realm: the sheets whose lines Undone sorted

	Quiet      bool                 // Tell records nothing, for a receipt that looks at no event
	ForReceipt bool                 // nothing is resolved; what follows is for a receipt alone
	InForce    []game.InForce       // what counts, in the order of the phases
	ToMaster   []game.MasterMessage // what will be mailed to the game master
}

// Begin makes the core of a turn for this many realms.
func Begin(seed game.Seed, number, realms int) Turn {
	return Turn{Seed: seed, Number: number, Refused: make([][]orders.Problem, realms+1)}
}

// Tell records what happened, for the realms given, in any order. Repeats and 0, which is nobody, are dropped. The
// list stays the caller's.
func (t *Turn) Tell(what phrase.Phrase, realms ...int) {
	if t.Quiet {
		return
	}
	var few [8]int
	t.Annals.Add(t.Week, t.Phase, appendSorted(few[:0], realms), what)
}

// Aside is a core like this one whose events are recorded apart, in the room of a core that is no longer needed.
func (t *Turn) Aside(room *Turn) Turn {
	out := *t
	out.Annals = room.Annals
	out.Annals.Clear()
	return out
}

// Told counts the events recorded so far.
func (t *Turn) Told() int { return t.Annals.Len() }

// Retell records events of another core, from first up to end, without end, as if they happened here.
func (t *Turn) Retell(aside *Turn, first, end int) {
	t.Annals.Take(&aside.Annals, first, end)
}

// Events returns everything that happened, in order.
func (t *Turn) Events() []game.Event { return t.Annals.Events() }

// Sorted sorts realms and drops 0 and repeats. It returns nil if none is left.
func Sorted(in []int) []int {
	out := appendSorted(make([]int, 0, len(in)), in)
	if len(out) == 0 {
		return nil
	}
	return out
}

// appendSorted is Sorted in the room of an empty list.
func appendSorted(out, in []int) []int {
	out = append(out, in...)
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(r int) bool { return r == 0 })
}

// Accept records, for a receipt, that an order counts. A turn needs no such record: it does the order.
func (t *Turn) Accept(at orders.Position, what phrase.Phrase) {
	if t.ForReceipt {
		t.InForce = append(t.InForce, game.InForce{Line: at.Line, What: what})
	}
}

// Refuse records that an order, or a part of it, is not done, and why. It shows in the head of the realm's report, and
// in its receipt if that could know.
func (t *Turn) Refuse(realm int, at orders.Position, why phrase.Phrase) {
	t.Refused[realm] = append(t.Refused[realm], orders.Problem{Position: at, Severity: orders.Error, What: why})
}

// Doubt warns, in a receipt, about an order that counts, but perhaps not as it was meant.
func (t *Turn) Doubt(realm int, at orders.Position, why phrase.Phrase) {
	if t.ForReceipt {
		t.Refused[realm] = append(t.Refused[realm], orders.Problem{Position: at, Severity: orders.Warning, What: why})
	}
}

// Dice are keyed by turn, week, phase and subject: for whom and for what they are thrown (law 5). The same key gives
// the same dice.
func (t *Turn) Dice(subject ...int64) *game.Dice {
	return t.Seed.Throw(t.Number, t.Week, t.Phase, subject...)
}

// Phase is a step of a turn, which changes the turn G in place. A rulebook's own type with the same fields keeps its
// lists short: type phase rulekit.Phase[*turn].
type Phase[G any] struct {
	Name string // keys the dice and is in events; it never changes, since results would
	Run  func(G)
}

// Play runs phases on a turn whose core is t, one after the other. No phase calls the next, so the list shows the
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

// Sheet is a realm's orders for a turn, parsed. The zero Sheet belongs to a realm that sent none.
type Sheet struct {
	Came     bool // the realm sent orders; lines that only speak may be there without
	Away     bool // it sent none, and its player had announced to be away: the turn is not missed
	Lines    []orders.Line
	Problems []orders.Problem // of the text
	Text     string
}

// ReadSheet parses a sheet, or takes what was parsed already. Nobody may change what is in its lists.
func ReadSheet(l *orders.Language, s game.Sheet) Sheet {
	if s.Absent {
		return Sheet{Away: true}
	}
	f := s.Orders(l)
	return Sheet{Came: !s.Missed, Lines: f.Lines, Problems: f.Problems, Text: s.Text}
}

// Each calls do with each order of one type, in the order of the sheet.
func Each[O orders.Order](lines []orders.Line, do func(at orders.Position, o O)) {
	for i := range lines {
		if o, ok := lines[i].Order.(O); ok {
			do(lines[i].Position, o)
		}
	}
}

// Undone returns the problems for the head of a report: lines that could not be read, without their examples, and
// orders that were not done, sorted by position. Warnings are only for receipts. Problems at one place stay in the
// order of the lists.
func Undone(lists ...[]orders.Problem) []orders.Problem {
	out := orders.Void(slices.Concat(lists...))
	orders.SortProblems(out)
	return out
}

// Undone records, at the end of a turn, what of a realm's sheet was not done: the sheet's own problems and those of
// the turn. A line that fails only because another does not count says so.
func (t *Turn) Undone(realm int, l *orders.Language, s Sheet, lists ...[]orders.Problem) {
	t.Refused[realm] = l.Because(s.Text, Undone(lists...), nil)
	if t.written == nil {
		t.written = make([]string, len(t.Refused))
	}
	t.written[realm] = s.Text
}

// RefuseAll are the problems if none of these lines counts, for the same reason.
func RefuseAll(lines []orders.Line, why phrase.Phrase) (out []orders.Problem) {
	for _, l := range lines {
		out = append(out, orders.Problem{Position: l.Position, Severity: orders.Error, What: why})
	}
	return out
}

// Receipt begins what a receipt says about a sheet, with the problems of its text. If none of it counts, why is the
// code of the sentence that says so, and that becomes the first problem. If it may count, why is "".
func Receipt(l *orders.Language, s game.Sheet, why string) (c game.Checked, counts bool) {
	if why != "" {
		c.Problems = []orders.Problem{{Severity: orders.Error, What: phrase.P(why)}}
	}
	c.Problems = append(c.Problems, s.Orders(l).Problems...)
	return c, why == ""
}
