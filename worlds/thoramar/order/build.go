package order

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// BuildLine is a line of $B: `[bau] [x] [y] [Name]` or `[bau] [x] [y] [Richtungen]`.
// A name is any run of characters, so it is taken from the text behind y.
type BuildLine struct {
	What orders.Token   `parser:"@Word" want:"building"`
	X    orders.Token   `parser:"@Number" want:"x"`
	Y    orders.Token   `parser:"@Number" want:"y"`
	Rest []orders.Token `parser:"@((Word | Number | Sign | Mark)*)"`
}

const buildExample = "STD 2 4 Sewastopol"

var buildGrammar = orders.NewGrammar[BuildLine](orders.LettersOnly, buildExample)

// readBuild reads a line of $B.
func readBuild(text string) (orders.Order, []orders.Problem) {
	line, wrong := buildGrammar.Parse(text)
	r := &reading{text: text, example: buildExample}
	what := strings.ToUpper(line.What.Value)
	switch {
	case isEdge(what):
		r.example = edgeExample
		o := EdgeOrder{Edge: realm.Edge(what[0]), At: r.xy(line.X, line.Y)}
		if wrong == nil {
			o.Dirs = r.edges(o.Edge, line.Rest)
		}
		return r.result(o, wrong)
	case isBuilding(what):
		o := BuildOrder{Building: what, At: r.xy(line.X, line.Y)}
		if wrong == nil && len(line.Rest) > 0 {
			o.Name = r.name(line.Rest[0])
		}
		return r.result(o, wrong)
	case what != "":
		r.bad(line.What, orders.Guessed("order.building", NearBuildings(what),
			phrase.Str("got", orders.Clip(line.What.Value))))
	}
	return r.result(nil, wrong)
}

const edgeExample = "W 2 -1 34"

// longestPath is the most edges a line builds, half a million gold's worth.
const longestPath = 100

// edges reads the directions of a road (a path), a wall or a bridge (a set).
func (r *reading) edges(kind realm.Edge, rest []orders.Token) []game.Direction {
	if len(rest) == 0 {
		r.add(orders.Missing(r.text, "want.directions", edgeExample))
		return nil
	}
	if len(rest) > 1 {
		r.add(orders.Surplus(r.text, rest[1], edgeExample))
		return nil
	}
	if n := len(rest[0].Value); n > longestPath {
		r.bad(rest[0], phrase.P("order.path-long", phrase.Num("digits", n), phrase.Num("limit", longestPath)))
		return nil
	}
	var dirs []game.Direction
	var seen realm.Edges
	for _, d := range rest[0].Value {
		if d < '1' || d > '6' {
			r.bad(rest[0], phrase.P("order.edge-digit", phrase.Str("got", orders.Clip(rest[0].Value))))
			return nil
		}
		dir := game.Direction(d - '0')
		if kind != realm.Road && seen.Has(dir) {
			r.warn(rest[0], phrase.P("order.edge-twice", phrase.Num("direction", dir)))
			continue
		}
		seen = seen.With(dir)
		dirs = append(dirs, dir)
	}
	return dirs
}

// name reads the name of a building: from a letter to the end of the line.
func (r *reading) name(from orders.Token) string {
	words := strings.Fields(r.text[from.Pos.Offset:])
	got := strings.Join(words, "_")
	first, _ := utf8.DecodeRuneInString(got)
	switch {
	case len(words) > 1:
		r.badly(from, orders.Guessed("order.name-blank", []string{orders.Clip(got)}), orders.WithComment)
	case !unicode.IsLetter(first):
		r.bad(from, phrase.P("order.name-letter", phrase.Str("got", orders.Clip(got))))
	default:
		r.called(from, BuildOrder{Name: got}.Shown())
	}
	return got
}

// called refuses what nothing may be called, whoever has what name.
func (r *reading) called(at orders.Token, as string) {
	if wrong := names.Wrong(as); wrong.Code != "" {
		r.bad(at, wrong)
	}
}

// buildingWords are the codes of T05, and words that may have meant them.
var buildingWords = []struct {
	code  string
	words []string
}{
	{"BRG", []string{"Burg", "Castle", "Keep"}},
	{"STD", []string{"Stadt", "Town", "City", "Dorf", "Village"}},
	{"FES", []string{"Festung", "Fortress", "Fort"}},
	{"HST", []string{"Hauptstadt", "Capital"}},
	{"TSL", []string{"Lichtstadt", "Erleuchtete"}},
	{"TSF", []string{"Finsternis", "Dunkle"}},
	{"HTS", []string{"Heilige", "Tempelstadt"}},
	{"TPL", []string{"Tempel", "Temple", "Kirche", "Church", "Shrine"}},
	{"MIN", []string{"Mine", "Bergwerk"}},
	{"WTO", []string{"Weltentor", "Tor", "Gate", "Portal"}},
	{"S", []string{"Straße", "Road", "Weg", "Street"}},
	{"W", []string{"Wall", "Mauer"}},
	{"B", []string{"Brücke", "Bridge"}},
}

// isBuilding tells whether a word, in upper case, is the code of a building.
func isBuilding(code string) bool {
	for _, b := range buildingWords {
		if b.code == code {
			return len(code) == 3
		}
	}
	return false
}

// isEdge tells whether a word, in upper case, is the code of something built
// on a field's edge.
func isEdge(code string) bool { return code == "S" || code == "W" || code == "B" }

// NearBuildings guesses which codes a word meant.
func NearBuildings(got string) []string {
	var all, out []string
	for _, b := range buildingWords {
		all = append(append(all, b.words...), b.code)
	}
	near := orders.Nearest(got, all)
	for _, b := range buildingWords {
		for _, w := range append(b.words, b.code) {
			if slices.Contains(near, w) && !slices.Contains(out, b.code) {
				out = append(out, b.code)
			}
		}
	}
	return out
}

// RecruitLine is a line of $R: `(+)[Typ].[Klasse] [ID] [Anzahl] [x] [y] (Richtung)`.
type RecruitLine struct {
	Fit   orders.Token `parser:"@Sign?"`
	Unit  orders.Token `parser:"@Word" want:"unit"`
	ID    orders.Token `parser:"@Number" want:"army-id"`
	Count orders.Token `parser:"@Number" want:"count"`
	X     orders.Token `parser:"@Number" want:"x"`
	Y     orders.Token `parser:"@Number" want:"y"`
	Dir   orders.Token `parser:"@Number?"`
}

const (
	recruitExample = "+K.M 1 2500 0 0"
	shipExample    = "S.L 1 20 0 0 2"
)

var recruitGrammar = orders.NewGrammar[RecruitLine](orders.LettersOnly, recruitExample)

// joinedCount is the count of a line that has one number too many for its army, and would be
// right if the three digits behind the count belonged to it: thousands that a blank parts.
func joinedCount(text string, l *RecruitLine, wrong bool) (string, bool) {
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	u, known := tables.ParseUnit(l.Unit.Value)
	if tooMany := wrong || l.Dir.Value != "" && !u.Ship(); !known || !tooMany || l.Y.Value == "" ||
		!digits(l.Count.Value) || len(l.X.Value) != 3 || !digits(l.X.Value) {
		return "", false
	}
	front := strings.TrimRight(text[:l.X.Pos.Offset], " \t")
	if len(front) == l.X.Pos.Offset {
		return "", false // no blank parts them
	}
	_, problems := readRaised(front + text[l.X.Pos.Offset:])
	return l.Count.Value + l.X.Value, len(problems) == 0
}

// readRecruit reads a line of $R.
func readRecruit(text string) (orders.Order, []orders.Problem) {
	line, wrong := recruitGrammar.Parse(text)
	if joined, ok := joinedCount(text, line, wrong != nil); ok {
		r := &reading{text: text, example: recruitExample}
		got := text[line.Count.Pos.Offset : line.X.Pos.Offset+len(line.X.Value)]
		r.bad(line.Count, phrase.P("order.joined", phrase.Str("got", orders.Clip(got)),
			phrase.Str("right", orders.Clip(joined))))
		return r.result(nil, nil)
	}
	return raised(text, line, wrong)
}

// readRaised reads a line of $R as it is.
func readRaised(text string) (orders.Order, []orders.Problem) {
	line, wrong := recruitGrammar.Parse(text)
	return raised(text, line, wrong)
}

// raised is what a line of $R orders.
func raised(text string, line *RecruitLine, wrong *orders.Problem) (orders.Order, []orders.Problem) {
	r := &reading{text: text, example: recruitExample}
	if line.Fit.Value != "" && line.Fit.Value != "+" {
		r.bad(line.Fit, phrase.P("order.fit-sign", phrase.Str("got", line.Fit.Value)))
	}
	o := RecruitOrder{
		Fit:   line.Fit.Value == "+",
		Army:  r.army(line.Unit, line.ID),
		Count: r.number(line.Count, "order.count", 1, orders.Biggest),
		At:    r.xy(line.X, line.Y),
	}
	if r.failed || wrong != nil {
		return r.result(o, wrong)
	}
	switch {
	case strings.IndexByte(tables.Priced, o.Army.Type) < 0:
		r.bad(line.Unit, phrase.P("order.not-recruited", phrase.Str("unit", o.Army.Unit.String())))
	case o.Army.Ship() && line.Dir.Value == "":
		r.add(orders.Missing(text, "want.water", shipExample))
	case o.Army.Ship():
		o.Dir = r.direction(line.Dir)
	case line.Dir.Value != "":
		r.warn(line.Dir, phrase.P("order.needless-direction", phrase.Str("got", line.Dir.Value)))
	}
	return r.result(o, wrong)
}
