package resolve

import (
	"errors"
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// noPlace is the rules' refusal of a realm.
type noPlace struct{ error }

// Unwrap gives what the rules said.
func (e noPlace) Unwrap() error { return e.error }

func isNoPlace(err error) bool {
	var no noPlace
	return errors.As(err, &no)
}

// makeRoom moves the first turn's deadline if a realm that joins had less than
// half a week for its first orders, and tells whether there is anybody to be told.
func (k *clerk) makeRoom(tx *store.Tx, c *chronicle.Current, first bool, now time.Time) (moved bool, err error) {
	if c.Turn > 1 && !first || !c.Opened.Since.Before(now) {
		return false, nil
	}
	p, err := k.schedule(tx, *c)
	if err != nil || !first && (p.deadline.IsZero() || p.deadline.Sub(now) >= k.settings.Deadline.Least()) {
		return false, err
	}
	c.Opened.Since = now.UTC()
	if first {
		return false, nil
	}
	p.deadlineLog.Moves++
	putDeadlineLog(tx, c.Turn, p.deadlineLog)
	return true, nil
}

// tellJoined tells the players who were there before of the deadline that a new
// realm has moved.
func (k *clerk) tellJoined(tx *store.Tx, c chronicle.Current, newcomer int, now time.Time) error {
	p, err := k.schedule(tx, c)
	if err != nil || !k.goesByDeadline(c.World) {
		return err
	}
	for _, r := range c.World.Realms() {
		if r.Fallen || r.Number == newcomer {
			continue
		}
		l := k.deadlineLetter(r)
		l.Say("joined", phrase.Str("title", c.World.Title(r.Lang)),
			phrase.Str("when", wording.Moment(l.Book, p.deadline)))
		if err := l.queue(tx, c.Turn, phrase.P("subject.grace"), p.deadline,
			k.event(tx, c.World, r, p.deadline, p.Moves), now); err != nil {
			return err
		}
	}
	return nil
}

// tellBegun tells the players who have waited for a newcomer that the game begins,
// who is asked, and until when.
func (k *clerk) tellBegun(tx *store.Tx, c chronicle.Current, newcomer int, now time.Time) error {
	p, err := k.schedule(tx, c)
	if err != nil {
		return err
	}
	closing := k.closings(tx, c.World, p.deadline, p.Moves)
	for _, r := range c.World.Realms() {
		if r.Fallen || r.Number == newcomer {
			continue
		}
		l, end := k.deadlineLetter(r), closing(r)
		l.Say("begun")
		l.Body.WriteString(end.text)
		if err := l.queue(tx, c.Turn, phrase.P("subject.begun"), p.deadline, end.event, now); err != nil {
			return err
		}
	}
	return nil
}

// putJoin notes who joined or changed hands, under the present rules.
func (k *clerk) putJoin(tx *store.Tx, c chronicle.Current, j chronicle.Join) {
	j.Rules, j.Tables = k.rulebook.Version(), store.PutFile(tx, c.Tables)
	chronicle.AddJoin(tx, c.Turn, j)
}

// putJoined stores the state after the newest join, and goes on with it.
func (w *World) putJoined(tx *store.Tx, c *chronicle.Current, state []byte) error {
	if err := chronicle.PutState(tx, c.Turn, state, c.Opened); err != nil {
		return err
	}
	c.Generation = store.NumberOf(tx, "state")
	w.keep(*c)
	return nil
}

// admit gives somebody of the list a realm of his own: the password in one
// letter, the report 0 in another.
func (e *enrolment) admit(row signup.Row) error {
	j := game.Joining{Name: row.Name, Player: row.Player, Kind: row.Kind, Culture: row.Culture, Lang: row.Lang,
		Computer: game.UTF8}
	if _, _, err := e.addByLetter(j, row); err != nil {
		return fmt.Errorf("a realm for %s: %w", row.Mail, err)
	}
	store.Remove(e.tx.Bucket(signup.SignupsBucket), store.U32(row.ID))
	return nil
}

// freshRecord is the record of a realm that somebody gets, with a password only
// its letter tells, and which is not hashed yet.
func (k *clerk) freshRecord(tx *store.Tx, row signup.Row) (rec roster.RealmRecord, password string,
	secret *secrecy.Sealed, err error) {
	rec = roster.RealmRecord{Mail: []string{row.Mail}}
	s, err := k.seal(secrecy.AsPassword)
	if err != nil {
		return rec, "", nil, err
	}
	password, err = rec.Draw(s.Stream(tx))
	return rec, password, &s, err
}

// welcome tells somebody that he plays now: his realm, its password, what he can
// write. It is the letter his game begins with. A successor reads whose orders the
// realm's last report tells of, and what is abbreviated in it; report 0 has its own legend.
func (k *clerk) welcome(tx *store.Tx, c chronicle.Current, row signup.Row, number int, secret *secrecy.Sealed,
	successor bool, now time.Time) error {
	here, _ := c.Realm(number)
	t := &wording.Text{Book: wording.Words(row.Lang)}
	t.Say("welcome-first", phrase.Str("world", k.settings.Name), phrase.Num("realm", number),
		phrase.Str("name", here.Name))
	t.Line("")
	t.Say("password-line", phrase.Num("realm", number), phrase.Str("password", secrecy.Hidden))
	t.Line("")
	t.Say("password-keep")
	if successor {
		t.Say("welcome-took-over")
	} else {
		t.Say("welcome-report")
	}
	k.about(t)
	if successor {
		if err := addLegend(t, c.World, number); err != nil {
			return err
		}
	}
	k.tellSignup(tx, row, "subject.welcome", t, secret, number, now)
	return nil
}

// tellSignup queues a letter to somebody who has no realm, or has just got one.
func (k *clerk) tellSignup(tx *store.Tx, row signup.Row, subject string, t *wording.Text, secret *secrecy.Sealed,
	realm int, now time.Time) {
	outbox.In(tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Realm: realm,
		Turn: int(store.NumberOf(tx, "turn")), To: row.Mail,
		Subject: t.Book.Say(phrase.P(subject, phrase.Str("world", k.settings.Name)))}, ToName: row.Player,
		Secret: secret},
		outbox.Draft{Text: t.Body.String()}, now)
}
