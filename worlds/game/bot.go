package game

// Manner is how a realm is played.
type Manner struct {
	Style    string   `json:"style"` // the code of one of Bot.Styles
	Strength Strength `json:"strength"`
}

// Strength is how well it is played.
type Strength string

// The strengths. A weak player forgets some of its armies.
const (
	Weak   Strength = "weak"
	Middle Strength = "middle"
	Strong Strength = "strong"
)

// Strengths are all of them, the usual one first.
var Strengths = []Strength{Middle, Weak, Strong}

// Forgets reports whether a player of this strength overlooks an army: a weak one two of five, a middling one a tenth, a
// strong one none.
func (s Strength) Forgets(dice *Dice) bool {
	switch s {
	case Weak:
		return dice.Chance(400)
	case Middle:
		return dice.Chance(100)
	}
	return false
}

// BotDice are the dice of a realm that is played by a Bot. No rule throws dice with that key.
func BotDice(seed Seed, turn, realm int) *Dice { return seed.Throw(turn, 0, "bot", int64(realm)) }
