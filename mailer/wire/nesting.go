package wire

import (
	"errors"
	"net"
	"slices"
	"strings"
)

// maxNesting is how deep the parentheses of a server's answer may be nested. The library enters each level with a call
// of its own: four megabytes of them end the program, and no recover can stop that.
const maxNesting = 100

var (
	// ErrNesting says that a server's answer is nested too deep.
	ErrNesting = errors.New("the server's answer is nested too deep")
	errGrammar = errors.New("the server's answer is not IMAP")
)

// Shallow is a connection that passes on nothing that is nested too deep.
type Shallow struct {
	net.Conn
	levels levels
}

// Read passes on nothing of the data with the offence, nor anything after it.
func (s *Shallow) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p)
	if wrong := s.levels.pass(p[:n]); wrong != nil {
		return 0, wrong
	}
	return n, err
}

// levels counts the parentheses in what an IMAP server sends, outside of literals and quoted strings, line by line. It
// must split lines exactly as the library does, otherwise a server could hide from it what the library reads. So it
// refuses whatever the library might split differently: a `{` that begins no literal, and a quoted string or a
// response code that continues on the next line. A status and its text, tagged or not, have neither literals nor
// quotes.
type levels struct {
	state   lineState
	head    []byte // of the line, until its kind is known
	depth   int
	literal int64 // octets left of a literal
	wrong   error
}

type lineState uint8

const (
	atHead    lineState = iota // the kind of the line is not known yet
	atText                     // after the word of a status
	inCode                     // in its code in brackets
	inText                     // in its text
	inData                     // where parentheses count
	inString                   // between quotes
	escaped                    // behind a backslash there
	inNumber                   // behind `{`
	announced                  // behind `}`, where the line must end
	inLiteral
)

const (
	maxHead    = 200     // octets within which the kind of a line must be clear
	maxLiteral = 1 << 40 // octets
)

// pass looks at the next octets. After it has refused some, it refuses all.
func (l *levels) pass(data []byte) error {
	for len(data) > 0 && l.wrong == nil {
		if l.state == inLiteral {
			n := min(l.literal, int64(len(data)))
			if data, l.literal = data[n:], l.literal-n; l.literal == 0 {
				l.state = inData
			}
			continue
		}
		l.wrong = l.octet(data[0])
		data = data[1:]
	}
	return l.wrong
}

func (l *levels) octet(c byte) error {
	lineEnd := c == '\r' || c == '\n'
	switch l.state {
	case atHead:
		return l.begin(c)
	case atText, inText:
		switch {
		case c == '\n':
			l.endLine()
		case l.state == atText && c == '[':
			l.state = inCode
		default:
			l.state = inText
		}
	case inCode:
		if c == ']' {
			l.state = inText
		}
		return refuse(lineEnd)
	case inData:
		return l.datum(c)
	case inString:
		switch c {
		case '\\':
			l.state = escaped
		case '"':
			l.state = inData
		}
		return refuse(lineEnd)
	case escaped:
		l.state = inString
		return refuse(lineEnd)
	default:
		return l.announce(c)
	}
	return nil
}

func refuse(wrong bool) error {
	if wrong {
		return errGrammar
	}
	return nil
}

func (l *levels) endLine() { l.state, l.head, l.depth = atHead, l.head[:0], 0 }

// begin reads a line until its kind is known: data begin with `* WORD` or `* 12 WORD`. Everything else is a status, or
// nothing that the library continues to read.
func (l *levels) begin(c byte) error {
	switch words := strings.Split(string(l.head), " "); {
	case c == '\n':
		l.endLine()
		return nil
	case len(l.head) >= maxHead:
		return errGrammar
	case words[0] == "+":
		l.state = inText
	case words[0] != "*":
		if len(words) == 2 && c == ' ' {
			l.state = atText
		}
	case len(words) == 1, strings.IndexByte("( \"{\r", c) < 0, len(words) == 2 && c == ' ' && number(words[1]):
	case slices.Contains(statuses, strings.ToUpper(words[len(words)-1])):
		l.state = inText
		if c == ' ' {
			l.state = atText
		}
	default:
		l.state = inData
		return l.datum(c)
	}
	l.head = append(l.head, c)
	return nil
}

// statuses are the words of status lines, also after a number.
var statuses = []string{"OK", "NO", "BAD", "BYE", "PREAUTH"}

// number reports whether the library takes a word for a number, by its first octet.
func number(word string) bool { return word != "" && '0' <= word[0] && word[0] <= '9' }

// datum reads an octet where parentheses count.
func (l *levels) datum(c byte) error {
	switch c {
	case '\n':
		l.endLine()
	case '"':
		l.state = inString
	case '{':
		l.state, l.literal = inNumber, -1
	case ')':
		l.depth = max(0, l.depth-1)
	case '(':
		if l.depth++; l.depth > maxNesting {
			return ErrNesting
		}
	}
	return nil
}

// announce reads the length of a literal and the end of its line. For that the library accepts a blank, a return and a
// line feed, of which only the last is required.
func (l *levels) announce(c byte) error {
	switch {
	case l.state == inNumber && '0' <= c && c <= '9' && l.literal < maxLiteral:
		l.literal = max(0, l.literal)*10 + int64(c-'0')
	case l.state == inNumber && c == '}' && l.literal >= 0:
		l.state = announced
	case l.state == announced && c == '\n':
		if l.state = inLiteral; l.literal == 0 {
			l.state = inData
		}
	case l.state == announced && (c == ' ' || c == '\r'):
	default:
		return errGrammar
	}
	return nil
}
