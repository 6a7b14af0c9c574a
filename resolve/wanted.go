package resolve

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// wanted is the code of a sentence that asks for orders until a moment. Where the title of the turn ends with what is
// sent in this phase, as in "Round 1 of 6: results", another one does not ask for orders beside it.
func (k *clerk) wanted(code string, world game.World, lang phrase.Lang) string {
	words, phase := k.rb.Words(lang), "phase."+world.Asked().Phase
	if words.Has(phase) && strings.HasSuffix(world.Title(lang), ": "+words.T(phase)) {
		return code + "-named"
	}
	return code
}

// called is a realm with its number, by the rulebook's word for realms if it has one: `realm-called`.
func (k *clerk) called(r game.Realm) phrase.Arg {
	words := k.rb.Words(r.Lang)
	if !words.Has("realm-called") {
		words = Words(r.Lang)
	}
	return phrase.Str("who", words.Say(phrase.P("realm-called", phrase.Num("realm", r.Number), phrase.Str("name", r.Name))))
}
