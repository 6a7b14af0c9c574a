package play

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/wording"
)

// lesson is how many turns a practice has; whoever likes plays on.
const lesson = players.PracticeTurns

// taught is what a beginner does in this turn, in the rulebook's words, and which of the lessons that is; "": all are
// over.
func (p *practice) taught() (n int, what string) {
	n = p.played() + 1
	return n, wording.Lesson(p.words(), n, wording.ByLine)
}

// mostArmies is how many armies are listed below a map.
const mostArmies = 24

// forces lists the player's armies as orders call them, each with its field.
func (p *practice) forces() {
	var list []string
	for _, a := range p.armies {
		list = append(list, strings.TrimSuffix(a.Name+" ("+a.At+")", " ()"))
	}
	more := max(0, len(list)-mostArmies)
	if list = list[:len(list)-more]; len(list) > 0 {
		p.say("play-armies", phrase.Str("list", strings.Join(list, ", ")), phrase.Num("more", more))
	}
}
