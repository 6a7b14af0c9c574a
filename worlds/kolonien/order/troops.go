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

// kindPart is the code of a kind of units.
var kindPart = &part.Kind[tables.Kind]{
	Form: "kind=" + unitChoices, Take: part.Taken(kind),
	Print: func(dst []byte, k tables.Kind, _ phrase.Lang) []byte { return append(dst, k.Code()...) },
}

// classPart is the code of a class of ships.
var classPart = &part.Kind[tables.Class]{
	Form: "class=" + shipChoices, Take: part.Taken(class),
	Print: func(dst []byte, c tables.Class, _ phrase.Lang) []byte { return append(dst, c.Code()...) },
}

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

// kind reads the code of a unit.
func kind(r *orders.Reading) tables.Kind {
	t, ok := r.Next("kind")
	if !ok {
		return 0
	}
	k, ok := kindOf(t.Value)
	if !ok {
		Reject(r, t, "order.kind", orders.Nearest(t.Value, kindWords),
			phrase.Str("words", strings.Join(kindWords, ", ")))
	}
	return k
}

// AnyKind reads the code of a unit of any people; `N-INF` is three tokens.
func AnyKind(r *orders.Reading) (k tables.Kind, at orders.Token, ok bool) {
	at, ok = r.Next("kind")
	if !ok {
		return 0, at, false
	}
	code := at.Value
	if r.Peek().Value == "-" && len(r.Tokens) > 1 {
		code += "-" + r.Tokens[1].Value
		r.Tokens = r.Tokens[2:]
	}
	at.Value = code // named whole where it is wrong
	if k, ok = coded[tables.Kind](code, tables.KindCodes[:]); !ok {
		words := strings.Join(tables.KindCodes[:], ", ")
		Reject(r, at, "order.kind", orders.Nearest(code, tables.KindCodes[:]), phrase.Str("words", words))
	}
	return k, at, ok
}

// class reads the code of a class of ships.
func class(r *orders.Reading) tables.Class {
	t, ok := r.Next("class")
	if !ok {
		return 0
	}
	c, ok := classOf(t.Value)
	if !ok {
		Reject(r, t, "order.class", orders.Meant(t.Value, ClassWords, otherWords),
			phrase.Str("words", strings.Join(ClassWords, ", ")))
	}
	return c
}
