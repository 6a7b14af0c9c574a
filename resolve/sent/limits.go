package sent

import "weltentor/resolve/limits"

// Budget is whose a limit is for this letter: what is proven has one of its own.
func (s Sender) Budget(of limits.Whose) limits.Whose {
	if s.Proved() {
		return of.Proven()
	}
	return of
}

// WordBudget is budget, of one of the words that a letter may say.
func (s Sender) WordBudget(of limits.Whose, word string) limits.Whose { return s.Budget(of.Word(word)) }

// MayAnswer counts one more answer to a letter that says a word, "" if it says none of ours, and tells whether it is
// within the limits. Receipts, of which only a realm's own player can make us send any, are not among those that
// an address gets at most. Of letters that nothing proves no word uses up all that the others have.
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
	// A signature proves who sent the letter, not that he is the player whom it alarms.
	proved := s.Proved() && within != limits.Alarms && within != limits.Throttles
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

// LastReply tells, of a reply that is within the limit, that no other follows in this hour.
func (s Sender) LastReply(realm int) bool {
	return limits.Replies.Counted(s.Tx, s.At, s.Budget(limits.OfRealm(realm))) == limits.Replies.Most()
}

// MayMailMaster counts one more letter to the game master, and tells whether it leaves at once: of those that nothing
// proves, so many a day, and of each word some beyond them.
func (s Sender) MayMailMaster(of limits.Whose, word string) bool {
	return s.Proved() || limits.MasterMail.Allow(s.Tx, s.At, limits.TheWorld) ||
		limits.WordsADay.Allow(s.Tx, s.At, of.Word(word))
}
