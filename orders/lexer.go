package orders

import (
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/alecthomas/participle/v2/lexer"
)

// Token is a piece of a line: its Value as written, and where it begins (Pos.Offset, in bytes from the start of the
// line). Grammars return Tokens and not strings, so that a problem can name its column.
type Token = lexer.Token

// The names of the tokens in a grammar.
//
//	Word    letters, `_`, and dots between letters: `K.M`, `Die_Goldene`
//	Number  digits, with a minus before the first unless a letter or digit
//	        stands before that; a dot or comma before exactly three digits is
//	        a thousands mark and belongs to it
//	Sign    `+`, or a `-` that belongs to no number
//	Mark    any other single character
const (
	tokenWord lexer.TokenType = iota + 1
	tokenNumber
	tokenSign
	tokenMark
	tokenStart // see sentence
)

var symbols = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "Word": tokenWord, "Number": tokenNumber, "Sign": tokenSign, "Mark": tokenMark,
	"Start": tokenStart,
}

// Words says what a word in a grammar consists of.
type Words uint8

// The kinds of words.
const (
	LettersOnly      Words = iota // `KM1` is the word KM and the number 1
	LettersAndDigits              // `Suedheer2` is one word; a word begins with a letter
)

// tokens is the lexer.Definition of order lines. It is written by hand because participle's own lexers would take most
// of the parsing time.
type tokens struct{ words Words }

// Symbols returns the tokens for the grammar.
func (tokens) Symbols() map[string]lexer.TokenType { return symbols }

// Lex reads all of r.
func (d tokens) Lex(name string, r io.Reader) (lexer.Lexer, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return d.LexString(name, string(text))
}

// LexString implements lexer.StringDefinition.
func (d tokens) LexString(_ string, text string) (lexer.Lexer, error) {
	return &scanner{text: text, words: d.words}, nil
}

// First returns the first token of a line, and an empty one if there is none.
func First(text string, words Words) Token {
	var first [1]Token
	Begin(text, words, first[:])
	return first[0]
}

// Begin fills room with the first tokens of a line.
func Begin(text string, words Words, room []Token) {
	s := scanner{text: text, words: words}
	for i := range room {
		room[i], _ = s.Next()
	}
}

// scanner splits one line into tokens. Every character belongs to a token or is blank, so it never fails.
type scanner struct {
	text  string
	at    int
	words Words
}

// Next returns the next token, and EOF at the end, again and again.
func (s *scanner) Next() (lexer.Token, error) {
	s.skipBlanks()
	start := s.at
	if start >= len(s.text) {
		return lexer.Token{Type: lexer.EOF, Pos: lexer.Position{Offset: len(s.text)}}, nil
	}
	kind := s.scan()
	return lexer.Token{Type: kind, Value: s.text[start:s.at], Pos: lexer.Position{Offset: start}}, nil
}

func (s *scanner) skipBlanks() {
	for s.at < len(s.text) {
		b := s.text[s.at]
		if b < utf8.RuneSelf {
			if b > ' ' && b != 0x7f {
				return
			}
			s.at++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[s.at:])
		if !blank(r) {
			return
		}
		s.at += n
	}
}

// scan moves past one token and returns its kind.
func (s *scanner) scan() lexer.TokenType {
	switch b := s.text[s.at]; {
	case letter(b):
		s.word()
		return tokenWord
	case digit(b):
		s.number()
		return tokenNumber
	case b == '+':
		s.at++
		return tokenSign
	case b == '-':
		return s.minus(1)
	case b < utf8.RuneSelf:
		s.at++
		return tokenMark
	}
	r, n := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case r == '–' || r == '−':
		// QUIRK: word processors turn the sign of `-1` into a dash or a mathematical minus.
		return s.minus(n)
	case unicode.IsLetter(r):
		s.word()
		return tokenWord
	}
	s.at += n
	return tokenMark
}

// minus reads a sign of n bytes, with the number after it if the sign belongs to it: the sign is a flag in `V-` and in
// `V-12 14`, and part of the number in ` -1`.
func (s *scanner) minus(n int) lexer.TokenType {
	before := byte(' ')
	if s.at > 0 {
		before = s.text[s.at-1]
	}
	s.at += n
	if letter(before) || digit(before) || s.at >= len(s.text) || !digit(s.text[s.at]) {
		return tokenSign
	}
	s.number()
	return tokenNumber
}

func (s *scanner) word() {
	for s.at < len(s.text) {
		b := s.text[s.at]
		switch {
		case letter(b) || digit(b) && s.words == LettersAndDigits:
			s.at++
		case b == '.' && s.at+1 < len(s.text) && s.letterAt(s.at+1):
			s.at++
		case b >= utf8.RuneSelf && s.letterAt(s.at):
			_, n := utf8.DecodeRuneInString(s.text[s.at:])
			s.at += n
		default:
			return
		}
	}
}

func (s *scanner) letterAt(i int) bool {
	if s.text[i] < utf8.RuneSelf {
		return letter(s.text[i])
	}
	r, _ := utf8.DecodeRuneInString(s.text[i:])
	return unicode.IsLetter(r)
}

// number reads digits, and groups of three after a thousands mark if the first group has one to three digits.
func (s *scanner) number() {
	start := s.at
	for s.at < len(s.text) && digit(s.text[s.at]) {
		s.at++
	}
	if s.at-start > 3 {
		return
	}
	for s.group() {
		s.at += 4
	}
}

// group reports whether a thousands mark and exactly three digits follow.
func (s *scanner) group() bool {
	t := s.text[s.at:]
	if len(t) < 4 || t[0] != '.' && t[0] != ',' {
		return false
	}
	return digit(t[1]) && digit(t[2]) && digit(t[3]) && (len(t) == 4 || !digit(t[4]))
}

func letter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' }

func digit(b byte) bool { return b >= '0' && b <= '9' }

// blank reports whether a character separates words like a space, including NBSP and similar ones.
func blank(r rune) bool { return unicode.IsSpace(r) || r == '\u200b' || r == '\ufeff' || r == '\u2060' }

// Biggest is the greatest number in an order file.
const Biggest = 1_000_000_000

// Number reads a token of kind Number. Thousands marks are dropped, and a dash is a minus. It fails beyond ±Biggest,
// and for anything that is not a number.
func Number(t Token) (n int64, ok bool) {
	digits := 0
	minus := false
	for i, r := range t.Value {
		switch {
		case r >= '0' && r <= '9':
			n = n*10 + int64(r-'0')
			digits++
			if n > Biggest {
				return 0, false
			}
		case r == '.' || r == ',':
		case i == 0 && (r == '-' || r == '–' || r == '−'):
			minus = true
		default:
			return 0, false
		}
	}
	if minus {
		n = -n
	}
	return n, digits > 0
}
