package resolve

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// closing is what a report's letter ends with: the next turn and its deadline.
type closing struct {
	text  string
	event *Event
	next  game.World // that awaits orders
}

// closings gives the closing of each realm's reports; the deadline is zero while a
// pause has no end, and was moved that many times.
func (k *clerk) closings(tx *store.Tx, next game.World, deadline time.Time, moves int) func(game.Realm) closing {
	type to struct {
		lang  phrase.Lang
		asked bool
	}
	known := map[to]closing{}
	return func(r game.Realm) closing {
		lang := r.Lang
		key := to{lang, slices.Contains(next.Asked().Realms, r.Number)}
		if _, ok := known[key]; !ok {
			var e *Event
			t := &text{book: Words(lang)}
			t.line("")
			switch {
			case next.Asked().Over:
				t.say("closing-over")
			case len(next.Asked().Realms) == 0:
				t.say("closing-waiting", phrase.Str("title", next.Title(lang)))
			case !k.goesByDeadline(next) && deadline.IsZero():
				t.say("closing-master", phrase.Str("title", next.Title(lang)))
			case !k.goesByDeadline(next):
				t.say("closing-master-at", phrase.Str("title", next.Title(lang)), phrase.Str("when", moment(t.book, deadline)))
			case deadline.IsZero():
				t.say("closing-paused", phrase.Str("title", next.Title(lang)))
			case !key.asked:
				t.say("closing-others", phrase.Str("title", next.Title(lang)), phrase.Str("when", moment(t.book, deadline)))
			default:
				t.say(k.wanted("closing", next, lang), phrase.Str("title", next.Title(lang)), phrase.Str("when", moment(t.book, deadline)))
				e = k.event(tx, next, r, deadline, moves)
			}
			known[key] = closing{t.b.String(), e, next}
		}
		return known[key]
	}
}

// queueReport lets a realm's report wait to be sent, by reference. Where nobody
// plays it is kept only: whoever comes next is sent the last.
func (k *clerk) queueReport(tx *store.Tx, r game.Realm, turn int, end closing, now time.Time) error {
	rec, found, err := getJSON[realmRecord](tx.Bucket(realmsBucket), u32(r.Number))
	if err != nil {
		return err
	}
	switch {
	case !found:
		return fmt.Errorf("%w: nothing is known of realm %d", ErrDamaged, r.Number)
	case rec.vacant():
		return nil
	}
	r.Player = cmp.Or(rec.Player, r.Player)
	e := k.reportEntry(r, turn, rec.Mail[0])
	e.Subject = Words(r.Lang).Say(phrase.P("subject.report", phrase.Str("world", k.s.Name), phrase.Num("turn", turn), phrase.Str("realm", r.Name)))
	e.Closing, e.Event, e.Told = end.text+k.unused(end.next, r, rec, turn), end.event, rec.toldTo(turn)
	outboxIn(tx).add(e, now)
	return nil
}

// reportEntry is a letter with a stored report, by reference.
func (k *clerk) reportEntry(r game.Realm, turn int, to string) entry {
	return entry{OutboxRow: OutboxRow{Kind: kindReport, Realm: r.Number, Turn: turn, To: to},
		ToName: r.Player, Charset: charset(r.Computer), Zip: r.Zip}
}

// queueWelcome stores and queues the report 0 of a realm as it stands.
func (k *clerk) queueWelcome(tx *store.Tx, c current, number int, now time.Time) error {
	packed, err := packedWelcome(c.world, number)
	if err != nil {
		return err
	}
	put(tx.Bucket(reportsBucket), pair(0, number), packed)
	return k.queueFirst(tx, c, number, now)
}

// packedWelcome is a realm's report 0 as it is stored.
func packedWelcome(world game.World, number int) (packed []byte, err error) {
	err = guarded(func() { packed = pack(appendReport(nil, world.Welcome(number))) })
	return packed, err
}

// queueFirst queues a realm's report 0, by reference.
func (k *clerk) queueFirst(tx *store.Tx, c current, number int, now time.Time) error {
	r, _ := c.realm(number)
	end, err := k.welcoming(tx, c, r)
	if err != nil {
		return err
	}
	return k.queueReport(tx, r, 0, end, now)
}

// welcoming is what the letter with a report 0 ends with: closing, and what
// newcomers should know.
func (k *clerk) welcoming(tx *store.Tx, c current, r game.Realm) (closing, error) {
	end, err := k.closing(tx, c, r)
	t := &text{book: Words(r.Lang)}
	t.line("")
	k.about(t)
	if k.s.auth() != ByDKIM {
		t.say("help-orders", phrase.Num("realm", r.Number))
	}
	end.text += t.b.String()
	return end, err
}

// about tells newcomers which game this is, how its turns follow each other, and
// which words bring its rules and what else they need.
func (k *clerk) about(t *text) {
	words := k.rb.Words(t.book.Lang)
	t.say("about-game", phrase.Str("game", words.T("game")), phrase.Str("turns", words.T("game-turns")))
	t.say("about-words", phrase.Str("address", k.s.Address))
}

// closing is what a report's letter ends with that leaves while a turn awaits orders.
func (k *clerk) closing(tx *store.Tx, c current, r game.Realm) (closing, error) {
	p, err := k.pace(tx, c)
	if err != nil {
		return closing{}, err
	}
	return k.closings(tx, c.world, p.deadline, p.Moves)(r), nil
}
