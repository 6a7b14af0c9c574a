package wire

import (
	"bufio"
	"bytes"
	"io"
	"net"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/mailer/pattern"
)

// mended is a connection to an IMAP server whose answers are put into the form that the library reads. It refuses some
// that are legal, and others that are common, and after a refusal the connection is of no use. What is not understood
// here passes as it is. An answer is passed on when all of it has come, with its literals.
type mended struct {
	net.Conn
	r   *bufio.Reader
	out [][]byte // not read yet
	err error    // comes after that
}

// Mended is the connection that the library reads from: its answers are mended, and none is nested too deep.
func Mended(c net.Conn) net.Conn { return &Shallow{Conn: &mended{Conn: c, r: bufio.NewReader(c)}} }

func (m *mended) Read(p []byte) (int, error) {
	for len(m.out) == 0 {
		if m.err != nil {
			return 0, m.err
		}
		m.out = m.next()
	}
	n := copy(p, m.out[0])
	if m.out[0] = m.out[0][n:]; len(m.out[0]) == 0 {
		m.out = m.out[1:]
	}
	return n, nil
}

// next reads an answer and mends it. It returns nothing if the library is better off without the answer.
func (m *mended) next() [][]byte {
	line, err := m.r.ReadBytes('\n')
	if m.err = err; err != nil {
		return whole(line)
	}
	words := bytes.Fields(line[:min(len(line), maxHead)])
	switch {
	case len(words) < 2:
		return whole(line)
	case string(words[0]) != "*" || isStatus(words[1]):
		return whole(mendCode(line))
	}
	kind := words[1]
	if number(string(kind)) && len(words) > 2 {
		if kind = words[2]; isStatus(kind) {
			return whole(mendCode(line))
		}
	}
	answer := m.rest(line)
	switch name, _, _ := strings.Cut(strings.ToUpper(string(kind)), "("); {
	case m.err != nil: // cut off
	case name == "FETCH":
		return mendFetch(answer)
	case !slices.Contains(answers, name):
		return nil // QUIRK: untagged lines of extensions that nobody asked for
	}
	return whole(answer)
}

func whole(answer []byte) [][]byte {
	if len(answer) == 0 {
		return nil
	}
	return [][]byte{answer}
}

func isStatus(word []byte) bool { return slices.Contains(statuses, strings.ToUpper(string(word))) }

// answers are the untagged answers that the library knows, besides those with a status.
var answers = []string{"ID", "CAPABILITY", "ENABLED", "NAMESPACE", "FLAGS", "EXISTS", "RECENT", "LIST", "STATUS",
	"FETCH", "EXPUNGE", "SEARCH", "ESEARCH", "SORT", "THREAD", "METADATA", "QUOTA", "QUOTAROOT", "MYRIGHTS", "ACL"}

// literal finds the length of a literal that a line announces at its end. `~` is before one with any octets (RFC 3516).
var literal = pattern.Lazy(`~?\{([0-9]{1,15})\+?\} ?\r?\n$`)

// rest reads the rest of an answer, of which this is the first line: each literal and the line behind it.
func (m *mended) rest(line []byte) []byte {
	var answer bytes.Buffer
	for {
		text, size := literalAt(line)
		answer.Write(tight(text))
		if size < 0 {
			return answer.Bytes()
		}
		if _, m.err = io.CopyN(&answer, m.r, size); m.err != nil {
			return answer.Bytes()
		}
		line, m.err = m.r.ReadBytes('\n')
	}
}

// literalAt returns a line of data, and the size of the literal that follows it; -1: none does. A literal8 becomes a
// plain one, which the library reads in any place.
func literalAt(line []byte) (text []byte, size int64) {
	at := literal().FindSubmatchIndex(line)
	if at == nil || quotes(line[:at[0]]) {
		return line, -1
	}
	size, _ = strconv.ParseInt(string(line[at[2]:at[3]]), 10, 64) // of at most 15 digits
	return append(line[:at[0]:at[0]], "{"+strconv.FormatInt(size, 10)+"}\r\n"...), size
}

// quotes reports whether a quoted string is open at the end of a line's beginning.
func quotes(line []byte) (open bool) {
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			open = !open
		case line[i] == '\\' && open:
			i++
		}
	}
	return open
}

// tight drops blanks inside the ends of a list: QUIRK: `FETCH (UID 5 )`.
func tight(line []byte) []byte {
	if !bytes.Contains(line, []byte("( ")) && !bytes.Contains(line, []byte(" )")) {
		return line
	}
	out := line[:0:0]
	quoted := false
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\' && i+1 < len(line):
			out, i = append(out, c), i+1
			c = line[i]
		case quoted:
		case c == ' ' && len(out) > 0 && out[len(out)-1] == '(':
			continue
		case c == ')':
			for n := len(out); n > 0 && out[n-1] == ' '; n = len(out) {
				out = out[:n-1]
			}
		}
		out = append(out, c)
	}
	return out
}

// mendCode drops blanks at the end of the code of a status: QUIRK: `* OK [CAPABILITY IMAP4rev1 ] ready`.
func mendCode(line []byte) []byte {
	code, text, is := bytes.Cut(line, []byte("]"))
	if !is || !bytes.Contains(code, []byte("[")) {
		return line
	}
	return slices.Concat(bytes.TrimRight(code, " "), []byte("]"), text)
}

// fetched are the parts of a FETCH answer that the library knows, up to a bracket.
var fetched = []string{"FLAGS", "ENVELOPE", "INTERNALDATE", "RFC822.SIZE", "UID", "BODY", "BINARY", "BODYSTRUCTURE",
	"BINARY.SIZE", "MODSEQ"}

// mendFetch puts the UID of a FETCH answer first: the library finds out by it what a body belongs to, and looks for it
// no further than to the first literal. It drops what the server cannot say, and what the library does not know.
func mendFetch(answer []byte) [][]byte {
	head, list, is := bytes.Cut(answer, []byte("("))
	if !is {
		return whole(answer)
	}
	var uid, others [][]byte
	for in := (parts{rest: list}); ; {
		name, value, more, ok := in.next()
		if !ok {
			return whole(answer)
		}
		if !more {
			break
		}
		key, _, _ := bytes.Cut(name, []byte("["))
		switch word := strings.ToUpper(string(key)); {
		case word == "UID":
			uid = append(uid, []byte(" "), name, []byte(" "), value)
			continue
		case word == "INTERNALDATE":
			value = mendDate(value)
		case word == "RFC822.SIZE" && !number(string(value)), !slices.Contains(fetched, word):
			value = nil
		}
		if value != nil {
			others = append(others, []byte(" "), name, []byte(" "), value)
		}
	}
	out := append(uid, others...)
	if len(out) > 0 {
		out = out[1:]
	}
	return append(append([][]byte{bytes.TrimRight(head, " "), []byte(" (")}, out...), []byte(")\r\n"))
}

// date is how IMAP writes when a mail came.
const date = "_2-Jan-2006 15:04:05 -0700"

// mendDate returns the time of a mail's arrival as the library reads it; nil: the server does not know it. QUIRK:
// servers that write it as the head of a mail does (RFC 5322), or as the day 0.
func mendDate(value []byte) []byte {
	said := strings.Trim(string(value), `"`)
	if _, err := time.Parse(date, said); err == nil {
		return value
	}
	at, err := mail.ParseDate(said)
	if err != nil {
		return nil
	}
	return []byte(`"` + at.Format(date) + `"`)
}

// parts reads the list of a FETCH answer behind its first parenthesis.
type parts struct{ rest []byte }

// next reads a name and its value. more is false at the end of the list. ok is false if the answer is not IMAP.
func (p *parts) next() (name, value []byte, more, ok bool) {
	p.rest = bytes.TrimLeft(p.rest, " ")
	if bytes.HasPrefix(p.rest, []byte(")")) {
		return nil, nil, false, true
	}
	n := p.name()
	name, p.rest = p.rest[:n], bytes.TrimLeft(p.rest[n:], " ")
	v := p.value()
	if n == 0 || v == 0 {
		return nil, nil, false, false
	}
	value, p.rest = p.rest[:v], p.rest[v:]
	return name, value, true, true
}

// name returns how long the name is, with what is in brackets.
func (p *parts) name() int {
	bracket := false
	for i, c := range p.rest {
		switch {
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case c == '\r', c == '\n', !bracket && (c == ' ' || c == '(' || c == ')' || c == '"'):
			return i
		}
	}
	return len(p.rest)
}

// value returns how long the value is: a list, a literal, a string or a word; 0: it has no end.
func (p *parts) value() int {
	depth := 0
	for i, n := 0, 0; i < len(p.rest); i += n {
		n = 1
		switch c := p.rest[i]; {
		case c == '\r', c == '\n', depth == 0 && (c == ' ' || c == ')'):
			return i // a word ends before it
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '"', c == '{':
			if n = p.text(i); n == 0 {
				return 0
			}
		default:
			continue
		}
		if depth == 0 {
			return i + n
		}
	}
	return 0
}

// text returns how long a string or literal is that begins at a place; 0: it has no end.
func (p *parts) text(at int) int {
	in := p.rest[at:]
	if in[0] == '{' {
		end := bytes.IndexByte(in, '\n')
		if _, size := literalAt(in[: end+1 : end+1]); size >= 0 && size < int64(len(in)-end) {
			return end + 1 + int(size)
		}
		return 0
	}
	for i := 1; i < len(in); i++ {
		switch in[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}
