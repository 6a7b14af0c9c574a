package secrets

import (
	"encoding/base64"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/resolve/mask"
	"weltentor/resolve/wording"
)

// A letter of which no order counts is read by a person, or kept so that one can see what
// was meant. What stands in it encoded, because its head is wrong or its writer put it
// there so, is not seen by whoever looks for passwords, and seen by everybody else. So it
// is decoded first.

// decodedMost is how many bytes of a text are looked at; more is not passed on or kept.
const decodedMost = 256 << 10

// decodedDeep is how often what was decoded is decoded again.
const decodedDeep = 3

// Readable is a text as a person is to read it: base64 in lines of its own is decoded;
// where a password or a code shows only when the text is decoded, the text is that,
// without it. A text that hides nothing stays as it is.
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

// faceless takes out all that may be a secret.
func faceless(text string) string { return orders.Scrub(Loosely(text)) }

// betrays tells whether a text has what looks like a secret of ours in it.
func betrays(text string) bool {
	found := Token.In(text) || mask.AsMade.In(text)
	Spelt.Mask(text, func(s string) bool {
		found = found || Digit.MatchString(s)
		return false
	})
	return found || wording.Section.MatchString(text) && orders.Scrub(text) != text
}

// The lines of a block in base64, its last, shorter line, and what may be base64 in other lines.
var (
	base64Line = regexp.MustCompile(`^[>\s]*[A-Za-z0-9+/]{40,}={0,2}\s*$`)
	base64Last = regexp.MustCompile(`^[>\s]*[A-Za-z0-9+/]{2,}={0,2}\s*$`)
	base64Run  = regexp.MustCompile(`[A-Za-z0-9+/_-]{16,}={0,2}`)
)

// base64Blocks puts what it says in the place of lines of base64, cleaned; of what is no
// text, nothing is changed.
func base64Blocks(text string, deep int) string {
	lines := strings.SplitAfter(text, "\n")
	var out strings.Builder
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && base64Line.MatchString(lines[end]) {
			end++
		}
		if end == at {
			out.WriteString(lines[at])
			at++
			continue
		}
		said, ok := "", false
		if end < len(lines) && base64Last.MatchString(lines[end]) {
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

// base64Runs hides runs of base64 within lines that betray a secret. Where one begins is
// not known: letters before it are letters of base64, too.
func base64Runs(text string, deep int) string {
	return base64Run.ReplaceAllStringFunc(text, func(run string) string {
		for from := range 4 {
			said, ok := fromBase64(run[from:])
			if betrays(said) || ok && strings.Contains(cleaned(said, deep), Hidden) {
				return Hidden
			}
		}
		return run
	})
}

// cleaned is a decoded text without secrets, decoded again where it has to be.
func cleaned(text string, deep int) string {
	if deep > 1 {
		text = decoded(text, deep-1)
	}
	return faceless(text)
}

// leastSigns is of how many different signs base64 consists that says anything. QUIRK: players draw rulers
// such as ////////, ++++++++ or -_-_-_-_, which are spelt like it.
const leastSigns = 4

// distinct counts the different signs of a text, up to as many as base64 has at least.
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

// fromBase64 decodes base64 of either alphabet, without blanks and quotes' marks; ok if
// that is a text.
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

var quotedOctet = regexp.MustCompile(`=(?:[0-9A-Fa-f]{2}|[ \t]*\r?\n)`)

// unquotedPrintable undoes quoted-printable.
func unquotedPrintable(text string) string {
	return strings.ToValidUTF8(quotedOctet.ReplaceAllStringFunc(text, func(s string) string {
		if c, err := strconv.ParseUint(s[1:], 16, 8); err == nil {
			return string([]byte{byte(c)})
		}
		return ""
	}), "?")
}

var tags = regexp.MustCompile(`<[^<>]{0,200}>`)

// plainHTML takes out tags and undoes entities.
func plainHTML(text string) string { return html.UnescapeString(tags.ReplaceAllString(text, "")) }

// spaced are letters with a blank between each two.
var spaced = regexp.MustCompile(`(^|[^\pL\d])(?:\S ){12,}\S(?:[^\pL\d]|$)`)

var parted = regexp.MustCompile(`([-‐‑–—_]?)[ \t]*\r?\n[> \t]*`)

// maskedEnd is the end of an `$I` line whose password is hidden, and what follows of the
// next line if it is more than one word: so it is no rest of a password.
var maskedEnd = regexp.MustCompile(`(?m)(^[ \t]*\$I[ \t]+\d+[ \t]+\*\*\*(?:[ \t]+(?:\d+|\*\*\*))?)[ \t]*\n(\S+[ ` +
	`\t]+\S|\S{20}|[$#])`)

// stays stands for a line's end that joins nothing.
const stays = "\x01"

// joined makes one line of a text, of words that a line's end parts one word, and takes
// out what cannot be seen, and the blanks between single letters. A masked `$I` line
// stays a line: with more behind it, it would look as if it told a secret.
func joined(text string) string {
	text = maskedEnd.ReplaceAllString(strings.ReplaceAll(text, stays, ""), "${1}"+stays+"${2}")
	seen := strings.Map(func(r rune) rune {
		if r == 0 || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, text)
	seen = spaced.ReplaceAllStringFunc(seen,
		func(s string) string { return " " + strings.ReplaceAll(s, " ", "") + " " })
	seen = parted.ReplaceAllStringFunc(seen, func(end string) string {
		if hyphen := parted.FindStringSubmatch(end)[1]; hyphen != "" {
			return hyphen
		}
		return " "
	})
	return strings.ReplaceAll(seen, stays, "\n")
}
