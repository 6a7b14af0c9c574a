package deadlines

import (
	"slices"
	"strconv"
	"strings"
)

// Step is what is done about a player after a number of missed turns in a row.
type Step struct {
	After int
	Does  Deed
}

// Deed is what a step does. The names are stored.
type Deed string

// The deeds.
const (
	Warns           Deed = "warn"       // the player is told what comes next
	AsksSubstitute  Deed = "substitute" // the former substitute is asked again
	GivesAway       Deed = "offer"      // somebody on the waiting list gets the realm
	PlaysOnStanding Deed = "standing"   // the player counts as away until orders come
	LetsMachinePlay Deed = "bot"        // the machine plays until orders come, in games that it can play
)

// deeds lists them.
var deeds = []Deed{Warns, AsksSubstitute, GivesAway, PlaysOnStanding, LetsMachinePlay}

// mostMissed is the largest number of missed turns after which a step may come.
const mostMissed = 20

// ReadSteps reads steps such as "2 warn". Each deed may occur once, and each step needs more missed turns than the one
// before. bad is the first line that is not valid.
func ReadSteps(lines []string) (steps []Step, bad string) {
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) != 2 {
			return nil, line
		}
		n, err := strconv.Atoi(words[0])
		s := Step{n, Deed(words[1])}
		twice := slices.ContainsFunc(steps, func(o Step) bool { return o.Does == s.Does || o.After >= s.After })
		if err != nil || n < 1 || n > mostMissed || !slices.Contains(deeds, s.Does) || twice {
			return nil, line
		}
		steps = append(steps, s)
	}
	return steps, ""
}
