// Package doctor checks what a world needs to play by mail: servers, a letter's way there and back, and the machine.
// Checks lists all checks, in order. A Finding is a code with a State; the command doctor puts it into words, and says
// what to do about it. What depends on a check that failed is reported as unseen, not as wrong.
package doctor

import (
	"slices"

	"weltentor/orders/phrase"
)

// State is how well something is.
type State string

// The states. Scripts read them, so they never change.
const (
	Well    State = "ok"
	Beware  State = "warning" // the game goes on, but somebody should know
	Ill     State = "wrong"   // the game does not go on, or soon will not
	Skipped State = "skipped" // it could not be checked, because of something else
	Unknown State = "unknown" // it was checked, and nobody here can say; neither a fault nor a pass
)

// Finding is what was found out about one thing.
type Finding struct {
	Check string // what was checked, one of Checks
	State State
	What  phrase.Phrase // has no code if there is nothing to say
	Cause error         // what a server or the system said; nil: nothing
}

// Checks are all checks, in order. A world whose rules are a program has one more, engine, before all others.
var Checks = []string{"place", "settings", "files", "clock", "store", "proof", "lock", "disk", "dns", "imap", "folders", "smtp",
	"letter", "junk", "dkim", "spf", "dmarc", "results", "time", "web", "cron"}

func well(check string) Finding { return Finding{Check: check, State: Well} }

func wellAs(check, code string, args ...phrase.Arg) Finding {
	return Finding{Check: check, State: Well, What: phrase.P(code, args...)}
}

func unknown(check, code string, cause error, args ...phrase.Arg) Finding {
	return Finding{Check: check, State: Unknown, What: phrase.P(code, args...), Cause: cause}
}

func skipped(check, because string) Finding {
	why := phrase.Key("check", "doctor.check."+because)
	return Finding{Check: check, State: Skipped, What: phrase.P("skipped", why)}
}

// OfMail are the checks that Mail.Examine makes.
var OfMail = Checks[slices.Index(Checks, "dns") : slices.Index(Checks, "time")+1]

// Unseen reports checks that cannot be made because of another.
func Unseen(checks []string, because string, tell func(Finding)) {
	for _, check := range checks {
		tell(skipped(check, because))
	}
}

func ill(check, code string, cause error, args ...phrase.Arg) Finding {
	return Finding{Check: check, State: Ill, What: phrase.P(code, args...), Cause: cause}
}

func beware(check, code string, args ...phrase.Arg) Finding {
	return Finding{Check: check, State: Beware, What: phrase.P(code, args...)}
}
