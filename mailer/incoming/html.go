package incoming

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// htmlText returns the lines that a reader of the page would see. What is quoted gets "> " in front, as in a plain
// mail. Styles, scripts and heads are left out. left is what it may cost.
func htmlText(page string, left *budget) string {
	w := htmlParts(page, left)
	return w.out.String() + w.footer.String()
}

// htmlParts reads a page, and also what it has and no reader sees.
func htmlParts(page string, left *budget) *htmlWriter {
	w := &htmlWriter{sheet: sheet{left: left}}
	// QUIRK: plain text sent as text/html, without one tag that ends a line.
	w.asTyped = !w.look(page)
	w.sheet.sort()
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		next := z.Next()
		if left.over() {
			next = html.ErrorToken
		}
		switch next {
		case html.ErrorToken:
			w.endLine()
			w.settle()
			return w
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
	quotes  []bool     // open block quotes: they quote, and not only indent
	divs    []divState // open divs that matter
	blank   bool       // a blank is due before the next word

	veiled nest // what is hidden, or struck out
	dark   nest // what has a ground on which light words are seen
	unseen strings.Builder
	sheet  sheet

	judged int  // how much was said, and one more, when it was last looked for a head; 0: never
	headed bool // there was one

	signs  nest            // what a program marks as a signature
	signed strings.Builder // the lines of one that is open
	footer strings.Builder // signatures that had no orders
}

// divState is an open div. until says that it is a quote only to the end of the first block quote in it.
type divState struct{ quote, pre, until bool }

// tags are those with these names.
func tags(names string) map[atom.Atom]bool {
	all := map[atom.Atom]bool{}
	for name := range strings.FieldsSeq(names) {
		all[atom.Lookup([]byte(name))] = true
	}
	return all
}

var (
	hiddenTags = tags("style script title template noscript select iframe noframes datalist object video audio svg canvas " +
		"progress meter noembed rp")
	blockTags = tags("p div tr li h1 h2 h3 h4 h5 h6 table blockquote pre ul ol hr dl dt dd body section article header " +
		"footer address form center textarea tbody thead main nav aside figure figcaption fieldset details summary dialog")
	voidTags   = tags("br hr img input meta link col wbr area base embed source track")
	struckTags = tags("s strike del")   // their writer does not mean what is in them
	foldedTags = tags("details dialog") // they show what is in them only if they have the attribute `open`
	cellTags   = tags("td th caption")  // closed by tags of the table alone
	tableTags  = tags("table tr td th caption tbody thead tfoot")
	formatTags = tags("a b big code em font i s small strike strong tt u") // they end whatever is between them
	listTags   = tags("table ul ol dl")
	// impliedBy are the tags of elements that a tag ends, whose own end may be left out
	impliedBy = func() map[atom.Atom][]atom.Atom {
		td, th, dt, dd := atom.Td, atom.Th, atom.Dt, atom.Dd
		by := map[atom.Atom][]atom.Atom{atom.Li: {atom.Li}, dt: {dt, dd}, dd: {dt, dd}, td: {td, th}, th: {td, th},
			atom.Tr: {td, th, atom.Tr}}
		for a := range blockTags {
			if !tableTags[a] || a == atom.Table {
				by[a] = append(by[a], atom.P)
			}
		}
		return by
	}()
)

// struck stands for what is struck out, so that who reads the rest knows of it, and a line of orders is not lost
// untold.
const struck = "~~"

var (
	styleTag = pattern.Lazy(`(?i)<style`)
	defined  = pattern.Lazy(`--[-\w]+\s*:`)
)

// look reads the style sheets of a page, which may be anywhere in it, and reports whether it has any tag that ends a
// line.
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
			if a == atom.Noscript { // mail programs run no scripts, and so read what is in there
				z.NextIsNotRawText()
				continue
			}
			if medium := attribute(z, "media"); z.Next() == html.TextToken {
				w.sheet.add(string(z.Text()), medium)
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
	case t.Data == "includetail": // QUIRK: QQ Mail puts the old mail into it
		w.endLine()
		w.quoted++
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
		w.veiled.open(a, does == hides || does == strikes || w.dark.full())
		w.dark.open(a, does == darkens)
		signs := w.quoted == 0 && signature(t)
		if signs && len(w.signs) == 0 {
			w.endLine()
		}
		w.signs.open(a, signs)
	}
	switch a {
	case atom.Blockquote:
		w.quotes = append(w.quotes, !w.indents(t))
		w.quoted += mime.Btoi(w.quotes[len(w.quotes)-1])
	case atom.Pre, atom.Textarea:
		w.pre++
	case atom.Div, atom.P, atom.Span:
		s, below := divOf(t)
		if below {
			w.endLine()
			w.quoted++
		}
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
	if blockTags[a] || len(w.signs) > 0 && w.signs[0].tag == a {
		w.endLine()
	}
	if w.signs.close(a); len(w.signs) == 0 {
		w.settle()
	}
	switch a {
	case atom.Blockquote:
		if n := len(w.quotes); n > 0 {
			w.quoted = max(0, w.quoted-mime.Btoi(w.quotes[n-1]))
			w.quotes = w.quotes[:n-1]
		}
		if n := len(w.divs) - 1; n >= 0 && w.divs[n].until {
			w.quoted = max(0, w.quoted-mime.Btoi(w.divs[n].quote))
			w.divs[n] = divState{pre: w.divs[n].pre}
		}
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

var (
	margin   = pattern.Lazy(`(?i)\bmargin`)
	noBorder = pattern.Lazy(`(?i)\bborder(-width)?\s*:\s*(none|0)`)
)

// indents reports whether a block quote is what the button for indenting makes: a margin without a border, and no line
// of a program above it.
func (w *htmlWriter) indents(t html.Token) bool {
	style := ""
	for _, a := range t.Attr {
		switch a.Key {
		case "type", "cite":
			return false
		case "class":
			if strings.TrimSpace(a.Val) != "" {
				return false
			}
		case "style":
			style = a.Val
		}
	}
	if !margin().MatchString(style) || !noBorder().MatchString(style) {
		return false
	}
	said := w.out.String()
	if w.judged == len(said)+1 { // nothing was said since
		return !w.headed
	}
	w.judged, w.headed = len(said)+1, false
	above, looked := strings.Split(strings.TrimRight(said[max(0, len(said)-wrappedMost*longest):], "\n"), "\n"), fieldLines{}
	for n := range min(wrappedMost, len(above)) {
		w.headed = w.headed || headAbove(above[len(above)-1-n:], looked) > 0
	}
	return !w.headed
}

// divOf is what the attributes of an element say about it. below is true for the head of an earlier mail that is
// everything below it. QUIRK: each program has its own name for where it puts the old mail: web.de and GMX <div
// name="quote">, Yahoo the class yahoo_quoted; Outlook on the web has it below divRplyFwdMsg.
func divOf(t html.Token) (s divState, below bool) {
	for _, a := range t.Attr {
		switch a.Key {
		case "name":
			s.quote = s.quote || a.Val == "quote"
			s.until = s.until || a.Val == "messageReplySection"
		case "class":
			s.quote = s.quote || quotes().MatchString(a.Val)
			s.until = s.until || holdsQuote().MatchString(a.Val)
		case "id":
			s.quote = s.quote || strings.Contains(a.Val, "OLK_SRC_BODY_SECTION")
			s.until = s.until || a.Val == "mail-editor-reference-message-container"
			below = strings.HasSuffix(a.Val, "divRplyFwdMsg") || a.Val == "appendonsend"
		case "data-marker":
			s.until = s.until || a.Val == "__QUOTED_TEXT__"
		case "style":
			s.pre = strings.Contains(strings.ReplaceAll(a.Val, " ", ""), "white-space:pre")
		}
	}
	s.until = s.until && !s.quote
	s.quote = s.quote || s.until
	return s, below
}

// quotes finds the classes of elements that have the old mail, and holdsQuote those of elements in which a block quote has
// it, and the writer's words may follow.
var (
	quotes     = pattern.Lazy(`yahoo_quoted|zmail_extra|hmquote`)
	holdsQuote = pattern.Lazy(`protonmail_quote|tutanota_quote|bloop_original_html`)
)

// signature reports whether a program marks an element as a signature. QUIRK: Outlook, Gmail, Proton Mail and others
// put no line of dashes above it, but name it so, in whatever attribute: `_rc_sig`, `MsoAutoSig`, `__SIG_PRE__`.
func signature(t html.Token) bool {
	return slices.ContainsFunc(t.Attr, func(a html.Attribute) bool {
		switch named := a.Key == "id" || a.Key == "class" || a.Key == "name"; {
		case named || strings.HasPrefix(a.Key, "data-"):
			return namesSignature().MatchString(a.Key) || namesSignature().MatchString(a.Val)
		}
		return false
	})
}

var namesSignature = pattern.Lazy(`(?i)signature|autosig|bloop_sign|(?:^|[^a-z])sig(?:[^a-z]|$)`)

// settle ends a signature. One with a section of orders is what its writer has typed there.
func (w *htmlWriter) settle() {
	to := &w.footer
	if slices.ContainsFunc(strings.Split(w.signed.String(), "\n"), section().MatchString) {
		to = &w.out
	}
	to.WriteString(w.signed.String())
	w.signed.Reset()
}

// nest are the elements that are open from one on that counts. A page that nests more of them is no person's: nothing
// ends those any more, so that the rest of it is hidden.
type nest []opened

type opened struct {
	tag  atom.Atom
	kind kind
}

// kind is what an element keeps tags within it from: ends of others, and beginnings that end one.
type kind uint8

const (
	cell  kind = 1 << iota // tags of the table alone end what it is in
	block                  // as cell, for the ends of most elements
	list                   // what begins in it is in it

	deepest = 500
)

func kindOf(a atom.Atom) (k kind) {
	if cellTags[a] {
		k |= cell
	}
	if blockTags[a] {
		k |= block
	}
	if listTags[a] {
		k |= list
	}
	return k
}

func (n *nest) full() bool { return len(*n) >= deepest }

// open opens an element. begins is true if it counts.
func (n *nest) open(a atom.Atom, begins bool) {
	if (begins || len(*n) > 0) && !n.full() {
		*n = append(*n, opened{a, kindOf(a)})
	}
}

// close ends the last open element of a tag, and what is open in it, if the end of such a tag does so.
func (n *nest) close(a atom.Atom) {
	var stops kind
	if !tableTags[a] {
		stops |= cell
		if !blockTags[a] && !formatTags[a] {
			stops |= block
		}
	}
	for at := len(*n) - 1; at >= 0 && !n.full(); at-- {
		switch in := (*n)[at]; {
		case in.tag == a:
			*n = (*n)[:at]
			return
		case in.kind&stops != 0:
			return
		}
	}
}

// implied ends elements whose end tag may be left out, where one opens that cannot be in them.
func (n *nest) implied(a atom.Atom) {
	ended := impliedBy[a]
	for at := len(*n) - 1; at >= 0 && ended != nil && !n.full(); at-- {
		switch in := (*n)[at]; {
		case slices.Contains(ended, in.tag):
			*n = (*n)[:at]
		case in.kind&(cell|list) != 0:
			return
		}
	}
}

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
	to := &w.out
	if len(w.signs) > 0 {
		to = &w.signed
	}
	to.WriteString(strings.Repeat("> ", min(w.quoted, 8)))
	to.WriteString(strings.TrimRight(w.line.String(), " \t"))
	to.WriteByte('\n')
	w.line.Reset()
	w.blank = false
}
