package intake

import (
	"cmp"
	"strings"

	"weltentor/orders"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/questions"
	"weltentor/resolve/receipt"
	"weltentor/worlds/game"
)

// mailLetters mails the messages of the sheet in force to the game master (`#M`): at once, each text once a turn.
// Beyond the limit, they go with the turn.
func (l *orderLetter) mailLetters() ([]receipt.Went, error) {
	return l.question().Mail(l.rec, l.Current.Turn, "letters-from", l.checked.Letters)
}

// mailUnheeded is mailLetters for a letter whose orders are refused. Beyond the limit, its messages are not sent at
// all. Messages that were sent in the turn the orders are for are not sent again.
func (l *orderLetter) mailUnheeded() ([]receipt.Went, error) {
	return l.question().Mail(l.rec, cmp.Or(l.turn, l.Current.Turn), "letters-from-refused", l.toMaster())
}

// mailAhead is mailLetters for orders that are for a later turn. What is sent now is not sent again when that turn
// begins.
func (l *orderLetter) mailAhead() ([]receipt.Went, error) {
	letters := l.toMaster()
	all, err := l.question().Mail(l.rec, l.turn, "letters-from", letters)
	for i, went := range all {
		if !went.At.IsZero() {
			correspondence.MailedAhead(l.Tx, l.turn, l.realm, letters[i].Text, went.At)
		}
	}
	return all, err
}

// toMaster returns the messages to the game master in the letter.
func (l *orderLetter) toMaster() (letters []game.Letter) {
	if l.realm == 0 || l.from.Letter.Studied.Clean == nil {
		return nil
	}
	for _, line := range l.from.Letter.Studied.Clean.Lines {
		if m, ok := line.Order.(orders.Message); ok && m.To == "M" && strings.TrimSpace(m.Text) != "" {
			letters = append(letters, game.Letter{Line: line.Line, Text: m.Text})
		}
	}
	return letters
}

// question is what the letter says to a person.
func (l *orderLetter) question() questions.Question {
	return questions.Of(l.from, l.realm)
}
