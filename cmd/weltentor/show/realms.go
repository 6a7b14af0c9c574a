package show

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/terminal"
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
		if r.Kept {
			states = append(states, c.Voice.Book.T("kept-state"))
		}
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

// SaySignups lists the people who wait for a realm.
func SaySignups(c *call.Call, rows []roster.ApplicantRow, zone *time.Location) {
	for _, r := range rows {
		fmt.Fprintln(c.Out, c.Voice.Book.Say(phrase.P("signup-row", phrase.Num("number", r.ID),
			phrase.Str("player", terminal.OneCell(r.Player)), phrase.Str("mail", r.Mail),
			phrase.Str("lang", string(r.Lang)), phrase.Str("name", terminal.OneCell(r.Name)),
			phrase.Str("chosen", strings.TrimSpace(r.Kind+" "+r.Culture)), phrase.Str("time", call.When(r.At, zone)))))
	}
}
