package players

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Enrolment adds realms within a transaction, one after the other. Each gets the site, the report 0 and the letters
// that it would get if it came alone. The most expensive parts are the hash of its password and the report: they are
// made on all cores meanwhile. The state is encoded once for all.
type Enrolment struct {
	world.Session // its Current is with all who have been added

	trial bool // only the rules are asked, and nothing is stored
	come  []*newcomer
	last  chronicle.Join // the newest one, not stored yet
	slots chan struct{}
	work  sync.WaitGroup
}

// newcomer is a realm that is being added.
type newcomer struct {
	number int
	to     notices.Newcomer
	rec    roster.RealmRecord
	report chronicle.WrittenReport // empty until it is made
	fault  error
}

// Enrol lets f add realms to a turn, and returns the turn with them.
func Enrol(d world.Session, f func(*Enrolment) error) (chronicle.Current, error) {
	e := &Enrolment{Session: d, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	defer e.work.Wait() // so that no work goes on after it, nor after a panic of the store
	if err := f(e); err != nil {
		return d.Current, err
	}
	err := e.finish()
	return e.Current, err
}

// enrolNow is Enrol in a transaction of its own.
func enrolNow(w *world.World, now time.Time, f func(*Enrolment) error) error {
	return w.UpdateNow(now, func(d world.Session) error {
		_, err := Enrol(d, f)
		return err
	})
}

// AddRealm adds a realm, returns its number and password, which is not kept and not shown again, and queues its report
// 0. While the first turn awaits orders, and when a world without players gets one, the deadline counts from the
// newest realm. Without an address of the game its report could not leave: ErrAddress.
func AddRealm(w *world.World, j game.Joining, mail string, now time.Time) (number int, password string, err error) {
	rec := begun(w.Setup, mail)
	_, err = w.GameAddress()
	for _, wrong := range []error{err, roster.Newcomer{Joining: j, Mail: mail}.Proper(), w.Playable(mail)} {
		if wrong != nil {
			return 0, "", wrong
		}
	}
	if password, err = rec.Draw(w.Random()); err != nil {
		return 0, "", err
	}
	err = enrolNow(w, now, func(e *Enrolment) error {
		number, err = e.Add(j, rec, password, notices.Newcomer{})
		return err
	})
	if err != nil {
		return 0, "", fmt.Errorf("adding a realm: %w", err)
	}
	return number, password, nil
}

// Add adds a realm and queues its report 0. The realm with which the game begins starts the first turn's time, and
// players who waited for it are told. For later realms the deadline stays as long as enough time is left. If the rules
// refuse the realm (noPlace), others can still be added.
func (e *Enrolment) Add(j game.Joining, rec roster.RealmRecord, password string, to notices.Newcomer) (int, error) {
	first := len(e.Current.World.Asked().Realms) == 0
	var world game.World
	var n int
	var refused error
	err := store.Guarded(func() { world, n, refused = e.Current.World.Join(j, e.Current.Seed) })
	if err != nil {
		return 0, err
	}
	if refused != nil {
		return 0, noPlace{refused}
	}
	if e.trial {
		e.Current.World = world
		return n, nil
	}
	if _, err := e.World.Note(e.Tx, logbook.Entry{At: e.At, Realm: n, What: phrase.P("log.realm-added"),
		Aside: logbook.Aside{Name: j.Player, Mail: strings.Join(rec.Mail, ", "), Text: j.Name}}); err != nil {
		return 0, err
	}
	moved := makeRoom(&e.Session, first)
	e.joined(world, chronicle.Join{Joining: j, Realm: n, At: e.At.UTC()})
	roster.Put(e.Tx, n, rec) // its letters look up the address
	e.prepare(&newcomer{number: n, to: to, rec: rec}, world, password)
	switch {
	case moved:
		return n, e.tellJoined()
	case first && len(e.Current.World.Asked().Realms) > 0:
		return n, e.tellBegun()
	}
	return n, nil
}

// isNew reports whether a realm is added by this enrolment.
func (e *Enrolment) isNew(realm int) bool {
	return slices.ContainsFunc(e.come, func(n *newcomer) bool { return n.number == realm })
}

// joined goes on with the world that has one realm more.
func (e *Enrolment) joined(world game.World, j chronicle.Join) {
	if len(e.come) > 0 {
		PutJoin(e.Session, e.last)
	}
	e.last, e.Current.World, e.Current.Realms = j, world, chronicle.ByNumber(world)
}

// prepare makes the hash and the report 0 of a newcomer while the caller goes on. As many worlds are kept as there are
// cores.
func (e *Enrolment) prepare(n *newcomer, world game.World, password string) {
	e.come = append(e.come, n)
	e.slots <- struct{}{}
	e.work.Go(func() {
		if password != "" { // a seat at the machine has none
			n.rec.Hash = secrets.HashPassword(password, n.rec.Salt)
		}
		n.report, n.fault = chronicle.Welcome(e.Current.Seed, world, n.number)
		<-e.slots
	})
}

// addByLetter adds a realm whose player gets number and password in the letter with report 0.
func (e *Enrolment) addByLetter(j game.Joining, row roster.ApplicantRow) (number int, password string, err error) {
	rec, password, secret, err := freshRecord(e.World.Setup, e.Tx, row)
	if err != nil {
		return 0, "", err
	}
	number, err = e.Add(j, rec, password, notices.Newcomer{Secret: secret, Told: row.ID != 0})
	return number, password, err
}

// finish stores what was prepared, and the state.
func (e *Enrolment) finish() error {
	if len(e.come) == 0 {
		return nil
	}
	state := e.Current.World.State()
	e.work.Wait()
	for _, n := range e.come {
		if n.fault != nil {
			return n.fault
		}
		roster.Put(e.Tx, n.number, n.rec)
		n.report.Put(e.Tx, 0, n.number)
	}
	e.last.After = store.SumOf(state)
	PutJoin(e.Session, e.last)
	PutJoined(&e.Session, state)
	for _, n := range e.come { // their letters name all of them
		if err := notices.QueueFirst(e.Session, n.number, n.to); err != nil {
			return err
		}
	}
	return nil
}

// AddRealms adds all realms of a list in one transaction, or none. Then the error is Refusals, if it is about the
// list. Realms, sites and reports 0 are those that AddRealm would give one after the other. The players get their
// passwords by letter.
func AddRealms(w *world.World, list []roster.Newcomer, now time.Time) (added []roster.Added, err error) {
	if _, err := w.GameAddress(); err != nil {
		return nil, err
	}
	err = enrolNow(w, now, func(e *Enrolment) error {
		added, err = e.addAll(list)
		return err
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// TryRealms says which realms of a list AddRealms would refuse, and changes nothing.
func TryRealms(w *world.World, list []roster.Newcomer) error {
	return w.View(func(tx *store.Tx) error {
		d, err := w.Session(tx, time.Time{})
		if err != nil {
			return err
		}
		_, err = (&Enrolment{Session: d, trial: true}).addAll(list)
		return err
	})
}

// addAll adds a list. After the first refusal the others are only tried.
func (e *Enrolment) addAll(list []roster.Newcomer) (added []roster.Added, err error) {
	var refused roster.Refusals
	for i, n := range list {
		e.World.Step(i, len(list))
		err := cmp.Or(n.Proper(), e.World.Playable(n.Mail))
		if err == nil {
			var a roster.Added
			a.Number, a.Password, err = e.addByLetter(n.Joining, n.Row())
			added = append(added, a)
			if err != nil && !isNoPlace(err) {
				return nil, err
			}
		}
		if err != nil {
			e.trial, refused = true, append(refused, roster.Refusal{At: i, Err: err})
		}
	}
	e.World.Step(len(list), len(list))
	if len(refused) > 0 {
		return nil, refused
	}
	return added, nil
}

// noPlace is the rules' refusal of a realm.
type noPlace struct{ error }

// Unwrap returns what the rules said.
func (e noPlace) Unwrap() error { return e.error }

func isNoPlace(err error) bool {
	var no noPlace
	return errors.As(err, &no)
}

// makeRoom moves the first turn's deadline if a realm that joins had less than half a week for its first orders. It
// reports whether there is anybody to be told.
func makeRoom(d *world.Session, first bool) (moved bool) {
	if d.Current.Turn > 1 && !first || !d.Current.Opened.Since.Before(d.At) {
		return false
	}
	p := d.World.Schedule(d.Tx, d.Current)
	if !first && (p.Deadline.IsZero() || p.Deadline.Sub(d.At) >= d.World.Settings.Deadline.Least()) {
		return false
	}
	d.Current.Opened.Since = d.At.UTC()
	if first {
		return false
	}
	p.Moves++
	p.Log.Put(d.Tx, d.Current.Turn)
	return true
}

// tellJoined tells the players who were there before about the deadline that a new realm has moved.
func (e *Enrolment) tellJoined() error {
	d := e.Session
	p := d.World.Schedule(d.Tx, d.Current)
	if !d.World.GoesByDeadline(d.Current.World) || d.Current.World.Asked().Setup {
		return nil
	}
	if err := notices.Outdate(d, d.Current.Turn, func(n int) bool { return !e.isNew(n) }); err != nil {
		return err
	}
	for _, r := range d.Current.World.Realms() {
		if r.Fallen || e.isNew(r.Number) {
			continue
		}
		l := notices.NewDeadlineLetter(d, r)
		l.About = outbox.AboutDeadline
		l.Say("joined", phrase.Str("title", d.Current.World.Title(r.Lang)),
			phrase.Str("when", wording.Moment(l.Book, p.Deadline)))
		l.Queue(d.Current.Turn, phrase.P("subject.grace"), p.Deadline,
			notices.Event(d, d.Current.World, r, p.Deadline, p.Moves))
	}
	return nil
}

// tellBegun tells the players who have waited for a newcomer that the game begins, who is asked, and until when. If the
// first letter of one has not left, a new one in its place says so.
func (e *Enrolment) tellBegun() error {
	d := e.Session
	p := d.World.Schedule(d.Tx, d.Current)
	closing := notices.Closings(d, d.Current.World, p.Deadline, p.Moves)
	for _, r := range d.Current.World.Realms() {
		if r.Fallen || e.isNew(r.Number) {
			continue
		}
		if anew, err := notices.FirstAnew(d, r); anew || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		l, end := notices.NewDeadlineLetter(d, r), closing(r)
		l.Say("begun")
		l.Body.WriteString(end.Text)
		l.Queue(d.Current.Turn, phrase.P("subject.begun"), p.Deadline, end.Event)
	}
	return nil
}

// PutJoin records who joined or changed hands, under the present rules.
func PutJoin(d world.Session, j chronicle.Join) {
	j.Rules, j.Tables = d.World.Rules.Version(), store.PutFile(d.Tx, d.Current.Tables)
	chronicle.AddJoin(d.Tx, d.Current.Turn, j)
}

// PutJoined stores the state after the newest join, and goes on with it.
func PutJoined(d *world.Session, state []byte) {
	chronicle.PutState(d.Tx, d.Current.Turn, state, d.Current.Opened)
	d.Current.Generation = store.States.Of(d.Tx)
	d.World.Keep(d.Current)
}

// admit gives a player of the waiting list a realm.
func (e *Enrolment) admit(row roster.ApplicantRow) error {
	j := game.Joining{Name: row.Name, Player: row.Player, Kind: row.Kind, Culture: row.Culture, Lang: row.Lang,
		Computer: game.UTF8}
	if _, _, err := e.addByLetter(j, row); err != nil {
		return fmt.Errorf("a realm for %s: %w", row.Mail, err)
	}
	roster.DropWaiting(e.Tx, row.ID)
	return nil
}
