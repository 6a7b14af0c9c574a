package requests

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// inForceNow shows the orders in force in the words of the reader's language. If the letter has orders that could not
// be read as orders, it says so.
func (r request) inForceNow() error {
	rec, found := sheets.Get(r.Tx, r.Current.Turn, r.here.Number)
	if !found {
		t := r.page(phrase.P("orders-none"))
		if err := r.sayBesides(t); err != nil {
			return err
		}
		r.send("subject.orders", t, nil)
		return nil
	}
	change := "orders-change"
	printed, lines := "", 0
	var void []orders.Line
	if err := store.Guarded(func() {
		language := r.World.Rules.Language()
		file := *rec.Orders(language)
		file.Lines, void = counting(&rec, file.Lines)
		printed, lines = string(language.Speak(nil, &file, r.book.Lang)), len(file.Lines)+len(file.Settings)
		switch {
		case r.Current.World.Check(rec.Sheet).Adds:
			change = "orders-change-adds"
		case rec.Spoken > 0:
			change = "orders-change-said"
		}
	}); err != nil {
		return err
	}
	t := r.page(phrase.P("orders-are", phrase.Num("n", lines), r.When(r.book, rec.At)))
	SayVoid(t, void)
	if rec.Draft {
		t.Say("orders-draft")
	}
	for _, f := range rec.Files {
		t.Say("orders-file", phrase.Str("file", f.Name))
	}
	t.Say(change)
	if err := r.sayBesides(t); err != nil {
		return err
	}
	// At the end, and closed by $E: an answer that quotes the letter brings back nothing else with them.
	t.Line("")
	notices.MarkForm(r.World.Setup, t, printed)
	t.Line(strings.TrimRight(printed, "\n"))
	t.Line("$E")
	r.send("subject.orders", t, nil)
	return nil
}

// waits says what the game waits for: who has sent orders, as far as everybody may know, the player's own, and the
// deadline.
func (r request) waits() error {
	if strings.TrimSpace(r.from.Text) == "" && letter.BareSubject(r.from.Letter.Subject) == "" {
		r.before = append(r.before, phrase.P("waits-empty"))
	}
	t := r.page(phrase.P("orders-none"))
	if rec, found := sheets.Get(r.Tx, r.Current.Turn, r.here.Number); found {
		t = r.page(phrase.P("orders-are", phrase.Num("n", rec.Good), r.When(r.book, rec.At)))
	}
	if r.World.Settings.Public.Has(public.Sent) {
		page, err := notices.PublicPage(r.World.Setup, r.Tx, notices.PressOf(r.World.Setup, r.Tx, r.World.Cache), r.Current)
		if err != nil {
			return err
		}
		sent := 0
		for _, row := range page.Sent {
			if row.Sent {
				sent++
			}
		}
		if len(page.Sent) > 0 {
			t.Say("waits-sent", phrase.Num("n", sent), phrase.Num("of", len(page.Sent)))
		}
	}
	t.Say("waits-words")
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.deadline", t, nil)
	return nil
}

// Empty answers an empty letter as DEADLINE is answered.
func Empty(s sender.Sender) (*world.Ending, error) {
	return servePlayer(s, letter.Wish{Service: waits}, "")
}

// undoes says what can be taken back, and asks the game master for what cannot.
func (r request) undoes() error {
	asked := QuestionOf(r.from, r.here.Number).Ask(r.rec, cmp.Or(r.unread, letter.BareSubject(r.from.Letter.Subject), "?"))
	r.unread = ""
	t := r.page(phrase.P("undo-how"))
	if asked.Refused {
		t.Say("question-refused", phrase.Str("over", r.book.Say(receipt.LimitReached(asked.Over))))
	} else {
		t.Say("undo-asked")
	}
	r.send("subject.undo", t, nil)
	return nil
}

// sayBesides says which orders are kept for later turns, and whether parts of the letter were not read. It ends with
// the deadline.
func (r request) sayBesides(t *wording.Text) error {
	kept, _ := sheets.LaterOf(r.Tx, r.here.Number)
	for _, s := range kept {
		t.Say("orders-ahead", phrase.Num("turn", s.Turn), phrase.Num("n", s.Good), r.When(t.Book, s.At))
	}
	if r.unread != "" || len(r.from.Letter.Files) > 0 {
		code := "orders-not-here"
		if r.World.Rules.Language().Opens != 0 { // a section needs no line of its own
			code = "orders-not-here-head"
		}
		t.Say(code, phrase.Num("realm", r.here.Number))
	}
	return r.until(t)
}

// counting divides a sheet's lines into those that count and those that do not, as its receipt said.
func counting(r *sheets.Sheet, lines []orders.Line) (count, void []orders.Line) {
	for _, l := range lines {
		if slices.Contains(r.Void, l.Line) {
			void = append(void, l)
		} else {
			count = append(count, l)
		}
	}
	return count, void
}

// SayVoid names the lines of a sheet that do not count.
func SayVoid(t *wording.Text, lines []orders.Line) {
	if len(lines) == 0 {
		return
	}
	t.Say("orders-void", phrase.Num("n", len(lines)))
	for _, l := range lines[:min(len(lines), receipt.ChangesShown)] {
		t.Line("  " + wording.Cut(string(l.Order.Print(nil, t.Book.Lang))))
	}
	t.More(len(lines) - receipt.ChangesShown)
}

// template sends an order file to fill in, in the letter and as an attachment.
func (r request) template() error {
	body, err := notices.OrderFile(r.World.Setup, r.Current.World, r.here)
	if err != nil {
		return err
	}
	if body == "" {
		r.tell("template", phrase.P("template-none"))
		return nil
	}
	how := "template-how"
	if r.World.Settings.AuthInForce() == world.ByDKIM {
		how = "template-how-bare"
	}
	t := r.page(phrase.P("template-first", phrase.Str("has", r.World.Rules.Words(r.here.Lang).T("game-template"))))
	rec, found := sheets.Get(r.Tx, r.Current.Turn, r.here.Number)
	adds := false
	if err := store.Guarded(func() { adds = found && r.Current.World.Check(rec.Sheet).Adds }); err != nil {
		return err
	}
	switch language := r.World.Rules.Language(); {
	case found && !adds:
		t.Say("template-replaces")
	case language.Opens != 0 && len(language.Parse(body).Lines) > 0: // a program has written it
		t.Say("template-acts")
	default:
		t.Say("template-idle")
	}
	t.Say(how)
	t.Line("")
	notices.MarkForm(r.World.Setup, t, body)
	t.Body.WriteString(body)
	r.send("subject.template", t, nil, outbox.Attachment{Name: r.book.T("template-file"), Type: "text/plain",
		Charset: outbox.Charset(r.here.Computer), Data: []byte(body)})
	return nil
}
