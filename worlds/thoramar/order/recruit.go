package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// RecruitOrder is a line of $R: `(+)[Typ].[Klasse] [ID] [Anzahl] [x] [y] (Richtung)`.
type RecruitOrder struct {
	Fit   bool           `part:"fit"`
	Army  realm.ArmyName `part:"army" form:"army:army~&"`
	Count int64          `part:"number" want:"count" min:"1"`
	At    realm.XY       `part:"field"`
	Dir   game.Direction `part:"water"` // ships: where the water is; 0: not given
}

const shipExample = "S.L 1 20 0 0 2"

var recruitment = part.New[RecruitOrder](parts.With(part.Kinds{"fit": fitPart, "water": waterPart}),
	"+K.M 1 2500 0 0", "+K.M 1 2500 0 0", "K.M 2 660 1 1", shipExample)

// Print appends `+K.M 1 2500 0 0`.
func (o RecruitOrder) Print(dst []byte, _ phrase.Lang) []byte {
	return recruitment.Print(dst, o, phrase.De)
}

// Check reads where the water is, which only ships have.
func (o *RecruitOrder) Check(r *part.Reading) {
	water := r.Of("Dir")[0]
	if (r.Wrong != nil || water.Value != "") && joined(r) || r.Failed || r.Wrong != nil {
		return
	}
	switch {
	case strings.IndexByte(tables.Priced, o.Army.Type) < 0:
		r.Bad(r.Of("Army")[0], phrase.P("order.not-recruited", phrase.Str("unit", o.Army.Unit.String())))
	case o.Army.Ship() && water.Value == "":
		r.Add(orders.Missing(r.Text, "want.water", shipExample))
	case o.Army.Ship():
		o.Dir = direction(r, water)
	case water.Value != "":
		r.Warn(water, phrase.P("order.needless-direction", phrase.Str("got", water.Value)))
	}
}

// joined handles a line with one number too many for its army. It reports whether the count would be right with the
// three digits after it: thousands separated by a blank.
func joined(r *part.Reading) bool {
	u, known := tables.ParseUnit(r.Of("Army")[0].Value)
	count, x, y := r.Of("Count")[0], r.Of("At")[0], r.Of("At")[1]
	digits := func(s string) bool { return strings.Trim(s, "0123456789") == "" }
	if !known || r.Wrong == nil && u.Ship() || y.Value == "" || !digits(count.Value) || len(x.Value) != 3 ||
		!digits(x.Value) {
		return false
	}
	front := strings.TrimRight(r.Text[:x.Pos.Offset], " \t")
	if len(front) == x.Pos.Offset || !r.Otherwise(front+r.Text[x.Pos.Offset:]) {
		return false // no blank separates them, or they do not belong together
	}
	got := r.Text[count.Pos.Offset : x.Pos.Offset+len(x.Value)]
	r.Only(count, phrase.P("order.joined", phrase.Str("got", orders.Clip(got)),
		phrase.Str("right", orders.Clip(count.Value+x.Value))))
	return true
}

// fitPart is the sign for soldiers that are fit for the terrain.
var fitPart = &part.Kind[bool]{
	Tokens: "@Sign?", Form: "?=+",
	Read: func(r *part.Reading, _ *part.Field, t []orders.Token) bool {
		if got := t[0].Value; got != "" && got != "+" {
			r.Bad(t[0], phrase.P("order.fit-sign", phrase.Str("got", got)))
		}
		return t[0].Value == "+"
	},
	Print: func(dst []byte, fit bool, _ phrase.Lang) []byte {
		if fit {
			return append(dst, '+')
		}
		return dst
	},
}

// waterPart is where the water is. The order's Check reads it.
var waterPart = &part.Kind[game.Direction]{
	Tokens: "@Number?", Form: "water:number?",
	Print: func(dst []byte, d game.Direction, _ phrase.Lang) []byte {
		if d == 0 {
			return dst
		}
		return append(dst, '0'+byte(d))
	},
}
