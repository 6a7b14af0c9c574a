package kolonien

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// reading is a line being understood, token by token, up to its first mistake.
type reading struct{ *orders.Reading }

// reader makes a section's Line of what understands its tokens.
func reader(example string, say func(*reading) orders.Order) func(string) (orders.Order, []orders.Problem) {
	return func(text string) (orders.Order, []orders.Problem) {
		return orders.ReadLine(text, example, func(r *orders.Reading) orders.Order { return say(&reading{r}) })
	}
}

// shown puts the example that a problem shows into the words of whoever reads it.
func shown(key string, line func(string) (orders.Order, []orders.Problem)) func(string) (orders.Order, []orders.Problem) {
	return func(text string) (orders.Order, []orders.Problem) {
		o, problems := line(text)
		for i := range problems {
			for k, a := range problems[i].What.Args {
				if a.Name == "example" {
					problems[i].What.Args[k] = phrase.Key("example", key)
				}
			}
		}
		return o, problems
	}
}

// bad tells the first mistake of the line.
func (r *reading) bad(at orders.Token, code string, guess []string, args ...phrase.Arg) {
	r.Bad(at, orders.Guessed(code, guess, append(args, phrase.Str("got", orders.Clip(at.Value)))...))
}

// is tells whether a token is a keyword, German or English.
func (n named) is(t orders.Token) bool {
	got := orders.Fold(t.Value)
	return got == orders.Fold(n.de) || got == orders.Fold(n.en)
}

// number reads a number in [low, high].
func (r *reading) number(want, code string, low, high int) int {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < int64(low) || n > int64(high) {
		r.bad(t, code, nil, phrase.Num("low", low), phrase.Num("high", high))
		return 0
	}
	return int(n)
}

// Bounds of numbers in orders.
const (
	mostArea  = 9999
	mostFleet = 99
	mostUnits = 99
	mostRealm = 999
	mostName  = 20
)

func (r *reading) area() int { return r.number("area", "order.area", 1, mostArea) }

// fleetOf reads the number in `Flotte_2`; no tells that the word is no fleet's.
func fleetOf(word string) (n int, ok bool) {
	w := orders.Fold(word)
	rest, is := strings.CutPrefix(w, "flotte")
	if !is {
		if rest, is = strings.CutPrefix(w, "fleet"); !is {
			return 0, false
		}
	}
	n, err := strconv.Atoi(strings.TrimPrefix(rest, "_"))
	return n, err == nil && n >= 1 && n <= mostFleet
}

// fleetLike tells whether a word begins as fleets are called, and nothing but a number
// follows, whether a fleet may bear it or not.
func fleetLike(word string) bool {
	w := orders.Fold(word)
	rest, is := strings.CutPrefix(w, "flotte")
	if !is {
		rest, is = strings.CutPrefix(w, "fleet")
	}
	return is && strings.Trim(rest, "_0123456789") == ""
}

// fleet reads `Flotte_2`.
func (r *reading) fleet() int {
	t, ok := r.Next("fleet")
	if !ok {
		return 0
	}
	n, ok := fleetOf(t.Value)
	if !ok {
		r.bad(t, "order.fleet", nil)
	}
	return n
}

// sameName: case and umlauts do not tell names apart.
func sameName(a, b string) bool { return orders.Fold(a) == orders.Fold(b) }

// name reads a leader's name: a letter first, then letters, digits and `_`, and
// no keyword.
func (r *reading) name() string {
	t, ok := r.Next("leader")
	if !ok {
		return ""
	}
	if !goodName(t.Value) {
		r.bad(t, "order.name", nil, phrase.Num("most", mostName))
		return ""
	}
	return t.Value
}

// goodName tells whether a leader may be called so: a letter first, then letters, digits and `_`.
func goodName(s string) bool {
	if s == "" || len([]rune(s)) > mostName || s[0] == '_' || s[0] >= '0' && s[0] <= '9' || strings.ContainsRune(s, '.') || keyword(s) {
		return false
	}
	if fleetLike(s) {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool {
		return r < 0x80 && r != '_' && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
	})
}

// keyword tells whether a word has a meaning in orders, so that nobody may bear it.
func keyword(s string) bool {
	t := orders.Token{Value: s}
	all := []named{embarkWord, landWord, joinWord, takeWord, giveWord, yesWord, noWord, noneWord, toWord, leaderWord, medicWord, garrisonWord, regimentWord}
	for _, list := range [][]named{all, topicWords, whenWords, workWords} {
		for _, n := range list {
			if n.is(t) {
				return true
			}
		}
	}
	_, unit := kindOf(s)
	_, ship := classOf(s)
	return unit || ship
}

// kindOf gives the kind of unit a realm may have by its code.
func kindOf(s string) (Kind, bool) {
	for k := range raised {
		if strings.EqualFold(s, k.Code()) {
			return k, true
		}
	}
	return 0, false
}

// classOf gives the class of ships a realm may have by its code.
func classOf(s string) (Class, bool) {
	for c := range launched {
		if strings.EqualFold(s, c.Code()) {
			return c, true
		}
	}
	return 0, false
}

func kindWords() []string {
	var out []string
	for k := range raised {
		out = append(out, k.Code())
	}
	return out
}

// classWords are the words of all classes of ships.
func classWords() []string {
	var out []string
	for c := range launched {
		out = append(out, c.Code())
	}
	return out
}

// both lists keywords of both languages, for guesses.
func both(list []named) []string {
	var out []string
	for _, n := range list {
		out = append(out, n.de)
		if n.en != n.de {
			out = append(out, n.en)
		}
	}
	return out
}

// choose reads one of several keywords and gives its index.
func (r *reading) choose(want, code string, list []named) int {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	for i, n := range list {
		if n.is(t) {
			return i
		}
	}
	r.bad(t, code, orders.Nearest(t.Value, both(list)), phrase.Str("words", germanWords(list)), phrase.Str("english", englishWords(list)))
	return 0
}

func germanWords(list []named) string {
	var out []string
	for _, n := range list {
		out = append(out, n.de)
	}
	return strings.Join(out, ", ")
}

func englishWords(list []named) string {
	var out []string
	for _, n := range list {
		out = append(out, n.en)
	}
	return strings.Join(out, ", ")
}

// kind reads the code of a unit.
func (r *reading) kind() Kind {
	t, ok := r.Next("kind")
	if !ok {
		return 0
	}
	k, ok := kindOf(t.Value)
	if !ok {
		r.bad(t, "order.kind", orders.Nearest(t.Value, kindWords()), phrase.Str("words", strings.Join(kindWords(), ", ")))
	}
	return k
}

// anyKind reads the code of a unit of any people; `N-INF` is three tokens.
func (r *reading) anyKind() (k Kind, at orders.Token, ok bool) {
	at, ok = r.Next("kind")
	if !ok {
		return 0, at, false
	}
	code := at.Value
	if r.Peek().Value == "-" && len(r.Tokens) > 1 {
		code += "-" + r.Tokens[1].Value
		r.Tokens = r.Tokens[2:]
	}
	at.Value = code // named whole where it is wrong
	for k := range kinds {
		if strings.EqualFold(code, k.Code()) {
			return k, at, true
		}
	}
	words := strings.Join(kindCodes[:], ", ")
	r.bad(at, "order.kind", orders.Nearest(code, kindCodes[:]), phrase.Str("words", words))
	return 0, at, false
}
