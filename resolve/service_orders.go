package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// markForm writes the line above orders.
func (k *clerk) markForm(t *wording.Text, body string) {
	t.Say("form-mark", phrase.Str("sum", letter.FormSum(k.rb.Language(), k.rb.Language().Parse(body).Lines)))
}

// inForceNow prints the orders in force in the words of the reader's language. Who asked with
// orders in his letter that nobody could read as such is told so.
func (d *desk) inForceNow() error {
	rec, found, err := chronicle.Sheet(d.tx, d.c.Turn, d.here.Number)
	if err != nil {
		return err
	}
	t := d.page(phrase.P("orders-none"))
	if found {
		change := "orders-change"
		printed, lines := "", 0
		var void []orders.Line
		err := store.Guarded(func() {
			language := d.w.rb.Language()
			file := *rec.Orders(language)
			file.Lines, void = counting(&rec, file.Lines)
			printed, lines = string(language.Speak(nil, &file, d.book.Lang)), len(file.Lines)
			if d.c.World.Check(rec.Sheet).Adds {
				change = "orders-change-adds"
			}
		})
		if err != nil {
			return err
		}
		t = d.page(phrase.P("orders-are", phrase.Num("n", lines),
			phrase.Str("when", wording.Moment(d.book, rec.At.In(d.w.s.Zone)))))
		t.Line("")
		d.w.markForm(t, printed)
		t.Line(strings.TrimRight(printed, "\n"))
		t.Line("")
		sayVoid(t, void)
		for _, f := range rec.Files {
			t.Say("orders-file", phrase.Str("file", f.Name))
		}
		t.Say(change)
	}
	if d.Besides(d.text) != "" || len(d.l.Files) > 0 {
		t.Say("orders-not-here")
	}
	if err := d.until(t); err != nil {
		return err
	}
	d.send("subject.orders", t, nil)
	return nil
}

// counting parts a sheet's lines in those that count and those its receipt said do not.
func counting(r *chronicle.SheetRecord, lines []orders.Line) (count, void []orders.Line) {
	for _, l := range lines {
		if slices.Contains(r.Void, l.Line) {
			void = append(void, l)
		} else {
			count = append(count, l)
		}
	}
	return count, void
}

// sayVoid names lines of a sheet that do not count.
func sayVoid(t *wording.Text, lines []orders.Line) {
	if len(lines) == 0 {
		return
	}
	t.Say("orders-void", phrase.Num("n", len(lines)))
	for _, l := range lines[:min(len(lines), changesShown)] {
		t.Line("  " + wording.Cut(string(orders.Speak(nil, l.Order, t.Book.Lang))))
	}
	t.More(len(lines) - changesShown)
	t.Line("")
}

// The rules themselves, for players: who gets letters only has no other way to them.

// rules mails the book of the world's game, in the player's language and for his
// computer. Books are kept once in the store, however often they leave.
func (d *desk) rules() error {
	text := ""
	if d.w.s.Book != nil {
		text = d.w.s.Book(d.w.rb.Name(), d.here.Lang)
	}
	if text == "" {
		d.tell("rules", phrase.P("rules-none"))
		return nil
	}
	file := d.book.T("rules-file")
	t := d.page(phrase.P("rules-first", phrase.Str("file", file)))
	if err := d.until(t); err != nil {
		return err
	}
	d.send("subject.rules", t, nil,
		outbox.Attachment{Name: file, Type: "text/plain", Charset: outbox.Charset(d.here.Computer),
			Sum: store.PutFile(d.tx, []byte(text))})
	return nil
}
