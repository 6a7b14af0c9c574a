package turn

import (
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/founding"
)

// That the game is over is said by the report's last part and the letter's last line, not by what ended it as well.
func TestTheEndIsSaidOnce(t *testing.T) {
	for lang, over := range map[phrase.Lang]string{phrase.De: "zu Ende", phrase.En: "game is over"} {
		words := founding.Rules().Words(lang)
		for _, p := range []phrase.Phrase{phrase.P("castle-fallen", phrase.Str("realm", "X")),
			phrase.P("rounds-over", phrase.Num("rounds", 30))} {
			if said := words.Say(p); said == "" || strings.Contains(said, over) {
				t.Error(said)
			}
		}
	}
}
