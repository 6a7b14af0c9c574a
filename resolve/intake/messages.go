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
func (v *orderLetter) mailLetters() ([]receipt.Went, error) {
	return v.question().Mail(v.rec, v.Current.Turn, "letters-from", v.checked.Letters)
}

// mailUnheeded is mailLetters for a letter whose orders are refused. Beyond the limit, its messages are not sent at
// all. Messages that were sent in the turn the orders are for are not sent again.
func (a *orderLetter) mailUnheeded() ([]receipt.Went, error) {
	return a.question().Mail(a.rec, cmp.Or(a.turn, a.Current.Turn), "letters-from-refused", a.toMaster())
}

// mailAhead is mailLetters for orders that are for a later turn. What is sent now is not sent again when that turn
// begins.
func (a *orderLetter) mailAhead() ([]receipt.Went, error) {
	letters := a.toMaster()
	all, err := a.question().Mail(a.rec, a.turn, "letters-from", letters)
	for i, l := range all {
		if !l.At.IsZero() {
			correspondence.MailedAhead(a.Tx, a.turn, a.realm, letters[i].Text, l.At)
		}
	}
	return all, err
}

// toMaster returns the messages to the game master in the letter.
func (a *orderLetter) toMaster() (letters []game.Letter) {
	if a.realm == 0 || a.from.Letter.Studied.Clean == nil {
		return nil
	}
	for _, l := range a.from.Letter.Studied.Clean.Lines {
		if m, ok := l.Order.(orders.Message); ok && m.To == "M" && strings.TrimSpace(m.Text) != "" {
			letters = append(letters, game.Letter{Line: l.Line, Text: m.Text})
		}
	}
	return letters
}

// question is what the letter says to a person.
func (a *orderLetter) question() questions.Question {
	return questions.Of(a.from, a.realm)
}
