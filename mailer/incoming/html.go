package incoming

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"weltentor/mailer/mime"
)

// htmlText returns the lines that a reader of the page would see. What is quoted gets "> " in front, as in a plain
// mail. Styles, scripts and heads are left out.
func htmlText(page string) string {
	text, _ := htmlParts(page)
	return text
}

// htmlParts also returns what the page has and no reader sees.
func htmlParts(page string) (text, unseen string) {
	w := &htmlWriter{}
	// QUIRK: plain text sent as text/html, without one tag that ends a line.
	w.asTyped = !w.look(page)
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			w.endLine()
			return w.out.String(), w.unseen.String()
		case html.TextToken:
			w.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			w.open(z.Token())
		case html.EndTagToken:
			w.close(z.Token().DataAtom)
		}
	}
}

type htmlWriter struct {
	out     strings.Builder
	line    strings.Builder
	asTyped bool
	hidden  int        // depth in elements whose text is not shown
	pre     int        // depth in preformatted elements
	quoted  int        // depth in quotations
	divs    []divState // open divs that matter
	blank   bool       // a blank is due before the next word

	veiled []atom.Atom // open elements from the one that its style hides, by their tags
	unseen strings.Builder
	sheet  sheet
}

type divState struct{ quote, pre bool }

var hiddenTags = map[atom.Atom]bool{
	atom.Style: true, atom.Script: true, atom.Title: true, atom.Template: true, atom.Noscript: true, atom.Select: true,
	atom.Iframe: true, atom.Noframes: true, atom.Datalist: true, atom.Object: true, atom.Video: true, atom.Audio: true,
	atom.Svg: true, atom.Canvas: true,
}

var struckTags = map[atom.Atom]bool{atom.S: true, atom.Strike: true, atom.Del: true}

// struck is put around what is struck out, which the writer does not mean.
const struck = "~~"

var blockTags = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Tr: true, atom.Li: true, atom.H1: true, atom.H2: true, atom.H3: true,
	atom.H4: true, atom.H5: true,
	atom.H6: true, atom.Table: true, atom.Blockquote: true, atom.Pre: true, atom.Ul: true, atom.Ol: true,
	atom.Hr: true, atom.Dl: true,
	atom.Dt: true, atom.Dd: true, atom.Body: true, atom.Section: true, atom.Article: true, atom.Header: true,
	atom.Footer:  true,
	atom.Address: true, atom.Form: true, atom.Center: true, atom.Textarea: true, atom.Tbody: true, atom.Thead: true,
}

var styleTag = lazily(`(?i)<style`)

// look reads the style sheets of a page, which may be anywhere in it, and reports whether it has any tag that ends a line.
func (w *htmlWriter) look(page string) (breaks bool) {
	styled := styleTag().MatchString(page)
	z := html.NewTokenizer(strings.NewReader(page))
	for styled || !breaks {
		switch z.Next() {
		case html.ErrorToken:
			w.sheet.sort()
			return breaks
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			breaks = breaks || a == atom.Br || blockTags[a] && a != atom.Body
			if a == atom.Style {
				medium := attribute(z, "media")
				if z.Next() == html.TextToken {
					w.sheet.add(string(z.Text()), medium)
				}
			}
		}
	}
	return breaks
}

// attribute is the value of an attribute of a tag.
func attribute(z *html.Tokenizer, name string) string {
	for {
		key, value, more := z.TagAttr()
		if string(key) == name {
			return string(value)
		}
		if !more {
			return ""
		}
	}
}

func (w *htmlWriter) open(t html.Token) {
	a := t.DataAtom
	if t.Type == html.StartTagToken && !voidTags[a] && (len(w.veiled) > 0 || w.sheet.veils(t)) {
		w.veiled = append(w.veiled, a)
	}
	switch {
	case hiddenTags[a] && t.Type == html.StartTagToken:
		w.hidden++
	case a == atom.Br:
		w.newLine()
	case struckTags[a]:
		w.text(struck)
	case a == atom.Td || a == atom.Th:
		w.blank = w.line.Len() > 0
	case blockTags[a]:
		w.endLine()
	}
	if t.Type != html.StartTagToken {
		return
	}
	switch a {
	case atom.Blockquote:
		w.quoted++
	case atom.Pre, atom.Textarea:
		w.pre++
	case atom.Div, atom.P, atom.Span:
		if isBelow(t) {
			w.endLine()
			w.quoted++
		}
		s := divState{quote: isQuote(t), pre: isPre(t)}
		w.divs = append(w.divs, s)
		w.quoted += mime.Btoi(s.quote)
		w.pre += mime.Btoi(s.pre)
	}
}

func (w *htmlWriter) close(a atom.Atom) {
	if at := lastOf(w.veiled, a); at >= 0 && ends(a, w.veiled[at+1:]) {
		w.veiled = w.veiled[:at]
	}
	if hiddenTags[a] {
		w.hidden = max(0, w.hidden-1)
		return
	}
	if blockTags[a] {
		w.endLine()
	}
	if struckTags[a] {
		w.text(struck)
	}
	switch a {
	case atom.Blockquote:
		w.quoted = max(0, w.quoted-1)
	case atom.Pre, atom.Textarea:
		w.pre = max(0, w.pre-1)
	case atom.Div, atom.P, atom.Span:
		if n := len(w.divs); n > 0 {
			w.quoted = max(0, w.quoted-mime.Btoi(w.divs[n-1].quote))
			w.pre = max(0, w.pre-mime.Btoi(w.divs[n-1].pre))
			w.divs = w.divs[:n-1]
		}
	}
}

// isQuote recognizes quotations that are not marked as such. QUIRK: web.de and GMX put the old mail into <div
// name="quote">, Yahoo into class yahoo_quoted.
func isQuote(t html.Token) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
		return a.Key == "name" && a.Val == "quote" || a.Key == "class" &&
			(strings.Contains(a.Val, "yahoo_quoted") || strings.Contains(a.Val, "zmail_extra") ||
				strings.Contains(a.Val, "hmquote")) || a.Key == "id" && strings.Contains(a.Val, "OLK_SRC_BODY_SECTION")
	})
}

// isBelow recognizes the head of an earlier mail that is everything below it. QUIRK: Outlook on the web.
func isBelow(t html.Token) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
		return a.Key == "id" && strings.HasSuffix(a.Val, "divRplyFwdMsg")
	})
}

func isPre(t html.Token) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
		return a.Key == "style" && strings.Contains(strings.ReplaceAll(a.Val, " ", ""), "white-space:pre")
	})
}

func lastOf(all []atom.Atom, a atom.Atom) int {
	for n := len(all) - 1; n >= 0; n-- {
		if all[n] == a {
			return n
		}
	}
	return -1
}

var voidTags = map[atom.Atom]bool{
	atom.Br: true, atom.Hr: true, atom.Img: true, atom.Input: true, atom.Meta: true, atom.Link: true, atom.Col: true,
	atom.Wbr: true, atom.Area: true, atom.Base: true, atom.Embed: true, atom.Source: true, atom.Track: true,
}

// ends reports whether the end of an element also ends what is open in it. That of a span within which a block began does
// not.
func ends(a atom.Atom, within []atom.Atom) bool {
	return a != atom.Span || !slices.ContainsFunc(within, func(in atom.Atom) bool { return blockTags[in] })
}

func (w *htmlWriter) text(s string) {
	if len(w.veiled) > 0 && s != struck {
		w.unseen.WriteString(s + " ")
		return
	}
	if w.hidden > 0 {
		return
	}
	if w.pre > 0 || w.asTyped {
		for i, l := range strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n") {
			if i > 0 {
				w.newLine()
			}
			w.line.WriteString(l)
		}
		return
	}
	// Only these are blanks in HTML; the no-break space is a character.
	for i, f := range strings.FieldsFunc(s, htmlBlank) {
		if w.line.Len() > 0 && (i > 0 || w.blank || htmlBlank(rune(s[0]))) {
			w.line.WriteByte(' ')
		}
		w.blank = false
		w.line.WriteString(f)
	}
	if s != "" && htmlBlank(rune(s[len(s)-1])) {
		w.blank = true
	}
}

func htmlBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\n' || r == '\r' || r == '\f' }

// endLine ends a line that has any text.
func (w *htmlWriter) endLine() {
	if w.line.Len() > 0 {
		w.newLine()
	}
}

func (w *htmlWriter) newLine() {
	w.out.WriteString(strings.Repeat("> ", min(w.quoted, 8)))
	w.out.WriteString(strings.TrimRight(w.line.String(), " \t"))
	w.out.WriteByte('\n')
	w.line.Reset()
	w.blank = false
}
