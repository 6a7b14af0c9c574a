package turns

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// CarryOut does what the game master has confirmed by mail about turns, in that order, and answers each. If a request
// cannot be fulfilled, the answer says why, and nothing else is done. After another error the request stays, and is
// tried again at the next call. It returns how many were answered.
func CarryOut(w *world.World, now time.Time) (answered int, err error) {
	for {
		var list []schedule.Errand
		err := w.View(func(tx *store.Tx) (err error) {
			list = schedule.Errands(tx)
			return nil
		})
		if err != nil || len(list) == 0 {
			return answered, err
		}
		if err := carryOut(w, list[0], now); err != nil {
			return answered, fmt.Errorf("what the game master bade by mail: %w", err)
		}
		answered++
	}
}

// carryOut does one thing. It and its answer are one transaction.
func carryOut(w *world.World, e schedule.Errand, now time.Time) error {
	a := errand{World: w, Errand: e, now: now, text: &wording.Text{Book: wording.Words(w.Settings.Lang)}}
	do := a.release
	switch e.Bidding.Verb {
	case letter.BidUndo:
		do = a.undo
	case letter.BidOrders, letter.BidReport:
		do = a.look
	case letter.BidRedo:
		do = func(*store.Tx) error { return nil }
		if err := a.redo(); err != nil {
			return a.refuse(err)
		}
	case letter.BidPreview:
		var err error
		if do, err = a.preview(); err != nil {
			return a.refuse(err)
		}
	}
	err := w.Update(func(tx *store.Tx) error {
		if err := do(tx); err != nil {
			return err
		}
		d := world.Session{World: w, Tx: tx, At: now}
		schedule.Spread(d, a.To, e.Bidding.Verb, a.text.Body.String(), a.names...)
		return a.answer(tx)
	})
	if err != nil {
		return a.refuse(err)
	}
	return nil
}

// errand is a request that is being carried out.
type errand struct {
	*world.World
	schedule.Errand
	now   time.Time
	text  *wording.Text // of the answer
	files []outbox.Attachment
	names []int // realms whose players the answer is about
}

// release lets the letters of the turn leave, if it is still the one that was shown.
func (a *errand) release(tx *store.Tx) error {
	shown, err := correspondence.Args[schedule.Release](a.Bidding)
	if err != nil {
		return err
	}
	held := chronicle.Held(tx)
	if held.Turn != shown.Turn || !held.At.Equal(shown.At) {
		return faults.ErrUnheld
	}
	turn, n, err := release(a.World, tx, a.now, logbook.Master)
	a.text.Say("bid-done.release", phrase.Num("turn", turn), phrase.Num("n", n))
	return err
}

// undo takes the turn back, whether it is held or not.
func (a *errand) undo(tx *store.Tx) error {
	asked, err := correspondence.Args[schedule.Undo](a.Bidding)
	if err != nil {
		return err
	}
	how := UndoOptions{Turn: asked.Turn, Why: asked.Why, By: logbook.Master}
	var did TakenBack
	d := world.Session{World: a.World, Tx: tx, At: a.now}
	if held := chronicle.Held(tx); held.Turn == how.Turn {
		did, err = discard(d, how)
	} else {
		did, err = undo(d, how)
	}
	switch {
	case errors.Is(err, errAlready):
		err = nil
		a.text.Say("undo-list.already", phrase.Num("turn", did.Turn))
	case err == nil:
		a.tellUndo(did)
	}
	return err
}

// redo resolves the turn again that was taken back. If it awaits orders no more, a call that was killed has done it.
func (a *errand) redo() error {
	asked, err := correspondence.Args[schedule.Redo](a.Bidding)
	if err != nil {
		return err
	}
	turn := 0
	err = a.View(func(tx *store.Tx) error {
		turn = store.Turn(tx)
		return nil
	})
	again := Again{}
	if err == nil && turn == asked.Turn {
		_, again, err = Redo(a.World, a.now)
	}
	a.text.Say("bid-done.redo", phrase.Num("turn", asked.Turn))
	if again.Otherwise {
		a.text.Say("bid-done.redo-otherwise")
	}
	return err
}

// look attaches a realm's orders for the turn that awaits some, or its last report.
func (a *errand) look(tx *store.Tx) error {
	c, err := a.Now(tx)
	if err != nil {
		return err
	}
	asked, err := correspondence.Args[schedule.Look](a.Bidding)
	if err != nil {
		return err
	}
	realm, turn, text := asked.Realm, c.Turn, ""
	if a.Bidding.Verb == letter.BidOrders {
		rec, _ := sheets.Get(tx, turn, realm)
		text = rec.Text
	}
	for a.Bidding.Verb == letter.BidReport && text == "" && turn > 0 {
		turn--
		switch rep, err := chronicle.ReadReport(tx, realm, turn); {
		case err == nil:
			text = string(rep.Text)
		case !errors.Is(err, faults.ErrReport):
			return err
		}
	}
	a.names = []int{realm}
	args := []phrase.Arg{phrase.Num("realm", realm), phrase.Num("turn", turn)}
	if text == "" {
		a.text.Say("bid-nothing", args...)
		return nil
	}
	name := a.text.Book.Say(phrase.P("bid-file", args...))
	a.text.Say("bid-done."+string(a.Bidding.Verb), append(args, phrase.Str("file", name))...)
	a.files = []outbox.Attachment{{Name: name, Type: "text/plain", Charset: "UTF-8", Data: []byte(text)}}
	_, err = a.Note(tx, logbook.Entry{At: a.now, By: logbook.Master, Realm: realm,
		What: phrase.P("log.seen-"+string(a.Bidding.Verb), args...)})
	return err
}

// tellUndo says what became of a turn that was taken back.
func (a *errand) tellUndo(did TakenBack) {
	code := "bid-done.undo"
	if did.Discarded {
		code = "bid-done.undo-held"
	}
	a.text.Say(code, phrase.Num("turn", did.Turn))
	if !did.Deadline.IsZero() {
		a.text.Say("bid-deadline", phrase.Str("when",
			wording.Moment(a.text.Book, did.Deadline.In(a.World.Settings.Zone))))
	}
}

// previewMost is how many octets of reports go with a letter to the game master.
const previewMost = 2 << 20

// preview plays the turn, or reads the reports of the one that is held.
func (a *errand) preview() (do func(*store.Tx) error, err error) {
	var held chronicle.Hold
	texts := map[int]string{}
	turn, c := 0, chronicle.Current{}
	err = a.View(func(tx *store.Tx) error {
		if c, err = a.Now(tx); err != nil {
			return err
		}
		if held = chronicle.Held(tx); held.Turn == 0 {
			return nil
		}
		for _, n := range chronicle.ReportReaders(tx, held.Turn) {
			rep, err := chronicle.ReadReport(tx, n, held.Turn)
			if err != nil {
				return err
			}
			texts[n] = string(rep.Text)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	note := func(*store.Tx) error { return nil }
	if turn = held.Turn; turn > 0 {
		a.text.Say("bid-done.preview-held", phrase.Num("turn", turn))
	} else {
		t, err := try(a.World, a.now)
		if err != nil {
			return nil, err
		}
		turn = t.Turn
		for n, rep := range t.Reports {
			texts[n] = string(rep.Text)
		}
		a.text.Body.WriteString(t.Tell(a.text.Book, a.Rulebook().Words(a.World.Settings.Lang)))
		note = func(tx *store.Tx) error { return t.note(a.World, tx, a.now, logbook.Master) }
	}
	a.attach(turn, c.Realms, texts)
	return note, nil
}

// attach puts all reports of a turn into one file, unless that would be too large for a mail.
func (a *errand) attach(turn int, realms map[int]game.Realm, texts map[int]string) {
	var all strings.Builder
	for n := range texts {
		a.names = append(a.names, n)
	}
	slices.Sort(a.names)
	rule, rules := strings.Repeat("=", 72), a.Rulebook().Words(a.World.Settings.Lang)
	for _, n := range a.names {
		fmt.Fprintf(&all, "%s\n%s\n%s\n\n%s\n", rule,
			phrase.Capital(wording.Called(rules, n, realms[n].Name)), rule, texts[n])
	}
	a.text.Line("")
	if all.Len() > previewMost {
		a.text.Say("preview-large", phrase.Num("n", all.Len()>>20))
		return
	}
	name := a.text.Book.Say(phrase.P("preview-file", phrase.Num("turn", turn)))
	a.text.Say("preview-with", phrase.Str("file", name))
	a.files = []outbox.Attachment{{Name: name, Type: "text/plain", Charset: "UTF-8", Data: []byte(all.String())}}
}

// refuse answers a request that cannot be fulfilled. It returns other errors.
func (a *errand) refuse(err error) error {
	fault := (*phrase.Fault)(nil)
	why := ""
	switch {
	case errors.As(err, &fault):
		why = strings.TrimSuffix(a.text.Book.Say(fault.What), ".")
	case errors.Is(err, faults.ErrRedo):
		asked, _ := correspondence.Args[schedule.Redo](a.Bidding)
		why = a.text.Book.Say(phrase.P("bid-not-undone", phrase.Num("turn", asked.Turn)))
	case errors.Is(err, faults.ErrUnheld):
		why = a.text.Book.Say(phrase.P("bid-not-held"))
	case errors.Is(err, faults.ErrRules):
		why = a.text.Book.Say(phrase.P("bid-rules-fail"))
	default:
		return err
	}
	a.text = &wording.Text{Book: a.text.Book}
	a.text.Say("bid-refused", phrase.Str("why", why))
	a.files, a.names = nil, nil
	return a.Update(a.answer)
}

// answer ends the errand and mails its answer.
func (a *errand) answer(tx *store.Tx) error {
	turn := store.Turn(tx)
	subject := a.text.Book.Say(phrase.P("subject.bid", phrase.Str("world", a.World.Settings.Name),
		phrase.Key("word", "bid-word."+string(a.Bidding.Verb))))
	outbox.Open(tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, Turn: turn, To: a.To,
		Subject: subject}, NullSender: true, Names: a.names}, outbox.Draft{Answer: true, InReplyTo: a.InReplyTo,
		References: a.References, Text: a.text.Body.String(), Files: a.files}, a.now)
	schedule.EndErrand(tx)
	return nil
}
