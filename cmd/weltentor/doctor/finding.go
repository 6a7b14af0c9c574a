// Package doctor looks at what a world needs to play by mail: settings go in, findings about the servers, a letter's
// way there and back and the machine come out. They are codes; the command doctor puts them into words, with the way
// out of each.
package doctor

import (
	"errors"
	"slices"

	"weltentor/orders/phrase"
)

// State is how well a thing is.
type State string

// The states. Scripts read them, so they never change.
const (
	Well    State = "ok"
	Beware  State = "warning" // the game goes on, but somebody should know
	Ill     State = "wrong"   // the game does not go on, or will not
	Skipped State = "skipped" // it could not be looked at, because of something else
)

// Finding is what was found out about one thing.
type Finding struct {
	Check string // what was looked at: Checks lists them
	State State
	What  phrase.Phrase // no code of what is well
	Cause error         // what a server or the system says of it; nil: nothing
}

// Checks are all things that are looked at, in their order.
var Checks = []string{"place", "settings", "files", "clock", "store", "proof", "lock", "disk", "dns", "imap", "folders", "smtp",
	"dkim", "letter", "time", "cron"}

func well(check string) Finding { return Finding{Check: check, State: Well} }

func skipped(check, because string) Finding {
	why := phrase.Key("check", "doctor.check."+because)
	return Finding{Check: check, State: Skipped, What: phrase.P("skipped", why)}
}

// OfMail are the checks that Mail.Examine makes.
var OfMail = Checks[slices.Index(Checks, "dns") : slices.Index(Checks, "time")+1]

// Unseen are the findings of checks that cannot be made because of another.
func Unseen(checks []string, because string) (all []Finding) {
	for _, check := range checks {
		all = append(all, skipped(check, because))
	}
	return all
}

func ill(check, code string, cause error, args ...phrase.Arg) Finding {
	return Finding{Check: check, State: Ill, What: phrase.P(code, args...), Cause: cause}
}

func beware(check, code string, args ...phrase.Arg) Finding {
	return Finding{Check: check, State: Beware, What: phrase.P(code, args...)}
}

// as finds an error of a kind in another.
func as[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}
