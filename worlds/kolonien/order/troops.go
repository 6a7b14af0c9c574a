package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/tables"
)

// unitChoices and shipChoices are those that can be raised, as choices of a form.
const (
	unitChoices = "MIL|INF|LIN|CAV|ART"
	shipChoices = "LIN_S|ESK|KAR|TRA"
)

// The words of the kinds of units and of the classes of ships that a realm may have.
var (
	kindWords  = tables.KindCodes[:tables.Raised:tables.Raised]
	ClassWords = tables.ClassCodes[:tables.Launched:tables.Launched]
)

// coded gives a kind or a class by its code, among those that may be meant.
func coded[K tables.Kind | tables.Class](s string, codes []string) (K, bool) {
	i := slices.IndexFunc(codes, func(code string) bool { return strings.EqualFold(s, code) })
	return K(max(i, 0)), i >= 0
}

// kindOf gives the kind of unit a realm may have by its code.
func kindOf(s string) (tables.Kind, bool) { return coded[tables.Kind](s, kindWords) }

// classOf gives the class of ships a realm may have by its code.
func classOf(s string) (tables.Class, bool) { return coded[tables.Class](s, ClassWords) }

// kindPart is the code of a kind of units, classPart that of a class of ships.
var (
	kindPart = codePart[tables.Kind]("kind", unitChoices, kindWords,
		func(word string) []string { return orders.Nearest(word, kindWords) })
	classPart = codePart[tables.Class]("class", shipChoices, ClassWords,
		func(word string) []string { return orders.Meant(word, ClassWords, otherWords) })
)

// codePart is one of some codes. guess names those that may be meant by another word.
func codePart[K interface {
	tables.Kind | tables.Class
	Code() string
}](want, choices string, codes []string, guess func(word string) []string) *part.Kind[K] {
	return &part.Kind[K]{
		Form: want + "=" + choices,
		Take: part.Taken(func(r *orders.Reading) (k K) {
			t, ok := r.Next(want)
			if !ok {
				return 0
			}
			if k, ok = coded[K](t.Value, codes); !ok {
				Reject(r, t, "order."+want, guess(t.Value), phrase.Str("words", strings.Join(codes, ", ")))
			}
			return k
		}),
		Print: func(dst []byte, k K, _ phrase.Lang) []byte { return append(dst, k.Code()...) },
	}
}
