package sent

import (
	"slices"

	"weltentor/resolve/limits"
)

// Budget returns whose limit applies to this letter: proven letters have a limit of their own.
func (s Sender) Budget(of limits.Whose) limits.Whose {
	if s.Proved() {
		return of.Proven()
	}
	return of
}

// WordBudget is Budget for one of the words that a letter may say.
func (s Sender) WordBudget(of limits.Whose, word string) limits.Whose { return s.Budget(of.Word(word)) }

// MayAnswer counts one more answer to a letter, and reports whether it is within the limits. word is the word of ours
// that the letter says, or "". Only a realm's own player can cause receipts, so they do not count in an address's own
// limit. Each word has a share of its own, so that unproven letters with one word cannot use up all the answers.
func (s Sender) MayAnswer(within limits.Limit, word string, realm int, to string) bool {
	of, mail := limits.OfRealm(realm), limits.OfMail(to)
	if within == limits.Receipts {
		return within.Allow(s.Tx, s.At, of)
	}
	if word != "" {
		of = of.Word(word)
	} else {
		word = within.Name()
	}
	proved := s.Proved()
	if within == limits.Alarms || within == limits.Throttles {
		// A signature proves who sent the letter. That is the player whom the alarm is for only if the realm is theirs.
		proved = s.Letter.Proof.Domain != "" && slices.Contains(s.Own, realm)
	}
	if proved {
		of = of.Proven()
	}
	switch {
	case !within.Allow(s.Tx, s.At, of):
		return false
	case proved:
		return limits.Answers.Allow(s.Tx, s.At, mail.Proven())
	}
	return limits.Answers.Allow(s.Tx, s.At, mail) && limits.AnswersADay.Allow(s.Tx, s.At, mail) ||
		limits.WordsADay.Allow(s.Tx, s.At, mail.Word(word))
}

// LastReply reports whether a reply that is within the limit is the last one in this hour.
func (s Sender) LastReply(realm int) bool {
	return limits.Replies.Counted(s.Tx, s.At, s.Budget(limits.OfRealm(realm))) == limits.Replies.Most()
}

// LastService is LastReply for answers to one of the words.
func (s Sender) LastService(realm int, word string) bool {
	return limits.Services.Counted(s.Tx, s.At, s.WordBudget(limits.OfRealm(realm), word)) == limits.Services.Most()
}

// MayMailMaster counts one more letter to the game master, and reports whether it is sent at once. Unproven letters
// have a daily limit, and each word has a few more beyond it.
func (s Sender) MayMailMaster(of limits.Whose, word string) bool {
	return s.Proved() || limits.MasterMail.Allow(s.Tx, s.At, limits.TheWorld) ||
		limits.WordsADay.Allow(s.Tx, s.At, of.Word(word))
}
