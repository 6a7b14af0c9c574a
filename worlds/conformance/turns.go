package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// played is everything that comes out of a turn, as bytes.
type played struct {
	state, events, reports []byte
}

// differs names what is different, and returns "" if nothing is.
func (p played) differs(q played) string {
	switch {
	case !bytes.Equal(p.state, q.state):
		return "the state"
	case !bytes.Equal(p.events, q.events):
		return "the events"
	case !bytes.Equal(p.reports, q.reports):
		return "the reports"
	}
	return ""
}

func (tb *table) play(w game.World, sheets []game.Sheet) played { return tb.playIn(1, w, sheets) }

func (tb *table) playIn(lanes int, w game.World, sheets []game.Sheet) played {
	out := w.Resolve(sheets, tb.turnSeed(w), lanes, nil)
	var reports bytes.Buffer
	for _, r := range out.Realms() {
		writeJSON(&reports, Spelled(out.Report(r, nil)))
		writeJSON(&reports, out.Refused(r))
	}
	writeJSON(&reports, out.ToMaster())
	var events bytes.Buffer
	writeJSON(&events, out.Annals().Events())
	return played{state: out.Next().State(), events: events.Bytes(), reports: reports.Bytes()}
}

func writeJSON[T any](b *bytes.Buffer, v T) {
	if err := json.NewEncoder(b).Encode(v); err != nil {
		panic(err)
	}
}

// empty: a turn without any orders can be played, and the next is asked.
func empty(tb *table, bad fail) {
	w := tb.start()
	for range 3 {
		if w.Asked().Over {
			return
		}
		w = tb.turn(w, nil, bad)
	}
}

// replay: 20 times, on one core and on two, in one lane and in several, the same bytes (law 2).
func replay(tb *table, bad fail) {
	w := tb.inPlay(2)
	sheets := tb.sheets(w)
	first := tb.play(w, sheets)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for i := range 20 {
		if i == 10 {
			sheets = tb.parsed(sheets)
		}
		runtime.GOMAXPROCS(1 + i%2)
		if what := first.differs(tb.playIn(1+i%4, w, sheets)); what != "" {
			bad("%s came out otherwise at play %d", what, i+2)
			return
		}
	}
}

// parsed returns the sheets as a caller passes them that has parsed them before. The parsed form is a cache (law 10).
func (tb *table) parsed(sheets []game.Sheet) []game.Sheet {
	out, l := slices.Clone(sheets), tb.rb.Language()
	for i, s := range out {
		out[i] = s.Read(l, l.Parse(s.Text))
	}
	return out
}

// shuffled: the order of sheets does not matter (law 3).
func shuffled(tb *table, bad fail) {
	w := tb.inPlay(1)
	for range 3 {
		if w.Asked().Over {
			return
		}
		sheets := tb.sheets(w)
		first := tb.play(w, sheets)
		d := tb.dice(w, "shuffle")
		for range 4 {
			for i := len(sheets) - 1; i > 0; i-- {
				j := d.N(int64(i + 1))
				sheets[i], sheets[j] = sheets[j], sheets[i]
			}
			if what := first.differs(tb.play(w, sheets)); what != "" {
				bad("%s depends on the order of sheets", what)
				return
			}
		}
		w = w.Resolve(sheets, tb.turnSeed(w), 1, nil).Next()
	}
}

// randomTurns: whatever is sent, sensible, spoiled or nothing, the turn can be played, and the world stays whole (law
// 9).
func randomTurns(tb *table, bad fail) {
	w := tb.start()
	for range tb.ex.Turns {
		if w.Asked().Over {
			break
		}
		d := tb.dice(w, "random")
		var sheets []game.Sheet
		for _, s := range tb.sheets(w) {
			switch d.N(4) {
			case 0:
				s.Text = mutate(s.Text, d)
			case 1:
				s.Text = mutate(someExamples(tb.rb.Language(), d), d)
			case 2:
				if d.Chance(500) {
					continue // a missed turn
				}
			case 3:
				if d.Chance(200) {
					s = game.Sheet{Realm: s.Realm, Turn: s.Turn, Absent: true}
				}
			}
			sheets = append(sheets, s)
		}
		w = tb.turn(w, sheets, bad)
	}
	if !tb.ex.Ends {
		return
	}
	if w = tb.after(tb.ex.Turns); !w.Asked().Over {
		bad("the game is not over after %d turns of sensible orders", tb.ex.Turns)
	}
}

// turn plays a turn and checks everything that comes out.
func (tb *table) turn(w game.World, sheets []game.Sheet, bad fail) game.World {
	before, asked := w.State(), w.Asked()
	if due := w.Due(sheets); due > game.ByHand {
		bad("turn %d is due %d", asked.Turn, due)
	}
	out := w.Resolve(sheets, tb.turnSeed(w), 1, nil)
	next := out.Next()
	if !bytes.Equal(w.State(), before) {
		bad("resolving turn %d changed the world before it", asked.Turn)
	}
	if got := next.Asked().Turn; got != asked.Turn+1 {
		bad("after turn %d comes %d", asked.Turn, got)
	}
	tb.asked(next, bad)
	for _, b := range next.Broken() {
		bad("broken after turn %d: %s", asked.Turn, b)
	}
	for _, e := range out.Annals().Events() {
		tb.worded(e.Phrase, bad)
		if e.Phase == "" || !slices.IsSorted(e.Realms) {
			bad("event %q of phase %q, told to %v", e.Code, e.Phase, e.Realms)
		}
	}
	told := out.Realms()
	for _, r := range w.Realms() {
		if !r.Fallen && !slices.Contains(told, r.Number) {
			bad("realm %d gets no report of turn %d", r.Number, asked.Turn)
		}
	}
	tb.reportsAtOnce(out, bad)
	for _, r := range told {
		tb.reported(out.Report(r, nil), r, bad)
		tb.briefed(w, out, r, bad)
		tb.problems(fmt.Sprintf("refused to realm %d", r), out.Refused(r), bad)
	}
	for _, n := range out.ToMaster() {
		if n.Text == "" && n.What.Code == "" {
			bad("the game master is told nothing, by realm %d", n.Realm)
		}
		if n.What.Code != "" {
			tb.worded(n.What, bad)
		}
	}
	return next
}

// briefed: a short report is a report too. It is the same for the same record, and its record comes back from its bytes.
func (tb *table) briefed(w game.World, out game.Outcome, realm int, bad fail) {
	seed := game.Seed{5}
	shown, _ := game.ReadShown(seed, realm, nil)
	shortOf(w.Welcome, realm, shown)
	again, err := game.ReadShown(seed, realm, shown.Bytes())
	if err != nil {
		bad("what realm %d was shown cannot be read: %v", realm, err)
		return
	}
	tb.reported(out.Report(realm, shown), realm, bad)
	if out.Report(realm, again); !bytes.Equal(again.Bytes(), shown.Bytes()) {
		bad("realm %d was shown two different things", realm)
	}
}

// reportsAtOnce: several goroutines may ask for reports at once, even for the same one.
func (tb *table) reportsAtOnce(out game.Outcome, bad fail) {
	realms := out.Realms()
	const askers = 3
	said := make([][]byte, askers*len(realms))
	var wg sync.WaitGroup
	for i := range said {
		wg.Go(func() { said[i] = out.Report(realms[i%len(realms)], nil).Text })
	}
	wg.Wait()
	for i, text := range said {
		if !bytes.Equal(text, said[i%len(realms)]) {
			bad("realm %d was told two different things", realms[i%len(realms)])
		}
	}
}

// problems checks that problems are sorted by position and have sentences.
func (tb *table) problems(what string, list []orders.Problem, bad fail) {
	for i, p := range list {
		tb.worded(p.What, bad)
		if p.Severity != orders.Error && p.Severity != orders.Warning {
			bad("%s: %q has severity %q", what, p.What.Code, p.Severity)
		}
		if i > 0 && later(list[i-1].Position, p.Position) {
			bad("%s: %q at %v stands after %v", what, p.What.Code, p.Position, list[i-1].Position)
		}
	}
}

func later(a, b orders.Position) bool {
	return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
}
