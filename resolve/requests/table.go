package requests

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// table answers a request for the table's page. It sends the page, once for each version, or again if the player
// insists, or else the page's web address. What becomes of the letter says nothing about the address it goes to. Each
// address that plays the realm has a page of its own: one sent to a substitute was not sent to the player.
func (r request) table() error {
	version, html := letters.PageOf(r.World.Setup)
	sent, url := r.rec.PageTo(r.to), r.World.Settings.TableURL
	again := phrase.Str("again", r.book.T("word.page-again"))
	switch {
	case url != "":
		t := r.page(phrase.P("table-url"))
		t.Line("")
		t.Line("  " + url)
		t.Line("")
		t.Say("table-browser")
		r.tableData(t)
		r.send("subject.page", t, nil)
		return nil
	case version == "":
		r.tell("page", phrase.P("table-none"))
		return nil
	case sent.Version == version && !r.Given:
		t := r.page(phrase.P("table-sent", phrase.Str("when", r.moment(sent.At)), again))
		if refused, err := r.pageRefused(sent); err != nil {
			return err
		} else if refused.Code != "" {
			t.Line(r.book.Say(refused))
		}
		r.send("subject.page", t, nil)
		return nil
	case sent.Version == version && r.At.Sub(sent.At) < letters.PageAgain:
		return r.tableSoon(sent, again)
	}
	file, zip := r.book.T("page-file"), r.book.T("page-zip")
	t := r.page(phrase.P("table-first", phrase.Str("file", zip),
		phrase.Str("game", r.World.Rules.Words(r.here.Lang).T("game"))))
	t.Say("table-open", phrase.Str("file", zip), phrase.Str("page", file))
	t.Say("table-preview")
	r.tableData(t)
	id := r.queue("subject.page", t, outbox.Entry{Page: true}, outbox.Draft{Zip: zip, Files: []outbox.Attachment{
		{Name: file, Type: "text/html", Sum: store.PutFile(r.Tx, html())}}})
	_, err := roster.ChangeRealm(r.Tx, r.here.Number, func(rec *roster.RealmRecord) {
		rec.PageSent(roster.Page{Version: version, To: r.to, At: r.At.UTC(), Letter: id})
	})
	return err
}

// moment is a time in words, in the language of the realm's player.
func (r request) moment(at time.Time) string {
	return wording.Moment(r.book, at.In(r.World.Settings.Zone))
}

// tableData says how to get the data for the page, if they are not sent yet.
func (r request) tableData(t *wording.Text) {
	if !r.rec.Table {
		t.Say("table-data", phrase.Str("file", letters.TableName(r.here.Lang)))
	}
}

// tableSoon says when the page can be sent once more, and whether the mail server refused it.
func (r request) tableSoon(sent roster.Page, again phrase.Arg) error {
	when := phrase.Str("when", r.moment(sent.At.Add(letters.PageAgain)))
	refused, err := r.pageRefused(sent)
	if err != nil || refused.Code == "" {
		r.tell("page", phrase.P("table-soon", when, again))
		return err
	}
	t := r.page(phrase.P("table-soon-refused", when, again))
	t.Line(r.book.Say(refused))
	r.send("subject.page", t, nil)
	return nil
}

// pageRefused says that the mail server refused the page. The phrase has no code if it did not.
func (r request) pageRefused(sent roster.Page) (p phrase.Phrase, err error) {
	answer, refused, err := outbox.In(r.Tx).Refused(sent.Letter)
	if refused {
		p = phrase.P("table-refused", phrase.Str("answer", wording.Cut(answer)))
	}
	return p, err
}

// public answers with what is public.
func (r request) public() error {
	if len(r.World.Settings.Public) == 0 {
		r.tell("public", phrase.P("public.nothing"))
		return nil
	}
	press, err := letters.PressOf(r.World.Setup, r.Tx, r.World.Shelf)
	if err != nil {
		return err
	}
	press.Back, press.Papers = letters.TurnsBack, letters.PapersBack
	page, err := letters.PublicPage(r.World.Setup, r.Tx, press, r.Current)
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
