package requests

import (
	"slices"

	"weltentor/resolve/letter"
	"weltentor/resolve/sent"
)

// Intent is what a letter is for, with the letter of another player that it answers.
type Intent struct {
	letter.Intent
	Answer  PlayerAnswer
	answers bool // it answers one, whoever reads its words
}

// IntentOf finds out for whom the writer's own words are that a letter has besides its orders. The realms are those in
// whose name it is written.
func IntentOf(s sent.Sender, realms []int, words string, orders bool) (i Intent) {
	i.Answer, i.answers = PlayerAnswerTo(s)
	subject, forwards := s.TypedSubject()
	forwards = forwards && slices.Contains(s.Own, i.Answer.Way.Reader) // nobody else has read what is forwarded
	i.Intent = s.Vocabulary.Intent(letter.Said{Text: words, Subject: subject, Orders: orders, Answers: i.answers && !forwards,
		Names: knownNames(s, realms)})
	return i
}
