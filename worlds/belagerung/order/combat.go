package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// AttackOrder attacks the first of its targets that is one.
type AttackOrder struct {
	Unit Name     `part:"unit"`
	_    struct{} `part:"at"`
	Aim  `part:"aim"`
}

// Aim is what an attack is aimed at. Building aims at the building and not at its crew. Weaken are the receivers of a
// catapult's dice, from the highest down.
type Aim struct {
	Targets  []Field
	Building bool
	Weaken   []Name
}

// attackExample is shown with a problem in a line of $K. Where it goes wrong behind the targets, it is aimExample or
// weakenExample.
const (
	attackExample = "E3 > 4/2 5/2"
	aimExample    = "E3 > 4/2 Gebaeude"
	weakenExample = "E7 > 5/1 schwaechen E12 E14 E12"
)

var attacks = part.New[AttackOrder](parts.With(part.Kinds{"at": atPart, "aim": aimPart}), attackExample,
	attackExample, aimExample, weakenExample, "E4 auf 3/3", "E7 at 5/1 weaken 2.S1 E9", "E2 > 4/4 building")

// Print appends `E3 > 4/2 5/2 Gebaeude`, `E7 > 5/1 schwaechen E12 E14`.
func (o AttackOrder) Print(dst []byte, lang phrase.Lang) []byte { return attacks.Print(dst, o, lang) }

// Forms are with the targets alone, with the word of buildings, and with receivers.
func (AttackOrder) Forms() []string {
	const field = "unit:army =>|auf/at field:place"
	return []string{field + "*", field + "* =" + rulekit.Choices(buildingWord),
		field + " =" + rulekit.Choices(weakenWord) + " unit:army*"}
}

// atPart is `>` or one of its words.
var atPart = &part.Kind[struct{}]{
	Take:  part.Taken(at),
	Print: func(dst []byte, _ struct{}, _ phrase.Lang) []byte { return append(dst, '>') },
}

var atWords = []string{">", "auf", "at", "on"}

func at(r *orders.Reading) struct{} {
	if t, ok := r.Next("at"); ok && !orders.Among(t.Value, atWords) {
		r.Unexpected(t, "at")
	}
	return struct{}{}
}

// The words behind the targets.
var (
	buildingWord = rulekit.Word{De: "Gebaeude", En: "Building"}
	weakenWord   = rulekit.Word{De: "schwaechen", En: "weaken"}
)

// aimPart is targets, and what they are aimed at.
var aimPart = &part.Kind[Aim]{Take: part.Taken(aim),
	Print: func(dst []byte, a Aim, lang phrase.Lang) []byte {
		for i, f := range a.Targets {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = f.Append(dst)
		}
		if a.Building {
			dst = append(append(dst, ' '), buildingWord.In(lang)...)
		}
		if len(a.Weaken) > 0 {
			dst = append(append(dst, ' '), weakenWord.In(lang)...)
			for _, n := range a.Weaken {
				dst = n.append(append(dst, ' '))
			}
		}
		return dst
	},
}

// MostTargets is how many targets or receivers an order may name: as many as a receipt may list.
const MostTargets = 6

func aim(r *orders.Reading) Aim {
	a := Aim{Targets: []Field{ReadField(r)}}
	for r.More() && orders.IsNumber(r.Peek()) {
		t := r.Peek()
		if a.Targets = append(a.Targets, ReadField(r)); len(a.Targets) > MostTargets {
			r.Bad(t, phrase.P("order.targets-many", phrase.Num("most", MostTargets)))
		}
	}
	if !r.More() {
		return a
	}
	t, _ := r.Next("aim")
	r.Example = aimExample
	switch {
	case buildingWord.Is(t):
		a.Building = true
	case weakenWord.Is(t):
		r.Example = weakenExample
		if len(a.Targets) > 1 {
			r.Bad(t, phrase.P("order.scatter-fields", phrase.Str("got", orders.Clip(t.Value))))
		}
		a.Weaken = receivers(r)
	default:
		Unknown(r, t, "order.aim", rulekit.BothWords([]rulekit.Word{buildingWord, weakenWord}))
	}
	return a
}

// receivers reads who gets the dice of a catapult, at least one.
func receivers(r *orders.Reading) (out []Name) {
	for first := true; first || r.More(); first = false {
		t := r.Peek()
		if out = append(out, ReadUnit(r)); len(out) > MostTargets {
			r.Bad(t, phrase.P("order.targets-many", phrase.Num("most", MostTargets)))
		}
	}
	return out
}
