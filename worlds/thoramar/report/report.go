// Package report writes what a realm is told of a turn, and report 0: text, data, digest, map, legend and the template
// of its next orders. What is told was recorded by package sight and in the events, so a report shows nothing that its
// realm may not know (law 6). Reports of a turn share what they can (Shared), and are written in parallel.
//
// An account says what a turn was for a realm. Four writers put it into a form, and none uses another: whole, short
// with its selection of what is news, data, and the digest of the mail. What two of them have is a function: sentences
// are rows, tables are parts, and land and armies that are seen are lines.
package report

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
)

// Writer writes the reports of a turn, one after the other, in the same memory.
type Writer struct {
	account *account
	view    game.View
	reader  rulekit.Reader
	text    rulekit.Text
	mail    rulekit.Text
	whole   whole
	short   short
	atlas   atlas
}

// NewWriter makes a writer, for one goroutine.
func NewWriter(o *Season) *Writer {
	w := &Writer{account: newAccount(o)}
	w.text.Out = make([]byte, 0, 64<<10)
	w.whole.atlas, w.short.atlas = &w.atlas, &w.atlas
	return w
}

// begin begins the account of a realm, and empty texts for its player.
func (w *Writer) begin(number int) {
	a, rules := w.account, w.account.season.After.Rules
	a.begin(number)
	w.view = game.View{Grid: a.t.Grid, Origin: a.r.Origin}
	w.reader = rulekit.Reader{Person: &a.r.Person, Book: rules.Words(a.r.Lang), Places: &w.view, Rules: rules, Name: a.nameOf}
	for _, t := range [...]*rulekit.Text{&w.text, &w.mail} {
		t.Reset(&w.reader)
		t.Exact, t.Most = true, reportMost
	}
}

// begun reports whether a realm exists, and begins its account if it does.
func (w *Writer) begun(number int) bool {
	exists := number != 0 && w.account.season.After.State.Realm(number) != nil
	if exists {
		w.begin(number)
	}
	return exists
}

// Report tells one realm about the turn. It leaves out what the realm was shown before, if its player wants a short
// report and there is a record of it.
func (w *Writer) Report(realm int, shown *game.Shown) game.Report {
	w.begin(realm)
	if shown != nil {
		shown.Under(form(w.account.r))
	}
	if shown == nil || !w.account.r.Settings.Short {
		w.writeWhole()
		return w.mailed()
	}
	w.account.findSighted(1)
	w.short.begin(&w.text, w.account)
	w.short.news.choose(&w.reader, w.account, shown)
	w.short.write()
	return w.mailed()
}

// writeWhole writes the whole report. It goes through the weeks by itself: what the account has of them is for the mail,
// which says how things are in the end.
func (w *Writer) writeWhole() {
	w.account.findSighted(realm.Weeks)
	w.whole.begin(&w.text, w.account)
	w.whole.write()
}

// form says how the player wants reports: if it changes, all is told anew.
func form(r *realm.Realm) string {
	if !r.Settings.Short {
		return "full"
	}
	return string(r.Lang) + " short"
}

// mailed is the report that was written, with its mail.
func (w *Writer) mailed() game.Report {
	a, report := w.account, w.text.Report()
	report.Summary, report.News = digest(&w.reader, a).Mail(&w.mail)
	report.Files = cultureTexts(a.season.After, a.r, func(r *realm.Realm) bool { return r.TextTurn == a.t.Number })
	return report
}

// Facts is the realm's report as data.
func (w *Writer) Facts(realm int) *game.Facts {
	if !w.begun(realm) {
		return nil
	}
	w.writeWhole()
	d := w.data(&w.whole.wrote)
	d.write()
	digest(&w.reader, w.account).Note(d.Notes)
	return d.done()
}

// Fought is what Facts says of battles and of the reader's armies, without what the armies saw, which is most of a
// report.
func (w *Writer) Fought(realm int) *game.Facts {
	if !w.begun(realm) {
		return nil
	}
	d := w.data(nil)
	next := 0
	for n := 0; n <= closing; n++ {
		next = d.events(n, next)
	}
	d.armies()
	return &d.Facts
}

// data begins the facts of a report that had room for what was written; nil: for all.
func (w *Writer) data(wrote *written) *data {
	turn := w.account.t.Number
	return newData(w.reader.Notes(turn, titled(turn)), w.account, wrote)
}

// cultureTexts returns the wanted culture texts ($K) as files in the language of the reader. Texts are for the whole world
// (manual, "Der Spielzug": the files are on every player's disk). With a report come those of its turn. Who joins later
// gets the earlier ones with report 0, so nobody ever lacks one.
func cultureTexts(at realm.Position, reader *realm.Realm, wanted func(*realm.Realm) bool) []game.File {
	var out []game.File
	for i := range at.State.Realms {
		r := &at.State.Realms[i]
		if i == 0 || r.Text == "" || !wanted(r) {
			continue
		}
		book := at.Rules.Words(reader.Lang)
		text := rulekit.AppendKept(nil,
			book.Say(phrase.P("report.culture", phrase.Num("realm", r.Number), phrase.Str("name", r.Name))), indent)
		text = append(text, '\n')
		text = rulekit.AppendKept(text, orders.Legible(r.Text), "")
		out = append(out, game.File{Name: book.T("report.culture-file") + realm.TwoDigits(r.Number) + ".TXT",
			Type: "text/plain", Data: text})
	}
	return out
}
