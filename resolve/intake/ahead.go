package intake

import (
	"errors"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Orders ahead: orders for a later turn are stored, and are judged when that turn begins.

// later ends the steps of orders for a later turn. They are stored, if they can be read. They are not checked against
// the state, which will be another one then. A letter without orders withdraws those that are stored for that turn.
func (l *orderLetter) later() (*world.Ending, error) {
	if !l.ahead() {
		return nil, nil
	}
	read := l.readAhead()
	r := l.receipt(receipt.Acceptance{Fate: receipt.Ahead, For: l.turn, Lines: read.Lines,
		Replaced: l.replacesOrders(), Checked: read.Checked})
	if l.heardAbove() || l.elsewhere() {
		r.Checked.Problems = withoutHeard(r.Checked.Problems)
	}
	r.Sheet = &l.Sheet
	switch {
	case r.Good+r.Partial+len(l.files.kept) > 0:
		sheets.PutLater(l.Tx, l.Fresh)
	case r.Bad > 0:
		r.Fate, r.Reason = receipt.Kept, phrase.P(read.Kept, phrase.Num("turn", l.turn))
		if l.replaces {
			r.Reason.Code = "ahead-no-good-line-kept"
		}
	case l.replaces:
		r.Withdrawn = true
		sheets.WithdrawLater(l.Tx, l.Fresh)
	default:
		return l.refused(phrase.P("ahead-empty", phrase.Num("turn", l.turn)))
	}
	if r.Fate == receipt.Ahead {
		l.acts()
		r.Went = l.mailAhead()
	}
	all, _ := sheets.LaterOf(l.Tx, l.realm)
	for _, s := range all {
		r.Kept = append(r.Kept, s.Turn)
	}
	return l.sendReceipt(r)
}

// readAhead reads orders for a later turn, and finds what would be stored for it then.
func (l *orderLetter) readAhead() verdict.Verdict {
	language := l.World.Rules.Language()
	later := l.sheetOf(l.files.kept)
	later.Turn = l.turn
	read := verdict.Ahead(l.from.File, l.from.Text, l.turn, l.Current.Turn)
	l.After = read.FollowAhead(language, game.Before{Sheet: l.Earlier.Sheet, Spoken: l.Earlier.Spoken}, later)
	l.Fresh = sheets.Sheet{Sheet: l.After.Sheet, Letter: l.from.Hash(), At: l.At.UTC().Round(0),
		Good: read.Lines.Good + read.Lines.Partial, Bad: read.Lines.Bad, Stored: l.Earlier.Stored + l.files.size}
	l.speech(&l.Fresh)
	if l.Fresh.Text != later.Text {
		file := l.Fresh.Orders(language)
		l.Fresh.Good, l.Fresh.Bad = len(file.Lines)+len(file.Settings), file.Errors()
	}
	return read
}

// Begin leads the orders that were stored for the turn that begins through their steps, as if they came now. They are
// judged and put in force, and their receipts are sent. Orders that can no longer count are dropped: their realm has
// fallen, or has another player. If the game is over, they stay stored, since its last turn may be taken back.
//
// Whatever queues a turn's letters calls it in the same transaction, after the reports. While a turn is held, no
// stored orders begin their steps.
func Begin(w *world.World, tx *store.Tx, now time.Time) error {
	c, err := w.Now(tx)
	if err != nil {
		return err
	}
	at := world.Session{World: w, Tx: tx, Current: c, At: now}
	if c.World.Asked().Over {
		return nil
	}
	for _, rec := range sheets.TakeLater(tx, at.Current.Turn, at.Current.Turn-world.MostUndone) {
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
			if err := by.failed(err); err != nil {
				return err
			}
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

// failed takes orders out that the rules fail at when their turn begins. The game master gets them in a letter, and the
// player is told, unless the rules fail at that, too.
func (l *orderLetter) failed(why error) error {
	sheet := l.begun
	sheets.Remove(l.Tx, sheet.Turn, sheet.Realm)
	l.World.Cache.Unlist()
	here, _ := l.Current.Realm(sheet.Realm)
	reason, _, _ := strings.Cut(faults.Detail(why), "\n")
	t := &wording.Text{Book: wording.Words(l.World.Settings.Lang)}
	t.Say("ahead-fault-master", phrase.Num("realm", sheet.Realm), phrase.Str("name", here.Name),
		phrase.Str("player", here.Player), phrase.Num("turn", sheet.Turn), phrase.Str("why", reason))
	t.Line("")
	t.Quote(sheet.Text)
	l.World.ToMaster.Alarm(l.Tx, outbox.OrdersFailed, strings.TrimSuffix(t.Body.String(), "\n"), l.At, sheet.Realm)
	if _, err := l.refused(phrase.P("ahead-fault")); !errors.Is(err, faults.ErrRules) {
		return err
	}
	return nil
}

// returned returns the letter that brought stored orders for the turn that awaits orders now, with its author. found
// is false if nobody plays the realm.
func returned(d world.Session, sheet sheets.Sheet) (by *orderLetter, found bool, err error) {
	var rec roster.RealmRecord
	if sheet.Realm == 0 {
		rec.Mail = slices.Clone(d.World.Settings.Masters)
	} else if rec, found = roster.Get(d.Tx, sheet.Realm); !found || rec.Vacant() {
		return by, false, nil
	}
	l := letter.Letter{Texts: letter.Texts{Text: sheet.Text}, Arrived: d.At}
	if l.Files, err = withData(d.Tx, sheet.Files); err != nil {
		return by, false, err
	}
	byHand := sheet.Realm == 0
	if hash, ok := received.HashOf(sheet.Letter); ok {
		copy(l.Hash[:], hash)
		was, known := received.Get(d.Tx, hash)
		if known {
			l.UIDValidity, l.UID, l.MessageID, l.From, l.Subject = was.UIDValidity, was.UID, was.MessageID, was.From,
				was.Subject
			l.Part, l.Charset, l.Notes = was.Part, was.Charset, was.Notes
			byHand = was.From == "" && was.UID == 0
		}
	}
	rec = rec.As(l.From, sheet.Turn)
	registered := address.Contains(rec.Mail, l.From)
	l.MayAnswer = registered
	read, err := sender.Read(d.World.Setup, l)
	if err != nil {
		return by, false, err
	}
	by = letterOf(sender.Sender{Session: d, Content: read})
	by.realm, by.rec, by.registered, by.turn = sheet.Realm, rec, registered, sheet.Turn
	by.byHand, by.begun = byHand, sheet
	return by, true, nil
}
