package proof

import (
	"bytes"
	stdmime "mime"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
	"weltentor/mailer/plain"
)

// A provider signs everything that its user writes, and other people have each of those mails. None of them may be made
// into orders. So a signature must say that its mail is for the game, and how its body is to be read.

// unbound says what a signature leaves out that it should have signed. h is its list of fields.
func (c claim) unbound(h, game string) Doubt {
	signed := map[string]int{}
	for name := range strings.SplitSeq(strings.ToLower(h), ":") {
		signed[name]++
	}
	// If several fields have one name, the list names that one once for each of them that is signed, from the last one
	// up.
	whole := func(name string) bool { return signed[name] >= c.count(name) }
	to, cc := c.names("to", game), c.names("cc", game)
	switch {
	case !to && !cc:
		return Elsewhere
	case !(to && whole("to")) && !(cc && whole("cc")), !whole("subject"):
		return Unbound
	}
	for _, name := range []string{"content-type", "content-transfer-encoding"} {
		// A field that was not signed may also have been removed.
		if !whole(name) || signed[name] == 0 {
			return c.form()
		}
	}
	if !whole("content-disposition") {
		return c.form()
	}
	return ""
}

func (c claim) count(name string) (n int) {
	for _, f := range c.fields {
		n += mime.Btoi(f.name == name)
	}
	return n
}

// names reports whether the fields of a name have the address among theirs. Other people chose what is there as a
// person's name.
func (c claim) names(name, address string) bool {
	for _, f := range c.fields {
		if f.name != name {
			continue
		}
		list, err := mime.StrictAddresses(f.value())
		if err != nil {
			list, err = mime.StrictAddresses(ascii(f.value()))
		}
		if err == nil && slices.ContainsFunc(list, func(a *mail.Address) bool { return mime.OneAddress(a.Address, address) }) {
			return true
		}
	}
	return false
}

// ascii replaces what is not ASCII by a plain sign. QUIRK: umlauts in names, without any encoding.
func ascii(v string) string {
	return strings.Map(func(r rune) rune {
		if r > '~' {
			return '_'
		}
		return r
	}, v)
}

// unformed reports whether a body might say something else if the fields that say how to read it were others. QUIRK:
// Gmail and others do not sign Content-Type. Their mails count if the body itself shows how it is meant. It must be a
// multipart that begins and ends with its own boundary, or a plain text that could be nothing else.
func (c claim) unformed() Doubt {
	kind, params, encoding := "text/plain", map[string]string{}, ""
	for _, f := range c.fields {
		var err error
		switch f.name {
		case "content-type":
			if strings.Contains(f.value(), "*") {
				return Unformed // names in pieces can be read in several ways
			}
			kind, params, err = stdmime.ParseMediaType(f.value())
		case "content-transfer-encoding":
			encoding = mime.FirstWord(f.value())
		case "content-disposition":
			if strings.ToLower(f.value()) != "inline" {
				return Unformed
			}
		}
		if err != nil {
			return Unformed
		}
	}
	twice := c.count("content-type") > 1 || c.count("content-transfer-encoding") > 1
	_, named := params["name"]
	plainly := encoding == "" || encoding == "7bit" || encoding == "8bit" || encoding == "binary"
	switch {
	case twice || named:
	case slices.Contains([]string{"multipart/alternative", "multipart/mixed", "multipart/related", "multipart/signed"},
		kind):
		if plainly && showsBoundary(c.body, params["boundary"]) &&
			(kind != "multipart/alternative" || areAlternatives(c.body, params["boundary"])) {
			return ""
		}
	case kind == "text/plain" && asciiBased(params["charset"]) && !otherForm().Match(c.body):
		_, packed := mime.Undeclared(c.body)
		text, whole := decoded(c.body, encoding)
		if utf8.Valid(text) && !mime.IsASCII(text) && !asUTF8(params["charset"]) || flows(text, params) {
			return Unformed
		}
		if plainly && !packed && !softBreak().Match(c.body) || encoding == "base64" && whole ||
			encoding == "quoted-printable" && sameLines(c.body, text, params["charset"]) {
			return ""
		}
	}
	return Unformed
}

// preamble is what programs write above the first part.
var preamble = pattern.Lazy(`^\s*(This is a [ a-z-]{1,60} in MIME format\.\s*)?$`)

// showsBoundary reports whether a body begins with this boundary and ends with it. Lines with another boundary inside
// are the text of a part.
func showsBoundary(body []byte, boundary string) bool {
	if boundary == "" {
		return false
	}
	mark := "--" + boundary
	begun, ended := false, false
	pos := 0
	for line := range bytes.Lines(body) {
		text := string(bytes.TrimRight(line, " \t\r\n"))
		switch {
		case ended:
			if text != "" {
				return false
			}
		case !begun && text == mark:
			if begun = true; !preamble().Match(body[:pos]) {
				return false
			}
		case begun && text == mark+"--":
			ended = true
		}
		pos += len(line)
	}
	return ended
}

// areAlternatives reports whether the parts with a boundary can be forms of one text, as programs write them: a plain one
// and then others, each of another kind. Otherwise a mail with several parts could be made one of which most are left out.
func areAlternatives(body []byte, boundary string) bool {
	var kinds []string
	inHead, mark := false, "--"+boundary
	for line := range strings.SplitSeq(unfolded().ReplaceAllString(string(body), " "), "\n") {
		switch line = strings.TrimRight(line, " \t\r"); {
		case line == mark:
			kinds, inHead = append(kinds, "text/plain"), true
		case line == "" || line == mark+"--":
			inHead = false
		case inHead:
			if name, value, _ := strings.Cut(line, ":"); strings.EqualFold(strings.TrimSpace(name), "content-type") {
				kinds[len(kinds)-1] = mime.FirstWord(value)
			}
		}
	}
	seen := map[string]bool{}
	for _, kind := range kinds {
		if seen[kind] {
			return false
		}
		seen[kind] = true
	}
	return len(kinds) == 1 || len(kinds) > 0 && kinds[0] == "text/plain"
}

// decoded is a body without its encoding. whole reports whether all of it was encoded so.
func decoded(body []byte, encoding string) (text []byte, whole bool) {
	switch encoding {
	case "base64":
		return mime.DecodeBase64(body)
	case "quoted-printable":
		return mime.DecodeQP(body), true
	}
	return body, true
}

// wrapped is how many letters a program leaves in a line at least before it wraps it, with the first word of the next one.
const wrapped = 60

// flows reports whether a type that nobody signed joins lines of a text (RFC 3676) which no program has wrapped: short ones,
// or, where the blank at their end is to go, those that have no second one.
func flows(text []byte, params map[string]string) bool {
	if !strings.EqualFold(params["format"], "flowed") {
		return false
	}
	lines := strings.Split(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")
	for n, line := range lines[:len(lines)-1] {
		next := strings.Fields(lines[n+1])
		if !strings.HasSuffix(line, " ") || strings.HasPrefix(line, ">") || line == "-- " || len(next) == 0 { // a quote is nobody's orders
			continue
		}
		if utf8.RuneCountInString(line+next[0]) < wrapped || strings.EqualFold(params["delsp"], "yes") && !strings.HasSuffix(line, "  ") {
			return true
		}
	}
	return false
}

// asUTF8 reports whether a charset is what a text in UTF-8 is sent in.
func asUTF8(charset string) bool { return strings.EqualFold(charset, "utf-8") || charset == "" }

// asciiBased reports whether a charset has ASCII for its lower half.
func asciiBased(charset string) bool {
	charset = strings.ToLower(charset)
	return slices.Contains([]string{"", "us-ascii", "utf-8"}, charset) || strings.HasPrefix(charset, "iso-8859-") ||
		strings.HasPrefix(charset, "windows-125")
}

var (
	// otherForm is in a body that was written as parts or as HTML.
	otherForm = pattern.Lazy(`(?mi)^--\S.*\r?\n(content|mime)-|</?(html|head|body|div|p|br|blockquote|pre` +
		`|table|tr|td|span|font)(\s[^>]*)?/?>`)
	unfolded = pattern.Lazy(`\r?\n[ \t]+\b`)
	// softBreak is in a body that was written as quoted-printable.
	softBreak = pattern.Lazy(`(?m)=[ \t\r]*$`)
)

// sameLines reports whether decoding quoted-printable begins no line that the body does not begin: line ends are never
// encoded in it.
func sameLines(body, decoded []byte, charset string) bool {
	lines := 0
	for line := range bytes.Lines(body) {
		soft := bytes.HasSuffix(bytes.TrimRight(line, " \t\r\n"), []byte("="))
		lines += mime.Btoi(!soft && bytes.HasSuffix(line, []byte("\n")))
	}
	text, _, _ := mime.Decode(decoded, charset, "")
	return strings.Count(plain.Text(text), "\n") == lines
}
