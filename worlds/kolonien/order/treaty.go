package order

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
)

// TreatyOrder is a line of $V: `3 P`.
type TreatyOrder struct {
	Realm  int          `part:"number" want:"realm" min:"1" max:"999" form:"realm:realm" key:""`
	Stance realm.Stance `part:"stance"`
}

var treaties = part.New[TreatyOrder](parts.With(part.Kinds{"stance": stancePart}), treatyExample,
	"3 P", "2 A", "1 K")

// Print appends `3 P`.
func (o TreatyOrder) Print(dst []byte, _ phrase.Lang) []byte {
	return treaties.Print(dst, o, phrase.De)
}

// StanceLetters are the letters of $V, by stance.
const StanceLetters = "KAP"

// stancePart is a letter, or `kein`, which ends what there is: peace.
var stancePart = &part.Kind[realm.Stance]{
	Form: "treaty=P|A|K|kein/none", Take: part.Taken(stance),
	Print: func(dst []byte, s realm.Stance, _ phrase.Lang) []byte { return append(dst, StanceLetters[s]) },
}

func stance(r *orders.Reading) realm.Stance {
	t, ok := r.Next("treaty")
	if !ok {
		return 0
	}
	at := strings.Index(StanceLetters, strings.ToUpper(t.Value))
	switch {
	case noneWord.Is(t):
		return realm.Peace
	case len(t.Value) == 1 && at >= 0:
		return realm.Stance(at)
	}
	Reject(r, t, "order.treaty", nil)
	return 0
}
