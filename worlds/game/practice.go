package game

import "slices"

// PracticeTries is how many seeds are tried for a practice world that suits the lessons.
const PracticeTries = 60

// Lessons are what whoever practises learns in a turn of their own. The zero Lessons are those of anybody else.
type Lessons struct {
	Now  int   // the number of that turn, from 1: there is a lesson for each of the first
	Open []int // the lessons up to it that no turn has done yet
}

// Opens reports whether a lesson is still to be done.
func (l Lessons) Opens(lesson int) bool { return slices.Contains(l.Open, lesson) }

// OwnTurn is the how-manieth turn of a realm's own a turn is, if nobody has left: each, or one of as many as realms play.
func OwnTurn(w World, turn int) int {
	if _, inTurn := w.(Successive); inTurn {
		return (turn-1)/max(1, len(w.Realms())) + 1
	}
	return turn
}

// Advised are the machine's orders for a beginner, of whom the known is, at its best and with its reasons: see Bot.Advice.
// They are "" in a game without a machine, and from one without reasons.
func Advised(rb Rulebook, known Known, realm, turn int, seed Seed, l Lessons) string {
	bot := rb.Bot()
	if bot == nil {
		return ""
	}
	return bot.Advice(known, realm, l, atItsBest(bot), BotDice(seed, turn, realm))
}

func atItsBest(bot Bot) Manner { return Manner{Style: bot.Styles()[0].Code, Strength: Strong} }

// Ready are orders that a beginner could send: those advised. In the first turn of most games they are the first letter. A
// machine without reasons writes what it would order.
func Ready(rb Rulebook, w World, tables []byte, realm, turn int, seed Seed, l Lessons) (text string, err error) {
	known, err := rb.OpenKnown(w.Known(realm), tables)
	if err != nil {
		return "", err
	}
	if text = Advised(rb, known, realm, turn, seed, l); text != "" {
		return text, nil
	}
	if l.Now == 1 {
		if text = w.FirstLetter(realm); text != "" {
			return text, nil
		}
	}
	bot := rb.Bot()
	if text = bot.Orders(known, realm, atItsBest(bot), BotDice(seed, turn, realm)); text != "" {
		return text + "\n$E\n", nil
	}
	return w.Template(realm), nil
}
