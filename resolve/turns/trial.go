package turns

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Trial is what a turn would do if it were resolved now.
type Trial struct {
	Turn    int
	Waits   phrase.Phrase // what the turn waits for; no code: it is due
	Fights  int           // -1: the rulebook does not count them
	Realms  []TrialRealm
	Winners []int // of a game that would be over
	Over    bool
	Reports map[int]game.Report
	ended   bool // the game is over already, and nothing was played
}

// TrialRealm is what a turn would do to a realm.
type TrialRealm struct {
	Number        int
	Name          string
	Sent          bool         // it has orders
	Falls         bool         // with this turn
	Before, After []game.Count // of equal length; empty if the rulebook counts nothing
	Refused       []orders.Problem
}

// Try plays the turn that awaits orders with what is in force now, whether or not it is due. Nothing is stored or
// sent, except an entry in the logbook: somebody who knows the dice could order by them. If the game is over, it returns
// ErrClose.
func Try(w *world.World, now time.Time) (Trial, error) {
	t, err := try(w, now)
	if err == nil && t.ended {
		err = wording.Fault(faults.ErrClose, "close-over")
	}
	if err != nil {
		return t, err
	}
	return t, w.Update(func(tx *store.Tx) error { return t.note(w, tx, now, "") })
}

// note writes into the logbook that the turn was tried.
func (t Trial) note(w *world.World, tx *store.Tx, now time.Time, by logbook.By) error {
	_, err := w.Note(tx, logbook.Entry{At: now, By: by, What: phrase.P("log.dry-run", phrase.Num("turn", t.Turn))})
	return err
}

// try is Try without the entry in the logbook.
func try(w *world.World, now time.Time) (Trial, error) {
	var s world.Overview
	var planned *chronicle.Closure
	var shown map[int][]byte
	var teller chronicle.Chronicler
	err := w.View(func(tx *store.Tx) (err error) {
		if s, err = w.Overview(tx, now, false); err != nil {
			return err
		}
		if err = w.BotsPlay(&s, now, false); err != nil {
			return err
		}
		planned = chronicle.ReadClosure(tx)
		shown = chronicle.Shown(tx)
		if teller, err = chroniclerOf(tx, s, w.People); err != nil {
			return err
		}
		_, err = w.Clock(tx, s.Current, now)
		return err
	})
	if err != nil {
		return Trial{}, err
	}
	c := s.Current
	t := Trial{Turn: c.Turn, Fights: -1, Reports: map[int]game.Report{}}
	if !s.Ready.Due {
		t.Waits = s.Ready.Waits
	}
	asked := c.World.Asked()
	if t.ended = asked.Over; asked.Over || len(asked.Realms) == 0 {
		return t, nil
	}
	in := s.Schedule.Given(s.Records, c.Turn, s.Ready)
	out, err := chronicle.Play(w.Rules, c, in)
	if err == nil {
		out.Chronicler.Before, out.Chronicler.Untold = teller.Before, teller.Untold
		err = store.Guarded(func() { t.tell(c, s.Records, out, shown) })
	}
	if err != nil {
		return Trial{}, fmt.Errorf("turn %d: %w", c.Turn, err)
	}
	t.Over = t.Over || planned.EndsWith(c.Turn)
	return t, nil
}

// tell compares the world before a turn with the one after it. shown is what realms were shown before.
func (t *Trial) tell(c chronicle.Current, records []sheets.Sheet, out chronicle.Resolved, shown map[int][]byte) {
	outcome, asked := out.Outcome, out.Next.Asked()
	t.Over, t.Winners = asked.Over, asked.Winners
	if fights := c.World.Fights(); len(fights) > 0 {
		t.Fights = len(outcome.Annals().Called(fights))
	}
	next, write := chronicle.ByNumber(out.Next), chronicle.Writer(c.Seed, outcome)
	for _, n := range outcome.Realms() {
		rep, _ := write(n, shown[n])
		rep, _ = out.Chronicler.Tell(rep)
		rep.Text = bytes.Clone(rep.Text) // the next report is written in its room
		t.Reports[n] = rep
		r := TrialRealm{Number: n, Name: next[n].Name, Falls: next[n].Fallen && !c.Realms[n].Fallen,
			Refused: outcome.Refused(n),
			Sent:    slices.ContainsFunc(records, func(s sheets.Sheet) bool { return s.Realm == n && !s.OnlySpeaks() })}
		r.Before, r.After = c.World.Counts(n), out.Next.Counts(n)
		t.Realms = append(t.Realms, r)
	}
}

// Tell puts the trial into words: of the machine, and of the rulebook.
func (t Trial) Tell(book, rules *phrase.Book) string {
	text := &wording.Text{Book: book}
	text.Say("dry-run", phrase.Num("turn", t.Turn))
	if t.Waits.Code != "" {
		text.Line(book.Say(t.Waits))
	}
	if t.Fights > 0 {
		text.Say("dry-run-fights", phrase.Num("n", t.Fights))
	}
	if t.Over {
		text.Say("dry-run-over")
	}
	for _, r := range t.Realms {
		r.tell(text, rules)
	}
	return text.Body.String()
}

func (r TrialRealm) tell(text *wording.Text, rules *phrase.Book) {
	text.Line("")
	text.Say("dry-run-realm", phrase.Num("realm", r.Number), phrase.Str("name", r.Name))
	if !r.Sent {
		text.Say("dry-run-unsent")
	}
	if r.Falls {
		text.Say("dry-run-falls")
	}
	for i, n := range r.Before {
		if after := r.After[i].N; after != n.N {
			text.Say("dry-run-count", phrase.Str("what", rules.T("tally."+n.Name)), phrase.Num("before", n.N),
				phrase.Num("after", after), phrase.Str("change", fmt.Sprintf("%+d", after-n.N)))
		}
	}
	if len(r.Refused) > 0 {
		text.Say("dry-run-refused", phrase.Num("n", len(r.Refused)))
	}
	for _, line := range r.Failing(text.Book, rules) {
		text.Line("    " + line)
	}
}

// Failing says which lines of the realm's orders fail, and why.
func (r TrialRealm) Failing(book, rules *phrase.Book) (lines []string) {
	for _, p := range r.Refused {
		lines = append(lines, book.Say(phrase.P("dry-run-line", phrase.Num("line", p.Line),
			phrase.Str("what", rules.Say(p.What)))))
	}
	return lines
}
