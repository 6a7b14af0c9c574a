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
	w.sheet.sort()
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

	veiled nest // what is hidden, or struck out
	dark   nest // what has a ground on which light words are seen
	unseen strings.Builder
	sheet  sheet
}

type divState struct{ quote, pre bool }

var hiddenTags = map[atom.Atom]bool{
	atom.Style: true, atom.Script: true, atom.Title: true, atom.Template: true, atom.Noscript: true, atom.Select: true,
	atom.Iframe: true, atom.Noframes: true, atom.Datalist: true, atom.Object: true, atom.Video: true, atom.Audio: true,
	atom.Svg: true, atom.Canvas: true, atom.Progress: true, atom.Meter: true, atom.Noembed: true, atom.Rp: true,
}

// struckTags are struck out: their writer does not mean what is in them.
var struckTags = map[atom.Atom]bool{atom.S: true, atom.Strike: true, atom.Del: true}

// struck stands for what is struck out, so that who reads the rest knows of it, and a line of orders is not lost untold.
const struck = "~~"

// foldedTags show what is in them only if they have the attribute `open`.
var foldedTags = map[atom.Atom]bool{atom.Details: true, atom.Dialog: true}

var blockTags = map[atom.Atom]bool{
	atom.P: true, atom.Div: true, atom.Tr: true, atom.Li: true, atom.H1: true, atom.H2: true, atom.H3: true,
	atom.H4: true, atom.H5: true,
	atom.H6: true, atom.Table: true, atom.Blockquote: true, atom.Pre: true, atom.Ul: true, atom.Ol: true,
	atom.Hr: true, atom.Dl: true,
	atom.Dt: true, atom.Dd: true, atom.Body: true, atom.Section: true, atom.Article: true, atom.Header: true,
	atom.Footer:  true,
	atom.Address: true, atom.Form: true, atom.Center: true, atom.Textarea: true, atom.Tbody: true, atom.Thead: true,
	atom.Main: true, atom.Nav: true, atom.Aside: true, atom.Figure: true, atom.Figcaption: true, atom.Fieldset: true,
	atom.Details: true, atom.Summary: true, atom.Dialog: true,
}

var (
	styleTag = lazily(`(?i)<style`)
	defined  = lazily(`--[-\w]+\s*:`)
)

// look reads the style sheets of a page, which may be anywhere in it, and reports whether it has any tag that ends a line.
func (w *htmlWriter) look(page string) (breaks bool) {
	styled := styleTag().MatchString(page)
	w.sheet.defines = w.sheet.defines || defined().MatchString(page)
	z := html.NewTokenizer(strings.NewReader(page))
	for styled || !breaks {
		switch z.Next() {
		case html.ErrorToken:
			return breaks
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			breaks = breaks || a == atom.Br || blockTags[a] && a != atom.Body
			if a != atom.Style && a != atom.Noscript {
				continue
			}
			medium := attribute(z, "media")
			switch {
			case z.Next() != html.TextToken:
			case a == atom.Style:
				w.sheet.add(string(z.Text()), medium)
			default: // mail programs run no scripts, and so read what is in there
				w.look(string(z.Text()))
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

// open opens an element, or is one that is empty. QUIRK: `<div/>` is the beginning of one in HTML.
func (w *htmlWriter) open(t html.Token) {
	a := t.DataAtom
	w.veiled.implied(a)
	w.dark.implied(a)
	switch {
	case hiddenTags[a] && !(a == atom.Svg && t.Type == html.SelfClosingTagToken):
		w.hidden++
	case a == atom.Br:
		w.newLine()
	case a == atom.Td || a == atom.Th:
		w.blank = w.line.Len() > 0
	case blockTags[a]:
		w.endLine()
	}
	if !voidTags[a] {
		does := w.sheet.does(t, len(w.dark) > 0)
		if does == strikes {
			w.text(struck)
		}
		w.veiled.open(a, does == hides || does == strikes)
		w.dark.open(a, does == darkens)
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
	w.veiled.close(a)
	w.dark.close(a)
	if hiddenTags[a] {
		w.hidden = max(0, w.hidden-1)
		return
	}
	if blockTags[a] {
		w.endLine()
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

var voidTags = map[atom.Atom]bool{
	atom.Br: true, atom.Hr: true, atom.Img: true, atom.Input: true, atom.Meta: true, atom.Link: true, atom.Col: true,
	atom.Wbr: true, atom.Area: true, atom.Base: true, atom.Embed: true, atom.Source: true, atom.Track: true,
}

// nest are the tags of the elements that are open from one on that counts.
type nest []atom.Atom

// open opens an element. begins is true if it counts.
func (n *nest) open(a atom.Atom, begins bool) {
	if begins || len(*n) > 0 {
		*n = append(*n, a)
	}
}

// close ends the last open element of a tag, and what is open in it, if the end of such a tag does so.
func (n *nest) close(a atom.Atom) {
	for at := len(*n) - 1; at >= 0; at-- {
		in := (*n)[at]
		switch {
		case in == a:
			*n = (*n)[:at]
			return
		case cellTags[in] && !tableTags[a], blockTags[in] && !blockTags[a] && !formatTags[a] && !tableTags[a]:
			return
		}
	}
}

// implied ends elements whose end tag may be left out, where one opens that cannot be in them.
func (n *nest) implied(a atom.Atom) {
	ended := impliedBy[a]
	if blockTags[a] && !tableTags[a] || a == atom.Table {
		ended = append(slices.Clip(ended), atom.P)
	}
	for at := len(*n) - 1; at >= 0 && len(ended) > 0; at-- {
		in := (*n)[at]
		if slices.Contains(ended, in) {
			*n = (*n)[:at]
			continue
		}
		if cellTags[in] || in == atom.Table || in == atom.Ul || in == atom.Ol || in == atom.Dl {
			return
		}
	}
}

var (
	// formatTags end whatever is between their tags.
	formatTags = map[atom.Atom]bool{
		atom.A: true, atom.B: true, atom.Big: true, atom.Code: true, atom.Em: true, atom.Font: true, atom.I: true,
		atom.S: true, atom.Small: true, atom.Strike: true, atom.Strong: true, atom.Tt: true, atom.U: true,
	}
	// cellTags are closed by tags of the table alone.
	cellTags  = map[atom.Atom]bool{atom.Td: true, atom.Th: true, atom.Caption: true}
	tableTags = map[atom.Atom]bool{
		atom.Table: true, atom.Tr: true, atom.Td: true, atom.Th: true, atom.Caption: true, atom.Tbody: true,
		atom.Thead: true, atom.Tfoot: true,
	}
	impliedBy = map[atom.Atom][]atom.Atom{
		atom.Li: {atom.Li}, atom.Dt: {atom.Dt, atom.Dd}, atom.Dd: {atom.Dt, atom.Dd}, atom.Td: {atom.Td, atom.Th},
		atom.Th: {atom.Td, atom.Th}, atom.Tr: {atom.Td, atom.Th, atom.Tr},
	}
)

func (w *htmlWriter) text(s string) {
	if w.hidden > 0 {
		return
	}
	if len(w.veiled) > 0 {
		w.unseen.WriteString(s + " ")
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
	if len(w.veiled) > 0 {
		w.unseen.WriteByte('\n')
	}
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
