package show

import (
	"fmt"
	"strings"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
)

// LogLine formats an entry as one line.
func LogLine(c *call.Call, e logbook.Entry, zone *time.Location) string {
	realm, book := phrase.Num("realm", e.Realm), c.MachineWords()
	what := phrase.Phrase{Code: e.What.Code, Args: []phrase.Arg{realm}}
	if own := what.Code + "-by-hand"; e.By == logbook.Command && book.Has(own) {
		what.Code = own
	}
	for _, a := range e.What.Args {
		if a.Name == "time" && a.N != 0 {
			a = phrase.Str("time", call.When(time.Unix(a.N, 0), zone))
		}
		what.Args = append(what.Args, a)
	}
	at := "-"
	if !e.At.IsZero() {
		at = e.At.In(zone).Format("2006-01-02 15:04")
	}
	line := fmt.Sprintf("%6d  %-16s  %s  %s: %s", e.Number, at,
		c.Voice.Book.Say(phrase.P("log-turn", phrase.Num("turn", e.Turn))),
		book.Say(phrase.P("log.by."+string(e.By), realm)), book.Say(what))
	var aside []string
	for _, s := range []string{e.Aside.Name, e.Aside.Text, e.Aside.Mail} {
		if s != "" {
			aside = append(aside, s)
		}
	}
	if e.Aside.Door != "" {
		aside = append(aside, c.Voice.Book.T("from-page"))
	}
	if len(aside) > 0 {
		line += " (" + strings.Join(aside, ", ") + ")"
	}
	return line
}
