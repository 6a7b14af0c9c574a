package resolve

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// Bounce is what a delivery report says of a letter that did not arrive. Nobody
// vouches for it: what it can do is bounded by that only who has seen a letter
// knows its Message-ID, half of which is a keyed hash, and that no later letter
// is stopped by it.
type Bounce struct {
	IDs     []string // message ids that may be ours, the likeliest first, with <>
	To      string   // the address that was not reached; "" if it is not told
	Words   string   // the server's
	Delayed bool     // it is still being tried
}

// bouncesKept is how many bounces of one letter are noted at it.
const bouncesKept = 10

// bounced notes at a letter of ours that it came back. One that waits to be sent
// again goes on waiting. Of what is nobody's letter nothing is kept.
func (in *intake) bounced() error {
	e, found, err := outboxIn(in.tx).named(in.l.Bounce.IDs)
	if err != nil || !found {
		return err
	}
	in.a.Fate, in.a.Realm = CameBack, e.Realm
	if e.returns() >= bouncesKept {
		return nil
	}
	b := in.l.Bounce
	words := loosely(oneLine(b.Words))
	if b.To != "" && !sameAddress(b.To, e.To) {
		words = loosely(oneLine(b.To)) + ": " + words // it was passed on to there
	}
	a := Attempt{At: in.at.UTC(), Result: Returned, Text: clipped(words, answerKept)}
	if b.Delayed {
		a.Result = Late
	}
	e.Attempts = append(e.Attempts, a)
	fresh := !b.Delayed && (e.State == Sent || e.State == Unclear)
	if fresh {
		e.State, e.Reason = Bounced, a.Text
	}
	outboxIn(in.tx).save(&e)
	if !fresh {
		return nil
	}
	return in.w.master.tellBounce(in.tx, e, in.at)
}

// tellBounce tells the game master: of a few a day one by one, then that there
// are more. What came back from his own address is kept for him; what a stranger
// sent back tells him nothing.
func (g *gameMaster) tellBounce(tx *store.Tx, e entry, now time.Time) error {
	if e.Stranger {
		return nil
	}
	tell, more := bounces.told(tx, now)
	switch {
	case !tell:
		return nil
	case e.Kind == kindNotice:
		return g.queueUndelivered(tx, e, now)
	}
	t, code := &text{book: Words(g.Lang)}, "bounced"
	if more {
		code = "bounced-more"
	}
	t.say(code, phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm),
		phrase.Num("letter", int64(e.ID)), phrase.Str("answer", e.Reason), phrase.Num("n", bounces.Most()))
	g.tellMaster(tx, t.book.Say(phrase.P("subject.bounced", phrase.Str("world", g.World), phrase.Str("to", e.To))), t.b.String(), e.Turn, now)
	return nil
}
