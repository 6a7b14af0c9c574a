package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// buildExample is shown with a problem in a line of $B.
const buildExample = "3 Mauer"

// BuildOrder fortifies a province.
type BuildOrder struct {
	Province int    `part:"province" want:"province"`
	Wall     string `part:"wall"`
}

var buildings = part.New[BuildOrder](parts.With(part.Kinds{"wall": wallPart}),
	buildExample, buildExample, "12 palisade", "7 Burg")

// Print appends `3 Mauer`.
func (o BuildOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o BuildOrder) Speak(dst []byte, lang phrase.Lang) []byte { return buildings.Print(dst, o, lang) }

// wallPart is a fortification, by one of its words.
var wallPart = &part.Kind[string]{Form: "wall=" + frame.Choices(wallNames...), Take: part.Taken(wall), Print: printName}

func wall(r *orders.Reading) string {
	t, ok := r.Next("wall")
	if !ok {
		return ""
	}
	code := WallOf(t.Value)
	if code == "" {
		unknown(r, t, "order.wall", orders.Nearest(t.Value, words().walls))
	}
	return code
}
