package requests

import (
	"errors"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// wanted returns the turn whose report is asked for, and the turns of the first and the last one that there is, or -1.
func (r request) wanted() (turn, first, last int) {
	first, last = -1, -1
	for n := range r.Current.Turn {
		if chronicle.HasReport(r.Tx, n, r.here.Number) {
			if last = n; first < 0 {
				first = n
			}
		}
	}
	if turn = r.Number; !r.Given {
		turn = last
	}
	return turn, first, last
}

// hasReport reports whether there is the report that is asked for.
func (r request) hasReport() bool {
	turn, _, _ := r.wanted()
	return turn >= 0 && turn <= 1<<30 && chronicle.HasReport(r.Tx, turn, r.here.Number)
}

// report sends a stored report again, in a letter of its own.
func (r request) report() error {
	turn, first, last := r.wanted()
	if !r.hasReport() {
		none := phrase.P("report-none", phrase.Num("turn", turn), phrase.Num("first", first), phrase.Num("last", last))
		if first == last {
			none = phrase.P("report-only", phrase.Num("turn", turn), phrase.Num("last", last))
		}
		r.tell("report-none", none)
		return nil
	}
	e := notices.ReportEntry(r.World.Setup, r.here, turn, r.to)
	e.ToName = sender.ToName(r.Session, r.here, r.to)
	end, err := notices.Closing(r.Session, r.here)
	if turn == 0 {
		end, err = notices.Welcoming(r.Session, r.here, notices.Newcomer{Told: true})
	}
	if err != nil {
		return err
	}
	given, err := notices.SealOf(r.Session, turn)
	if err != nil {
		return err
	}
	foot, err := notices.LastLine(r.Session, r.here, r.rec, turn, given, nil)
	if err != nil {
		return err
	}
	if e.Subject, err = notices.ReportSubject(r.World.Setup, r.Tx, r.here, turn, "subject.report-again"); err != nil {
		return err
	}
	e.Closing = end.Text + foot + r.besides() + r.lastOfHour() + r.from.PageNote(r.book)
	e.Event, e.Told = end.Event, r.rec.ToldTo(turn)
	if turn < r.Current.Turn-1 {
		e.Opening = r.book.Say(phrase.P("report-old", phrase.Num("turn", turn), phrase.Num("now", r.Current.Turn))) +
			"\n\n"
	}
	for _, p := range r.before {
		e.Opening = r.book.Say(p) + "\n\n" + e.Opening
	}
	if r.stands {
		e.Opening = notices.ForSubstitute(r.World.Setup, r.here) + e.Opening
	}
	outbox.Open(r.Tx).Add(e, r.At)
	return nil
}

// table answers a request for the table: with its link, if tables are on the web. Otherwise it answers with the page,
// which holds the realm's data as of now. If the page was sent to that address within a day, the data come as a file for
// it. What becomes of the letter says nothing about the address it goes to. Each address that plays the realm has a page
// of its own: one sent to a substitute was not sent to the player.
func (r request) table() error {
	version, html := notices.PageOf(r.World.Setup)
	sent := r.rec.PageTo(r.to)
	if version == "" {
		facts := 1
		if r.Current.World.Facts(r.here.Number) == nil {
			facts = 0
		}
		r.tell("page", phrase.P("table-none", phrase.Num("facts", facts)))
		return nil
	}
	data, err := notices.LaidIn(r.World, r.Tx, r.Current, r.here.Number, -1)
	if errors.Is(err, faults.ErrReport) {
		data, err = nil, nil // played by other rules, or the game has none: the page is good for what comes
	}
	if err != nil {
		return err
	}
	if data != nil && notices.ByLink(r.World.Setup) {
		return r.link()
	}
	large := !notices.Mailable(data)
	if large {
		data = nil
	}
	file, zip := r.book.T("page-file"), r.book.T("page-zip")
	var t *wording.Text
	var e outbox.Message
	var d outbox.Draft
	if sent.Version == version && r.At.Sub(sent.At) < notices.PageAgain {
		t = r.tableSoon(sent)
	} else {
		t = r.page(phrase.P("table-first", phrase.Str("file", zip),
			phrase.Str("game", r.World.Rules.Words(r.here.Lang).T("game"))))
		t.Say("table-open", phrase.Str("file", zip), phrase.Str("page", file))
		t.Say("table-preview")
		page := outbox.Attachment{Name: file, Type: "text/html", Sum: store.PutFile(r.Tx, html())}
		if data != nil {
			t.Say("table-holds")
			page.Holds = store.PutFile(r.Tx, data)
			data = nil
		}
		e.Page, d.Zip, d.Files = true, zip, []outbox.Attachment{page}
	}
	if data != nil {
		name := notices.TableName(r.here.Lang)
		t.Say("table-now", phrase.Str("file", name))
		d.Files = []outbox.Attachment{{Name: name, Type: "application/json", Sum: store.PutFile(r.Tx, data)}}
	}
	if large {
		t.Say("report-table-large")
	}
	id := r.queue("subject.page", t, e, d)
	if !e.Page {
		return nil
	}
	_, err = roster.ChangeRealm(r.Tx, r.here.Number, func(rec *roster.RealmRecord) {
		rec.Table = true // its data come with each report
		rec.PageSent(roster.Page{Version: version, To: r.to, At: r.At.UTC(), Letter: id})
	})
	return err
}

// link answers with the link to the table of whoever asks.
func (r request) link() error {
	t := r.page(phrase.P("link-table"))
	if err := r.sayLink(t); err != nil {
		return err
	}
	r.queue("subject.page", t, outbox.Message{}, outbox.Draft{})
	return nil
}

// sayLink writes the link to the table of whom the letter goes to.
func (r request) sayLink(t *wording.Text) error {
	link, err := notices.LinkTo(r.World.Setup, r.Tx, r.here.Number, r.rec.As(r.to, r.Current.Turn))
	if err != nil {
		return err
	}
	notices.SayLink(t, link)
	return nil
}

// mapped answers with the realm's map as a picture, as it is now or as it was after a turn.
func (r request) mapped() error {
	turn := newest
	if r.Given {
		turn = r.Number
	}
	files, said, err := notices.MapAfter(r.World.Setup, r.Tx, r.Current, r.here, turn)
	if err == nil {
		r.send("subject.map", r.page(said), nil, files...)
	}
	return err
}

// tableSoon says when the page can be sent once more, and whether the mail server refused it.
func (r request) tableSoon(sent roster.Page) *wording.Text {
	when := r.When(r.book, sent.At.Add(notices.PageAgain))
	answer, refused := outbox.Open(r.Tx).Refused(sent.Letter)
	if !refused {
		return r.page(phrase.P("table-soon", when))
	}
	t := r.page(phrase.P("table-soon-refused", when))
	t.Say("table-refused", phrase.Str("answer", wording.Cut(answer)))
	return t
}

// public answers with what is public.
func (r request) public() error {
	if len(r.World.Settings.Public) == 0 {
		r.tell("public", phrase.P("public.nothing"))
		return nil
	}
	press := notices.PressOf(r.World.Setup, r.Tx, r.World.Cache)
	press.Back, press.Papers = notices.TurnsBack, notices.PapersBack
	page, err := notices.PublicPage(r.World.Setup, r.Tx, press, r.Current)
	if err != nil {
		return err
	}
	t := r.page(phrase.P("public.first"))
	t.Body.Write(page.Parts(r.book.Lang, game.Unbroken))
	if err := r.until(t); err != nil {
		return err
	}
	r.send("subject.public", t, nil)
	return nil
}
