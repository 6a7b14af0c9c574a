package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// recruitExample is shown with a problem in a line of $R.
const recruitExample = "Ritter 20 Nordheer"

// RecruitOrder produces units in an army's province or, where a province stands
// behind it, in a new army there.
type RecruitOrder struct {
	Unit     string `part:"unit"`
	Number   int64  `part:"amount" want:"number"`
	Army     string `part:"army" want:"army"`
	Province int    `part:"province?" want:"province"` // 0: the army is there already
}

var recruits = part.New[RecruitOrder](parts, recruitExample,
	recruitExample, "Soldiers 1.000 Suedheer", "Miliz 30 Wacht 12")

// Print appends `Ritter 20 Nordheer`.
func (o RecruitOrder) Print(dst []byte, lang phrase.Lang) []byte { return recruits.Print(dst, o, lang) }

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
func (o BuildOrder) Print(dst []byte, lang phrase.Lang) []byte { return buildings.Print(dst, o, lang) }

// wallPart is a fortification, by one of its words.
var wallPart = &part.Kind[string]{Form: "wall=" + rulekit.Choices(wallNames...), Take: part.Taken(wall), Print: printName}

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
