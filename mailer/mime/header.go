// Package mime is how a letter is built: header, parts, charsets, transfer encodings. Reading never fails for what can
// be guessed. It repairs, and returns a Note for the sender (NoteCodes) where something was lost. The library's readers
// give up at the first fault, so parts and transfer encodings are read here. Begin with SplitMail.
package mime

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"

	"weltentor/mailer/pattern"
	"weltentor/mailer/plain"
)

// MaxHeader is the largest header that is read, in octets.
const MaxHeader = 256 << 10

// SplitHeader splits a mail or a part of one at its first blank line and reads the header. Lines that are not fields
// are left out. It fails only if the header is larger than MaxHeader.
func SplitHeader(raw []byte) (h message.Header, body []byte, dropped int, err error) {
	clean, body, dropped := cleanHeader(raw)
	if len(clean) > MaxHeader {
		return h, nil, dropped, fmt.Errorf("a header of more than %d bytes", MaxHeader)
	}
	th, err := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(clean)))
	if err != nil {
		return h, nil, dropped, fmt.Errorf("header: %w", err)
	}
	return message.Header{Header: th}, body, dropped, nil
}

// cleanHeader returns the header with CRLF and its blank line. Unlike the library, which refuses the whole mail for
// one bad line, it leaves that line out.
func cleanHeader(raw []byte) (clean, body []byte, dropped int) {
	var out bytes.Buffer
	rest, sure := raw, 0 // sure: up to here all is header
	for len(rest) > 0 {
		end, next := len(rest), len(rest)
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			end, next = i, i+1
		}
		line := bytes.TrimSuffix(rest[:end], []byte("\r"))
		if len(raw)-len(rest) > MaxHeader {
			return raw[:MaxHeader+1], nil, dropped // too large, even if most of it is not a header
		}
		switch {
		case len(line) > 0 && len(bytes.TrimSpace(line)) == 0 && (len(raw)-len(rest) < sure || goesOn(rest[next:])):
			// A blank line in a folded field (RFC 5322, obs-FWS).
			if at := len(raw) - len(rest); at >= sure {
				sure = at + next + len(head(rest[next:]))
			}
		case len(bytes.TrimSpace(line)) == 0:
			out.WriteString("\r\n")
			return out.Bytes(), rest[next:], dropped
		case line[0] == ' ' || line[0] == '\t':
			if out.Len() == 0 {
				dropped++
				break
			}
			out.WriteByte(' ')
			writeField(&out, bytes.TrimSpace(line))
		case fieldName().Match(line):
			colon := bytes.IndexByte(line, ':')
			// QUIRK: "Subject : x", with blanks before the colon.
			out.Write(bytes.TrimRight(line[:colon], " \t"))
			writeField(&out, line[colon:])
		case line[0] == '$' || line[0] == '#' || bytes.HasPrefix(line, []byte("--")):
			// QUIRK: scripts that forget the blank line before the text.
			out.WriteString("\r\n")
			return out.Bytes(), rest, dropped + 1
		default:
			// QUIRK: "From x@y Mon Jan …" of an mbox file, ">From", lines that a virus scanner or a wrapped Subject
			// left behind.
			dropped++
		}
		rest = rest[next:]
	}
	out.WriteString("\r\n")
	return out.Bytes(), nil, dropped
}

// head is what comes before the next empty line, or all.
func head(raw []byte) []byte {
	pos := 0
	for line := range bytes.Lines(raw[:min(len(raw), MaxHeader)]) {
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
		pos += len(line)
	}
	return raw[:pos]
}

// goesOn reports whether a header continues after a line of blanks: all lines up to the next empty one are fields.
// QUIRK: scripts that end the header with a line of blanks; there a text follows.
func goesOn(rest []byte) bool {
	block := head(rest)
	if len(block) == len(rest) {
		return false
	}
	for line := range bytes.Lines(block) {
		text := bytes.TrimSpace(line)
		folded := line[0] == ' ' || line[0] == '\t'
		switch {
		case len(text) == 0:
		case folded && text[0] != '$' && text[0] != '#':
		case !folded && fieldName().Match(line):
		default:
			return false
		}
	}
	return true
}

var fieldName = pattern.Lazy(`^[!-9;-~]+[ \t]*:`)

// writeField writes a line of a field without NULs and lone CRs.
func writeField(out *bytes.Buffer, line []byte) {
	for _, c := range line {
		if c == 0 || c == '\r' {
			c = ' '
		}
		out.WriteByte(c)
	}
	out.WriteString("\r\n")
}

// Field decodes a header field to one line of UTF-8.
func Field(h message.Header, name string) string { return DecodeWords(h.Get(name)) }

// DecodeWords decodes the encoded words in a header field, to one line of UTF-8.
func DecodeWords(v string) string {
	dec := mime.WordDecoder{CharsetReader: readLabel}
	s, err := dec.DecodeHeader(v)
	if err != nil {
		s = v
	}
	// QUIRK: umlauts in the header without any encoding.
	s, _, _ = Decode([]byte(s), "", "")
	return strings.Join(strings.Fields(plain.Text(s)), " ")
}

// LenientAddress finds addresses in a field that is not written by the rules.
var LenientAddress = pattern.Lazy(`[^\s<>"(),;:\\@]+@[^\s<>"(),;:\\@]+`)

// Addresses reads a list of addresses, in lower case.
func Addresses(h message.Header, name string) []mail.Address {
	v := h.Get(name)
	if v == "" {
		return nil
	}
	var out []mail.Address
	if list, err := StrictAddresses(v); err == nil {
		for _, a := range list {
			out = append(out, mail.Address{Name: DecodeWords(a.Name), Address: strings.ToLower(a.Address)})
		}
		return out
	}
	// QUIRK: names with commas or umlauts and no quotes: `Meier, Jörg <j@x.de>`.
	for _, a := range LenientAddress().FindAllString(v, 100) {
		out = append(out, mail.Address{Address: strings.ToLower(strings.Trim(a, ".'"))})
	}
	return out
}

var messageID = pattern.Lazy(`<[!-;=?-~]{1,240}>`)

// MessageIDs finds the message ids in a field, at most the last n.
func MessageIDs(v string, n int) []string {
	ids := messageID().FindAllString(v, -1)
	return ids[max(0, len(ids)-n):]
}

// SentAt reads the Date field. QUIRK: dates that nobody can read; then it returns zero.
func SentAt(h message.Header) time.Time {
	t, err := mail.ParseDate(h.Get("Date"))
	if err != nil || t.Year() < 1980 || t.Year() > 9000 {
		return time.Time{}
	}
	return t.UTC()
}

// MediaType reads a Content-Type or Content-Disposition, however broken.
func MediaType(v string) (kind string, params map[string]string) {
	kind, params, err := mime.ParseMediaType(v)
	if (err == nil || errors.Is(err, mime.ErrInvalidMediaParameter) && len(params) > 0) && !strings.Contains(v, "*") {
		return kind, params
	}
	// QUIRK: names with blanks and no quotes, doubled semicolons, parameters without values, and extended values in
	// ISO-8859-1, which package mime drops.
	head, rest, _ := strings.Cut(v, ";")
	params = map[string]string{}
	pieces := map[string][]string{} // RFC 2231: name*0*, name*1 … in order
	for p := range strings.SplitSeq(rest, ";") {
		key, value, ok := strings.Cut(p, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		value = strings.Trim(strings.TrimSpace(value), `"`)
		if !ok {
			continue
		}
		if name, number, extended := strings.Cut(key, "*"); extended {
			if !strings.HasSuffix(key, "*") {
				value = strings.ReplaceAll(value, "%", "%25") // a piece that is not percent-encoded
			}
			if n, err := strconv.Atoi(strings.TrimSuffix(number, "*")); err == nil && n != len(pieces[name]) {
				continue
			}
			pieces[name] = append(pieces[name], value)
			continue
		}
		if _, twice := params[key]; !twice {
			params[key] = value
		}
	}
	for name, values := range pieces {
		params[name] = decodePercent(strings.Join(values, ""))
	}
	return strings.ToLower(strings.TrimSpace(head)), params
}

// decodePercent reads charset'language'percent-encoded.
func decodePercent(v string) string {
	charset := ""
	if p := strings.SplitN(v, "'", 3); len(p) == 3 {
		charset, v = p[0], p[2]
	}
	s, err := url.PathUnescape(v)
	if err != nil {
		return v
	}
	s, _, _ = Decode([]byte(s), charset, "")
	return s
}

// FirstWord is the value of a field without parameters and comments.
func FirstWord(v string) string {
	v, _, _ = strings.Cut(v, ";")
	v, _, _ = strings.Cut(v, "(")
	return strings.ToLower(strings.TrimSpace(v))
}

// MaxMail is the largest mail that is read, in octets.
const MaxMail = 5 << 20

var mailField = pattern.Lazy(`(?im)^(from|to|subject|date|message-id|received|return-path|mime-version` +
	`|content-type|delivered-to):`)

// leading are lines before a header that do not belong to it. QUIRK: blank ones, and those of an mbox file.
var leading = pattern.Lazy(`^(\s*\n|>?From [^\n]*\n\s*\n)+`)

// SplitMail separates header and body of a whole mail. QUIRK: blank lines or a byte order mark before the header; CR
// alone as line end; no header at all.
func SplitMail(raw []byte) (h message.Header, body []byte, dropped int, err error) {
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if !bytes.Contains(raw, []byte("\n")) {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	trimmed := raw[len(leading().Find(raw)):]
	if !mailField().Match(head(trimmed)) {
		return h, raw, 0, nil
	}
	return SplitHeader(trimmed)
}

// How deep parts may be nested, and how many parts of a mail are read.
const (
	MaxDepth = 20
	MaxParts = 200
)
