package phrase

// Fault is an error that a game master reads: a sentence in each language, after what kind
// of error it is.
type Fault struct {
	Kind  error // for errors.Is; nil: it is of no kind
	What  Phrase
	Words func(Lang) *Book
}

// Error says it in English, for logs and tests.
func (f *Fault) Error() string {
	if f.Kind == nil {
		return f.In(En)
	}
	return f.Kind.Error() + ": " + f.In(En)
}

// Unwrap gives the kind.
func (f *Fault) Unwrap() error { return f.Kind }

// In is the sentence alone, without the kind.
func (f *Fault) In(lang Lang) string { return f.Words(lang).Say(f.What) }
