package game

import (
	"embed"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
)

//go:embed texts/*.toml
var texts embed.FS

// refusals are the sentences about why a world is not founded or accepts no more realms.
var refusals = phrase.EmbeddedBooks(texts, name.Texts)

// Refused makes an error for the game master about why a world cannot be founded like this, or does not accept a
// realm. It is a sentence under refused in texts, in the game master's language.
func Refused(code string, args ...phrase.Arg) error {
	return &phrase.Fault{What: phrase.P("refused."+code, args...), Words: refusals.In}
}

// unnamed is a refusal because of a name.
type unnamed struct {
	code, name string
	why        phrase.Phrase
}

func (u *unnamed) Error() string { return u.In(phrase.En) }

// In says it in a language.
func (u *unnamed) In(lang phrase.Lang) string {
	book := refusals.In(lang)
	return book.Say(phrase.P("refused."+u.code, phrase.Str("name", u.name), phrase.Str("why", book.Say(u.why))))
}
