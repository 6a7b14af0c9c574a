package resolve

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// inForceNow prints the orders in force in the words of the reader's language. Who asked with
// orders in his letter that nobody could read as such is told so.
func (d *desk) inForceNow() error {
	rec, found, err := sheet(d.tx, d.c.turn, d.here.Number)
	if err != nil {
		return err
	}
	t := d.page(phrase.P("orders-none"))
	if found {
		change := "orders-change"
		printed, lines := "", 0
		var void []orders.Line
		err := guarded(func() {
			language := d.w.rb.Language()
			file := *rec.Orders(language)
			file.Lines, void = rec.counting(file.Lines)
			printed, lines = string(language.Speak(nil, &file, d.book.Lang)), len(file.Lines)
			if d.c.world.Check(rec.Sheet).Adds {
				change = "orders-change-adds"
			}
		})
		if err != nil {
			return err
		}
		t = d.page(phrase.P("orders-are", phrase.Num("n", lines), phrase.Str("when", moment(d.book, rec.At.In(d.w.s.Zone)))))
		t.line("")
		d.w.markForm(t, printed)
		t.line(strings.TrimRight(printed, "\n"))
		t.line("")
		t.void(void)
		for _, f := range rec.Files {
			t.say("orders-file", phrase.Str("file", f.Name))
		}
		t.say(change)
	}
	if d.besides(d.text) != "" || len(d.l.Files) > 0 {
		t.say("orders-not-here")
	}
	if err := d.until(t); err != nil {
		return err
	}
	d.send("subject.orders", t, nil)
	return nil
}

// counting parts a sheet's lines in those that count and those its receipt said do not.
func (r *sheetRecord) counting(lines []orders.Line) (count, void []orders.Line) {
	for _, l := range lines {
		if slices.Contains(r.Void, l.Line) {
			void = append(void, l)
		} else {
			count = append(count, l)
		}
	}
	return count, void
}

// void names lines of a sheet that do not count.
func (t *text) void(lines []orders.Line) {
	if len(lines) == 0 {
		return
	}
	t.say("orders-void", phrase.Num("n", len(lines)))
	for _, l := range lines[:min(len(lines), changesShown)] {
		t.line("  " + cut(string(orders.Speak(nil, l.Order, t.book.Lang))))
	}
	t.more(len(lines) - changesShown)
	t.line("")
}
