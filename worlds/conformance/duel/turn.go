package duel

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// turn is a mail phase while it is resolved. Its phases change next.
type turn struct {
	before *World
	next   *World
	seed   game.Seed
	sheets []reading // by realm, with the game master's first
	phase  string

	events  []game.Event
	refused map[int][]orders.Problem
	notices []game.Notice
	letters map[int][]letter // by receiver
	drawn   []int            // bouts of this turn's pairing, by number
	heirs   []int            // realms that were handed over since
}

// letter is a message to another fencer.
type letter struct {
	from int
	text string
}

type phase struct {
	name string
	run  func(*turn)
}

// first are the phases of a turn with orders, second those of a turn with results.
var (
	first = []phase{
		{"guards", guards},
		{"lists", lists}, // before pairing: lists that came this turn are passed on with it
		{"pairing", pairing},
		{"messages", messages},
		{"settings", settings},
	}
	second = []phase{
		{"results", results},
		{"messages", messages},
		{"settings", settings},
	}
)

// Resolve plays a mail phase.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed) game.Outcome {
	t := &turn{before: w, next: w.clone(), seed: seed, refused: map[int][]orders.Problem{}, letters: map[int][]letter{}}
	sheets = slices.Clone(sheets)
	slices.SortFunc(sheets, func(a, b game.Sheet) int { return cmp.Compare(a.Realm, b.Realm) })
	for _, s := range sheets {
		if s.Absent {
			continue
		}
		r := w.read(s)
		t.sheets = append(t.sheets, r)
		t.refused[r.realm] = append(t.refused[r.realm], frame.Undone(r.Problems)...)
		if f := t.next.fencer(s.Realm); f != nil {
			f.Lists = mergeFiles(f.Lists, withoutData(s.Files))
		}
	}
	list := first
	if w.s.Phase == inResults {
		list = second
	}
	for _, p := range list {
		t.phase = p.name
		p.run(t)
	}
	s := &t.next.s
	s.Turn++
	if s.Phase == inOrders {
		s.Phase = inResults
	} else {
		s.Phase = inOrders
	}
	return t
}

func withoutData(files []game.File) []game.File {
	var out []game.File
	for _, f := range files {
		out = append(out, game.File{Name: f.Name, Type: f.Type, Sum: f.Sum})
	}
	return out
}

func (t *turn) tell(what phrase.Phrase, realms ...int) {
	slices.Sort(realms)
	t.events = append(t.events, game.Event{Phase: t.phase, Realms: realms, Phrase: what})
}

func guards(t *turn) {
	for _, s := range t.sheets {
		if s.guard == nil {
			continue
		}
		f := t.next.fencer(s.realm)
		f.Stance, f.Courage = s.guard.Stance, s.guard.Courage
	}
}

// settings applies how fencers want their reports, from this report on.
func settings(t *turn) {
	for _, s := range t.sheets {
		for _, o := range s.settings {
			t.next.fencer(s.realm).Set(o)
		}
	}
}

func lists(t *turn) {
	for _, f := range t.next.s.Fencers {
		for _, l := range f.Lists {
			t.tell(phrase.P("list-kept", phrase.Str("file", l.Name)), f.Number)
		}
	}
}

// pairing draws who fences with whom: each fencer gets a keyed number, and neighbours meet. If their number is odd,
// the last rests. The better guard is told.
func pairing(t *turn) {
	s := &t.next.s
	order := make([]int, len(s.Fencers))
	lot := make(map[int]int64, len(order))
	for i, f := range s.Fencers {
		order[i] = f.Number
		lot[f.Number] = t.seed.Throw(s.Turn, 0, t.phase, int64(f.Number)).N(1 << 40)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(lot[a], lot[b]), cmp.Compare(a, b)) })
	for ; len(order) > 1; order = order[2:] {
		b := Bout{A: min(order[0], order[1]), B: max(order[0], order[1])}
		s.Bouts = append(s.Bouts, b)
		t.drawn = append(t.drawn, len(s.Bouts))
		t.announce(len(s.Bouts), b)
	}
	for _, rests := range order {
		t.tell(phrase.P("rests"), rests)
	}
}

func (t *turn) announce(number int, b Bout) {
	bout := phrase.Num("bout", number)
	for _, me := range []int{b.A, b.B} {
		f, other := t.next.fencer(me), t.next.fencer(b.A+b.B-me)
		t.tell(phrase.P("paired", bout, phrase.Str("other", other.Name),
			phrase.Key("stance", f.Stance.key()), phrase.Key("against", other.Stance.key())), me)
		if beats(f, other) {
			t.tell(phrase.P("first-thrust", bout), me)
		}
	}
}

// beats: high beats middle, middle beats low, low beats high. Between equal guards the greater courage wins.
func beats(f, other *Fencer) bool {
	if f.Stance == other.Stance {
		return f.Courage > other.Courage
	}
	return (f.Stance-other.Stance+3)%3 == 1
}

// results counts a bout if both say the same; the game master's result goes before theirs. If they do not agree,
// nothing counts, and both learn how their results differ.
func results(t *turn) {
	for i := range t.next.s.Bouts {
		b := &t.next.s.Bouts[i]
		if b.Done {
			continue
		}
		b.Done = true
		number := i + 1
		if r, said := word(t.sheets, 0, number); said {
			t.score(number, b, r)
			continue
		}
		ra, saidA := word(t.sheets, b.A, number)
		rb, saidB := word(t.sheets, b.B, number)
		if !saidA || !saidB {
			t.tell(phrase.P("not-told", phrase.Num("bout", number)), b.A, b.B)
			continue
		}
		if ra.Own != rb.Other || ra.Other != rb.Own {
			t.tell(differing(number, ra, rb), b.A)
			t.tell(differing(number, rb, ra), b.B)
			continue
		}
		t.score(number, b, ra)
	}
}

func differing(number int, mine, theirs Result) phrase.Phrase {
	return phrase.P("words-differ", phrase.Num("bout", number), phrase.Num("own", mine.Own),
		phrase.Num("other", mine.Other),
		phrase.Num("theirs", theirs.Other), phrase.Num("said", theirs.Own))
}

// word returns what a realm says about a bout.
func word(sheets []reading, realm, bout int) (Result, bool) {
	for _, s := range sheets {
		if s.realm != realm {
			continue
		}
		for _, r := range s.results {
			if r.Bout == bout {
				return r, true
			}
		}
	}
	return Result{}, false
}

func (t *turn) score(number int, b *Bout, r Result) {
	b.HitsA, b.HitsB = r.Own, r.Other
	t.next.fencer(b.A).Points += b.HitsA
	t.next.fencer(b.B).Points += b.HitsB
	told := func(realm, own, other int) {
		t.tell(phrase.P("scored", phrase.Num("bout", number), phrase.Num("own", own), phrase.Num("other", other)),
			realm)
	}
	told(b.A, b.HitsA, b.HitsB)
	told(b.B, b.HitsB, b.HitsA)
}

func messages(t *turn) {
	for _, s := range t.sheets {
		for _, m := range s.messages {
			switch m.To {
			case "M":
				t.notices = append(t.notices, game.Notice{Realm: s.realm, Text: m.Text})
			case "A", "G":
				for _, f := range t.next.s.Fencers {
					t.deliver(s.realm, f.Number, m.Text)
				}
			default:
				if to, err := strconv.Atoi(m.To); err == nil {
					t.deliver(s.realm, to, m.Text)
				}
			}
		}
	}
}

func (t *turn) deliver(from, to int, text string) {
	if from == to {
		return
	}
	t.letters[to] = append(t.letters[to], letter{from: from, text: text})
	t.tell(phrase.P("message-from", phrase.Str("from", t.name(from))), to)
}

func (t *turn) name(realm int) string {
	if f := t.next.fencer(realm); f != nil {
		return f.Name
	}
	return "M"
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

// Refused returns refused lines, by position.
func (t *turn) Refused(realm int) []orders.Problem { return t.refused[realm] }

// ToMaster returns the messages to M.
func (t *turn) ToMaster() []game.Notice { return t.notices }

// Realms returns all fencers: each gets a report.
func (t *turn) Realms() []int {
	var out []int
	for _, f := range t.next.s.Fencers {
		out = append(out, f.Number)
	}
	return out
}
