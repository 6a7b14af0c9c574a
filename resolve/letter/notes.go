package letter

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// EncryptedNote is the remark that a part of the letter is encrypted.
const EncryptedNote = "note.encrypted"

// TooBigNote is the remark that of the letter only the head was read.
const TooBigNote = "note.too-big"

// UnreadNotes are the remarks that a part of a letter, or all of it, could not be read.
var UnreadNotes = []string{"note.not-text", "note.not-text-office", "note.not-text-binary", EncryptedNote, "note.split",
	"note.zip-damaged", "note.zip-encrypted",
	"note.zip-too-big", "note.zip-too-many", TooBigNote}

// QuoteDropped is the remark that quoted lines were left out.
const QuoteDropped = "note.quote-dropped"

// SeveralTexts is the remark that other parts had orders, too.
const SeveralTexts = "note.several-texts"

// SayNote puts a remark about a letter into words, with the parts' names in the
// reader's language.
func SayNote(book *phrase.Book, n phrase.Phrase) string {
	n.Args = slices.Clone(n.Args)
	for i := range n.Args {
		switch a := &n.Args[i]; {
		case a.Name == "part":
			a.S = PartName(book, a.S)
		case a.Name == "word" && n.Code == SeveralTexts:
			parts := strings.Split(a.S, ", ")
			for j := range parts {
				parts[j] = PartName(book, parts[j])
			}
			a.S = strings.Join(parts, ", ")
		}
	}
	return book.Say(n)
}

// PartName is the name of a part of a letter, which the mailer gives, in the reader's language. A file keeps its name.
func PartName(book *phrase.Book, part string) string {
	if rest, ok := strings.CutPrefix(part, "forwarded: "); ok {
		return book.Say(phrase.P("part-forwarded", phrase.Str("part", PartName(book, rest))))
	}
	if rest, ok := strings.CutPrefix(part, "zip: "); ok {
		return book.Say(phrase.P("part-zip", phrase.Str("part", rest)))
	}
	if name := "part." + part; book.Has(name) {
		return book.T(name)
	}
	return part
}
