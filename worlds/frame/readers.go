package frame

import "weltentor/orders/phrase"

// Readers are the sentences that are told from the reader's side where he is in them: by code and by the argument that
// names him, the code of the sentence that says "you".
type Readers map[string]map[string]string

// Read is a sentence as its reader reads it; is tells whether an argument means him. Of several that do, the last
// counts.
func (r Readers) Read(what phrase.Phrase, is func(phrase.Arg) bool) phrase.Phrase {
	codes := r[what.Code]
	for _, a := range what.Args {
		if code := codes[a.Name]; code != "" && is(a) {
			what.Code = code
		}
	}
	return what
}
