package resolve

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"

	"go.etcd.io/bbolt"
)

// queueUndelivered tells the game master of a letter that did not reach its player.
func (w *World) queueUndelivered(tx *bbolt.Tx, e entry, a Attempt) error {
	t := &text{book: Words(w.s.Lang)}
	t.say("undelivered", phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm),
		phrase.Num("attempts", len(e.Attempts)), phrase.Str("answer", a.Text))
	subject := t.book.Say(phrase.P("subject.undelivered", phrase.Str("world", w.s.Name), phrase.Str("to", e.To)))
	return w.tellMaster(tx, subject, t.b.String(), e.Turn, a.At)
}

// queueNotices sends the game master what a turn has for him: messages of
// players and alarms of the rules, in one letter.
func (w *World) queueNotices(tx *bbolt.Tx, world game.World, turn int, notices []game.Notice, now time.Time) error {
	if len(notices) == 0 {
		return nil
	}
	t := &text{book: Words(w.s.Lang)}
	t.say("notices", phrase.Num("turn", turn), phrase.Num("n", len(notices)))
	for _, n := range notices {
		if n.Realm == 0 {
			t.head("notice-alarm")
		} else {
			r, _ := realm(world, n.Realm)
			t.head("notice-from", phrase.Num("realm", n.Realm), phrase.Str("name", r.Name), phrase.Str("player", r.Player))
		}
		t.line(n.Text)
	}
	subject := t.book.Say(phrase.P("subject.notices", phrase.Str("world", w.s.Name), phrase.Num("turn", turn), phrase.Num("n", len(notices))))
	return w.tellMaster(tx, subject, t.b.String(), turn, now)
}

func (w *World) tellMaster(tx *bbolt.Tx, subject, body string, turn int, now time.Time) error {
	if w.s.Master == "" {
		return nil
	}
	e := entry{OutboxRow: OutboxRow{Kind: kindNotice, Turn: turn, To: w.s.Master, Subject: subject}, Envelope: w.s.Address}
	return w.enqueueText(tx, e, Draft{Text: body}, now)
}

// Alarm tells the game master something a person should see to. The same key
// again within a day is not sent again.
func (w *World) Alarm(key, words string, now time.Time) error {
	return w.update(func(tx *bbolt.Tx) error {
		at := []byte("alarm " + key)
		meta := tx.Bucket(metaBucket)
		if last, _, err := getJSON[time.Time](meta, at); err != nil || !last.IsZero() && now.Sub(last) < 24*time.Hour && !now.Before(last) {
			return err
		}
		putJSON(meta, at, now.UTC())
		book := Words(w.s.Lang)
		return w.tellMaster(tx, book.Say(phrase.P("subject.alarm", phrase.Str("world", w.s.Name))), words+"\n", int(number(tx, "turn")), now)
	})
}
