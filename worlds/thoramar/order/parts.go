package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// parts are the parts of lines of several kinds. An order brings the parts that only it has. Their canonical form has
// one blank between words, codes in upper case, and numbers without marks.
var parts = &part.Set{Words: orders.LettersOnly, Instead: slashed, Spoken: map[string]string{tacticExample: tacticTerm},
	Parts: part.Kinds{"army": armyPart, "field": fieldPart, "realm": realmPart}}

// armyPart is an army's name: `K.M 2`.
var armyPart = &part.Kind[realm.ArmyName]{
	Tokens: "@Word @Number", Wants: "unit army-id", Form: "army:army&",
	Read:  func(r *part.Reading, _ *part.Field, t []orders.Token) realm.ArmyName { return army(r, t[0], t[1]) },
	Print: func(dst []byte, n realm.ArmyName, _ phrase.Lang) []byte { return n.Append(dst) },
}

// army reads an army's name: `K.M 2`, `k.m 2`, `KM2`.
func army(r *part.Reading, unit, id orders.Token) realm.ArmyName {
	u, ok := tables.ParseUnit(unit.Value)
	if !ok && unit.Value != "" {
		r.Bad(unit, orders.Guessed("order.unit", tables.NearUnits(unit.Value),
			phrase.Str("got", orders.Clip(unit.Value))))
	}
	return realm.ArmyName{Unit: u, ID: int32(r.Number(id, "order.army-id", 1, tables.MaxID))}
}

// fieldPart is a position: `2 -1`.
var fieldPart = &part.Kind[realm.XY]{
	Tokens: "@Number @Number", Wants: "x y", Form: "field:place&",
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) realm.XY { return xy(r, t[0], t[1]) },
	Print: func(dst []byte, at realm.XY, _ phrase.Lang) []byte {
		return strconv.AppendInt(append(strconv.AppendInt(dst, int64(at.X), 10), ' '), int64(at.Y), 10)
	},
}

// farthest is the greatest coordinate, well beyond the size of any world.
const farthest = 9999

// xy reads a position. In odd rows x = 0 does not exist (manual, "Das Karten-
// und Koordinatensystem").
func xy(r *part.Reading, x, y orders.Token) realm.XY {
	at := realm.XY{
		X: int(r.Number(x, "order.coordinate", -farthest, farthest)),
		Y: int(r.Number(y, "order.coordinate", -farthest, farthest)),
	}
	if y.Value != "" && at.X == 0 && at.Y%2 != 0 && !r.Failed {
		r.Bad(x, orders.Guessed("order.odd-row",
			[]string{xyText(realm.XY{X: -1, Y: at.Y}), xyText(realm.XY{X: 1, Y: at.Y})},
			phrase.XY("field", at.X, at.Y)))
	}
	return at
}

// xyText returns a position as reports write it: "-1/3".
func xyText(at realm.XY) string { return strconv.Itoa(at.X) + "/" + strconv.Itoa(at.Y) }

// realmPart is the number of another realm. Realm 0 makes no treaties and takes neither gold nor land.
var realmPart = &part.Kind[int]{
	Tokens: "@Number", Wants: "realm", Form: "realm:realm",
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) int {
		return int(r.Number(t[0], "order.realm", 1, tables.MaxRealm))
	},
	Print: func(dst []byte, n int, _ phrase.Lang) []byte { return strconv.AppendInt(dst, int64(n), 10) },
}

// direction reads one direction, 1 to 6.
func direction(r *part.Reading, t orders.Token) game.Direction {
	return game.Direction(r.Number(t, "order.direction", 1, 6))
}

// printPath appends directions without blanks between them.
func printPath(dst []byte, path []game.Direction, _ phrase.Lang) []byte {
	for _, d := range path {
		dst = append(dst, '0'+byte(d))
	}
	return dst
}

// printLetter appends a code of one letter.
func printLetter[L ~byte](dst []byte, letter L, _ phrase.Lang) []byte {
	if letter == 0 {
		return dst
	}
	return append(dst, byte(letter))
}

func printText(dst []byte, text string, _ phrase.Lang) []byte { return append(dst, text...) }

// slashed finds a position written as in reports, `0/0`, or as `0,0`. In orders a blank separates its numbers.
func slashed(text string) (orders.Problem, bool) {
	for i := 1; i+1 < len(text); i++ {
		if !strings.ContainsRune("/,:", rune(text[i])) || !tables.IsDigit(text[i-1]) {
			continue
		}
		from, to := i-1, i+1
		for from > 0 && tables.IsDigit(text[from-1]) {
			from--
		}
		if from > 0 && text[from-1] == '-' {
			from--
		}
		if text[to] == '-' {
			to++
		}
		end := to
		for end < len(text) && tables.IsDigit(text[end]) {
			end++
		}
		if end == to {
			continue
		}
		got := text[from:end]
		right := text[from:i] + " " + text[i+1:end]
		p := phrase.P("order.slashed", phrase.Str("got", orders.Clip(got)), phrase.Str("right", orders.Clip(right)))
		return orders.Problem{Position: orders.Position{Col: orders.Column(text, from)}, Severity: orders.Error,
			What: p}, true
	}
	return orders.Problem{}, false
}
