package orders

import (
	"regexp"
	"strings"

	"weltentor/orders/phrase"
)

// anotherHead is the beginning of a section inside a line.
var anotherHead = regexp.MustCompile(`[ \t\x{a0}]\$[A-Za-z]\b`)

// behind reports orders behind the `$` of their section. There a heading may stand, so they are not read; without a
// word, whoever writes all in one line would send nothing. Whatever is no order of the section is a heading.
func (r *reader) behind(h head) {
	rest := strings.TrimLeft(CutComment(h.rest), " \t\u00a0:")
	if rest == "" {
		return
	}
	first, crowded := rest, false
	if at := anotherHead.FindStringIndex(" " + rest); at != nil {
		first, crowded = strings.TrimSpace(rest[:max(at[0]-1, 0)]), true
	}
	switch {
	case crowded:
	case r.place == closed:
		_, crowded = recipient(strings.Fields(first)[0])
	case len(first) <= lineLimit:
		order, _ := r.readLine(first)
		crowded = order != nil
	}
	if crowded {
		r.tell(1, Error, phrase.P("orders-behind", phrase.Str("got", Clip(trim(rest))),
			phrase.Str("head", "$"+string(rune(h.letter)))))
	}
}
