package phrase

// Fault is an error that a game master reads: the kind of error, and a sentence in each language.
type Fault struct {
	Kind  error // for errors.Is; nil: none
	What  Phrase
	Words func(Lang) *Book
}

// Error returns it in English, for logs and tests.
func (f *Fault) Error() string {
	if f.Kind == nil {
		return f.In(En)
	}
	return f.Kind.Error() + ": " + f.In(En)
}

// Unwrap returns the kind.
func (f *Fault) Unwrap() error { return f.Kind }

// In returns the sentence alone, without the kind.
func (f *Fault) In(lang Lang) string { return f.Words(lang).Say(f.What) }
