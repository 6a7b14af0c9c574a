package frame

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// topics may precede the word of a setting that all rulebooks have: `Sprache en`, `Computer PC`, `Zip ja`. Each value
// stands for what one word says alone.
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

// Setting reads what follows a word of $S that all rulebooks know. It returns the word that means the same alone:
// Deutsch, Englisch, UTF8, PC, Amiga, zip or unzip. If it is no such line, it returns "" and has read nothing.
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

// elsewhere are the words of settings that some rulebooks have and others lack.
var elsewhere = []string{"karte", "map", "bericht", "report"}

// SettingElsewhere refuses a word of $S that this game lacks and another has, since a player of several games expects
// it. It reports whether it was such a word.
func SettingElsewhere(r *orders.Reading, at orders.Token) bool {
	if !slices.Contains(elsewhere, orders.Fold(at.Value)) {
		return false
	}
	r.Bad(at, phrase.P("setting.elsewhere", phrase.Str("got", orders.Clip(at.Value))))
	return true
}
