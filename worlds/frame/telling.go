package frame

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Telling is what the realms are told at a time, each on a page P of the game's own, which embeds a Page. Write writes
// all of it, once as a report and once as data, and Digest or Body what the mail says first. It is a Reporter.
type Telling[P interface {
	comparable
	Plain() *Page
}] struct {
	Turn   int                         // that it is about
	Title  phrase.Phrase               // names that turn, unless the page does
	Page   func(realm int) P           // an empty page; for a realm that does not exist the zero P
	Write  func(P)                     // asks Page.News for each line that a short report may leave out
	Brief  func(P)                     // writes the short report of a player who wants such ones; nil: Write does for all
	Digest func(P) *Digest             // of a turn: what its mail says first
	Body   func(P)                     // instead of it
	Files  func(realm int) []game.File // that come with it; nil: none
}

// Report is the report of a realm that exists: whole, or for a realm that was shown what the record says.
func (t Telling[P]) Report(realm int, shown *game.Shown) (out game.Report) {
	page, mail := t.Page(realm), t.Page(realm)
	p, body, write := page.Plain(), mail.Plain(), t.Write
	switch {
	case shown == nil:
	case t.Brief == nil:
		p.Shown = shown
		shown.Under(string(p.Reader.Lang))
	case p.Brief(shown):
		write = t.Brief
	}
	write(page)
	if t.Digest != nil {
		out = p.Mailed(t.Digest(mail), body)
	} else {
		body.Broad = true
		t.Body(mail)
		out = p.Report(realm, body.Out)
	}
	if t.Files != nil {
		out.Files = t.Files(realm)
	}
	return out
}

// Facts is the report as data; nil: the realm does not exist.
func (t Telling[P]) Facts(realm int) *game.Facts {
	var nobody P
	page := t.Page(realm)
	if page == nobody {
		return nil
	}
	p := page.Plain()
	p.NewFacts(t.Turn, t.Title)
	if t.Write(page); t.Digest != nil {
		t.Digest(t.Page(realm)).Note(p)
	}
	p.FactsDone()
	return p.Facts
}

// Plain is the page itself, for a Telling.
func (p *Page) Plain() *Page { return p }
