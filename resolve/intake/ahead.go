package intake

import (
	"errors"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/judged"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/sent"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// Orders ahead: orders for a later turn are stored, and are judged when that turn begins.

// later ends the way of orders for a later turn. They are stored, if they can be read. They are not checked against
// the state, which will be another one then. A letter without orders withdraws those that are stored for that turn.
func (a *orderLetter) later() (*world.Ending, error) {
	if a.turn <= a.Current.Turn {
		return nil, nil
	}
	if why := untimely(a.Current, a.realm, a.turn, a.from.Text); why.Code != "" {
		return a.refused(why)
	}
	if until, err := a.standsInUntil(); err != nil || until > 0 && until < a.turn {
		return a.orRefused(phrase.P("substitute-ahead", phrase.Num("turn", a.turn), phrase.Num("until", until)), err)
	}
	earlier, had, err := ahead.Sheet(a.Tx, a.turn, a.realm)
	if err != nil {
		return nil, err
	}
	if late, err := a.overtaken(earlier); err != nil || late {
		return a.orRefused(phrase.P("overtaken"), err)
	}
	_, stored, err := ahead.Of(a.Tx, a.realm) // all later turns together have as much room as one
	if err != nil {
		return nil, err
	}
	studied, files, err := parted(a.from, sheets.Record{Stored: stored}, a.byHand)
	if err != nil {
		return nil, err
	}
	a.from.Studied = studied
	if had {
		if again, err := a.copyOf(earlier, files.kept); again || err != nil {
			return a.from.Ended(receipt.Acceptance{Fate: receipt.Known, Realm: a.realm}), err
		}
	}
	if a.crowded(sheets.Record{Stored: stored}) {
		return a.refused(phrase.P("crowded-ahead", phrase.Num("most", limits.Stored.Most()>>20),
			phrase.Num("small", smallText>>10)))
	}
	later := a.sheetOf(files.kept)
	later.Turn = a.turn
	read := judged.Ahead(a.from.File, a.from.Text, a.turn, a.Current.Turn)
	a.earlier, a.after = earlier, read.FollowAhead(a.World.Rules.Language(), earlier.Sheet, earlier.Spoken, later)
	lines := read.Lines
	r := a.receipt(receipt.Acceptance{Fate: receipt.Ahead, Realm: a.realm, For: a.turn, Good: lines.Good, Bad: lines.Bad,
		Partial: lines.Partial, Replaced: had && a.after.News == nil && earlier.Spoken != 1, Checked: read.Checked})
	if r.Lines = lines; a.heardAbove() {
		r.Checked.Problems = withoutHeard(r.Checked.Problems)
	}
	record := sheets.Record{Sheet: a.after.Sheet, Letter: a.from.Hash(), At: a.At.UTC().Round(0),
		Good: lines.Good + lines.Partial, Bad: lines.Bad, Stored: earlier.Stored + files.size - stored}
	a.speech(&record)
	if record.Text != later.Text {
		file := record.Orders(a.World.Rules.Language())
		record.Good, record.Bad = len(file.Lines)+len(file.Settings), file.Errors()
	}
	r.Sheet = &receipt.Sheet{Earlier: earlier, Fresh: record, After: a.after}
	switch {
	case lines.Good+lines.Partial+len(files.kept) > 0:
		ahead.Put(a.Tx, record)
	case lines.Bad > 0:
		r.Fate, r.Reason = receipt.Kept, phrase.P(read.Kept, phrase.Num("turn", a.turn))
		if had {
			r.Reason.Code = "ahead-no-good-line-kept"
		}
	case had:
		r.Withdrawn = true
		ahead.Withdraw(a.Tx, record)
	default:
		return a.refused(phrase.P("ahead-empty", phrase.Num("turn", a.turn)))
	}
	if r.Fate == receipt.Ahead {
		if r.Went, err = a.mailAhead(); err != nil {
			return nil, err
		}
	}
	all, _, err := ahead.Of(a.Tx, a.realm)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		r.Kept = append(r.Kept, s.Turn)
	}
	if a.byHand {
		return r.End(), nil
	}
	return a.receive(r)
}

// standsInUntil returns the last turn for which the sender stands in for the realm's player. It is 0 for anybody else.
func (a *orderLetter) standsInUntil() (turn int, err error) {
	rec, found, err := roster.Get(a.Tx, a.realm)
	if err == nil && found && rec.StandsIn(a.from.Letter.From, a.Current.Turn) {
		turn = rec.Standing(a.Current.Turn).Until
	}
	return turn, err
}

// orRefused is refused, unless there is an error.
func (a *orderLetter) orRefused(why phrase.Phrase, err error) (*world.Ending, error) {
	if err != nil {
		return nil, err
	}
	return a.refused(why)
}

// Begin leads the orders that were stored for the turn that begins along their way, as if they came now. They are
// judged and put in force, and their receipts are sent. Orders that can no longer count are dropped: their realm has
// fallen, or has another player. If the game is over, they stay stored, since its last turn may be taken back.
//
// Whatever queues a turn's letters calls it in the same transaction, after the reports. While a turn is held, no
// stored orders begin their way.
func Begin(w *world.World, tx *store.Tx, now time.Time) error {
	c, err := w.Now(tx)
	if err != nil {
		return err
	}
	at := world.Session{World: w, Tx: tx, Current: c, At: now}
	if c.World.Asked().Over {
		return nil
	}
	records, err := ahead.Take(tx, at.Current.Turn, at.Current.Turn-world.MostUndone)
	if err != nil {
		return err
	}
	for _, rec := range records {
		if here, _ := at.Current.Realm(rec.Realm); here.Fallen {
			continue
		}
		by, found, err := returned(at, rec)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		end, err := by.walk(ordersWay)
		e := logbook.Entry{At: at.At, By: logbook.Timer, Realm: rec.Realm, Aside: logbook.Aside{Letter: rec.Letter}}
		switch {
		case errors.Is(err, faults.ErrRules): // as a letter it would have been set aside; the turn must go on
			sheets.Remove(tx, rec.Turn, rec.Realm)
			w.Shelf.Unlist()
			e.What = phrase.P("log.ahead-fault")
		case err != nil:
			return err
		case end.Fate == receipt.Taken:
			e.What = phrase.P("log.ahead-came", phrase.Num("good", end.Good), phrase.Num("bad", end.Bad))
		default:
			e.What = phrase.P("log.ahead-refused")
		}
		if _, err := w.Note(tx, e); err != nil {
			return err
		}
	}
	return nil
}

// returned returns the letter that brought stored orders for the turn that awaits orders now, with its author. found
// is false if nobody plays the realm.
func returned(d world.Session, sheet sheets.Record) (by *orderLetter, found bool, err error) {
	var rec roster.RealmRecord
	if sheet.Realm == 0 {
		rec.Mail = slices.Clone(d.World.Settings.Masters)
	} else if rec, found, err = roster.Get(d.Tx, sheet.Realm); err != nil || !found || rec.Vacant() {
		return by, false, err
	}
	l := letter.Letter{Text: sheet.Text, Arrived: d.At}
	if l.Files, err = withData(d.Tx, sheet.Files); err != nil {
		return by, false, err
	}
	byHand := sheet.Realm == 0
	if hash, ok := received.HashOf(sheet.Letter); ok {
		copy(l.Hash[:], hash)
		was, known, err := received.Get(d.Tx, hash)
		if err != nil {
			return by, false, err
		}
		if known {
			l.UIDValidity, l.UID, l.MessageID, l.From, l.Subject = was.UIDValidity, was.UID, was.MessageID, was.From,
				was.Subject
			l.Part, l.Charset, l.Notes = was.Part, was.Charset, was.Notes
			byHand = was.From == "" && was.UID == 0
		}
	}
	rec = rec.As(l.From, sheet.Turn)
	registered := roster.Has(rec.Mail, l.From)
	l.MayAnswer = registered
	read, err := sent.Read(d.World.Setup, l)
	if err != nil {
		return by, false, err
	}
	by = letterOf(sent.Sender{Session: d, Studied: read})
	by.realm, by.rec, by.registered, by.turn = sheet.Realm, rec, registered, sheet.Turn
	by.byHand, by.begun = byHand, sheet
	return by, true, nil
}
