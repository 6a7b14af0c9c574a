package orders

import (
	_ "embed"

	"weltentor/orders/phrase"
)

//go:embed texts/de.toml
var textsDe []byte

//go:embed texts/en.toml
var textsEn []byte

// Texts returns the sentences of the problems that this package finds itself, for phrase.Load. A rulebook adds its own
// after them.
func Texts(lang phrase.Lang) []byte {
	if lang == phrase.En {
		return textsEn
	}
	return textsDe
}
