package frame

import "weltentor/orders/phrase"

// Paragraph writes sentences after an indent, one after the other, set apart by blanks. It writes nothing if there are
// none.
func (p *Page) Paragraph(indent string, what []phrase.Phrase) {
	if len(what) > 0 {
		p.Line(indent, Sentences(what).apart()...)
	}
}
