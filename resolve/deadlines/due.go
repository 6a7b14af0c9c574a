package deadlines

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/sheets"
	"weltentor/worlds/game"
)

// Due says whether a turn may be resolved.
type Due struct {
	Due      bool
	Passed   bool          // due because its deadline is over
	Held     bool          // it would be due, but the mailbox could not be read, or mails in it are not shown
	For      Wait          // what it waits for, if it is not due
	Waits    phrase.Phrase // says so
	Deadline time.Time     // zero if the game has no deadlines, or is paused without an end
	Early    time.Time     // when it is resolved ahead of the deadline if no letter comes before; zero: it is not
	Missing  []int         // realms that are asked and have sent no orders, except those in Away
	Away     []int         // realms whose players have announced an absence
	Here     []int         // realms that are asked and have sent no orders, of players at this machine, whom nobody awaits
}

// Wait is what a turn waits for.
type Wait int

// What a turn waits for.
const (
	ForNothing  Wait = iota
	ForRelease       // of the turn before, whose reports are held back
	ForPlayers       // nobody plays, or nobody has begun
	ForNoTurn        // the game is over
	ForResuming      // of a paused game
	ForMaster        // who resolves it by hand
	ForQuiet         // it would be brought forward, but the last orders have only just come
	ForMailbox       // which could not be read
	ForMails         // which the server does not show
	ForOrders        // or its deadline
)

// Ends reports whether the turn is never resolved as things are: the game is over, or nobody plays.
func (d Due) Ends() bool { return d.For == ForNoTurn || d.For == ForPlayers }

// ByHand reports whether the turn waits for the game master.
func (d Due) ByHand() bool { return d.For == ForMaster }

// Paused reports whether the game is paused.
func (d Due) Paused() bool { return d.For == ForResuming }

// waits records what a turn waits for.
func (d *Due) waits(what Wait, says phrase.Phrase) { d.For, d.Waits = what, says }

// LongPast reports whether the turn is so late that only force resolves it: the clock is probably wrong.
func (d Due) LongPast(now time.Time) bool {
	return d.Passed && now.Sub(d.Deadline) > chronicle.LongPast
}

// Due decides whether a turn is due with the sheets in force. The game master can force any turn, except in a world
// without players or at its end.
func (rule Rule) Due(c chronicle.Current, p Schedule, records []sheets.Sheet, now time.Time, force bool) Due {
	if p.Held.Turn > 0 {
		return Due{For: ForRelease, Waits: phrase.P("waits-held", phrase.Num("turn", p.Held.Turn),
			phrase.Str("since", p.Held.At.In(rule.Zone).Format("2006-01-02 15:04 MST")))}
	}
	v := rule.look(c, p, records, now)
	d, asked, past := v.Due, c.World.Asked(), !now.Before(v.Deadline)
	switch {
	case asked.Over:
		return Due{For: ForNoTurn, Waits: phrase.P("waits-over")}
	case len(asked.Realms) == 0 || v.unbegun && !force:
		return Due{For: ForPlayers, Waits: phrase.P("waits-realms")}
	case force:
		d.Due = true
		return d
	case p.Pause.Holds(now):
		d.waits(ForResuming, phrase.P("waits-paused"))
	case v.ready && v.rules == game.Now && (v.quiet.IsZero() || past):
		d.Due = true
	case v.rules == game.ByHand:
		d.waits(ForMaster, phrase.P("waits-master"))
	case past:
		d.Due, d.Passed = true, true
	case v.ready && v.quiet.IsZero():
		d.Due = true
	case v.ready && v.quiet.Before(d.Deadline):
		d.Early = v.quiet.In(rule.Zone)
		d.waits(ForQuiet, phrase.P("waits-early", phrase.Str("until", d.Early.Format("2006-01-02 15:04 MST"))))
	case p.Undone:
		d.waits(ForOrders, phrase.P("waits-undone", d.until()))
	case len(records) == 0 && p.deserted(c):
		d.waits(ForOrders, phrase.P("waits-nobody", d.until()))
	case v.rules == game.NotBefore && len(d.Missing) == 0:
		d.waits(ForOrders, d.waitsSheets(c, records))
	default:
		d.waits(ForOrders, d.WaitsDeadline(asked))
	}
	if d.Due && p.Mailbox.Holds(now) {
		d.Due, d.Held = false, true
		code := "waits-mailbox"
		if p.Mailbox.Failed.IsZero() {
			code = "waits-left"
		}
		d.waits(ForMailbox, phrase.P(code))
	}
	if n, until := p.Unshown.Holds(c.Turn, d.Deadline, now); d.Due && n > 0 {
		d.Due, d.Held = false, true
		d.waits(ForMails, phrase.P("waits-mails", phrase.Num("n", n),
			phrase.Str("until", until.In(rule.Zone).Format("2006-01-02 15:04 MST"))))
	}
	return d
}

// view is what decides whether a turn is due, besides the clock.
type view struct {
	Due               // with its deadline, and who owes orders
	rules   game.Due  // what the rules say of the sheets
	ready   bool      // sheets and settings allow the turn before its deadline, and somebody plays
	quiet   time.Time // until when it still waits for another letter; zero: it need not
	unbegun bool      // no player has begun
}

// look looks at the sheets in force. Only some of them may bring the turn forward (bringing).
func (rule Rule) look(c chronicle.Current, p Schedule, records []sheets.Sheet, now time.Time) (v view) {
	asked, forward := c.World.Asked(), bringing(records)
	v.Deadline, v.quiet = p.Deadline, rule.waits(forward, now)
	v.Missing, v.Away, v.Here = p.silent(c, asked, sheets.Plain(ordering(records)))
	says := func(in []sheets.Sheet) game.Due {
		return c.World.Due(withAway(sheets.Plain(in), c.Turn, v.Away))
	}
	v.rules = says(records)
	missing, here := v.Missing, v.Here
	if len(forward) < len(records) {
		if v.rules == game.Now {
			v.rules = says(forward)
		}
		missing, _, here = p.silent(c, asked, sheets.Plain(forward))
	}
	switch {
	case p.Undone: // the game master looks at it first
	case v.rules == game.Now && slices.ContainsFunc(forward, func(r sheets.Sheet) bool { return r.Bot == nil }):
		v.ready = true
	case v.rules == game.Now, v.rules == game.AtDeadline && rule.Early && len(missing) == 0:
		v.ready = p.anybody(c, here)
	}
	v.unbegun = p.unbegun(c)
	return v
}

// waits returns until when a turn is not brought forward because the last orders have only just come. It is zero if
// the turn need not wait.
func (rule Rule) waits(records []sheets.Sheet, now time.Time) time.Time {
	var last time.Time
	for _, r := range records {
		if r.At.After(last) {
			last = r.At
		}
	}
	if until := last.Add(rule.Wait); rule.Wait > 0 && len(records) > 0 && now.Before(until) {
		return until
	}
	return time.Time{}
}

// ordering returns the sheets with orders. Who has only spoken may still want to order something.
func ordering(records []sheets.Sheet) []sheets.Sheet {
	return slices.DeleteFunc(slices.Clone(records), func(r sheets.Sheet) bool { return r.OnlySpeaks() })
}

// bringing returns the sheets that may bring a turn forward. Sheets that are not final are left out, and those without
// orders. So are sheets that were kept for the turn before it began, if nobody has sent any other.
func bringing(records []sheets.Sheet) []sheets.Sheet {
	firm := slices.DeleteFunc(ordering(records), func(r sheets.Sheet) bool { return r.Draft })
	if slices.ContainsFunc(firm, func(r sheets.Sheet) bool { return r.Realm != 0 && !r.Ahead }) {
		return firm
	}
	return slices.DeleteFunc(firm, func(r sheets.Sheet) bool { return r.Ahead })
}

// Owing lists the realms to remind now: they are asked, have sent no orders, are not away, and have not been reminded in
// this turn. Each player may have chosen when. It is empty if an unread letter may be in the mailbox, or if the deadline is over.
func (rule Rule) Owing(c chronicle.Current, p Schedule, d Due, now time.Time) (out []int) {
	at := d.Deadline
	if d.Due || d.Held || at.IsZero() || p.Pause.Holds(now) || p.Mailbox.Unread || !now.Before(at) {
		return nil
	}
	for _, n := range d.Missing {
		before := rule.ReminderOf(p.Record(n))
		if before == 0 || now.Before(at.Add(-before)) || slices.Contains(p.Reminded, n) {
			continue
		}
		if here, _ := chronicle.Realm(c.World, n); !here.Fallen {
			out = append(out, n)
		}
	}
	return out
}

// WaitsDeadline says that a turn waits for its deadline, and how many of the realms that are asked owe it orders, if
// any do, or how many of those at this machine have none.
func (d Due) WaitsDeadline(asked game.Asked) phrase.Phrase {
	switch {
	case len(d.Missing) == 0 && len(d.Here) > 0:
		return phrase.P("waits-here", phrase.Num("missing", len(d.Here)), d.until())
	case len(d.Missing) == 0:
		return phrase.P("waits-deadline-in", d.until())
	}
	return phrase.P("waits-deadline", phrase.Num("missing", len(d.Missing)), phrase.Num("asked", len(asked.Realms)))
}

// until is the deadline as an argument of a phrase in any language.
func (d Due) until() phrase.Arg {
	return phrase.Str("until", d.Deadline.Format("2006-01-02 15:04 MST"))
}

// waitsSheets says whose sheet keeps a turn from being resolved although nobody's is missing. It is the first one that
// holds the turn up according to the rules (Checked.Holds). If it has lines to be corrected, it says how many.
func (d Due) waitsSheets(c chronicle.Current, records []sheets.Sheet) phrase.Phrase {
	for _, rec := range records {
		if rec.Realm == 0 || c.World.Check(rec.Sheet).Holds.Code == "" {
			continue
		}
		if rec.Bad > 0 {
			return phrase.P("waits-mend", phrase.Num("realm", rec.Realm), phrase.Num("n", rec.Bad), d.until())
		}
		return phrase.P("waits-sheet", phrase.Num("realm", rec.Realm), d.until())
	}
	return phrase.P("waits-deadline-in", d.until())
}
