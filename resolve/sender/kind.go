package sender

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/world"
)

// Kind is something that letters may ask for, and all that becomes of it. Package requests lists them: kinds those of
// players, masterKinds those of the game master. L is a letter that asks, as that list has it, and Q is what its writer
// is to confirm. Sentences name a kind by its Service.
type Kind[L, Q any] struct {
	letter.Word // none: nobody asks for it with a word

	// Who may ask, and when.
	Strangers bool         // also somebody without a realm
	Players   bool         // a player, but no substitute
	Held      bool         // also while a turn is held
	Shown     func(L) bool // HELP names it; nil: always
	Once      bool         // for all realms of a player there is one answer
	Large     func(L) bool // the answer is a large file, of which fewer are sent; nil: never

	// A kind has Answer or Asks. Answer only answers, and reports whether that was within the limits. Asks returns what is
	// to be confirmed, or nil if it has answered that nothing is to be done.
	Answer func(L) (answered bool, err error)
	Asks   func(L) (*Q, error)
	// Hinders says why what it Asks cannot be done, before it is confirmed and after; nil: nothing does. About names the
	// subject of the answer that says so.
	Hinders func(L) phrase.Phrase
	About   string
	Coded   func(L) bool // the answer may be a letter with a code, which has limits of its own
	Proof   func(L) bool // the letter proves enough, so that no code is needed; nil: never
	// Deed does what was confirmed. The game master's returns nil if the answer is as always.
	Deed func(L, correspondence.Token) (*world.Ending, error)

	// What becomes of a code that is not of the one who asked.
	Agreed   func(s Sender, key []byte, t correspondence.Token) (*world.Ending, error) // does what YES allows
	Declined func(Sender, correspondence.Token) error                                  // answers anything else; nil: nobody hears
	Stays    bool                                                                      // it stays open, whatever is answered but YES
}

// Named finds a kind by its service; it is zero if there is none.
func Named[L, Q any](kinds []Kind[L, Q], name letter.Service) (none Kind[L, Q]) {
	for _, k := range kinds {
		if k.Service == name {
			return k
		}
	}
	return none
}

// Words are the words of kinds. called are those that must be before them.
func Words[L, Q any](kinds []Kind[L, Q], called ...string) letter.Vocabulary {
	v := letter.Vocabulary{Called: called}
	for _, k := range kinds {
		if k.De != "" {
			k.Slips = k.Answer != nil && k.Agreed == nil
			v.Words = append(v.Words, k.Word)
		}
	}
	return v
}

// Listed reports whether HELP names the kind to the writer of a letter.
func (k Kind[L, Q]) Listed(to L) bool { return k.De != "" && (k.Shown == nil || k.Shown(to)) }

// Ended notes with the outcome of a letter whether the letter only asked, so that it need not be read again.
func (k Kind[L, Q]) Ended(end *world.Ending, err error) (*world.Ending, error) {
	if end != nil {
		end.Asked = k.Deed == nil && k.Agreed == nil
	}
	return end, err
}
