package frame

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// topics may stand before the word of a setting that all rulebooks have: `Sprache en`, `Computer PC`,
// `Zip ja`. Each value means what a word says alone.
var topics = map[string]map[string]string{
	"sprache": languages, "language": languages, "computer": computers, "machine": computers,
	"zip": packing, "archive": packing,
}

var (
	languages = map[string]string{"de": "Deutsch", "deutsch": "Deutsch", "german": "Deutsch",
		"en": "Englisch", "englisch": "Englisch", "english": "Englisch"}
	computers = map[string]string{"utf8": "UTF8", "pc": "PC", "amiga": "Amiga"}
	packing   = map[string]string{"ja": "zip", "yes": "zip", "nein": "unzip", "no": "unzip"}
)

// Setting reads what stands behind a word of $S that all rulebooks know, and gives the word that
// says it alone: Deutsch, Englisch, UTF8, PC, Amiga, zip or unzip. "": it is no such line, and
// nothing was read.
func Setting(r *orders.Reading, word string) string {
	values := topics[orders.Fold(word)]
	if values == nil || !r.More() {
		return ""
	}
	value := values[orders.Fold(r.Tokens[0].Value)]
	if value != "" {
		r.Skip()
	}
	return value
}

// elsewhere are the words of settings that some rulebook has and others lack.
var elsewhere = []string{"karte", "map", "bericht", "report"}

// SettingElsewhere refuses a word of $S that this game lacks and another has, and tells whether it
// is one: whoever plays several games expects it.
func SettingElsewhere(r *orders.Reading, at orders.Token) bool {
	if !slices.Contains(elsewhere, orders.Fold(at.Value)) {
		return false
	}
	r.Bad(at, phrase.P("setting.elsewhere", phrase.Str("got", orders.Clip(at.Value))))
	return true
}
