package resolve

import (
	"errors"
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
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
func (k *clerk) makeRoom(tx *store.Tx, c *current, first bool, now time.Time) (moved bool, err error) {
	if c.turn > 1 && !first || !c.opened.Since.Before(now) {
		return false, nil
	}
	p, err := k.pace(tx, *c)
	if err != nil || !first && (p.deadline.IsZero() || p.deadline.Sub(now) >= k.s.Deadline.least()) {
		return false, err
	}
	c.opened.Since = now.UTC()
	if first {
		return false, nil
	}
	p.timing.Moves++
	putTiming(tx, c.turn, p.timing)
	return true, nil
}

// tellJoined tells the players who were there before of the deadline that a new
// realm has moved.
func (k *clerk) tellJoined(tx *store.Tx, c current, newcomer int, now time.Time) error {
	p, err := k.pace(tx, c)
	if err != nil || !k.goesByDeadline(c.world) {
		return err
	}
	for _, r := range c.world.Realms() {
		if r.Fallen || r.Number == newcomer {
			continue
		}
		l := k.deadlineLetter(r)
		l.say("joined", phrase.Str("title", c.world.Title(r.Lang)), phrase.Str("when", moment(l.book, p.deadline)))
		if err := l.queue(tx, c.turn, phrase.P("subject.grace"), p.deadline, k.event(tx, c.world, r, p.deadline, p.Moves), now); err != nil {
			return err
		}
	}
	return nil
}

// tellBegun tells the players who have waited for a newcomer that the game begins,
// who is asked, and until when.
func (k *clerk) tellBegun(tx *store.Tx, c current, newcomer int, now time.Time) error {
	p, err := k.pace(tx, c)
	if err != nil {
		return err
	}
	closing := k.closings(tx, c.world, p.deadline, p.Moves)
	for _, r := range c.world.Realms() {
		if r.Fallen || r.Number == newcomer {
			continue
		}
		l, end := k.deadlineLetter(r), closing(r)
		l.say("begun")
		l.b.WriteString(end.text)
		if err := l.queue(tx, c.turn, phrase.P("subject.begun"), p.deadline, end.event, now); err != nil {
			return err
		}
	}
	return nil
}

// joined stores the world with a realm that changed hands, and that it did, so that it
// can be done again.
func (w *World) joined(tx *store.Tx, c current, world game.World, j join) (current, error) {
	c.world, c.realms = world, byNumber(world)
	state := world.State()
	j.After = sum(state)
	w.putJoin(tx, c, j)
	err := w.putJoined(tx, &c, state)
	return c, err
}

// putJoin notes who joined or changed hands, under the present rules.
func (k *clerk) putJoin(tx *store.Tx, c current, j join) {
	j.Rules, j.Tables = k.rb.Version(), putFile(tx, c.tables)
	addJoin(tx, c.turn, j)
}

// putJoined stores the state after the newest join, and goes on with it.
func (w *World) putJoined(tx *store.Tx, c *current, state []byte) error {
	if err := putState(tx, c.turn, state, c.opened); err != nil {
		return err
	}
	c.generation = number(tx, "state")
	w.keep(*c)
	return nil
}

// admit gives somebody of the list a realm of his own: the password in one
// letter, the report 0 in another.
func (e *enrolment) admit(row SignupRow) error {
	j := game.Joining{Name: row.Name, Player: row.Player, Kind: row.Kind, Culture: row.Culture, Lang: row.Lang, Computer: game.UTF8}
	if _, _, err := e.addByLetter(j, row); err != nil {
		return fmt.Errorf("a realm for %s: %w", row.Mail, err)
	}
	remove(e.tx.Bucket(signupsBucket), u32(row.ID))
	return nil
}

// freshRecord is the record of a realm that somebody gets, with a password only
// its letter tells, and which is not hashed yet.
func (k *clerk) freshRecord(tx *store.Tx, row SignupRow) (rec realmRecord, password string, secret *sealed, err error) {
	rec = realmRecord{Mail: []string{row.Mail}}
	s, err := k.seal(asPassword)
	if err != nil {
		return rec, "", nil, err
	}
	password, err = rec.draw(s.stream(tx))
	return rec, password, &s, err
}

// welcome tells somebody that he plays now: his realm, its password, what he can
// write. It is the letter his game begins with.
func (k *clerk) welcome(tx *store.Tx, c current, row SignupRow, number int, secret *sealed, now time.Time) {
	here, _ := c.realm(number)
	t := &text{book: Words(row.Lang)}
	t.say("welcome-first", phrase.Str("world", k.s.Name), phrase.Num("realm", number), phrase.Str("name", here.Name))
	t.line("")
	t.say("password-line", phrase.Num("realm", number), phrase.Str("password", hidden))
	t.line("")
	t.say("password-keep")
	t.say("welcome-report")
	k.about(t)
	k.tellSignup(tx, row, "subject.welcome", t, secret, number, now)
}

// tellSignup queues a letter to somebody who has no realm, or has just got one.
func (k *clerk) tellSignup(tx *store.Tx, row SignupRow, subject string, t *text, secret *sealed, realm int, now time.Time) {
	outboxIn(tx).addText(entry{OutboxRow: OutboxRow{Kind: kindSignup, Realm: realm, Turn: int(number(tx, "turn")), To: row.Mail,
		Subject: t.book.Say(phrase.P(subject, phrase.Str("world", k.s.Name)))}, ToName: row.Player, Secret: secret}, Draft{Text: t.b.String()}, now)
}
