package incoming

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"weltentor/mailer/mime"
)

// place is what a text is worth beside others of the same mail: the higher place wins, however many orders the lower
// has.
type place int

const (
	quotedText place = iota
	// does not say whose its orders are, beside a body that has orders: QUIRK: a program attached, with `$a = 5;` in
	// it
	otherFile
	bodyText
	plainFile  // has orders, and no body has any
	signedFile // has orders, and says whose they are
)

// orders counts the orders of a text, without the line that says whose they are.
func (c candidate) orders() int { return c.score - mime.Btoi(c.named) }

// place decides what a text is worth in its mail.
func (w *walker) place(c candidate) place {
	switch {
	case c.rank == inQuote:
		return quotedText
	case c.rank == inBody:
		return bodyText
	case c.named && c.orders() > 0:
		return signedFile
	case slices.ContainsFunc(w.found, func(b candidate) bool {
		return b.rank == inBody && b.mail == c.mail && b.orders() > 0
	}):
		return otherFile
	}
	return plainFile
}

// before reports whether a text is taken rather than another one. What is in the letter itself comes before what is in
// a mail that it brings. Then the place decides, and then the number of valid lines.
func (w *walker) before(c, other candidate) bool {
	if c.layer != other.layer {
		return c.layer < other.layer
	}
	if p, q := w.place(c), w.place(other); p != q {
		return p > q
	}
	return c.score > other.score || c.unwraps(other)
}

// choose makes the parts of the mail, and the remarks about them. It takes the text with orders. If there are none, the
// first body that says something is the text.
func (w *walker) choose(r *Reading) {
	w.readFiles()
	best := w.best()
	r.Notes, r.Parts = w.notes, Parts{Quoted: w.quoted, Footer: w.footer, Below: w.own().below, Filled: ended(w.form.text)}
	if best < 0 {
		r.Files = w.otherFiles(nil)
		return
	}
	c := w.found[best]
	r.Files = w.otherFiles(c.file)
	r.Text, r.Score, r.Part, r.Charset = c.text, c.score, c.part, c.charset
	r.Others = c.layer > 0 || strings.HasPrefix(c.part, forwarded)
	r.Notes = append(r.Notes, c.remarks()...)
	if own := w.own(); own.named && c.rank == inFile && !c.named && c.layer == 0 {
		r.Text = w.identity(own.text) + "\n" + c.text // the letter itself says whose the file's orders are
		r.Notes = append(r.Notes, mime.Note{Code: mime.IdentityElsewhere, Part: own.part})
	}
	if !c.own() {
		r.Beside = ended(w.own().text)
	}
	if c.score > 0 && c.rank == inFile {
		r.Filled = ""
	}
	if others := w.others(best); len(others) > 0 {
		r.Notes = append(r.Notes, mime.Note{Code: mime.SeveralTexts, Part: c.part, Word: mime.Word(strings.Join(others, ", ")),
			N: len(others)})
	}
	r.Text = ended(r.Text)
}

// best is the place of the text that is taken, or -1.
func (w *walker) best() int {
	best := -1
	for i, c := range w.found {
		if c.score > 0 && !c.spare && (best < 0 || w.before(c, w.found[best])) {
			best = i
		}
	}
	own := slices.IndexFunc(w.found, candidate.own)
	if best < 0 && own >= 0 && (strings.TrimSpace(w.found[own].text) != "" || len(w.found[own].remarks()) > 0) {
		return own // if everything is quoted, what was left out must be reported
	}
	return best
}

// own is what the letter itself says; zero: nothing.
func (w *walker) own() candidate {
	if i := slices.IndexFunc(w.found, candidate.own); i >= 0 {
		return w.found[i]
	}
	return candidate{}
}

// remarks are about how a text was read, and what of its part was left out.
func (c candidate) remarks() []mime.Note {
	notes := slices.Clone(c.notes)
	for _, n := range []mime.Note{{Code: mime.QuoteDropped, N: c.left.quoted}, {Code: mime.BelowHead, N: c.left.under},
		{Code: mime.FooterDropped, N: c.left.footer}} {
		if n.Part = c.part; n.N > 0 {
			notes = append(notes, n)
		}
	}
	return notes
}

// own reports whether a text is what the letter itself says. There is one, or none.
func (c candidate) own() bool { return c.rank == inBody && c.layer == 0 && !c.spare }

// readFiles scores files that do not say whose they are, if the letter's own text does and its sender is unknown.
func (w *walker) readFiles() {
	if !w.identified || !w.own().named {
		return
	}
	w.identified = false
	for i := range w.found {
		if c := &w.found[i]; c.rank == inFile && c.layer == 0 && c.score == 0 {
			c.score = w.score(c.text)
		}
	}
}

// otherFiles are the attachments that were not taken as orders. Those of the letter itself come last, so that they
// replace files of the same name in a mail that it brings.
func (w *walker) otherFiles(taken *File) (files []File) {
	own := map[string]bool{}
	for _, f := range w.files {
		own[strings.ToLower(f.Name)] = own[strings.ToLower(f.Name)] || f.layer == 0 && f.Name != ""
	}
	for _, f := range w.files {
		if f != taken && (f.layer == 0 || !own[strings.ToLower(f.Name)]) {
			files = append(files, *f)
		}
	}
	slices.SortStableFunc(files, func(a, b File) int { return b.layer - a.layer })
	return files
}

// ended ends a text's last line.
func ended(text string) string {
	if text == "" || strings.HasSuffix(text, "\n") {
		return text
	}
	return text + "\n"
}

// unwraps reports that a text says word for word what another body says, in fewer lines. QUIRK: web mailers break the
// lines of the plain text that they make, at 70 to 80 letters, and do not say so.
func (c candidate) unwraps(other candidate) bool {
	if c.rank != inBody || other.rank != inBody || c.score != other.score || c.part == other.part {
		return false
	}
	return sameWords(c.text, other.text) && textLines(c.text) < textLines(other.text) && wrapped(other.text)
}

// sameWords reports whether two texts differ in their blanks alone. It reads them no further than to their first
// difference.
func sameWords(a, b string) bool {
	for a != "" || b != "" {
		a, b = strings.TrimLeftFunc(a, unicode.IsSpace), strings.TrimLeftFunc(b, unicode.IsSpace)
		one, other := a[:wordEnd(a)], b[:wordEnd(b)]
		if one != other {
			return false
		}
		a, b = a[len(one):], b[len(other):]
	}
	return true
}

// wordEnd is where the word ends with which a text begins.
func wordEnd(text string) int {
	if end := strings.IndexFunc(text, unicode.IsSpace); end >= 0 {
		return end
	}
	return len(text)
}

// textLines counts the lines that are not blank.
func textLines(text string) int { return textIn(strings.Split(text, "\n")) }

// wrapped reports whether a program has wrapped a text: it has lines near the limit and none beyond.
func wrapped(text string) bool {
	most := 0
	for line := range strings.Lines(text) {
		most = max(most, utf8.RuneCountInString(strings.TrimSpace(line)))
	}
	return 60 <= most && most <= 80
}

// others lists the parts with other orders than those taken. An alternative counts if it has any that the text taken has
// not.
func (w *walker) others(best int) []string {
	taken, out := w.found[best], []string(nil)
	words := sync.OnceValue(func() string { return spread(taken.text) }) // most letters have no other text
	orders := sync.OnceValue(func() string { return w.ordered(taken.text) })
	for i, c := range w.found {
		if i == best || c.orders() <= 0 || c.rank == inQuote || slices.Contains(out, c.part) {
			continue
		}
		same := spread(c.text) == words()
		if taken.rank < inFile && c.rank == inBody && c.mail == taken.mail {
			same = same || c.part == taken.part || strings.Contains(orders(), w.ordered(c.text))
		}
		if !same {
			out = append(out, c.part)
		}
	}
	return out
}

// ordered are the words of a text's orders and of the heads of their sections, without the marks with which programs put
// bold words and lists into plain text.
func (w *walker) ordered(text string) string {
	var b strings.Builder
	follow := w.o.Follow()
	for line := range strings.Lines(text) {
		if follow(strings.TrimRight(line, "\n")) || section().MatchString(strings.TrimSpace(line)) {
			b.WriteString(line)
		}
	}
	return spread(strings.NewReplacer("*", "", "_", "").Replace(b.String()))
}
