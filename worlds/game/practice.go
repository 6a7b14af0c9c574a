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

// Ready are orders that a beginner could send: the machine's, at its best and with its reasons (see Bot.Advice). In the
// first turn of most games they are the first letter. A machine without reasons writes what it would order.
func Ready(rb Rulebook, w World, tables []byte, realm, turn int, seed Seed, l Lessons) (text string, err error) {
	known, err := rb.OpenKnown(w.Known(realm), tables)
	if err != nil {
		return "", err
	}
	bot := rb.Bot()
	m := Manner{Style: bot.Styles()[0].Code, Strength: Strong}
	if text = bot.Advice(known, realm, l, m, BotDice(seed, turn, realm)); text == "" && l.Now == 1 {
		text = w.FirstLetter(realm)
	}
	if text != "" {
		return text, nil
	}
	if text = bot.Orders(known, realm, m, BotDice(seed, turn, realm)); text != "" {
		return text + "\n$E\n", nil
	}
	return w.Template(realm), nil
}
