package game

// PracticeTries is how many seeds are tried for a practice world that suits the lessons.
const PracticeTries = 60

// Lesson is the lesson that a turn of a practice world has for whoever practises: one for each turn of their own.
func Lesson(w World, turn int) int {
	if _, inTurn := w.(Successive); inTurn {
		return (turn-1)/max(1, len(w.Realms())) + 1
	}
	return turn
}

// Advised are the machine's orders for whoever practises, with its reasons, at its best: see Bot.Advice. It is "" if the
// first letter serves better, and in a game without a machine.
func Advised(rb Rulebook, w World, tables []byte, realm, turn int, seed Seed) (string, error) {
	bot := rb.Bot()
	if bot == nil {
		return "", nil
	}
	known, err := rb.OpenKnown(w.Known(realm), tables)
	if err != nil {
		return "", err
	}
	m := Manner{Style: bot.Styles()[0].Code, Strength: Strong}
	return bot.Advice(known, realm, Lesson(w, turn), m, BotDice(seed, turn, realm)), nil
}
