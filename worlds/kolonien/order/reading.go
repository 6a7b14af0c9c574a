package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/tables"
)

// Reading is a line being understood, token by token, up to its first mistake.
type Reading struct{ *orders.Reading }

// Reader makes a section's Line of what understands its tokens.
func Reader(example string, say func(*Reading) orders.Order) func(string) (orders.Order, []orders.Problem) {
	return func(text string) (orders.Order, []orders.Problem) {
		return orders.ReadLine(text, example, func(r *orders.Reading) orders.Order { return say(&Reading{r}) })
	}
}

// shown puts the example that a problem shows into the words of whoever reads it.
func shown(key string, line func(string) (orders.Order, []orders.Problem)) func(string) (orders.Order,
	[]orders.Problem) {
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

// Reject tells the first mistake of the line.
func (r *Reading) Reject(at orders.Token, code string, guess []string, args ...phrase.Arg) {
	r.Bad(at, orders.Guessed(code, guess, append(args, phrase.Str("got", orders.Clip(at.Value)))...))
}

// Number reads a number in [low, high].
func (r *Reading) Number(want, code string, low, high int) int {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	n, ok := orders.Number(t)
	if !ok || n < int64(low) || n > int64(high) {
		r.Reject(t, code, nil, phrase.Num("low", low), phrase.Num("high", high))
		return 0
	}
	return int(n)
}

// Bounds of numbers in orders.
const (
	mostArea  = 9999
	MostFleet = 99
	MostUnits = 99
	mostRealm = 999
	mostName  = 20
)

func (r *Reading) area() int { return r.Number("area", "order.area", 1, mostArea) }

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
	return n, err == nil && n >= 1 && n <= MostFleet
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
func (r *Reading) fleet() int {
	t, ok := r.Next("fleet")
	if !ok {
		return 0
	}
	n, ok := fleetOf(t.Value)
	if !ok {
		r.Reject(t, "order.fleet", nil)
	}
	return n
}

// Name reads a leader's name: a letter first, then letters, digits and `_`, and
// no keyword.
func (r *Reading) Name() string {
	t, ok := r.Next("leader")
	if !ok {
		return ""
	}
	if !GoodName(t.Value) {
		r.Reject(t, "order.name", nil, phrase.Num("most", mostName))
		return ""
	}
	return t.Value
}

// GoodName tells whether a leader may be called so: a letter first, then letters, digits and `_`.
func GoodName(s string) bool {
	if s == "" || len([]rune(s)) > mostName || s[0] == '_' || s[0] >= '0' && s[0] <= '9' ||
		strings.ContainsRune(s, '.') || keyword(s) {
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
	all := []frame.Word{embarkWord, landWord, joinWord, takeWord, giveWord, frame.Yes, frame.No, noneWord, toWord,
		LeaderWord, MedicWord, GarrisonWord, RegimentWord}
	for _, list := range [][]frame.Word{all, TopicWords, whenWords, WorkWords} {
		for _, n := range list {
			if n.Is(t) {
				return true
			}
		}
	}
	_, unit := kindOf(s)
	_, ship := classOf(s)
	return unit || ship
}

// kindOf gives the kind of unit a realm may have by its code.
func kindOf(s string) (tables.Kind, bool) {
	for k := range tables.Raised {
		if strings.EqualFold(s, k.Code()) {
			return k, true
		}
	}
	return 0, false
}

// classOf gives the class of ships a realm may have by its code.
func classOf(s string) (tables.Class, bool) {
	for c := range tables.Launched {
		if strings.EqualFold(s, c.Code()) {
			return c, true
		}
	}
	return 0, false
}

func kindWords() []string {
	var out []string
	for k := range tables.Raised {
		out = append(out, k.Code())
	}
	return out
}

// ClassWords are the words of all classes of ships.
func ClassWords() []string {
	var out []string
	for c := range tables.Launched {
		out = append(out, c.Code())
	}
	return out
}

// otherWords are what people write for the words of the orders, for guesses: each row begins with the word that is
// meant.
var otherWords = [][2]string{
	{"MIL", "miliz militia"},
	{"INF", "infanterie fussvolk infantry foot"},
	{"LIN", "linie linieninfanterie linientruppe line"},
	{"CAV", "kavallerie reiter reiterei cavalry horse"},
	{"ART", "artillerie kanone geschuetz artillery cannon gun"},
	{"TRA", "transporter transportschiff transport"},
	{"KAR", "karavelle caravel"},
	{"ESK", "eskorte begleitschiff escort"},
	{"LIN_S", "linienschiff schlachtschiff battleship"},
	{"Anfuehrer", "general hauptmann kommandant"},
	{"Leader", "general captain commander"},
	{"Arzt", "doktor feldscher sanitaeter"},
	{"Medic", "doctor surgeon physician"},
	{"Kolonie", "siedlung stadt"},
	{"Colony", "settlement town"},
	{"Ausbau", "erweitern ausbauen"},
	{"Extend", "expand enlarge"},
	{"Festung", "burg"},
	{"Fortress", "castle"},
	{"Hafen", "werft dock"},
	{"Port", "harbour harbor shipyard dock"},
	{"Palisade", "zaun wall fence stockade"},
	{"an", "einschiffen embark board"},
	{"von", "ausschiffen landen disembark land"},
	{"gibt", "abgeben uebergibt"},
	{"gives", "hands transfers"},
	{"nimmt", "holt uebernimmt"},
	{"takes", "fetches gets"},
	{"ja", "an"}, {"yes", "on"}, {"nein", "aus"}, {"no", "off"},
}

// Choose reads one of several keywords and gives its index.
func (r *Reading) Choose(want, code string, list []frame.Word) int {
	t, ok := r.Next(want)
	if !ok {
		return 0
	}
	for i, n := range list {
		if n.Is(t) {
			return i
		}
	}
	r.Reject(t, code, orders.Meant(t.Value, frame.BothWords(list), otherWords),
		phrase.Str("words", frame.WordList(list, phrase.De)), phrase.Str("english", frame.WordList(list, phrase.En)))
	return 0
}

// kind reads the code of a unit.
func (r *Reading) kind() tables.Kind {
	t, ok := r.Next("kind")
	if !ok {
		return 0
	}
	k, ok := kindOf(t.Value)
	if !ok {
		r.Reject(t, "order.kind", orders.Nearest(t.Value, kindWords()),
			phrase.Str("words", strings.Join(kindWords(), ", ")))
	}
	return k
}

// AnyKind reads the code of a unit of any people; `N-INF` is three tokens.
func (r *Reading) AnyKind() (k tables.Kind, at orders.Token, ok bool) {
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
	for k := range tables.Kinds {
		if strings.EqualFold(code, k.Code()) {
			return k, at, true
		}
	}
	words := strings.Join(tables.KindCodes[:], ", ")
	r.Reject(at, "order.kind", orders.Nearest(code, tables.KindCodes[:]), phrase.Str("words", words))
	return 0, at, false
}
