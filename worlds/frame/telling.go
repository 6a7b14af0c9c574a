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
	Body   func(p *Page)
}

// Report is the report of a realm that exists.
func (t Telling[T]) Report() game.Report {
	p, body := t.page(), t.page()
	body.Broad = true
	t.Write(p)
	t.Body(body)
	return p.Report(t.Reader.Number, body.Out)
}

// Facts is the report as data.
func (t Telling[T]) Facts() game.Facts {
	if t.Reader == nil {
		return game.Facts{}
	}
	p := t.page()
	return Facts(p, t.Book, t.Reader, t.Turn, t.Title, func() { t.Write(p) })
}

func (t Telling[T]) page() *Page { return &Page{Book: t.Book.Words(t.Reader.Lang)} }
