package show

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/orders/phrase"
	"weltentor/resolve/signup"
)

// SaySignups lists the people who wait for a realm.
func SaySignups(c *call.Call, rows []signup.Row, zone *time.Location) {
	for _, r := range rows {
		fmt.Fprintln(c.Out, c.Voice.Book.Say(phrase.P("signup-row", phrase.Num("number", r.ID),
			phrase.Str("player", terminal.OneCell(r.Player)), phrase.Str("mail", r.Mail),
			phrase.Str("lang", string(r.Lang)), phrase.Str("name", terminal.OneCell(r.Name)),
			phrase.Str("chosen", strings.TrimSpace(r.Kind+" "+r.Culture)), phrase.Str("time", call.When(r.At, zone)))))
	}
}
