package belagerung

import (
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// reading is a line being understood, token by token from the front; the first
// mistake ends it.
type reading struct {
	text    string
	example string // a good line, shown with a problem
	tokens  []orders.Token
	problem *orders.Problem
}

// anyLine are the tokens of a line; what they mean is told by their places.
type anyLine struct {
	List []anyToken `parser:"@@*"`
}

type anyToken struct {
	Token orders.Token `parser:"@(Word | Number | Sign | Mark)"`
}

var anyGrammar = orders.NewGrammar[anyLine](orders.LettersAndDigits, "")

// readLine reads a line with a function that takes its tokens; what it leaves is
// too much.
func readLine(text, example string, read func(*reading) orders.Order) (orders.Order, []orders.Problem) {
	line, wrong := anyGrammar.Parse(text)
	if wrong != nil {
		return nil, []orders.Problem{*wrong}
	}
	r := &reading{text: text, example: example}
	for _, token := range line.List {
		r.tokens = append(r.tokens, token.Token)
	}
	o := read(r)
	if r.problem == nil && len(r.tokens) > 0 {
		p := orders.Surplus(text, r.tokens[0], example)
		r.problem = &p
	}
	if r.problem != nil {
		return nil, []orders.Problem{*r.problem}
	}
	return o, nil
}

// next takes the next token. Where there is none, what was wanted is missing.
func (r *reading) next(want string) (orders.Token, bool) {
	if r.problem != nil {
		return orders.Token{}, false
	}
	if len(r.tokens) == 0 {
		p := orders.Missing(r.text, "want."+want, r.example)
		r.problem = &p
		return orders.Token{}, false
	}
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	return t, true
}

// more tells whether something is left to read.
func (r *reading) more() bool { return r.problem == nil && len(r.tokens) > 0 }

func (r *reading) bad(at orders.Token, p phrase.Phrase) {
	if r.problem != nil {
		return
	}
	p.Args = append(p.Args, orders.Sample(orders.Shown), phrase.Str("example", r.example))
	e := orders.ErrorAt(r.text, at, p)
	r.problem = &e
}

// unexpected: the token is not what was wanted there.
func (r *reading) unexpected(at orders.Token, want string) {
	r.bad(at, phrase.P("unexpected", phrase.Str("got", orders.Clip(at.Value)), phrase.Key("want", "want."+want)))
}

// unknown: the word is none of those that may stand there; the nearest are guessed.
func (r *reading) unknown(at orders.Token, code string, words []string) {
	r.bad(at, orders.Guessed(code, orders.Nearest(at.Value, words), phrase.Str("got", orders.Clip(at.Value))))
}

// number reads a whole number in [low, high].
func (r *reading) number(want string, low, high int64) int64 {
	t, ok := r.next(want)
	if !ok {
		return 0
	}
	if !isNumber(t) {
		r.unexpected(t, want)
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < low || n > high {
		r.bad(t, phrase.P("order.range", phrase.Str("got", orders.Clip(t.Value)), phrase.Key("want", "want."+want), phrase.Num("low", low), phrase.Num("high", high)))
	}
	return n
}

func isNumber(t orders.Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Value)
	return unicode.IsDigit(r) || (r == '-' || r == '–' || r == '−') && len(t.Value) > utf8.RuneLen(r)
}

func isWord(t orders.Token) bool {
	r, _ := utf8.DecodeRuneInString(t.Value)
	return unicode.IsLetter(r) || r == '_'
}

// isUnit tells whether a word has the form of a unit: E or S and digits.
func isUnit(word string) bool {
	if len(word) < 2 || word[0]|0x20 != 'e' && word[0]|0x20 != 's' {
		return false
	}
	_, err := strconv.ParseUint(word[1:], 10, 32)
	return err == nil
}

// unit reads `E3`, `S1` or `2.S1`.
func (r *reading) unit() Name {
	t, ok := r.next("unit")
	if !ok {
		return Name{}
	}
	realm := 0
	if isNumber(t) {
		n, ok := orders.Number(t)
		if !r.more() || r.tokens[0].Value != "." || !ok || n < 1 || n > mostRealm {
			r.unexpected(t, "unit")
			return Name{}
		}
		r.tokens, realm = r.tokens[1:], int(n)
		if t, ok = r.next("unit"); !ok {
			return Name{}
		}
	}
	if !isWord(t) {
		r.unexpected(t, "unit")
		return Name{}
	}
	if !isUnit(t.Value) {
		r.bad(t, phrase.P("order.unit", phrase.Str("got", orders.Clip(t.Value))))
		return Name{}
	}
	number, _ := strconv.ParseUint(t.Value[1:], 10, 32)
	out := Name{Settler: t.Value[0]|0x20 == 's', Realm: realm, Number: int(number)}
	most := mostUnit
	if out.Settler {
		most = mostSettler
	}
	switch {
	case out.Number < 1 || out.Number > most:
		r.bad(t, phrase.P("order.range", phrase.Str("got", orders.Clip(t.Value)), phrase.Key("want", "want.unit"), phrase.Num("low", 1), phrase.Num("high", most)))
	case !out.Settler && realm != 0:
		r.bad(t, phrase.P("order.unit-realm", phrase.Str("got", orders.Clip(t.Value))))
	}
	return out
}

// way reads steps, digits 1 to 6, in one number or several.
func (r *reading) way() []game.Direction {
	var way []game.Direction
	t, ok := r.next("way")
	for ok {
		if !isNumber(t) {
			r.unexpected(t, "way")
			return nil
		}
		for _, c := range []byte(t.Value) {
			if c < '1' || c > '6' {
				r.bad(t, phrase.P("order.way", phrase.Str("got", orders.Clip(t.Value))))
				return nil
			}
			way = append(way, game.Direction(c-'0'))
		}
		if len(way) > longestWay {
			r.bad(t, phrase.P("order.way-long", phrase.Num("most", longestWay)))
			return nil
		}
		if !r.more() || !isNumber(r.tokens[0]) {
			return way
		}
		t, ok = r.next("way")
	}
	return way
}

// symbol reads a training.
func (r *reading) symbol() Symbol {
	t, ok := r.next("symbol")
	if !ok {
		return ""
	}
	var all []string
	for _, y := range Symbols {
		if slices.Contains(folded(symbolWords[y]), orders.Fold(t.Value)) {
			return y
		}
		all = append(all, symbolWords[y]...)
	}
	r.unknown(t, "order.symbol", append(all, settlerWords...))
	return ""
}

// field reads `4/2`.
func (r *reading) field() Field {
	x := r.number("field", 1, mostField)
	if t, ok := r.next("field"); ok && t.Value != "/" {
		r.unexpected(t, "field")
	}
	return Field{X: int(x), Y: int(r.number("field", 1, mostField))}
}

// receivers reads who gets the dice of a catapult: at least one, at most as many as
// a receipt may list.
func (r *reading) receivers() []Name {
	var out []Name
	for {
		at := orders.Token{}
		if r.more() {
			at = r.tokens[0]
		}
		out = append(out, r.unit())
		if len(out) > mostTargets {
			r.bad(at, phrase.P("order.targets-many", phrase.Num("most", mostTargets)))
		}
		if !r.more() {
			return out
		}
	}
}
