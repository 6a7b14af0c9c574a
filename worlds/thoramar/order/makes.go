package order

import "weltentor/orders/lazy"

// missing are the refusals of an army that does not exist.
var missing = map[string]string{"no-such-army": "army", "no-such-army-but": "army"}

// armyNamed finds an army's name in a line, however it is written: `K.M 2`, `KM2`.
var armyNamed = lazy.Pattern(`(?i)\b[a-z]\.?[a-z]\.? ?\d+`)

// recruits is the army that a line of $R raises. The line begins with it.
func recruits(text string) []string { return armyNamed().FindAllString(text, 1) }

// splitsOff are the armies that a line of $A may split off from the one at its beginning.
func splitsOff(text string) []string {
	if named := armyNamed().FindAllString(text, -1); len(named) > 1 {
		return named[1:]
	}
	return nil
}
