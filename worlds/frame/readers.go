package frame

import "weltentor/orders/phrase"

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
