package resolve

import (
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// deadlineLog is what happened to the deadline of a turn. It is stored with the turn.
type deadlineLog struct {
	Moved    time.Time `json:"moved,omitzero"`     // where the deadline was moved to; zero: never
	Moves    int       `json:"moves,omitempty"`    // how often it was
	Reminded []int     `json:"reminded,omitempty"` // realms that were, sorted
	Owed     []owed    `json:"owed,omitempty"`     // who is to be told contradictions later
	Answered bool      `json:"answered,omitempty"` // it was moved so that a realm could answer another
}

// schedule is what beside the rules and the sheets decides when a turn is resolved.
// It is good for the transaction it was read in.
type schedule struct {
	deadlineLog
	pause    pause
	mailbox  mailbox
	deadline time.Time // with all that moved it; zero while a pause has no end
	record   func(realm int) (roster.RealmRecord, error)
}

// schedule reads how the turn that awaits orders stands.
func (k *clerk) schedule(tx *store.Tx, c chronicle.Current) (p schedule, err error) {
	meta := tx.Bucket(store.MetaBucket)
	if p.deadlineLog, _, err = store.GetJSON[deadlineLog](tx.Bucket(store.TurnsBucket).Bucket(store.U32(c.Turn)),
		[]byte("timing")); err != nil {
		return p, err
	}
	if p.pause, _, err = store.GetJSON[pause](meta, []byte("pause")); err != nil {
		return p, err
	}
	if p.mailbox, _, err = store.GetJSON[mailbox](meta, []byte("mailbox")); err != nil {
		return p, err
	}
	p.deadline = k.deadline(c.Opened.Since, p.deadlineLog, p.pause)
	p.record = func(realm int) (roster.RealmRecord, error) { return k.people.Person(tx, realm) }
	return p, nil
}

func putDeadlineLog(tx *store.Tx, turn int, t deadlineLog) {
	store.PutJSON(tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn)), []byte("timing"), t)
}

// deadline is when what has been going on since a moment ends: where the
// deadline was moved to, if that is later, and after the pause. Zero while a
// pause has no end.
func (k *clerk) deadline(since time.Time, t deadlineLog, p pause) time.Time {
	at := k.settings.Deadline.After(since, k.settings.Zone)
	if t.Moved.After(at) {
		at = t.Moved.In(k.settings.Zone)
	}
	switch {
	case p.From.IsZero(), !p.Until.IsZero() && !p.Until.After(since):
		return at
	case p.Until.IsZero():
		return time.Time{}
	}
	from := p.From
	if from.Before(since) {
		from = since
	}
	return k.settings.Deadline.Resumed(at, from, p.Until, k.settings.Zone)
}

// dueCheck is whether a turn may be resolved.
type dueCheck struct {
	due      bool
	passed   bool          // because its deadline is over
	held     bool          // it would be due, but the mailbox could not be read
	waits    phrase.Phrase // what for, if it is not due
	deadline time.Time     // zero if the game does not go by it, or is paused without an end
	missing  []int         // who is asked and has sent nothing, but not
	away     []int         // who has said that he is not there
}

// longPast tells whether the turn is so late that only force resolves it: most
// likely the clock is wrong.
func (r dueCheck) longPast(now time.Time) bool {
	return r.passed && now.Sub(r.deadline) > chronicle.LongPast
}

// overview is how a turn stands.
type overview struct {
	current  chronicle.Current
	schedule schedule
	ready    dueCheck
	records  []chronicle.SheetRecord

	owing []int // to be reminded now
	first []int // for whom the deadline is to be moved now
}

// overview reads how the turn that awaits orders stands. ErrRules if the rules
// cannot say.
func (w *World) overview(tx *store.Tx, now time.Time, force bool) (s overview, err error) {
	if s.current, err = w.now(tx); err != nil {
		return s, err
	}
	if s.schedule, err = w.schedule(tx, s.current); err != nil {
		return s, err
	}
	if s.records, err = w.shelf.Sheets(tx, s.current.Turn); err != nil {
		return s, err
	}
	if fault := store.Guarded(func() { s.ready, err = w.ready(s.current, s.schedule, s.records, now, force) }); fault !=
		nil {
		return s, fmt.Errorf("turn %d: %w", s.current.Turn, fault)
	}
	return s, err
}

// ready looks at a turn with the sheets in force. The game master's force
// brings any turn forward but that of a world without players or at its end.
func (k *clerk) ready(c chronicle.Current, p schedule, records []chronicle.SheetRecord, now time.Time,
	force bool) (dueCheck, error) {
	asked, sheets, r := c.World.Asked(), chronicle.PlainSheets(records), dueCheck{deadline: p.deadline}
	var err error
	if r.missing, r.away, err = p.silent(c, asked, sheets); err != nil {
		return r, err
	}
	due := c.World.Due(withAway(slices.Clip(sheets), c.Turn, r.away))
	atOnce := due == game.Now
	if atOnce && len(sheets) == 0 {
		if atOnce, err = p.anybody(c); err != nil {
			return r, err
		}
	}
	switch {
	case asked.Over:
		return dueCheck{waits: phrase.P("waits-over")}, nil
	case len(asked.Realms) == 0:
		return dueCheck{waits: phrase.P("waits-realms")}, nil
	case force:
		r.due = true
	case p.pause.holds(now):
		r.waits = phrase.P("waits-paused")
	case atOnce:
		r.due = true
	case due == game.ByHand:
		r.waits = phrase.P("waits-master")
	case !now.Before(r.deadline):
		r.due, r.passed = true, true
	case due == game.AtDeadline && k.settings.Early && len(r.missing) == 0:
		if r.due, err = p.anybody(c); err != nil {
			return r, err
		}
	}
	if r.due && !force && p.mailbox.holds(now) {
		r.due, r.held, r.waits = false, true, phrase.P("waits-mailbox")
	}
	if !r.due && r.waits.Code == "" {
		r.waits = waitsDeadline(r, asked)
		if due == game.NotBefore && len(r.missing) == 0 {
			r.waits = waitsSheets(c, r, records)
		}
	}
	return r, nil
}

// waitsDeadline tells that a turn waits for its deadline, and how many of those
// asked owe it orders, if any do.
func waitsDeadline(r dueCheck, asked game.Asked) phrase.Phrase {
	if len(r.missing) == 0 {
		return phrase.P("waits-deadline-in", until(r))
	}
	return phrase.P("waits-deadline", phrase.Num("missing", len(r.missing)), phrase.Num("asked", len(asked.Realms)))
}

// until is the deadline as an argument of what is told in any language.
func until(r dueCheck) phrase.Arg {
	return phrase.Str("until", r.deadline.Format("2006-01-02 15:04 MST"))
}

// waitsSheets tells whose sheet keeps a turn from being resolved though nobody's is
// missing: the first one that the rules say holds it up (Checked.Holds), with the
// lines to be corrected, if there are any.
func waitsSheets(c chronicle.Current, r dueCheck, records []chronicle.SheetRecord) phrase.Phrase {
	for _, rec := range records {
		if rec.Realm == 0 || c.World.Check(rec.Sheet).Holds.Code == "" {
			continue
		}
		if rec.Bad > 0 {
			return phrase.P("waits-mend", phrase.Num("realm", rec.Realm), phrase.Num("n", rec.Bad), until(r))
		}
		return phrase.P("waits-sheet", phrase.Num("realm", rec.Realm), until(r))
	}
	return phrase.P("waits-deadline-in", until(r))
}

// lookAhead finds out who is to be reminded now, and who gets grace.
func (s *overview) lookAhead(w *World, now time.Time) (err error) {
	s.owing = w.owing(*s, now)
	if s.ready.passed && s.ready.due && w.settings.Grace > 0 {
		s.first, err = s.schedule.firstMiss(s.ready)
	}
	return err
}

// silent lists who is asked and has sent nothing: who owes orders, and who is
// away. Who is free to send or not owes none. A realm nobody plays is neither: the rules are given no sheet for it.
func (p schedule) silent(c chronicle.Current, asked game.Asked, sheets []game.Sheet) (missing, away []int, err error) {
	sent := map[int]bool{}
	for _, s := range sheets {
		sent[s.Realm] = true
	}
	for _, n := range asked.Realms {
		if sent[n] {
			continue
		}
		rec, err := p.record(n)
		if err != nil {
			return nil, nil, err
		}
		if rec.Vacant() {
			continue
		}
		switch {
		case rec.Absent(c.Turn):
			away = append(away, n)
		case !slices.Contains(asked.Free, n):
			missing = append(missing, n)
		}
	}
	return missing, away, nil
}

// anybody tells whether a player is there at all: where all are away, turns are
// not to follow each other at once.
func (p schedule) anybody(c chronicle.Current) (bool, error) {
	for _, r := range c.World.Realms() {
		if r.Fallen {
			continue
		}
		rec, err := p.record(r.Number)
		if err != nil || !rec.Vacant() && !rec.Absent(c.Turn) {
			return err == nil, err
		}
	}
	return false, nil
}
