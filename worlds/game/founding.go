package game

import (
	"embed"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
)

// Founder is a Rulebook with numbers that shape a world when it is founded. A running world has its shape in its
// state. If such a number were changed later, it would do nothing, or matter only to newcomers, and be wrong about
// everybody else.
type Founder interface {
	// Settled compares the effective tables with those of the founding. An error names the key of a number that must
	// stay as it was, and its value.
	Settled(founding, now []byte) error
}

// Sizer is a Rulebook that knows which map suits a number of realms. The maps of a rulebook that is no Sizer have the
// size of its numbers, however many realms there are.
type Sizer interface {
	// SizeFor returns the sides of a map for so many realms, at least 1. They are 0 if no map suits so many.
	SizeFor(realms int) (width, height int)
}

// NumberSets is a Rulebook with named sets of numbers beside the standard one. If a world's own numbers begin with
// `set = "NAME"`, Tables lays them over that set. A name that it does not offer is an error. The result of Tables
// names no set.
type NumberSets interface {
	// Sets lists the names, without the standard numbers.
	Sets() []string
}

// Pacer is a Rulebook that proposes how many days a turn lasts if the game master sets no deadline. For a rulebook
// that is no Pacer it is a week.
type Pacer interface {
	Days() int
}

// Roomy is a World whose rules know how many realms its land is meant for: with that many it plays well. More may
// join. For a world that is no Roomy nothing is said.
type Roomy interface {
	Suits() (realms int)
}

// Named returns the joining with its names as they will be written. It checks that the realm, which is to have the
// number, and its player may have those names beside the other realms (package name). The error is for the game master.
func (j Joining) Named(number int, realms []Realm) (Joining, error) {
	others := make([]string, len(realms))
	for i := range realms {
		others[i] = realms[i].Name
	}
	j.Name, j.Player = name.Neat(j.Name), name.Neat(j.Player)
	if wrong := name.WrongFor(j.Name, number, others...); wrong.Code != "" {
		return j, &unnamed{"realm-name", j.Name, wrong}
	}
	if wrong := name.Wrong(j.Player); j.Player != "" && wrong.Code != "" {
		return j, &unnamed{"player-name", j.Player, wrong}
	}
	return j, nil
}

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

// Choice is a kind of realm or a culture that a Joining may ask for.
type Choice struct {
	Code string        // what a Joining says; the name in both languages if Word has no code
	Word phrase.Phrase // its name, such as "Nomaden"; no code: the world's tables name it
	Line phrase.Phrase // what it is good for, in a few words; no code: nothing is said
}

// Choices makes choices of codes. Their names are the sentences word.CODE, their lines the sentences line.CODE.
func Choices(codes []string, word, line string) []Choice {
	out := make([]Choice, len(codes))
	for i, c := range codes {
		out[i] = Choice{c, phrase.P(word + "." + c), phrase.P(line + "." + c)}
	}
	return out
}

// Named is the choice's name in the language of the book.
func (c Choice) Named(b *phrase.Book) string {
	if c.Word.Code == "" {
		return c.Code
	}
	return b.Say(c.Word)
}

// Codes returns what a Joining may say.
func Codes(list []Choice) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = c.Code
	}
	return out
}
