package wording

import (
	"strings"
	"unicode"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Codes is a line that says what the codes in a text stand for, in the order of the game's tables. It is "" if the text
// has none.
func Codes(lang phrase.Lang, all []game.Code, text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' && r != '$' })
	said := map[string]bool{}
	for _, word := range words {
		said[strings.Trim(word, ".")] = true // 2.K.M, and a code that ends a sentence
	}
	var meant []string
	for _, c := range all {
		if said[c.Code] {
			meant = append(meant, c.Code+" "+c.Name)
		}
	}
	if meant == nil {
		return ""
	}
	return "\n" + Words(lang).Say(phrase.P("codes-head", phrase.Str("codes", strings.Join(meant, " · ")))) + "\n"
}
