package orders

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// greeting is a line of orders that is none and greets, and how many problems
// there were before it. QUIRK: players sign their mails, and leave out the `$E`
// above.
type greeting struct {
	at                     Position
	kept, errors, warnings int
}

// greetWords begin a greeting, as folded by Fold.
var greetWords = []string{"lg", "vg", "mfg", "bg", "danke", "dank", "vielen", "viel", "bis", "tschuess", "tschau", "ciao", "servus", "ade",
	"best", "kind", "warm", "regards", "cheers", "thanks", "thank", "thx", "yours", "sincerely", "greetings", "bye"}

// greets tells whether a line that is no order is a greeting.
func greets(line string) bool {
	words := strings.FieldsFunc(Fold(line), func(r rune) bool { return !letterOrDigit(r) })
	for i, w := range words {
		if i == 0 && slices.Contains(greetWords, w) || strings.HasPrefix(w, "gruss") || strings.HasPrefix(w, "gruess") {
			return true
		}
	}
	return false
}

// greeted notes, before a line's problems are told, whether a greeting may begin
// with it. Any order after it shows that none did.
func (r *reader) greeted(line string, at Position, isOrder bool) {
	switch {
	case isOrder:
		r.greeting = nil
	case r.greeting == nil && greets(line):
		r.greeting = &greeting{at, len(r.file.Problems), r.file.DroppedErrors, r.file.DroppedWarnings}
	}
}

// excuse tells, at the end of a text whose last lines are a greeting, that once,
// in place of what is wrong with each as an order.
func (r *reader) excuse() {
	g := r.greeting
	if g == nil || r.place != inLines {
		return
	}
	r.file.Problems, r.file.DroppedErrors, r.file.DroppedWarnings = r.file.Problems[:g.kept], g.errors, g.warnings
	r.tellAt(g.at, Warning, phrase.P("greeting", phrase.Str("example", "$E")))
}
