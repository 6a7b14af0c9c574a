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

// enrol adds a realm within a transaction, queues its report 0, and gives the
// turn as it is with it. The first realm that makes the game begin sets the first
// turn's time going, and those who have waited for it are told; for those after it
// the deadline stays where it is as long as enough is left of it.
func (w *World) enrol(tx *store.Tx, c current, j game.Joining, rec realmRecord, now time.Time) (current, int, error) {
	first := len(c.world.Asked().Realms) == 0
	var world game.World
	var n int
	var refused error
	err := guarded(func() { world, n, refused = c.world.Join(j, c.seed) })
	if err != nil {
		return c, 0, err
	}
	if refused != nil {
		return c, 0, noPlace{refused}
	}
	moved, err := w.makeRoom(tx, &c, first, now)
	if err != nil {
		return c, 0, err
	}
	if c, err = w.joined(tx, c, world, join{Joining: j, Realm: n, At: now.UTC()}); err != nil {
		return c, 0, err
	}
	putJSON(tx.Bucket(realmsBucket), u32(n), rec)
	switch {
	case moved:
		err = w.tellJoined(tx, c, n, now)
	case first && len(c.world.Asked().Realms) > 0:
		err = w.tellBegun(tx, c, n, now)
	}
	if err != nil {
		return c, 0, err
	}
	return c, n, w.queueWelcome(tx, c, n, now)
}

// makeRoom moves the first turn's deadline if a realm that joins had less than
// half a week for its first orders, and tells whether there is anybody to be told.
func (w *World) makeRoom(tx *store.Tx, c *current, first bool, now time.Time) (moved bool, err error) {
	if c.turn > 1 && !first || !c.opened.Since.Before(now) {
		return false, nil
	}
	p, err := w.pace(tx, *c)
	if err != nil || !first && (p.deadline.IsZero() || p.deadline.Sub(now) >= w.s.Deadline.least()) {
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
func (w *World) tellJoined(tx *store.Tx, c current, newcomer int, now time.Time) error {
	p, err := w.pace(tx, c)
	if err != nil || !w.goesByDeadline(c.world) {
		return err
	}
	for _, r := range c.world.Realms() {
		if r.Fallen || r.Number == newcomer {
			continue
		}
		l := w.deadlineLetter(r)
		l.say("joined", phrase.Str("title", c.world.Title(r.Lang)), phrase.Str("when", moment(l.book, p.deadline)))
		if err := l.queue(tx, c.turn, phrase.P("subject.grace"), p.deadline, w.event(tx, c.world, r, p.deadline, p.Moves), now); err != nil {
			return err
		}
	}
	return nil
}

// tellBegun tells the players who have waited for a newcomer that the game begins,
// who is asked, and until when.
func (w *World) tellBegun(tx *store.Tx, c current, newcomer int, now time.Time) error {
	p, err := w.pace(tx, c)
	if err != nil {
		return err
	}
	closing := w.closings(tx, c.world, p.deadline, p.Moves)
	for _, r := range c.world.Realms() {
		if r.Fallen || r.Number == newcomer {
			continue
		}
		l, end := w.deadlineLetter(r), closing(r)
		l.say("begun")
		l.b.WriteString(end.text)
		if err := l.queue(tx, c.turn, phrase.P("subject.begun"), p.deadline, end.event, now); err != nil {
			return err
		}
	}
	return nil
}

// joined stores the world with a realm that joined or changed hands, and that it
// did, so that it can be done again.
func (w *World) joined(tx *store.Tx, c current, world game.World, j join) (current, error) {
	state := world.State()
	j.Rules, j.Tables, j.After = w.rb.Version(), putFile(tx, c.tables), sum(state)
	addJoin(tx, c.turn, j)
	if err := putState(tx, c.turn, state, c.opened); err != nil {
		return c, err
	}
	c.generation, c.world = number(tx, "state"), world
	c.realms = byNumber(world)
	w.keep(c)
	return c, nil
}

// admit gives somebody of the list a realm of his own: the password in one
// letter, the report 0 in another.
func (w *World) admit(tx *store.Tx, c current, row SignupRow, now time.Time) (current, error) {
	rec, secret, err := w.freshRecord(tx, row)
	if err != nil {
		return c, err
	}
	j := game.Joining{Name: row.Name, Player: row.Player, Kind: row.Kind, Culture: row.Culture, Lang: row.Lang, Computer: game.UTF8}
	c, n, err := w.enrol(tx, c, j, rec, now)
	if err != nil {
		return c, fmt.Errorf("a realm for %s: %w", row.Mail, err)
	}
	remove(tx.Bucket(signupsBucket), u32(row.ID))
	w.welcome(tx, c, row, n, secret, now)
	return c, nil
}

// freshRecord is the record of a realm that somebody gets, with a password only
// its letter tells.
func (w *World) freshRecord(tx *store.Tx, row SignupRow) (realmRecord, *sealed, error) {
	rec := realmRecord{Mail: []string{row.Mail}}
	s, err := w.seal(asPassword)
	if err != nil {
		return rec, nil, err
	}
	_, err = rec.renew(s.stream(tx))
	return rec, &s, err
}

// welcome tells somebody that he plays now: his realm, its password, what he can
// write. It is the letter his game begins with.
func (w *World) welcome(tx *store.Tx, c current, row SignupRow, number int, secret *sealed, now time.Time) {
	here, _ := c.realm(number)
	t := &text{book: Words(row.Lang)}
	t.say("welcome-first", phrase.Str("world", w.s.Name), phrase.Num("realm", number), phrase.Str("name", here.Name))
	t.line("")
	t.say("password-line", phrase.Num("realm", number), phrase.Str("password", hidden))
	t.line("")
	t.say("password-keep")
	t.say("welcome-report")
	w.about(t)
	w.tellSignup(tx, row, "subject.welcome", t, secret, number, now)
}

// tellSignup queues a letter to somebody who has no realm, or has just got one.
func (w *World) tellSignup(tx *store.Tx, row SignupRow, subject string, t *text, secret *sealed, realm int, now time.Time) {
	outboxIn(tx).addText(entry{OutboxRow: OutboxRow{Kind: kindSignup, Realm: realm, Turn: int(number(tx, "turn")), To: row.Mail,
		Subject: t.book.Say(phrase.P(subject, phrase.Str("world", w.s.Name)))}, ToName: row.Player, Secret: secret}, Draft{Text: t.b.String()}, now)
}
