package incoming

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/emersion/go-message"

	"weltentor/mailer/mime"
)

// rank is the kind of part that a text is in. place says what the text is worth beside the others of its mail.
type rank int

const (
	inQuote rank = iota
	inBody
	inFile
)

// candidate is a text that may be the orders.
type candidate struct {
	text    string
	part    string
	charset string
	rank    rank
	layer   int         // number of forwarded or attached mails that it is inside of
	mail    int         // number of the mail it belongs to; the letter's own is 0
	score   int         // as Score counted it
	named   bool        // it says whose orders it has
	notes   []mime.Note // how it was read
	left    leftOut
	file    *File  // the attachment that it is, if any
	not     string // what its part quotes, hides or brings of an earlier mail
	below   string // as in Parts
	footer  string // as in Parts
	hides   bool   // its page has words that no reader sees, or that are struck out
	spare   bool   // it is in another text: an alternative that was not taken, or a piece of what its mail says
}

// leftOut is how many lines of a part are not its writer's.
type leftOut struct {
	quoted int // marked, or in another alternative
	under  int // below the head of an earlier mail
	footer int
}

// walker goes through the parts of a mail and collects texts and files.
type walker struct {
	budget
	reads
	o     ReadOptions
	hint  string // the charset of the sender's computer
	parts int
	depth int // of the part that is being read
	mails int // how many mails were begun so far

	found  []candidate
	notes  []mime.Note
	files  []*File
	quoted string    // as in Parts
	footer string    // as in Parts
	form   candidate // as in Parts.Filled, the one with most valid lines
}

// reads is the mail that is being read.
type reads struct {
	layer   int   // as in candidate
	mailNo  int   // its number
	forward bool  // its subject says that it was forwarded
	bodies  []int // what it says, in its order: bodies among found, one of several alternatives
	under   bool  // the head of an earlier mail was in a body: what follows is in doubt, and below it
}

// where begins the names of the parts of the mail that is being read.
func (w *walker) where() string { return strings.Repeat(forwarded, w.layer) }

func (w *walker) note(n mime.Note) {
	if !slices.Contains(w.notes, n) {
		w.notes = append(w.notes, n)
	}
}

// split separates the header and the body of a mail or a part, and notes what is wrong with it. ok is false if it cannot
// be read.
func (w *walker) split(how splitter, raw []byte, part string) (h message.Header, body []byte, ok bool) {
	h, body, dropped, err := how(raw)
	switch {
	case err != nil:
		w.note(mime.Note{Code: mime.PartsBroken, Part: part})
	case dropped > 0:
		w.note(mime.Note{Code: mime.HeaderRepaired, Part: part, N: dropped})
	}
	return h, body, err == nil
}

// splitter is mime.SplitMail or mime.SplitHeader.
type splitter func(raw []byte) (h message.Header, body []byte, dropped int, err error)

// entity reads one part.
func (w *walker) entity(h message.Header, body []byte) {
	w.depth++
	defer func() { w.depth-- }()
	if w.over() {
		return
	}
	if w.parts++; w.parts > mime.MaxParts {
		w.note(mime.Note{Code: mime.TooManyParts, N: mime.MaxParts})
		return
	}
	if w.depth > mime.MaxDepth {
		w.note(mime.Note{Code: mime.TooDeep, N: mime.MaxDepth})
		return
	}
	kind, params := mime.MediaType(h.Get("Content-Type"))
	if !strings.Contains(kind, "/") {
		kind = "text/plain" // QUIRK: "Content-Type: text", or none
	}
	name, attached := partName(h, params)
	if strings.HasPrefix(kind, "multipart/") {
		w.multipart(kind, params["boundary"], h, body)
		return
	}
	if kind == "message/partial" {
		w.note(mime.Note{Code: mime.Split}) // half of what somebody wrote is worse than nothing
		return
	}
	data, notes := mime.DecodeTransfer(body, h.Get("Content-Transfer-Encoding"))
	part := w.where() + cmp.Or(name, "body")
	for i := range notes {
		notes[i].Part = part
	}
	if isMail(kind, name) {
		w.mail(data)
		return
	}
	if kind == "application/pkcs7-mime" || kind == "application/x-pkcs7-mime" ||
		strings.EqualFold(path.Ext(name), ".p7m") {
		w.opaque(data, part)
		return
	}
	w.leaf(leaf{kind: kind, params: params, name: name, attached: attached, part: part, Data: data, notes: notes})
}

// opaque reads what is inside an S/MIME signature.
func (w *walker) opaque(data []byte, part string) {
	inner, ok := mime.SignedContent(data)
	if !ok {
		w.note(mime.Note{Code: mime.Encrypted, Part: part})
		return
	}
	if h, body, ok := w.split(mime.SplitMail, inner, part); ok {
		w.entity(h, body)
	}
}

// partName finds the file name of a part. attached may be set without one.
func partName(h message.Header, params map[string]string) (name string, attached bool) {
	disp, dp := mime.MediaType(h.Get("Content-Disposition"))
	name = mime.DecodeWords(cmp.Or(dp["filename"], params["name"]))
	// QUIRK: names with the path on the sender's disk.
	name = path.Base("/" + strings.ReplaceAll(name, `\`, "/"))
	if name == "/" || name == "." {
		name = ""
	}
	return mime.Word(name), disp == "attachment" || name != ""
}

// multipart reads the parts of one. If they are alternatives, one of them is what the mail says there (see way).
func (w *walker) multipart(kind, boundary string, h message.Header, body []byte) {
	if kind == "multipart/encrypted" {
		w.note(mime.Note{Code: mime.Encrypted, Part: w.where() + "body"})
		return
	}
	if cte := mime.FirstWord(h.Get("Content-Transfer-Encoding")); cte == "base64" ||
		cte == "quoted-printable" && boundary != "" && !bytes.Contains(body, []byte("--"+boundary)) {
		body, _ = mime.DecodeTransfer(body, cte) // QUIRK: gateways that encode the whole multipart
	}
	parts, ended := mime.SplitParts(body, boundary)
	if !ended || boundary == "" {
		w.note(mime.Note{Code: mime.PartsBroken, Part: w.where() + "body"})
	}
	if len(parts) == 0 {
		w.leaf(leaf{kind: "text/plain", part: w.where() + "body", Data: body})
		return
	}
	first, outer, under := len(w.found), w.bodies, w.under
	below, ways := w.under, [][]int(nil)
	for _, p := range parts {
		if w.over() || w.parts > mime.MaxParts {
			break
		}
		ph, pb, ok := w.split(mime.SplitHeader, p, w.where()+"body")
		if !ok {
			continue
		}
		if kind == "multipart/digest" && !ph.Has("Content-Type") {
			ph.Set("Content-Type", "message/rfc822")
		}
		if kind != "multipart/alternative" {
			w.entity(ph, pb)
			continue
		}
		w.bodies, w.under = nil, under
		w.entity(ph, pb)
		ways, below = append(ways, w.bodies), below || w.under
	}
	if kind == "multipart/alternative" {
		w.agree(first)
		w.bodies, w.under = append(outer, w.way(ways)...), below
	}
}

// isMail reports whether a part is a mail. QUIRK: mail programs attach saved mails as application/octet-stream, and
// only the name shows it.
func isMail(kind, name string) bool {
	switch kind {
	case "message/rfc822", "message/global", "message/news":
		return true
	}
	return strings.EqualFold(path.Ext(name), ".eml")
}

// mail reads a forwarded or attached mail.
func (w *walker) mail(raw []byte) {
	h, body, ok := w.split(mime.SplitMail, raw, w.where()+"body")
	if !ok {
		return
	}
	outer := w.reads
	w.mails++
	w.reads = reads{layer: outer.layer + 1, mailNo: w.mails, forward: w.o.Forwards(mime.Field(h, "Subject"))}
	w.entity(h, body)
	w.joinBodies()
	w.reads = outer
}

// agree leaves out of each alternative what another one shows to be quoted or hidden: the one that marks a quote decides.
// QUIRK: Yahoo and others mark it in HTML, and in their plain text do not.
func (w *walker) agree(first int) {
	var all []*candidate
	marked := false // one of them leaves no doubt
	for i := range w.found[first:] {
		if c := &w.found[first+i]; c.rank == inBody && c.layer == w.layer && c.mail == w.mailNo {
			all, marked = append(all, c), marked || c.below == ""
		}
	}
	a := compare(all)
	for _, c := range all {
		if marked {
			c.below = ""
		}
		if text, dropped := w.without(*c, a); dropped > 0 {
			c.text, c.score = text, w.score(text)
			c.named = c.score > 0 && w.identity(text) != ""
			c.left.quoted += dropped
		}
	}
}

// agreement is what several alternatives say about each line, with one blank between its words.
type agreement struct {
	sides   []side
	owners  map[string]int  // how many have it as their own
	against map[string]bool // one of them has it, and not as its own
}

// side is what one alternative has: its own words, and those that it shows not to be the sender's, each as one line.
type side struct{ part, own, not string }

func compare(all []*candidate) agreement {
	a := agreement{owners: map[string]int{}, against: map[string]bool{}}
	own, not, parts := map[string][]string{}, map[string][]string{}, []string{}
	for _, c := range all {
		if own[c.part] == nil {
			parts = append(parts, c.part)
		}
		own[c.part], not[c.part] = append(own[c.part], c.text), append(not[c.part], c.not)
	}
	for _, part := range parts {
		mine, others := strings.Join(own[part], "\n"), strings.Join(not[part], "\n")
		lines := map[string]bool{}
		for line := range strings.Lines(mine) {
			lines[spread(line)] = true
		}
		for line := range lines {
			a.owners[line]++
		}
		for line := range strings.Lines(others) {
			if line = spread(line); line != blankSpread && !lines[line] {
				a.against[line] = true
			}
		}
		a.sides = append(a.sides, side{part, spread(mine), spread(others)})
	}
	return a
}

// spread is a text as one line, with one blank between its words and around them.
func spread(text string) string { return " " + strings.Join(strings.Fields(text), " ") + " " }

// blankSpread is that of a text without words.
const blankSpread = "  "

// without returns a candidate's text without the lines that another alternative has among what is not the sender's, and
// not among what is.
func (w *walker) without(c candidate, a agreement) (kept string, dropped int) {
	if len(a.against) == 0 {
		return c.text, 0
	}
	var lines []string
	for line := range strings.SplitSeq(c.text, "\n") {
		said := spread(line)
		if said != blankSpread && (a.against[said] || a.owners[said] < 2 && w.within(said, c.part, a.sides)) {
			dropped++
			continue
		}
		lines = append(lines, line)
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \t\n"), dropped
}

// within reports whether a line is in what another alternative shows not to be the sender's, wrapped in another way.
// Lines that no other alternative has are the only ones that must be looked for.
func (w *walker) within(said, part string, sides []side) bool {
	for _, s := range sides {
		if s.part == part || s.not == blankSpread {
			continue
		}
		if w.compared -= len(s.not) + len(s.own); w.compared < 0 {
			return true // nobody can tell whose it is
		}
		if strings.Contains(s.not, said) && !strings.Contains(s.own, said) {
			return true
		}
	}
	return false
}
