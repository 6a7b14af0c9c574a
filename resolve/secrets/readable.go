package secrets

import (
	"encoding/base64"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/resolve/mask"
	"weltentor/resolve/wording"
)

// A letter whose orders do not count is read by a person, or stored so that one can see what was meant. Parts of it
// may be encoded, because its head is wrong or its writer wanted it so. A search for passwords does not see into them,
// but everybody else can. So they are decoded first.

// decodedMost is how many bytes of a text are looked at. The rest is neither passed on nor stored.
const decodedMost = 256 << 10

// decodedDeep is how often decoded text is decoded again.
const decodedDeep = 3

// Readable returns a text as a person is to read it. Base64 in lines of its own is decoded. If a password or a code
// shows only in the decoded text, it returns that, without the secret. A text that hides nothing stays as it is.
func Readable(text string) string { return decoded(text[:min(len(text), decodedMost)], decodedDeep) }

func decoded(text string, deep int) string {
	text = base64Runs(base64Blocks(text, deep), deep)
	for _, view := range []func(string) string{unquotedPrintable, plainHTML, joined} {
		if seen := view(text); seen != text && betrays(seen) && !betrays(text) {
			text = faceless(seen)
		}
	}
	return text
}

// faceless masks everything that may be a secret.
func faceless(text string) string { return orders.Scrub(MaskLikely(text), nil) }

// betrays reports whether a text has something that looks like a secret of ours.
func betrays(text string) bool {
	found := Token.In(text) || mask.AsMade.In(text)
	Spelt.Mask(text, func(s string) bool {
		found = found || HasDigit(s)
		return false
	})
	return found || wording.HasSection(text) && orders.Scrub(text, nil) != text
}

// The lines of a block of base64, and its last, shorter line.
var (
	base64Line = lazy.Pattern(`^[>\s]*[A-Za-z0-9+/]{40,}={0,2}\s*$`)
	base64Last = lazy.Pattern(`^[>\s]*[A-Za-z0-9+/]{2,}={0,2}\s*$`)
)

// runShortest is how long a run within a line is at least if it may be base64.
const runShortest = 16

// base64Blocks replaces lines of base64 by what they say, without secrets. If that is not text, they stay.
func base64Blocks(text string, deep int) string {
	lines := strings.SplitAfter(text, "\n")
	var out strings.Builder
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && base64Line().MatchString(lines[end]) {
			end++
		}
		if end == at {
			out.WriteString(lines[at])
			at++
			continue
		}
		said, ok := "", false
		if end < len(lines) && base64Last().MatchString(lines[end]) {
			if said, ok = fromBase64(strings.Join(lines[at:end+1], "")); ok {
				end++
			}
		}
		if !ok {
			said, ok = fromBase64(strings.Join(lines[at:end], ""))
		}
		if !ok {
			out.WriteString(strings.Join(lines[at:end], ""))
		} else {
			out.WriteString(cleaned(said, deep) + "\n")
		}
		at = end
	}
	return out.String()
}

// base64Runs masks runs of base64 within lines if they betray a secret. It is unknown where such a run begins, since
// letters before it look like base64, too.
func base64Runs(text string, deep int) string {
	var out strings.Builder
	kept := 0 // up to here the text is in out
	for at := 0; at < len(text); {
		from := at
		for at < len(text) && inBase64(text[at]) {
			at++
		}
		if at-from < runShortest {
			at++
			continue
		}
		for end := min(at+2, len(text)); at < end && text[at] == '='; {
			at++
		}
		if run := text[from:at]; betraysInBase64(run, deep) {
			out.WriteString(text[kept:from])
			out.WriteString(Hidden)
			kept = at
		}
	}
	out.WriteString(text[kept:])
	return out.String()
}

func betraysInBase64(run string, deep int) bool {
	for from := range 4 {
		said, ok := fromBase64(run[from:])
		if betrays(said) || ok && strings.Contains(cleaned(said, deep), Hidden) {
			return true
		}
	}
	return false
}

// inBase64 reports whether a character belongs to base64 of either alphabet.
func inBase64(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("+/-_", c) >= 0
}

// cleaned is a decoded text without secrets, decoded again if needed.
func cleaned(text string, deep int) string {
	if deep > 1 {
		text = decoded(text, deep-1)
	}
	return faceless(text)
}

// leastSigns is how many different characters base64 has at least if it says anything. QUIRK: players draw rulers such
// as ////////, ++++++++ or -_-_-_-_, which look like base64.
const leastSigns = 4

// distinct counts the different characters of a text, up to leastSigns.
func distinct(s string) int {
	var seen []rune
	for _, r := range s {
		if len(seen) == leastSigns {
			break
		}
		if !slices.Contains(seen, r) {
			seen = append(seen, r)
		}
	}
	return len(seen)
}

// fromBase64 decodes base64 of either alphabet, ignoring blanks and quote marks. ok reports whether the result is
// text.
func fromBase64(s string) (text string, ok bool) {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '=' || r == '>':
			return -1
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		}
		return r
	}, s)
	if distinct(s) < leastSigns {
		return "", false
	}
	if len(s)%4 == 1 {
		s = s[:len(s)-1]
	}
	raw, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil {
		return "", false
	}
	text = strings.ReplaceAll(string(raw), "\x00", "") // UTF-16
	text = strings.TrimPrefix(strings.TrimPrefix(text, "\xff\xfe"), "\xfe\xff")
	if !utf8.ValidString(text) {
		latin := make([]rune, 0, len(text))
		for _, c := range []byte(text) {
			latin = append(latin, rune(c))
		}
		text = string(latin)
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	seen, all := 0, 0
	for _, r := range text {
		if all++; unicode.IsPrint(r) || r == '\n' || r == '\t' {
			seen++
		}
	}
	return text, all > 0 && seen*20 >= all*19
}

var quotedOctet = lazy.Pattern(`=(?:[0-9A-Fa-f]{2}|[ \t]*\r?\n)`)

// unquotedPrintable decodes quoted-printable.
func unquotedPrintable(text string) string {
	return strings.ToValidUTF8(quotedOctet().ReplaceAllStringFunc(text, func(s string) string {
		if c, err := strconv.ParseUint(s[1:], 16, 8); err == nil {
			return string([]byte{byte(c)})
		}
		return ""
	}), "?")
}

var tags = lazy.Pattern(`<[^<>]{0,200}>`)

// plainHTML removes tags and decodes entities.
func plainHTML(text string) string { return html.UnescapeString(tags().ReplaceAllString(text, "")) }

// spaced matches letters with blanks between them.
var spaced = lazy.Pattern(`(^|[^\pL\d])(?:\S ){12,}\S(?:[^\pL\d]|$)`)

// mayBeSpaced reports whether twelve characters in a row have a blank behind each. Of other texts spaced matches
// nothing, but takes long to find that.
func mayBeSpaced(text string) bool {
	row, before := 0, ' '
	for _, r := range text {
		if (r == ' ') == (before == ' ') {
			row = 0
		} else if r == ' ' {
			if row++; row == 12 {
				return true
			}
		}
		before = r
	}
	return false
}

// maskedEnd matches the end of an `$I` line with a hidden password, and the beginning of the next line. That line must
// have more than one word, so it is not the rest of a password.
var maskedEnd = lazy.Pattern(`(?m)(^[ \t]*\$I[ \t]+\d+[ \t]+\*\*\*(?:[ \t]+(?:\d+|\*\*\*))?)[ \t]*\n(\S+[ ` +
	`\t]+\S|\S{20}|[$#])`)

// stays stands for a line end that is kept.
const stays = "\x01"

// joined makes one line of a text, and one word of words that a line end divides. It removes what cannot be seen, and
// blanks between single letters. A masked `$I` line stays a line: with more words after it, it would look as if it
// betrayed a secret.
func joined(text string) string {
	text = maskedEnd().ReplaceAllString(strings.ReplaceAll(text, stays, ""), "${1}"+stays+"${2}")
	seen := strings.Map(func(r rune) rune {
		if r == 0 || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	if mayBeSpaced(seen) {
		seen = spaced().ReplaceAllStringFunc(seen,
			func(s string) string { return " " + strings.ReplaceAll(s, " ", "") + " " })
	}
	return strings.ReplaceAll(inOneLine(seen), stays, "\n")
}

// inOneLine joins the lines of a text. Where one ends with a hyphen, its last word goes on in the next.
func inOneLine(text string) string {
	var out strings.Builder
	for {
		line, rest, more := strings.Cut(text, "\n")
		if !more {
			out.WriteString(text)
			return out.String()
		}
		line = strings.TrimRight(strings.TrimSuffix(line, "\r"), " \t")
		out.WriteString(line)
		if last, _ := utf8.DecodeLastRuneInString(line); !strings.ContainsRune("-‐‑–—_", last) {
			out.WriteByte(' ')
		}
		text = strings.TrimLeft(rest, "> \t")
	}
}
