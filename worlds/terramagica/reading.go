package terramagica

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// reading is a line being understood, token by token from the front; the first
// mistake ends it.
type reading struct {
	text    string
	example string // a good line, shown with a problem
	tables  *Tables
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
func readLine(t *Tables, text, example string, read func(*reading) orders.Order) (orders.Order, []orders.Problem) {
	line, wrong := anyGrammar.Parse(text)
	if wrong != nil {
		return nil, []orders.Problem{*wrong}
	}
	r := &reading{text: text, example: example, tables: t}
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

// name reads the name of an own army.
func (r *reading) name(want string) string {
	t, ok := r.next(want)
	if !ok {
		return ""
	}
	if !isWord(t) {
		r.unexpected(t, want)
		return ""
	}
	return r.asName(t)
}

// asName holds a word to what a name may be: a letter first, no dot, no word of
// the orders, not too long (§4).
func (r *reading) asName(t orders.Token) string {
	switch {
	case t.Value[0] == '_':
		r.unexpected(t, "army")
	case strings.Contains(t.Value, "."):
		r.bad(t, phrase.P("order.name-dot", phrase.Str("got", orders.Clip(t.Value))))
	case keyword(r.tables, t.Value):
		r.bad(t, phrase.P("order.name-keyword", phrase.Str("got", orders.Clip(t.Value))))
	case utf8.RuneCountInString(t.Value) > longestName:
		r.bad(t, phrase.P("order.name-long", phrase.Str("got", orders.Clip(t.Value)), phrase.Num("most", longestName)))
	}
	return t.Value
}

// longestName bounds what is read; a world may want names shorter still.
const longestName = 40

// keyword tells whether a word has a meaning of its own in orders.
func keyword(t *Tables, word string) bool {
	if _, tactic := tacticOf(word); tactic || t.unitOf(word) != "" || t.wallOf(word) != "" {
		return true
	}
	folded := orders.Fold(word)
	return slices.Contains(actionWords, folded) || slices.Contains(provinceWords, folded)
}

// target reads `Suedheer`, `7.Suedheer` or `7`.
func (r *reading) target() Target {
	t, ok := r.next("target")
	if !ok {
		return Target{Realm: Own}
	}
	switch {
	case isWord(t):
		return Target{Realm: Own, Army: r.asName(t)}
	case !isNumber(t):
		r.unexpected(t, "target")
		return Target{Realm: Own}
	}
	n, ok := orders.Number(t)
	if !ok || n < 0 || n > maxRealm {
		r.bad(t, phrase.P("order.range", phrase.Str("got", orders.Clip(t.Value)), phrase.Key("want", "want.realm"), phrase.Num("low", 0), phrase.Num("high", maxRealm)))
	}
	out := Target{Realm: int(n)}
	if !r.more() || r.tokens[0].Value != "." {
		return out
	}
	r.tokens = r.tokens[1:]
	out.Army = r.name("army")
	return out
}

// maxRealm is the greatest number of a realm an order may name.
const maxRealm = 9999

// unit reads a unit by one of its words.
func (r *reading) unit() string {
	t, ok := r.next("unit")
	if !ok {
		return ""
	}
	if !isWord(t) {
		r.unexpected(t, "unit")
		return ""
	}
	return called(r, t, "order.unit", r.tables.unitOf(t.Value), r.tables.Unit, func(u *UnitRow) []string { return u.Words })
}

// wall reads a fortification.
func (r *reading) wall() string {
	t, ok := r.next("wall")
	if !ok {
		return ""
	}
	return called(r, t, "order.wall", r.tables.wallOf(t.Value), r.tables.Wall, func(w *WallRow) []string { return w.Words })
}

// called is what a word was found to name among rows; where it is nothing, the
// nearest of all their words are guessed.
func called[T any](r *reading, t orders.Token, code, found string, rows []T, words func(*T) []string) string {
	if found == "" {
		var all []string
		for i := range rows {
			all = append(all, words(&rows[i])...)
		}
		r.bad(t, orders.Guessed(code, orders.Nearest(t.Value, all), phrase.Str("got", orders.Clip(t.Value))))
	}
	return found
}

// tactic reads how a unit fights.
func (r *reading) tactic() rows.Tactic {
	t, ok := r.next("tactic")
	if !ok {
		return rows.Hold
	}
	tactic, ok := tacticOf(t.Value)
	if !ok {
		r.bad(t, orders.Guessed("order.tactic", orders.Nearest(t.Value, slices.Concat(tacticWords[:]...)), phrase.Str("got", orders.Clip(t.Value))))
	}
	return tactic
}
