package sent

import (
	"weltentor/resolve/address"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/secrets"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// BouncesKept is how many bounces of one letter are recorded.
const BouncesKept = 10

// bounced records that one of our letters came back. A letter that waits to be sent again still waits. A bounce of a
// letter that is not ours is not recorded.
func (s Sender) bounced() (*world.Ending, error) {
	e, found, err := outbox.In(s.Tx).Named(s.Letter.Bounce.IDs)
	if err != nil || !found {
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), err
	}
	end := s.Ended(receipt.Acceptance{Fate: receipt.CameBack, Realm: e.Realm})
	if e.Returns() >= BouncesKept {
		return end, nil
	}
	b := s.Letter.Bounce
	words := secrets.Loosely(wording.OneLine(b.Words))
	if b.To != "" && !address.Same(b.To, e.To) {
		words = secrets.Loosely(wording.OneLine(b.To)) + ": " + words // somebody forwarded the letter to that address
	}
	a := outbox.Attempt{At: s.At.UTC(), Result: outbox.Returned, Text: wording.Clipped(words, outbox.AnswerKept)}
	if b.Delayed {
		a.Result = outbox.Late
	}
	e.Attempts = append(e.Attempts, a)
	fresh := !b.Delayed && (e.State == outbox.Sent || e.State == outbox.Unclear)
	if fresh {
		e.State, e.Reason = outbox.Bounced, a.Text
	}
	outbox.In(s.Tx).Save(&e)
	if !fresh {
		return end, nil
	}
	s.World.ToMaster.Bounced(s.Tx, e, s.At)
	return end, nil
}
