package resolve

import (
	"encoding/binary"
	"fmt"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// gameMaster is who is told what a person should see to.
type gameMaster struct {
	World string // its name
	Mail  string // "": he has none, and what he is told is kept as a Notice
	Lang  phrase.Lang
}

// Notice is something the game master should read that could not be mailed:
// the settings name no address, or the letter did not arrive.
type Notice struct {
	ID      uint64    `json:"id"`
	At      time.Time `json:"at"`
	Turn    int       `json:"turn"`
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	Told    time.Time `json:"told,omitzero"` // when NoticesTold said so; zero: nobody has read it
}

// Notices lists all notices ever kept, oldest first, told or not.
func (o *Office) Notices() (list []Notice, err error) {
	err = o.disk.view(func(tx *store.Tx) error {
		list, err = notices(tx)
		return err
	})
	return list, err
}

func notices(tx *store.Tx) (list []Notice, err error) {
	b := tx.Bucket(noticesBucket)
	for k := range keys(b) {
		n, _, err := getPacked[Notice](b, k)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// recent lists the notices that are not told, or of the turn that awaits orders.
func recent(tx *store.Tx) (list []Notice, err error) {
	for k := range keys(tx.Bucket(newsBucket)) {
		n, _, err := getPacked[Notice](tx.Bucket(noticesBucket), k)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// settleNews drops from the news what was told of turns gone by.
func settleNews(tx *store.Tx) error {
	list, err := recent(tx)
	if err != nil {
		return err
	}
	last, err := lastResolved(tx)
	for _, n := range list {
		if !n.Told.IsZero() && n.At.Before(last) {
			remove(tx.Bucket(newsBucket), u64(n.ID))
		}
	}
	return err
}

// NoticesTold remembers that the game master was told of some notices.
func (o *Office) NoticesTold(now time.Time, ids ...uint64) error {
	return o.disk.update(func(tx *store.Tx) error {
		b := tx.Bucket(noticesBucket)
		for _, id := range ids {
			n, found, err := getPacked[Notice](b, u64(id))
			if err != nil {
				return err
			}
			if found && n.Told.IsZero() {
				n.Told = now.UTC()
				put(b, u64(id), pack(mustJSON(n)))
			}
		}
		return nil
	})
}

func keepNotice(tx *store.Tx, n Notice) {
	b := tx.Bucket(noticesBucket)
	n.ID = 1
	if last, _ := b.Cursor().Last(); last != nil {
		n.ID = binary.BigEndian.Uint64(last) + 1
	}
	put(b, u64(n.ID), pack(mustJSON(n)))
	put(tx.Bucket(newsBucket), u64(n.ID), nil)
}

// queueUndelivered tells the game master of a letter that did not reach its
// player: of a few a day one by one, then that there are more. A letter to himself
// is kept as a notice; of strangers he is not told.
func (g *gameMaster) queueUndelivered(tx *store.Tx, e entry, now time.Time) error {
	if e.Kind == kindNotice {
		d, _, err := outboxIn(tx).text(e.ID)
		if err != nil {
			return err
		}
		keepNotice(tx, Notice{At: e.Queued, Turn: e.Turn, Subject: e.Subject, Text: d.Text})
		return nil
	}
	tell, more := false, false
	if !e.Stranger {
		tell, more = undelivered.told(tx, now)
	}
	if !tell {
		return nil
	}
	t := &text{book: Words(g.Lang)}
	args := []phrase.Arg{phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm),
		phrase.Num("attempts", len(e.tries())), phrase.Str("answer", e.Reason)}
	subject := "subject.undelivered"
	switch {
	case e.State == Unclear:
		t.say("uncertain", args...)
		subject = "subject.uncertain"
	case len(e.tries()) > 0:
		t.say("undelivered", args...)
	default:
		t.say("unsendable", args...)
	}
	if more {
		t.say("undelivered-more", phrase.Num("n", undelivered.Most()))
	}
	words := t.book.Say(phrase.P(subject, phrase.Str("world", g.World), phrase.Str("to", e.To)))
	g.tellMaster(tx, words, t.b.String(), e.Turn, now)
	return nil
}

// queueStripped tells the game master of a report that did not fit into its
// player's mailbox.
func (g *gameMaster) queueStripped(tx *store.Tx, e entry, now time.Time) {
	t := &text{book: Words(g.Lang)}
	t.say("report-refused", phrase.Str("to", e.To), phrase.Str("subject", e.Subject), phrase.Num("realm", e.Realm), phrase.Str("answer", e.Reason))
	g.tellMaster(tx, t.book.Say(phrase.P("subject.undelivered", phrase.Str("world", g.World), phrase.Str("to", e.To))), t.b.String(), e.Turn, now)
}

// queueNotices sends the game master what a turn has for him: messages of
// players and alarms of the rules, in one letter.
func (k *clerk) queueNotices(tx *store.Tx, world game.World, turn int, notices []game.Notice, now time.Time) {
	if len(notices) == 0 {
		return
	}
	t := &text{book: Words(k.s.Lang)}
	t.say("notices", phrase.Num("turn", turn), phrase.Num("n", len(notices)))
	rules := k.rb.Words(k.s.Lang)
	for _, n := range notices {
		if n.Realm == 0 {
			t.head("notice-alarm")
		} else {
			r, _ := realm(world, n.Realm)
			t.head("notice-from", phrase.Num("realm", n.Realm), phrase.Str("name", r.Name), phrase.Str("player", r.Player))
		}
		if n.What.Code != "" {
			t.line(rules.Say(n.What))
		}
		if n.Text != "" {
			t.quote(n.Text)
		}
	}
	subject := t.book.Say(phrase.P("subject.notices", phrase.Str("world", k.s.Name), phrase.Num("turn", turn), phrase.Num("n", len(notices))))
	k.master.tellMaster(tx, subject, t.b.String(), turn, now)
}

// quote writes a text of others. Each of its lines is set in, so that none can
// look like one of ours.
func (t *text) quote(s string) {
	for line := range strings.Lines(s) {
		t.line("  " + printable(strings.TrimRight(line, "\r\n")))
	}
}

// tellMaster mails something to the game master, or keeps it where he has no address.
func (g *gameMaster) tellMaster(tx *store.Tx, subject, body string, turn int, now time.Time) {
	if g.Mail == "" {
		keepNotice(tx, Notice{At: now.UTC(), Turn: turn, Subject: subject, Text: body})
		return
	}
	outboxIn(tx).addText(entry{OutboxRow: OutboxRow{Kind: kindNotice, Turn: turn, To: g.Mail, Subject: subject}}, Draft{Text: body}, now)
}

// Alarm tells the game master something a person should see to. The same key
// again within a day is not sent again.
func (o *Office) Alarm(key, words string, now time.Time) error {
	return o.disk.update(func(tx *store.Tx) error {
		fresh, err := once(tx, key, day, now)
		if !fresh || err != nil {
			return err
		}
		o.Master.alarm(tx, words, now)
		return nil
	})
}

// AlarmOfMany is Alarm for what comes in numbers: of a few a day it tells one by
// one, with words, then that there are more, then no more.
func (o *Office) AlarmOfMany(l Limit, key, words, more string, now time.Time) error {
	return o.disk.update(func(tx *store.Tx) error {
		if fresh, err := once(tx, key, day, now); !fresh || err != nil {
			return err
		}
		tell, beyond := l.told(tx, now)
		if beyond {
			words = more
		}
		if tell {
			o.Master.alarm(tx, words, now)
		}
		return nil
	})
}

func (g *gameMaster) alarm(tx *store.Tx, words string, now time.Time) {
	book := Words(g.Lang)
	g.tellMaster(tx, book.Say(phrase.P("subject.alarm", phrase.Str("world", g.World))), words+"\n", int(number(tx, "turn")), now)
}

// Once tells whether something may be said now that is not to be said again for
// some time: true, and remembered, if the same key was not within that time.
// Alarm asks the same, for a day, under the same keys.
func (o *Office) Once(key string, every time.Duration, now time.Time) (fresh bool, err error) {
	err = o.disk.update(func(tx *store.Tx) error {
		fresh, err = once(tx, key, every, now)
		return err
	})
	return fresh, err
}

func once(tx *store.Tx, key string, every time.Duration, now time.Time) (bool, error) {
	at, meta := fmt.Appendf(nil, "alarm %s", key), tx.Bucket(metaBucket)
	last, _, err := getJSON[time.Time](meta, at)
	if err != nil || !last.IsZero() && now.Sub(last) < every && !now.Before(last) {
		return false, err
	}
	putJSON(meta, at, now.UTC())
	return true, nil
}

// Met tells whether something that happens to a world once has happened, see Meet.
func (o *Office) Met(what string) (met bool, err error) {
	err = o.disk.view(func(tx *store.Tx) error {
		at, _, err := getJSON[time.Time](tx.Bucket(metaBucket), []byte("met "+what))
		met = !at.IsZero()
		return err
	})
	return met, err
}

// Meet writes down that it has happened, the first time; after that it only reads.
func (o *Office) Meet(what string, now time.Time) error {
	if met, err := o.Met(what); met || err != nil {
		return err
	}
	return o.disk.update(func(tx *store.Tx) error {
		putJSON(tx.Bucket(metaBucket), []byte("met "+what), now.UTC())
		return nil
	})
}
