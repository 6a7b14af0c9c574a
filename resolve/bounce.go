package resolve

import (
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/wording"
)

// bouncesKept is how many bounces of one letter are noted at it.
const bouncesKept = 10

// bounced notes at a letter of ours that it came back. One that waits to be sent
// again goes on waiting. Of what is nobody's letter nothing is kept.
func (in *intake) bounced() error {
	e, found, err := outbox.In(in.tx).Named(in.l.Bounce.IDs)
	if err != nil || !found {
		return err
	}
	in.a.Fate, in.a.Realm = CameBack, e.Realm
	if e.Returns() >= bouncesKept {
		return nil
	}
	b := in.l.Bounce
	words := secrecy.Loosely(wording.OneLine(b.Words))
	if b.To != "" && !roster.SameAddress(b.To, e.To) {
		words = secrecy.Loosely(wording.OneLine(b.To)) + ": " + words // it was passed on to there
	}
	a := outbox.Attempt{At: in.at.UTC(), Result: outbox.Returned, Text: wording.Clipped(words, outbox.AnswerKept)}
	if b.Delayed {
		a.Result = outbox.Late
	}
	e.Attempts = append(e.Attempts, a)
	fresh := !b.Delayed && (e.State == outbox.Sent || e.State == outbox.Unclear)
	if fresh {
		e.State, e.Reason = outbox.Bounced, a.Text
	}
	outbox.In(in.tx).Save(&e)
	if !fresh {
		return nil
	}
	return in.w.master.Bounced(in.tx, e, in.at)
}
