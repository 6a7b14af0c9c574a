package rulekit

import (
	"cmp"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// Word is a keyword of orders in German and English. If En is empty, both are the same. Everybody may write either.
// Lines are printed with that of their reader's language, and canonical lines with the German one.
type Word struct{ De, En string }

// The words that answer whether a realm wishes something.
var (
	Yes = Word{"ja", "yes"}
	No  = Word{"nein", "no"}
)

// In is the keyword in a language.
func (w Word) In(lang phrase.Lang) string {
	if lang == phrase.En {
		return cmp.Or(w.En, w.De)
	}
	return w.De
}

// Is reports whether a token is the keyword, German or English.
func (w Word) Is(t orders.Token) bool { return orders.Among(t.Value, []string{w.De, w.In(phrase.En)}) }

// Begins reports whether a token is the keyword or at least three letters of it.
func (w Word) Begins(t orders.Token) bool {
	got := orders.Fold(t.Value)
	return len(got) >= 3 && (strings.HasPrefix(orders.Fold(w.De), got) || strings.HasPrefix(orders.Fold(w.En), got))
}

// Part is the keyword as a part of a line. It is not checked again, since by this word the line's form was chosen.
func (w Word) Part() part.Part {
	return &part.Kind[struct{}]{
		Form:  "=" + Choices(w),
		Take:  func(r *orders.Reading, _ *part.Field) struct{} { r.Skip(); return struct{}{} },
		Print: func(dst []byte, _ struct{}, lang phrase.Lang) []byte { return append(dst, w.In(lang)...) },
	}
}

// Or is the keyword or another as a part of such lines, true if it is the other.
func (w Word) Or(want string, other Word) part.Part {
	return &part.Kind[bool]{
		Form: want + "=" + Choices(w, other),
		Take: part.Taken(func(r *orders.Reading) bool {
			is := other.Is(r.Peek())
			r.Skip()
			return is
		}),
		Print: func(dst []byte, is bool, lang phrase.Lang) []byte {
			if is {
				return append(dst, other.In(lang)...)
			}
			return append(dst, w.In(lang)...)
		},
	}
}

// Choices are keywords as choices of a form.
func Choices(words ...Word) string {
	out := make([]string, len(words))
	for i, w := range words {
		if out[i] = w.De; w.In(phrase.En) != w.De {
			out[i] += "/" + w.En
		}
	}
	return strings.Join(out, "|")
}

// joinedWords are keywords in a language, with something between them.
func joinedWords(words []Word, lang phrase.Lang, between string) string {
	return strings.Join(Map(words, func(w Word) string { return w.In(lang) }), between)
}

// WordIn gives one of some words in a language, by the German one. If it is none of them, it stays as it is.
func WordIn(words []Word, german string, lang phrase.Lang) string {
	for _, w := range words {
		if w.De == german {
			return w.In(lang)
		}
	}
	return german
}

// WordList lists keywords in a language, for a sentence.
func WordList(words []Word, lang phrase.Lang) string { return joinedWords(words, lang, ", ") }

// BothWords are the German and the English keywords, to guess from.
func BothWords(words []Word) []string {
	var out []string
	for _, w := range words {
		if out = append(out, w.De); w.En != "" {
			out = append(out, w.En)
		}
	}
	return out
}

// Readers are the sentences that address their reader. By the code of a sentence, and the argument that names the
// reader, they have the code of the sentence that says "you".
type Readers map[string]map[string]string

// Read returns a sentence in the form for its reader; is reports whether an argument means the reader. If several do,
// the last counts.
func (r Readers) Read(what phrase.Phrase, is func(phrase.Arg) bool) phrase.Phrase {
	codes := r[what.Code]
	for _, a := range what.Args {
		if code := codes[a.Name]; code != "" && is(a) {
			what.Code = code
		}
	}
	return what
}
