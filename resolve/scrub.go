package resolve

import (
	"archive/zip"
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// How our passwords look, capitals aside: as they are made, with whichever
// dashes, and as people write them.
var (
	shape  = regexp.MustCompile(`(?i)[a-hjkmnp-z2-9]{4}[-‐‑–—][a-hjkmnp-z2-9]{4}[-‐‑–—][a-hjkmnp-z2-9]{5}`)
	spelt  = regexp.MustCompile(`(?i)[a-hjkmnp-z2-9]{4}[-_ \t‐‑–—]?[a-hjkmnp-z2-9]{4}[-_ \t‐‑–—]?[a-hjkmnp-z2-9]{5}`)
	hidden = "***"
)

// secrets finds passwords in what is stored of a letter.
type secrets struct {
	given *regexp.Regexp // the password of its `$I` line, however written; nil if there is none to look for
}

// wordlike is from which length on a password given is looked for outside the
// `$I` line; a shorter one is none of ours and may be any word.
const wordlike = 6

// longWord is up to which length: nobody repeats a longer one.
const longWord = 100

func secretsOf(id *orders.Identity) secrets {
	if id == nil || len(id.Password) < wordlike || len(id.Password) > longWord {
		return secrets{}
	}
	var b strings.Builder
	b.WriteString("(?i)")
	for i, r := range plain(id.Password) {
		if i > 0 {
			b.WriteString(`[-_ \t\x00‐‑–—]{0,3}`) // NULs: files in UTF-16
		}
		b.WriteString(regexp.QuoteMeta(string(r)))
	}
	re, err := regexp.Compile(b.String())
	if err != nil { // a password that is no UTF-8
		re = regexp.MustCompile(regexp.QuoteMeta(strings.ToValidUTF8(id.Password, "")))
	}
	return secrets{re}
}

// clean takes passwords out of a text that somebody reads: the one given and
// what looks like one of ours as we make them. What is merely spelt like one
// stays: it may be a name of thirteen letters in an order.
func (s secrets) clean(text string) string {
	if s.given != nil {
		text = s.given.ReplaceAllString(text, hidden)
	}
	return masked(masked(text, tokenShape), shape)
}

// scrub is clean for a text of orders: also whatever stands in an `$I` line.
// Lines stay where they are.
func scrub(text string, id *orders.Identity) string {
	return orders.Scrub(secretsOf(id).clean(text))
}

// loosely takes out all that may be a password, for texts of which no order
// counts, and for names.
func loosely(text string) string { return masked(masked(text, tokenShape), spelt) }

// masked hides what re matches with no letter or digit beside it.
func masked(text string, re *regexp.Regexp) string {
	return maskedIf(text, re, func(string) bool { return true })
}

// maskedIf is masked for those matches that are to be hidden.
func maskedIf(text string, re *regexp.Regexp, hide func(string) bool) string {
	var b strings.Builder
	for from := 0; ; {
		at := re.FindStringIndex(text[from:])
		if at == nil {
			if b.Len() == 0 {
				return text
			}
			b.WriteString(text[from:])
			return b.String()
		}
		start, end := from+at[0], from+at[1]
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		if alphanumeric(before) || alphanumeric(after) || !hide(text[start:end]) {
			b.WriteString(text[from : start+1])
			from = start + 1
			continue
		}
		b.WriteString(text[from:start] + hidden)
		from = end
	}
}

func alphanumeric(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// notes are remarks about a letter without the words in them that may be one.
func (s secrets) notes(notes []phrase.Phrase) []phrase.Phrase {
	out := slices.Clone(notes)
	for i := range out {
		out[i].Args = slices.Clone(out[i].Args)
		for j := range out[i].Args {
			out[i].Args[j].S = loosely(s.clean(out[i].Args[j].S))
		}
	}
	return out
}

// files are the letter's other files as they are kept: with their sums, without
// the password. One in which it cannot be masked, because it is packed, is kept
// without what was in it, and named.
func (s secrets) files(files []game.File) (out []game.File, emptied []string) {
	out = slices.Clone(files)
	for i := range out {
		f := &out[i]
		f.Name = loosely(s.clean(f.Name))
		switch {
		case s.packed(f.Data):
			f.Data, emptied = []byte{}, append(emptied, f.Name)
		case s.given != nil:
			f.Data = s.given.ReplaceAll(f.Data, []byte(hidden))
		}
		if shape.Match(f.Data) {
			f.Data = []byte(masked(string(f.Data), shape))
		}
		f.Sum = sum(f.Data)
	}
	return out, emptied
}

// unpacked is how many bytes of a packed file are searched.
const unpacked = 16 << 20

// packed tells whether a file is a ZIP, as office documents are, with a password
// in it, or more in it than is searched.
func (s secrets) packed(data []byte) bool {
	if !bytes.HasPrefix(data, []byte("PK\x03\x04")) {
		return false
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return true
	}
	left := int64(unpacked)
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return true
		}
		text, err := io.ReadAll(io.LimitReader(r, left+1))
		r.Close()
		if left -= int64(len(text)); err != nil || left < 0 {
			return true
		}
		if s.given != nil && s.given.Match(text) || shape.Match(text) {
			return true
		}
	}
	return false
}
