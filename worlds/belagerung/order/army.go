package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
)

// MoveOrder leads a unit step by step. Engine is what a settler builds with a horseman at its end; "" none.
type MoveOrder struct {
	Unit   Name             `part:"unit"`
	Way    []game.Direction `part:"way"`
	Engine tables.Kind      `part:"engine?"`
}

// moveExample is shown with a problem in a line of $A, engineExample where an engine is meant.
const (
	moveExample   = "E3 2233"
	engineExample = "S1 33 Balliste"
)

var moves = part.New[MoveOrder](parts.With(part.Kinds{"way": wayPart, "engine": enginePart}),
	moveExample, moveExample, "S1 33", engineExample, "s2 1 catapult", "E12 2 3 3")

// Print appends `E3 2233`, `S1 33 Balliste`.
func (o MoveOrder) Print(dst []byte, lang phrase.Lang) []byte { return moves.Print(dst, o, lang) }

// Forms are without an engine and with one.
func (MoveOrder) Forms() []string {
	return []string{"unit:army way:path*", "unit:army way:path engine=" + choices(Engines, KindWords)}
}

// wayPart is steps, a digit from 1 to 6 each, in one number or several.
var wayPart = &part.Kind[[]game.Direction]{
	Take: part.Taken(way),
	Print: func(dst []byte, way []game.Direction, _ phrase.Lang) []byte {
		return append(dst, WayText(way)...)
	},
}

// longestWay is how many steps an order leads at most.
const longestWay = 12

func way(r *orders.Reading) (way []game.Direction) {
	for t, ok := r.Next("way"); ok; t, ok = r.Next("way") {
		if !orders.IsNumber(t) {
			r.Unexpected(t, "way")
			return nil
		}
		for _, c := range []byte(t.Value) {
			if c < '1' || c > '6' {
				r.Bad(t, phrase.P("order.way", phrase.Str("got", orders.Clip(t.Value))))
				return nil
			}
			way = append(way, game.Direction(c-'0'))
		}
		if len(way) > longestWay {
			r.Bad(t, phrase.P("order.way-long", phrase.Num("most", longestWay)))
			return nil
		}
		if !orders.IsNumber(r.Peek()) {
			break
		}
	}
	return way
}

// WayText is the steps of a walk as orders write them.
func WayText(way []game.Direction) string {
	out := make([]byte, len(way))
	for i, d := range way {
		out[i] = '0' + byte(d)
	}
	return string(out)
}

// Engines are what a settler builds with a horseman, in the order in which they are listed.
var Engines = []tables.Kind{tables.Catapult, tables.Ballista}

// enginePart is the engine at the end of a way.
var enginePart = &part.Kind[tables.Kind]{
	Take: part.Taken(func(r *orders.Reading) tables.Kind {
		r.Example = engineExample
		return one(r, "engine", Engines, KindWords)
	}),
	Print: printed(KindWords),
}
