package sent

import (
	"bytes"
	"slices"
	"strings"

	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/practice"
	"weltentor/resolve/secrets"
)

// Practising is what a letter has to do with practice games. Their orders and those of the real game are told apart by
// the code that each letter of a practice game brings: no realm has such a password.
type Practising struct {
	Game    practice.Game // its sender's; without an ID there is none
	Named   bool          // its `$I` line has a code in place of a password
	Coded   bool          // it has the code in force of the sender's game: in that line if Named, otherwise anywhere
	Answers bool          // it has that code, or answers any letter of a practice game
}

// Practising finds out what the letter has to do with practice games.
func (s Sender) Practising() (p Practising, err error) {
	if s.File == nil {
		return p, nil
	}
	codes := s.Letter.Studied.Tokens
	if id := s.File.Identity; id != nil && secrets.IsCode(id.Password) {
		p.Named, codes = true, []string{strings.ToUpper(id.Password)}
	}
	if p.Game, _, err = practice.Of(s.Tx, s.Letter.From); err != nil {
		return p, err
	}
	p.Coded = slices.ContainsFunc(codes, func(code string) bool {
		return p.Game.Code != nil && bytes.Equal(letter.TokenKey(code), p.Game.Code)
	})
	ours, found, err := s.Ours()
	p.Answers = p.Coded || found && ours.Kind == outbox.KindPractice
	return p, err
}
