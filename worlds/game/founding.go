package game

import (
	"embed"
	"strings"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
)

// Founding is what a new world is made from.
type Founding struct {
	Seed          Seed
	Width, Height int // 0: the rulebook's default
	Tables        []byte
	Signer        []byte // 32 secret bytes for signatures and seals; nil: they are made from the seed
	Announced     *Announced
	Moved         *Moved // a game that was played elsewhere moves in; nil: a new world
}

// Moved is a running game of another host, as its program left it. Only a game whose rules are a program takes one.
type Moved struct {
	Files  map[string][]byte
	Realms []Realm // with the numbers and names that they have, also those that ours would refuse
	Turn   int     // the one that awaits orders
}

// Announced is what a seed is made from if its host shows that he did not choose it: a secret that he announced the mark
// of, and a public value that nobody knew yet at that time. It is nil for other worlds.
type Announced struct {
	Master string `json:"master"` // 32 random bytes in hex
	Value  string `json:"value"`
}

// MostAnnounced is how many bytes a public value may have.
const MostAnnounced = 200

// Sound reports whether a value looks like no other: visible ASCII, with one blank between words. Otherwise a host could
// choose among values that are read alike.
func (a Announced) Sound() bool {
	odd := func(r rune) bool { return r < ' ' || r > '~' }
	return a.Value != "" && len(a.Value) <= MostAnnounced && !strings.ContainsFunc(a.Value, odd) &&
		a.Value == strings.Join(strings.Fields(a.Value), " ")
}

// Joining is a new realm.
type Joining struct {
	Name, Player  string
	Kind, Culture string // "": the rulebook's default
	Lang          phrase.Lang
	Computer      Computer
}

// Player is the person who plays a realm.
type Player struct {
	Name     string
	Lang     phrase.Lang
	Computer Computer
}

// Computer is the kind of machine on which a player reads reports. It decides the charset and line ends of
// attachments.
type Computer string

// The computers of the manual's $S, and today's.
const (
	UTF8  Computer = "UTF8"  // UTF-8, LF
	PC    Computer = "PC"    // CP437, CRLF
	Amiga Computer = "Amiga" // ISO-8859-1, LF
)

// Realm is what the machine must know about one player's realm.
type Realm struct {
	Number   int
	Name     string
	Player   string // "": nobody plays it
	Lang     phrase.Lang
	Computer Computer
	Zip      bool // wants attachments zipped
	Fallen   bool // out of the game: gets no more turns
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
