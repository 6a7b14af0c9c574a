package show

import (
	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
)

// Silence says whether the machine plays a realm, and whether its player is away, has missed turns, or is muted.
func Silence(c *call.Call, r roster.RealmRow, turn int) (states []string) {
	if r.Fallen {
		return nil
	}
	if r.Bot != nil {
		states = append(states, c.Voice.Book.T("bot-state"))
	}
	if r.Local() {
		return append(states, c.Voice.Book.T("here"))
	}
	if r.Vacant && r.Bot != nil {
		return states
	}
	if r.Vacant {
		return append(states, c.Voice.Book.T("vacant"))
	}
	if r.Absent(turn) {
		states = append(states, c.Voice.Book.Say(phrase.P("absent", phrase.Num("turn", r.AbsentUntil))))
	}
	if r.Substitute != "" {
		states = append(states, c.Voice.Book.Say(phrase.P("substitute", phrase.Num("turn", r.Until),
			phrase.Str("mail", r.Substitute))))
	}
	if r.Missed > 0 {
		states = append(states, c.Voice.Book.Say(phrase.P("missed", phrase.Num("n", r.Missed))))
	}
	if r.Muted {
		states = append(states, c.Voice.Book.T("muted-state"))
	}
	return states
}
