package order

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	names "weltentor/orders/name"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// BuildOrder is a line of $B for a building: `STD 2 4 Sewastopol`.
type BuildOrder struct {
	Building string   `part:"building"` // BRG STD FES HST TSL TSF HTS TPL MIN WTO
	At       realm.XY `part:"field"`
	Name     string   `part:"name"` // "_" for blanks as written; "" if none was given
}

const buildExample = "STD 2 4 Sewastopol"

var builds = part.New[BuildOrder](parts.With(part.Kinds{"building": buildingPart, "name": namePart}), buildExample)

// Print appends `STD 2 4 Sewastopol`.
func (o BuildOrder) Print(dst []byte, _ phrase.Lang) []byte { return builds.Print(dst, o, phrase.De) }

// Shown is the name with its blanks, for which the order has `_`.
func (o BuildOrder) Shown() string { return names.Neat(strings.ReplaceAll(o.Name, "_", " ")) }

// EdgeOrder is a line of $B for edges: `W 2 -1 34`. For roads the digits are a
// path, for walls and bridges a set (decision 3).
type EdgeOrder struct {
	Edge realm.Edge       `part:"edge"`
	At   realm.XY         `part:"field"`
	Dirs []game.Direction `part:"path"` // 1–6
}

const edgeExample = "W 2 -1 34"

var edges = part.New[EdgeOrder](parts.With(part.Kinds{"edge": edgePart, "path": pathPart}), buildExample,
	"S 0 0 1116", edgeExample, "B 1 1 2")

// Print appends `W 2 -1 34`.
func (o EdgeOrder) Print(dst []byte, _ phrase.Lang) []byte { return edges.Print(dst, o, phrase.De) }

// Check reads the directions.
func (o *EdgeOrder) Check(r *part.Reading) {
	if r.Wrong == nil {
		o.Dirs = directions(r, o.Edge, r.Of("Dirs"))
	}
}

// readBuild reads a line of $B.
func readBuild(text string) (orders.Order, []orders.Problem) {
	if first := orders.First(text, orders.LettersOnly); isEdge(strings.ToUpper(first.Value)) {
		return edges.Read(text)
	}
	return builds.Read(text)
}

// buildings are the codes of buildings, as choices of a form.
const buildings = "BRG|STD|FES|HST|TSL|TSF|HTS|TPL|MIN|WTO"

// buildingPart is the code of a building. If the word is not one, nothing is said about the rest of the line.
var buildingPart = &part.Kind[string]{
	Tokens: "@Word", Wants: "building", Form: "building=" + buildings, Print: printText,
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) string {
		what := strings.ToUpper(t[0].Value)
		if !isBuilding(what) {
			r.Bad(t[0], orders.Guessed("order.building", NearBuildings(what),
				phrase.Str("got", orders.Clip(t[0].Value))))
			r.Stop()
		}
		return what
	},
}

// edgePart is the code of what is built on edges.
var edgePart = &part.Kind[realm.Edge]{
	Tokens: "@Word", Wants: "building", Form: "edge=S|W|B", Print: printLetter[realm.Edge],
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) realm.Edge {
		r.Example = edgeExample
		return realm.Edge(strings.ToUpper(t[0].Value)[0])
	},
}

// pathPart is the rest of the line. The order's Check reads it.
var pathPart = &part.Kind[[]game.Direction]{Tokens: orders.RestOfLine, Form: "directions:path", Print: printPath}

// longestPath is the most edges that a line builds, half a million gold's worth.
const longestPath = 100

// directions reads the directions of a road (a path), a wall or a bridge (a set).
func directions(r *part.Reading, kind realm.Edge, rest []orders.Token) []game.Direction {
	if len(rest) == 0 {
		r.Add(orders.Missing(r.Text, "want.directions", edgeExample))
		return nil
	}
	if len(rest) > 1 {
		r.Add(orders.Surplus(r.Text, rest[1], edgeExample))
		return nil
	}
	if n := len(rest[0].Value); n > longestPath {
		r.Bad(rest[0], phrase.P("order.path-long", phrase.Num("digits", n), phrase.Num("limit", longestPath)))
		return nil
	}
	var dirs []game.Direction
	var seen realm.Edges
	for _, d := range rest[0].Value {
		if d < '1' || d > '6' {
			r.Bad(rest[0], phrase.P("order.edge-digit", phrase.Str("got", orders.Clip(rest[0].Value))))
			return nil
		}
		dir := game.Direction(d - '0')
		if kind != realm.Road && seen.Has(dir) {
			r.Warn(rest[0], phrase.P("order.edge-twice", phrase.Num("direction", dir)))
			continue
		}
		seen = seen.With(dir)
		dirs = append(dirs, dir)
	}
	return dirs
}

// namePart is the name of a building: from a letter to the end of the line.
var namePart = &part.Kind[string]{Tokens: orders.RestOfLine, Form: "name:text?", Read: name, Print: printText}

func name(r *part.Reading, _ *part.Field, rest []orders.Token) string {
	if len(rest) == 0 {
		return ""
	}
	from := rest[0]
	words := strings.Fields(r.Text[from.Pos.Offset:])
	got := strings.Join(words, "_")
	first, _ := utf8.DecodeRuneInString(got)
	switch {
	case len(words) > 1:
		r.Badly(from, orders.Guessed("order.name-blank", []string{orders.Clip(got)}), orders.WithComment)
	case !unicode.IsLetter(first):
		r.Bad(from, phrase.P("order.name-letter", phrase.Str("got", orders.Clip(got))))
	default:
		called(r, from, BuildOrder{Name: got}.Shown())
	}
	return got
}

// called refuses names that nothing may have, whoever uses which name.
func called(r *part.Reading, at orders.Token, as string) {
	if wrong := names.Wrong(as); wrong.Code != "" {
		r.Bad(at, wrong)
	}
}

// buildingWords are the codes of T05, each before the words by which somebody may have meant it.
var buildingWords = [][]string{
	{"BRG", "Burg", "Castle", "Keep"},
	{"STD", "Stadt", "Town", "City", "Dorf", "Village"},
	{"FES", "Festung", "Fortress", "Fort"},
	{"HST", "Hauptstadt", "Capital"},
	{"TSL", "Lichtstadt", "Erleuchtete"},
	{"TSF", "Finsternis", "Dunkle"},
	{"HTS", "Heilige", "Tempelstadt"},
	{"TPL", "Tempel", "Temple", "Kirche", "Church", "Shrine"},
	{"MIN", "Mine", "Bergwerk"},
	{"WTO", "Weltentor", "Tor", "Gate", "Portal"},
	{"S", "Straße", "Road", "Weg", "Street"},
	{"W", "Wall", "Mauer"},
	{"B", "Brücke", "Bridge"},
}

// isBuilding reports whether a word, in upper case, is the code of a building.
func isBuilding(code string) bool {
	return len(code) == 3 && slices.ContainsFunc(buildingWords, func(row []string) bool { return row[0] == code })
}

// isEdge reports whether a word, in upper case, is the code of something built on a field's edge.
func isEdge(code string) bool { return code == "S" || code == "W" || code == "B" }

// NearBuildings guesses which codes a word meant.
func NearBuildings(got string) []string { return meant(got, buildingWords, 0) }
