package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// homeExample is shown with a problem in a line of $H.
const homeExample = "Provinz 12"

// The words that open a line of $H.
var (
	HomeWord = rulekit.Word{De: "Provinz", En: "Province"}
	ManaWord = rulekit.Word{De: "Mana"}
)

// HomeOrder chooses a new home province.
type HomeOrder struct {
	_        struct{} `part:"home" key:""`
	Province int      `part:"province" want:"province"`
}

var homes = part.New[HomeOrder](parts.With(part.Kinds{"home": HomeWord.Part()}),
	homeExample, homeExample, "province 3")

// Print appends `Provinz 12`.
func (o HomeOrder) Print(dst []byte, lang phrase.Lang) []byte { return homes.Print(dst, o, lang) }

// ManaOrder gives an army mana for this week's battles.
type ManaOrder struct {
	_      struct{} `part:"mana" key:""`
	Army   string   `part:"army" want:"army" key:""`
	Points int64    `part:"amount" want:"mana"`
}

var manas = part.New[ManaOrder](parts.With(part.Kinds{"mana": ManaWord.Part()}), homeExample, "Mana Nordheer 15")

// Print appends `Mana Nordheer 15`.
func (o ManaOrder) Print(dst []byte, _ phrase.Lang) []byte { return manas.Print(dst, o, phrase.De) }

// opened tells the orders of $H apart by the word in front.
func opened(r *orders.Reading) part.Declared {
	switch {
	case ManaWord.Is(r.Peek()):
		return manas
	case HomeWord.Is(r.Peek()):
		return homes
	}
	if t, ok := r.Next("home"); ok {
		unknown(r, t, "order.home", orders.Nearest(t.Value, []string{"provinz", "province", "mana"}))
	}
	return nil
}
