package order

import (
	"strings"

	"weltentor/orders/part"
	"weltentor/orders/phrase"
)

// recruitExample is shown with a problem in a line of $R.
const recruitExample = "Ritter 20 Nordheer"

// RecruitOrder produces units in an army's province or, where a province stands
// behind it, in a new army there.
type RecruitOrder struct {
	Unit     string `part:"unit"`
	Number   int64  `part:"amount" want:"number"`
	Army     string `part:"army" want:"army"`
	Province int    `part:"province?" want:"province"` // 0: the army is there already
}

var recruits = part.New[RecruitOrder](parts, recruitExample,
	recruitExample, "Soldiers 1.000 Suedheer", "Miliz 30 Wacht 12")

// Print appends `Ritter 20 Nordheer`.
func (o RecruitOrder) Print(dst []byte) []byte { return o.Speak(dst, phrase.De) }

// Speak is Print in the words of a language.
func (o RecruitOrder) Speak(dst []byte, lang phrase.Lang) []byte { return recruits.Print(dst, o, lang) }

// raises is the army that a line raises: `Miliz 30 Wacht 12`.
func raises(text string) []string {
	if words := strings.Fields(text); len(words) > 2 {
		return words[2:3]
	}
	return nil
}
