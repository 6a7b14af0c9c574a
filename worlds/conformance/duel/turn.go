package duel

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// turn is a mail phase that is played, or sheets that are read for a receipt. Its phases change the world in place.
type turn struct {
	rulekit.Turn
	*World
	sheets []rulekit.Sheet // by realm, the game master's first
	words  map[word]Result
	drawn  []int // the bouts of this turn's pairing, by number
}

// word is who speaks about a bout.
type word struct{ realm, bout int }

type phase rulekit.Phase[*turn]

// phases of a turn, in order. What belongs to the other part of a round does nothing.
var phases = []phase{
	{"guards", guards},
	{"results", results},
	{"messages", messages},
	{"settings", settings},
	{"lists", lists},     // from here on not for a receipt
	{"pairing", pairing}, // behind lists: those that came this turn are passed on with it
	{"bouts", bouts},
}

// begin reads the sheets of a turn, which will change a copy of the world.
func (w *World) begin(sheets []game.Sheet, seed game.Seed) *turn {
	t := &turn{Turn: rulekit.Begin(seed, w.s.Turn, len(w.s.Fencers)), World: w.clone(), words: map[word]Result{}}
	t.sheets = make([]rulekit.Sheet, len(t.Refused))
	for _, s := range sheets {
		t.sheets[s.Realm] = rulekit.ReadSheet(w.rb.Language(), s)
	}
	return t
}

// each calls do with each order of one type.
func each[O orders.Order](t *turn, do func(realm int, at orders.Position, o O)) {
	for realm, s := range t.sheets {
		rulekit.Each(s.Lines, func(at orders.Position, o O) { do(realm, at, o) })
	}
}

// Resolve plays a mail phase.
func (w *World) Resolve(sheets []game.Sheet, seed game.Seed, _ int, edits []game.Event) game.Outcome {
	t := w.begin(sheets, seed)
	for _, s := range sheets {
		if f := t.fencer(s.Realm); f != nil {
			f.Lists = mergeFiles(f.Lists, withoutData(s.Files))
		}
	}
	rulekit.Play(&t.Turn, t, phases)
	for realm, s := range t.sheets {
		t.Undone(realm, w.rb.Language(), s, s.Problems, t.Refused[realm])
	}
	t.s.Turn++
	if t.s.Phase == inOrders {
		t.s.Phase = inResults
	} else {
		t.s.Phase = inOrders
	}
	return rulekit.Close(&t.Turn, edits, w, t.World, func(o rulekit.Outcome[*World]) game.Outcome { return &outcome{o, t.drawn} })
}

func withoutData(files []game.File) []game.File {
	var out []game.File
	for _, f := range files {
		out = append(out, game.File{Name: f.Name, Type: f.Type, Sum: f.Sum})
	}
	return out
}

func guards(t *turn) {
	each(t, func(realm int, at orders.Position, g Guard) {
		f := t.fencer(realm)
		if t.s.Phase != inOrders || f == nil {
			t.Refuse(realm, at, t.otherPhase())
			return
		}
		f.Stance, f.Courage = g.Stance, g.Courage
		t.Accept(at, phrase.P("guard-set", phrase.Key("stance", g.Stance.key()), phrase.Num("courage", g.Courage)))
	})
}

func (w *World) otherPhase() phrase.Phrase {
	return phrase.P("other-phase", phrase.Key("phase", "phase."+w.s.Phase))
}

func results(t *turn) {
	each(t, func(realm int, at orders.Position, r Result) {
		if why := t.untold(realm, r); why.Code != "" {
			t.Refuse(realm, at, why)
			return
		}
		t.words[word{realm, r.Bout}] = r
		t.Accept(at, phrase.P("result-noted", phrase.Num("bout", r.Bout), phrase.Num("own", r.Own),
			phrase.Num("other", r.Other)))
	})
}

// untold says why a result cannot be told. The game master speaks for the bout's first fencer.
func (w *World) untold(realm int, r Result) (why phrase.Phrase) {
	bout := phrase.Num("bout", r.Bout)
	if w.s.Phase != inResults {
		return w.otherPhase()
	}
	if r.Bout > len(w.s.Bouts) || w.s.Bouts[r.Bout-1].Done {
		return phrase.P("no-such-bout", bout)
	}
	if b := w.s.Bouts[r.Bout-1]; realm != 0 && realm != b.A && realm != b.B {
		return phrase.P("not-your-bout", bout)
	}
	if r.Own > w.n.Most || r.Other > w.n.Most {
		return phrase.P("too-many-hits", phrase.Num("most", w.n.Most))
	}
	return why
}

func messages(t *turn) {
	each(t, func(realm int, at orders.Position, m orders.Message) {
		if !t.Post(realm, at, m, func(to int) bool { return t.fencer(to) != nil }) {
			n, _ := strconv.Atoi(m.To)
			t.Refuse(realm, at, phrase.P("no-fencer", phrase.Num("number", n)))
		}
	})
}

// settings applies how fencers want their reports, from this report on. The game master has none.
func settings(t *turn) {
	for i := range t.s.Fencers {
		t.Settings(&t.s.Fencers[i].Person, t.sheets[i+1])
	}
	rulekit.Each(t.sheets[0].Lines, func(at orders.Position, _ rulekit.SettingOrder) {
		t.Refuse(0, at, phrase.P("no-fencer", phrase.Num("number", 0)))
	})
}

func lists(t *turn) {
	for _, f := range t.s.Fencers {
		for _, l := range f.Lists {
			t.Tell(phrase.P("list-kept", phrase.Str("file", l.Name)), f.Number)
		}
	}
}

// pairing draws who fences with whom: each fencer gets a keyed number, and neighbours meet. If their number is odd,
// the last rests. The better guard is told.
func pairing(t *turn) {
	if t.s.Phase != inOrders {
		return
	}
	order := rulekit.All(len(t.s.Fencers))
	lot := make([]int64, len(order)+1)
	for _, n := range order {
		lot[n] = t.Dice(int64(n)).N(1 << 40)
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(lot[a], lot[b]), cmp.Compare(a, b)) })
	for ; len(order) > 1; order = order[2:] {
		b := Bout{A: min(order[0], order[1]), B: max(order[0], order[1])}
		t.s.Bouts = append(t.s.Bouts, b)
		t.drawn = append(t.drawn, len(t.s.Bouts))
		t.announce(len(t.s.Bouts), b)
	}
	for _, rests := range order {
		t.Tell(phrase.P("rests"), rests)
	}
}

func (t *turn) announce(number int, b Bout) {
	bout := phrase.Num("bout", number)
	for _, me := range []int{b.A, b.B} {
		f, other := t.fencer(me), t.fencer(b.A+b.B-me)
		t.Tell(phrase.P("paired", bout, phrase.Str("other", other.Name),
			phrase.Key("stance", f.Stance.key()), phrase.Key("against", other.Stance.key())), me)
		if beats(f, other) {
			t.Tell(phrase.P("first-thrust", bout), me)
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

// bouts counts a bout if both say the same; the game master's result goes before theirs. If they do not agree,
// nothing counts, and both learn how their results differ.
func bouts(t *turn) {
	for i := range t.s.Bouts {
		b := &t.s.Bouts[i]
		if b.Done || t.s.Phase != inResults {
			continue
		}
		b.Done = true
		ruled, is := t.words[word{0, i + 1}]
		a, saidA := t.words[word{b.A, i + 1}]
		other, saidB := t.words[word{b.B, i + 1}]
		switch {
		case is:
			t.score(i+1, b, ruled)
		case !saidA || !saidB:
			t.Tell(phrase.P("not-told", phrase.Num("bout", i+1)), b.A, b.B)
		case differ(a, other):
			t.Tell(differing(a, other), b.A)
			t.Tell(differing(other, a), b.B)
		default:
			t.score(i+1, b, a)
		}
	}
}

func differ(mine, theirs Result) bool { return mine.Own != theirs.Other || mine.Other != theirs.Own }

func differing(mine, theirs Result) phrase.Phrase {
	return phrase.P("words-differ", phrase.Num("bout", mine.Bout), phrase.Num("own", mine.Own),
		phrase.Num("other", mine.Other), phrase.Num("theirs", theirs.Other), phrase.Num("said", theirs.Own))
}

func (t *turn) score(number int, b *Bout, r Result) {
	b.HitsA, b.HitsB = r.Own, r.Other
	t.fencer(b.A).Points += b.HitsA
	t.fencer(b.B).Points += b.HitsB
	told := func(realm, own, other int) {
		t.Tell(phrase.P("scored", phrase.Num("bout", number), phrase.Num("own", own), phrase.Num("other", other)), realm)
	}
	told(b.A, b.HitsA, b.HitsB)
	told(b.B, b.HitsB, b.HitsA)
}
