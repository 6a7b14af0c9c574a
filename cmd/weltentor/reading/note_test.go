package reading_test

import (
	"testing"

	"weltentor/cmd/weltentor/reading"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// Whatever the mailer remarks about a letter, the receipt has a sentence for,
// in every language, that needs nothing the remark does not give.
func TestEveryNoteHasItsSentence(t *testing.T) {
	t.Parallel()
	codes := []string{"note.too-big"} // ours: a mail that was not read
	words := map[mime.NoteCode][]string{
		mime.ZipRefused: {"damaged", "encrypted", "too-big", "too-many"},
		mime.NotText:    {"pdf", "office", "opendocument", "winmail.dat", "binary"},
	}
	for _, code := range mime.NoteCodes {
		for _, word := range append(words[code], "x")[:max(1, len(words[code]))] {
			codes = append(codes, reading.Note(mime.Note{Code: code, Word: word}).Code)
		}
	}
	for _, lang := range phrase.Langs {
		book := wording.Words(lang)
		for _, code := range codes {
			if !book.Has(code) {
				t.Errorf("%s: no sentence %s", lang, code)
				continue
			}
			for _, name := range book.Names(code) {
				if name != "word" && name != "n" && (name != "part" || code == "note.too-big") {
					t.Errorf("%s: %s wants {%s}", lang, code, name)
				}
			}
		}
	}
}
