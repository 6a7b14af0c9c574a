package incoming

import (
	"bytes"
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/mailer/mime"
	"weltentor/mailer/plain"
)

// leaf is a part without parts, with its transfer encoding undone.
type leaf struct {
	kind     string
	params   map[string]string
	name     string
	attached bool
	part     string
	Data     []byte
	notes    []mime.Note
}

// leaf sorts a part by its content rather than by its type: QUIRK: order files arrive as application/octet-stream, as
// image, as text/html.
func (w *walker) leaf(l leaf) {
	switch l.kind {
	case "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "text/css",
		"application/pgp-encrypted", "application/pgp-keys":
		return
	}
	if strings.HasPrefix(l.kind, "text/vnd.") && !l.attached {
		return // QUIRK: Gmail puts a reaction into a part of its own, for programs
	}
	if bytes.HasPrefix(l.Data, []byte("PK\x03\x04")) {
		w.zip(l)
		return
	}
	for _, n := range l.notes {
		w.note(n)
	}
	isHTML := l.kind == "text/html" || l.kind == "application/xhtml+xml"
	switch {
	case !isText(l):
		w.binary(l)
	case strings.HasPrefix(l.kind, "text/") && !l.attached && !isHTML && !slices.Contains(noBody, l.kind):
		w.body(l)
	case isHTML && !l.attached:
		w.page(l)
	default:
		w.file(l, isHTML)
	}
}

// noBody are texts for programs.
var noBody = []string{"text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rtf", "text/richtext",
	"text/enriched", "text/xml", "text/rfc822-headers"}

// body takes a plain text that is not a file.
func (w *walker) body(l leaf) {
	text, c := w.decode(l, inBody)
	text = quotesWhole(text)
	sent := w.lines(&c, plain.Text(text))
	var joined string
	var n int
	if strings.EqualFold(l.params["format"], "flowed") {
		joined, n = unflow(text, strings.EqualFold(l.params["delsp"], "yes"), w.opensOrder)
		joined = w.lines(&c, plain.Text(joined))
	} else {
		joined, n = unwrap(sent, w.opensOrder)
	}
	// If joining costs orders, the program declared something that it did not do.
	if n > 0 && w.score(joined) >= w.score(sent) {
		sent = joined
		c.note(mime.Note{Code: mime.Unwrapped, N: n})
	}
	if n := brokenRemarks(sent, w.opensOrder, w.o.Follow()); n > 0 {
		c.note(mime.Note{Code: mime.RemarkWrapped, N: n})
	}
	w.written(c, sent)
}

// page takes an HTML body.
func (w *walker) page(l leaf) {
	text, c := w.decode(l, inBody)
	c.part = w.where() + "html"
	c.note(mime.Note{Code: mime.FromHTML})
	page := htmlParts(text, &w.budget)
	if page.veiled.full() {
		c.note(mime.Note{Code: mime.TooDeep, N: deepest})
	}
	c.not = plain.Text(page.unseen.String())
	n := len(strings.FieldsFunc(c.not, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	if c.hides = n > 0; c.hides {
		c.note(mime.Note{Code: mime.Hidden, N: n})
	}
	c.footer = plain.Text(page.footer.String())
	w.written(c, w.lines(&c, plain.Text(quotesWhole(page.out.String()))))
}

// decode begins a text, with as much of a part as may be read.
func (w *walker) decode(l leaf, of rank) (text string, c candidate) {
	head, whole := w.afford(l.Data)
	text, charset, notes := mime.Decode(head, l.params["charset"], w.hint)
	c = candidate{part: l.part, charset: charset, rank: of}
	for _, n := range notes {
		c.note(n)
	}
	if !whole {
		c.note(mime.Note{Code: mime.TextCut})
	}
	return text, c
}

// note keeps a remark about how a text was read, once.
func (c *candidate) note(n mime.Note) {
	if n.Part = c.part; !slices.Contains(c.notes, n) {
		c.notes = append(c.notes, n)
	}
}

// lines returns as many lines of a decoded text as are read, those of other programs as the game's own. It may have more
// lines than its octets had: tags and other signs end lines, too.
func (w *walker) lines(c *candidate, text string) string {
	head, _ := firstLines(text, maxLines)
	if len(head) < len(text) {
		c.note(mime.Note{Code: mime.TextCut})
	}
	return w.o.Ours(head)
}

// written adds a body: what the sender wrote, and after it, less trusted, what the sender forwarded in the text.
func (w *walker) written(c candidate, text string) {
	if clear := unencrypted(text); clear != text {
		w.note(mime.Note{Code: mime.Encrypted, Part: c.part})
		text = clear
	}
	o, rest := w.o.ownText(text), c
	if w.under { // QUIRK: programs end a text at each picture in it, and an earlier mail may have one, too
		n := textIn(strings.Split(text, "\n"))
		o = own{Quoted: n, under: n, rest: text}
	}
	w.under = w.under || o.under > 0
	o.footer = append(o.footer, strings.FieldsFunc(c.footer, func(r rune) bool { return r == '\n' })...)
	c.left = leftOut{quoted: o.Quoted - o.under, under: o.under, footer: len(o.footer)}
	c.text, c.below, c.footer = o.Text, o.Below, strings.Join(o.footer, "\n")
	c.not = strings.Join([]string{c.not, o.unquoted, o.rest}, "\n")
	keep(&w.quoted, o.unquoted)
	keep(&w.quoted, unmarked(o.rest))
	if w.layer == 0 {
		keep(&w.footer, c.footer)
	}
	if form := w.o.filledIn(text); form != "" && w.layer == 0 {
		f := candidate{text: form, score: w.score(form)}
		if w.form.text == "" || f.score > w.form.score || f.score == w.form.score &&
			textLines(f.text) < textLines(w.form.text) {
			w.form = f
		}
	}
	w.bodies = append(w.bodies, w.find(c))
	if !w.forward {
		return
	}
	for _, text := range []string{o.rest, o.unquoted} {
		if strings.TrimSpace(text) == "" {
			continue
		}
		f := rest
		f.text, f.rank, f.part, f.notes = w.o.ownText(text).Text, inQuote, forwarded+c.part, slices.Clone(rest.notes)
		f.note(mime.Note{Code: mime.Forwarded})
		w.find(f)
	}
}

// unmarked is a text without marks of quotes.
func unmarked(text string) string {
	if !strings.Contains(text, ">") {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		_, lines[i] = unquote(line)
	}
	return strings.Join(lines, "\n")
}

// find scores a text of the mail being read and keeps it. It returns its place among what was found.
func (w *walker) find(c candidate) (at int) {
	c.layer, c.mail = w.layer, w.mailNo
	c.score = w.score(c.text)
	c.named = c.score > 0 && w.identity(c.text) != ""
	w.found = append(w.found, c)
	return len(w.found) - 1
}

// maxKept is how many octets are kept of what a mail quotes, and of its footers.
const maxKept = 16 << 10

// keep keeps what the sender did not write, in whole lines: an answer may have brought something back in it.
func keep(kept *string, text string) {
	if text == "" || len(*kept) >= maxKept {
		return
	}
	if room := maxKept - len(*kept); len(text) > room {
		text = text[:strings.LastIndexByte(text[:room], '\n')+1]
	}
	*kept += strings.ToValidUTF8(text, "") + "\n"
}

// way decides which of several alternatives a mail says. Each way is what one of them has, as bodies. More orders win;
// then what hides or strikes out words that the other one shows, or knows its signature; then what says all that the
// other one says, and more; then the first, which is the plain one. If each has words of its own and no orders, both
// are said: nobody can tell which of them the writer saw.
func (w *walker) way(ways [][]int) (taken []int) {
	if len(ways) == 1 {
		return ways[0]
	}
	var best alternative
	for _, way := range ways {
		if w.over() {
			break
		}
		c := newAlternative(w.joined(way))
		more := c.beyond(best, true) || c.score == 0 && !best.beyond(c, true) && best.beyond(c, false)
		switch {
		case strings.TrimSpace(c.text) == "" && best.part != "":
		case strings.TrimSpace(best.text) == "" || c.score > best.score || c.unwraps(best.candidate):
			best, taken = c, way
		case c.score < best.score || !more && !c.hides:
		case c.hides || !best.beyond(c, true):
			best, taken = c, way
		case c.score == 0:
			taken = append(slices.Clone(taken), way...)
		}
	}
	return taken
}

// alternative is a body with its words, each once: its own, those in all that is not its footer, and its footer's.
type alternative struct {
	candidate
	own, body, under map[string]bool
}

func newAlternative(c candidate) alternative {
	a := alternative{candidate: c, own: wordsOf(c.text), body: wordsOf(c.not), under: wordsOf(c.footer)}
	maps.Copy(a.body, a.own)
	return a
}

// beyond reports whether a body has a word as its own that another one has nowhere; without the other's footer, if that
// does not count.
func (a alternative) beyond(other alternative, footer bool) bool {
	for word := range a.own {
		if !other.body[word] && !(footer && other.under[word]) {
			return true
		}
	}
	return false
}

// wordsOf are the words of a text, without signs and in lower case.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[word] = true
	}
	return words
}

// joinBodies makes all that one mail says one text. QUIRK: Apple Mail ends the text at an attachment in its middle and
// starts a new part after it.
func (w *walker) joinBodies() {
	all := w.joined(w.bodies)
	for i := range w.found {
		if c := &w.found[i]; c.rank == inBody && c.mail == w.mailNo {
			c.spare = len(w.bodies) > 1 || !slices.Contains(w.bodies, i)
		}
	}
	if len(w.bodies) > 1 {
		w.find(all)
	}
}

// joined is what several bodies say, in their order. What two of them say word for word is said once.
func (w *walker) joined(bodies []int) (all candidate) {
	var texts []string
	said := map[string]bool{}
	for i, at := range bodies {
		b := w.found[at]
		if i == 0 {
			all, all.notes, all.left = b, nil, leftOut{}
			all.text, all.not, all.footer = "", "", ""
		}
		if words := spread(b.text); words != blankSpread && !said[words] {
			said[words], texts = true, append(texts, b.text)
		}
		all.notes = append(all.notes, b.notes...)
		all.left.quoted, all.left.under = all.left.quoted+b.left.quoted, all.left.under+b.left.under
		all.left.footer += b.left.footer
		all.not, all.footer = all.not+b.not+"\n", all.footer+b.footer+"\n"
		all.below, all.hides = cmp.Or(all.below, b.below), all.hides || b.hides
	}
	if all.text = strings.Join(texts, "\n"); len(bodies) > 1 {
		all.score = w.score(all.text)
	}
	return all
}

// file takes an attached text.
func (w *walker) file(l leaf, isHTML bool) {
	text, c := w.decode(l, inFile)
	whole := !slices.Contains(c.notes, mime.Note{Code: mime.TextCut, Part: l.part})
	if isHTML {
		text = htmlText(text, &w.budget)
		c.note(mime.Note{Code: mime.FromHTML})
	}
	if bytes.HasPrefix(l.Data, []byte(`{\rtf`)) {
		w.note(mime.Note{Code: mime.NotText, Part: l.part, Word: "rtf"})
	}
	c.text = w.lines(&c, unarmour(plain.Text(text)))
	if unencrypted(c.text) != c.text {
		w.note(mime.Note{Code: mime.Encrypted, Part: l.part})
	}
	c.file = &File{Name: l.name, Type: "text/plain", Data: []byte(c.text), layer: w.layer}
	if !whole {
		c.file.Type, c.file.Data = l.kind, l.Data // as it came, for a file is more than orders
	}
	w.files = append(w.files, c.file)
	if l.part == w.where()+"body" {
		c.part = w.where() + "attachment"
	}
	w.find(c)
}

// binary keeps a file that is not text. It adds a note if somebody may have wanted to send orders with it.
func (w *walker) binary(l leaf) {
	kind := ""
	switch ext := strings.ToLower(path.Ext(l.name)); {
	case l.kind == "application/ms-tnef" || l.name == "winmail.dat":
		kind = "winmail.dat" // QUIRK: Outlook's own format, sent by mistake
	case bytes.HasPrefix(l.Data, []byte("%PDF")):
		kind = "pdf"
	case bytes.HasPrefix(l.Data, []byte("\xd0\xcf\x11\xe0")) || ext == ".doc":
		kind = "office"
	case ext == ".rar" || ext == ".7z" || ext == ".gz" || ext == ".lha" || ext == ".lzh" || ext == ".arj":
		kind = ext[1:]
	case strings.HasPrefix(l.kind, "text/"):
		kind = "binary"
	}
	if kind != "" {
		w.note(mime.Note{Code: mime.NotText, Part: l.part, Word: kind})
	}
	if l.attached && len(l.Data) > 0 {
		w.keep(l)
	}
}

// keep keeps a file as it came.
func (w *walker) keep(l leaf) {
	w.files = append(w.files, &File{Name: l.name, Type: l.kind, Data: l.Data, layer: w.layer})
}

// zip takes the texts out of a ZIP.
func (w *walker) zip(l leaf) {
	listed, err := listZip(l.Data)
	if kind := document(listed); kind != "" {
		w.note(mime.Note{Code: mime.NotText, Part: l.part, Word: kind})
		w.keep(l)
		return
	}
	var files []zipped
	if w.zips--; err == nil && w.zips < 0 {
		err = errZipTooMany
	}
	if err == nil {
		files, err = unzip(listed)
	}
	if err != nil {
		w.note(mime.Note{Code: mime.ZipRefused, Part: l.part, Word: err.Error()})
		w.keep(l)
	}
	for _, f := range files {
		if w.parts++; w.over() || w.parts > mime.MaxParts {
			w.note(mime.Note{Code: mime.TooManyParts, N: mime.MaxParts})
			return
		}
		if bytes.HasPrefix(f.data, []byte("PK\x03\x04")) {
			continue // a ZIP in a ZIP stays closed
		}
		name := path.Base(strings.ReplaceAll(f.name, `\`, "/"))
		name, _, _ = mime.Decode([]byte(name), "", "CP437") // QUIRK: names in ZIPs are in the code page of the packer
		name = mime.Word(name)
		if isMail("", name) {
			w.mail(f.data)
			continue
		}
		w.leaf(leaf{kind: "application/octet-stream", name: name, attached: true, part: w.where() + "zip: " + name, Data: f.data})
	}
}

// isText recognizes a text by its octets: no mark of a picture, few control characters. A declared text may have more
// of them. QUIRK: files with NULs between the lines, from damaged disks.
func isText(l leaf) bool {
	declared := l.params["charset"]
	if _, _, ok := mime.DecodeUTF16(l.Data, declared); ok {
		text, _, _ := mime.Decode(l.Data, declared, "")
		return strings.Count(text, "\uFFFD")*20 < utf8.RuneCountInString(text)
	}
	head := l.Data[:min(len(l.Data), 1<<16)]
	for _, magic := range []string{"%PDF", "\x89PNG", "GIF8", "\xff\xd8\xff", "PK\x03\x04", "Rar!", "\x1f\x8b",
		"\xd0\xcf\x11\xe0", "7z\xbc\xaf"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return false
		}
	}
	odd := 0
	for _, c := range head {
		if c < 0x20 && !strings.ContainsRune("\t\n\r\f\x1a\x1b\x07", rune(c)) {
			odd++
		}
	}
	if strings.HasPrefix(l.kind, "text/") {
		return odd*2 <= len(head)
	}
	return odd*50 <= len(head)
}
