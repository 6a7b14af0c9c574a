package frame

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Telling is what a realm is told at a time. Write writes all of it, once as a report and once as data, and Body what the
// mail says first. The zero Telling is for a realm that does not exist.
type Telling[T any] struct {
	Book   *Book[T]
	Reader *Person
	Turn   int           // that it is about
	Title  phrase.Phrase // names that turn
	Write  func(p *Page)
	Digest func(p *Page) *Digest // of a turn: what its mail says first
	Body   func(p *Page)         // instead of it
}

// Report is the report of a realm that exists, whole.
func (t Telling[T]) Report() game.Report { return t.Since(nil) }

// Since is the report for a realm that was shown what the record says (game.Brief). Write asks Page.News for each line
// that it may leave out.
func (t Telling[T]) Since(shown *game.Shown) game.Report {
	p, body := t.page(), t.page()
	if p.Shown = shown; shown != nil {
		shown.Under(string(t.Reader.Lang))
	}
	t.Write(p)
	if t.Digest != nil {
		return p.Mailed(t.Digest(body), body)
	}
	body.Broad = true
	t.Body(body)
	return p.Report(t.Reader.Number, body.Out)
}

// Facts is the report as data.
func (t Telling[T]) Facts() game.Facts {
	if t.Reader == nil {
		return game.Facts{}
	}
	p := t.page()
	return Facts(p, t.Book, t.Reader, t.Turn, t.Title, func() {
		if t.Write(p); t.Digest != nil {
			t.Digest(p).Note(p)
		}
	})
}

func (t Telling[T]) page() *Page { return &Page{Book: t.Book.Words(t.Reader.Lang)} }
