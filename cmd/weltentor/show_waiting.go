package main

import (
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/signup"
)

// saySignups lists who waits for a realm.
func (c *Call) saySignups(rows []signup.Row, zone *time.Location) {
	for _, r := range rows {
		fmt.Fprintln(c.out, c.voice.book.Say(phrase.P("signup-row", phrase.Num("number", r.ID),
			phrase.Str("player", oneCell(r.Player)), phrase.Str("mail", r.Mail),
			phrase.Str("lang", string(r.Lang)), phrase.Str("name", oneCell(r.Name)),
			phrase.Str("chosen", strings.TrimSpace(r.Kind+" "+r.Culture)), phrase.Str("time", when(r.At, zone)))))
	}
}
