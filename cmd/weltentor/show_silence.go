package main

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
)

// silence tells of a player who is away, or has missed turns.
func (c *Call) silence(r roster.RealmRow, turn int) (states []string) {
	if r.Fallen {
		return nil
	}
	if r.Vacant {
		return []string{c.voice.book.T("vacant")}
	}
	if r.Absent(turn) {
		states = append(states, c.voice.book.Say(phrase.P("absent", phrase.Num("turn", r.AbsentUntil))))
	}
	if r.Substitute != "" {
		states = append(states, c.voice.book.Say(phrase.P("substitute", phrase.Num("turn", r.Until),
			phrase.Str("mail", r.Substitute))))
	}
	if r.Missed > 0 {
		states = append(states, c.voice.book.Say(phrase.P("missed", phrase.Num("n", r.Missed))))
	}
	return states
}
