package requests

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/letters"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
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
	t := r.page(phrase.P("orders-are", phrase.Num("n", lines),
		phrase.Str("when", wording.Moment(r.book, rec.At.In(r.World.Settings.Zone)))))
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
	letters.MarkForm(r.World.Setup, t, printed)
	t.Line(strings.TrimRight(printed, "\n"))
	t.Line("$E")
	r.send("subject.orders", t, nil)
	return nil
}

// sayBesides says which orders are kept for later turns, and whether parts of the letter were not read. It ends with
// the deadline.
func (r request) sayBesides(t *wording.Text) error {
	r.sayAhead(t)
	if r.Besides(r.from.Text) != "" || len(r.from.Letter.Files) > 0 {
		t.Say("orders-not-here")
	}
	return r.until(t)
}

// sayAhead names the later turns for which orders are kept.
func (r request) sayAhead(t *wording.Text) {
	kept, _ := ahead.Of(r.Tx, r.here.Number)
	for _, s := range kept {
		t.Say("orders-ahead", phrase.Num("turn", s.Turn), phrase.Num("n", s.Good), r.When(t.Book, s.At))
	}
}

// counting divides a sheet's lines into those that count and those that do not, as its receipt said.
func counting(r *sheets.Record, lines []orders.Line) (count, void []orders.Line) {
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

// Players get the rules themselves by mail: somebody who has only mail has no other way to them.

// rule mails the one rule that was asked for, in the body of the letter.
func (r request) rule() {
	number, text := phrase.Str("number", r.Rule), ""
	if of := r.World.Settings.Rule; of != nil {
		text = of(r.World.Rules.Name(), r.here.Lang, r.Rule)
	}
	if text == "" {
		r.tell("rules", phrase.P("rule-none", number))
		return
	}
	t := r.page(phrase.P("rule-first"))
	t.Line("")
	t.Line(strings.TrimSpace(text))
	t.Line("")
	t.Say("rule-more")
	r.send("subject.rules", t, nil)
}

// rules mails the rules of the world's game, in the player's language and charset. The store keeps each text once,
// however often it is sent.
func (r request) rules() error {
	text := ""
	if r.World.Settings.Book != nil {
		text = r.World.Settings.Book(r.World.Rules.Name(), r.here.Lang)
	}
	if text == "" {
		r.tell("rules", phrase.P("rules-none"))
		return nil
	}
	file := r.book.T("rules-file")
	t := r.page(phrase.P("rules-first", phrase.Str("file", file)))
	letters.Cites(t, r.World.Rules)
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.rules", t, nil,
		outbox.Attachment{Name: file, Type: "text/plain", Charset: outbox.Charset(r.here.Computer),
			Sum: store.PutFile(r.Tx, []byte(text))})
	return nil
}

// hasGuide reports whether there is a page for beginners. A fault of the rules shows where the page is written.
func (r request) hasGuide() bool {
	has, err := letters.HasGuide(r.World.Setup, r.Current.World, r.here)
	return has && err == nil
}

// guide sends the page for beginners, in the letter itself.
func (r request) guide() error {
	page, err := letters.GuidePage(r.World.Setup, r.Current.World, r.here, false)
	if err != nil {
		return err
	}
	if page == "" {
		r.tell("guide", phrase.P("guide-none"))
		return nil
	}
	t := &wording.Text{Book: r.book}
	t.Body.WriteString(page)
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.guide", t, nil)
	return nil
}

// manual sends the manual for players of the world's game.
func (r request) manual() error {
	file, is := letters.Manual(r.World.Setup, r.Tx, r.here)
	if !is {
		r.tell("manual", phrase.P("manual-none"))
		return nil
	}
	t := r.page(phrase.P("manual-first", phrase.Str("file", file.Name)))
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.manual", t, nil, file)
	return nil
}
