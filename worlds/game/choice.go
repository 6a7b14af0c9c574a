package game

import "weltentor/orders/phrase"

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
