package resolve

import (
	"runtime"
	"strings"
	"sync"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// enrolment adds realms within a transaction, one after the other: each gets the site,
// the report 0 and the letters that it would get if it came alone. What costs most, the
// hash of its password and the report, is made on all cores meanwhile, and the state is
// encoded once for all.
type enrolment struct {
	world   *World
	tx      *store.Tx
	current chronicle.Current // with all who have been added
	now     time.Time

	trial bool // only the rules are asked; nothing is stored
	come  []*newcomer
	last  chronicle.Join // the newest one, not stored yet
	slots chan struct{}
	work  sync.WaitGroup
}

// newcomer is a realm that is being added.
type newcomer struct {
	number int
	rec    roster.RealmRecord
	report []byte // packed; nil until it is made
	fault  error
}

// enrol lets f add realms to a turn, and gives the turn as it is with them.
func (w *World) enrol(tx *store.Tx, c chronicle.Current, now time.Time, f func(*enrolment) error) (chronicle.Current,
	error) {
	e := &enrolment{world: w, tx: tx, current: c, now: now, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
	if err := f(e); err != nil {
		e.work.Wait() // not to leave others at work
		return c, err
	}
	err := e.finish()
	return e.current, err
}

// enrolNow is enrol in a transaction of its own.
func (w *World) enrolNow(now time.Time, f func(*enrolment) error) error {
	return w.update(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, err := w.clock(tx, c, now); err != nil {
			return err
		}
		_, err = w.enrol(tx, c, now, f)
		return err
	})
}

// add adds a realm and queues its report 0. The first realm that makes the game begin
// sets the first turn's time going, and those who have waited for it are told; for those
// after it the deadline stays where it is as long as enough is left of it. Where the
// rules refuse the realm (isNoPlace), others can still be added.
func (e *enrolment) add(j game.Joining, rec roster.RealmRecord, password string) (int, error) {
	first := len(e.current.World.Asked().Realms) == 0
	var world game.World
	var n int
	var refused error
	err := store.Guarded(func() { world, n, refused = e.current.World.Join(j, e.current.Seed) })
	if err != nil {
		return 0, err
	}
	if refused != nil {
		return 0, noPlace{refused}
	}
	if e.trial {
		e.current.World = world
		return n, nil
	}
	if _, err := e.world.Note(e.tx, logbook.Entry{At: e.now, Realm: n, What: phrase.P("log.realm-added"),
		Aside: logbook.Aside{Name: j.Player, Mail: strings.Join(rec.Mail, ", "), Text: j.Name}}); err != nil {
		return 0, err
	}
	moved, err := e.world.makeRoom(e.tx, &e.current, first, e.now)
	if err != nil {
		return 0, err
	}
	e.joined(world, chronicle.Join{Joining: j, Realm: n, At: e.now.UTC()})
	store.PutJSON(e.tx.Bucket(store.RealmsBucket), store.U32(n), rec) // its letters ask for the address
	e.prepare(&newcomer{number: n, rec: rec}, world, password)
	switch {
	case moved:
		err = e.world.tellJoined(e.tx, e.current, n, e.now)
	case first && len(e.current.World.Asked().Realms) > 0:
		err = e.world.tellBegun(e.tx, e.current, n, e.now)
	}
	if err != nil {
		return 0, err
	}
	return n, e.world.queueFirst(e.tx, e.current, n, e.now)
}

// joined goes on with the world as it is with a realm more.
func (e *enrolment) joined(world game.World, j chronicle.Join) {
	if len(e.come) > 0 {
		e.world.putJoin(e.tx, e.current, e.last)
	}
	e.last, e.current.World, e.current.Realms = j, world, chronicle.ByNumber(world)
}

// prepare makes the hash and the report 0 of a newcomer, beside the caller. As many
// worlds are kept as there are cores.
func (e *enrolment) prepare(n *newcomer, world game.World, password string) {
	e.come = append(e.come, n)
	e.slots <- struct{}{}
	e.work.Go(func() {
		n.rec.Hash = secrecy.HashPassword(password, n.rec.Salt)
		n.report, n.fault = packedWelcome(world, n.number)
		<-e.slots
	})
}

// addByLetter adds a realm whose player gets number and password in a letter of their own.
func (e *enrolment) addByLetter(j game.Joining, row signup.Row) (number int, password string, err error) {
	rec, password, secret, err := e.world.freshRecord(e.tx, row)
	if err != nil {
		return 0, "", err
	}
	if number, err = e.add(j, rec, password); err == nil && !e.trial {
		err = e.world.welcome(e.tx, e.current, row, number, secret, false, e.now)
	}
	return number, password, err
}

// finish stores what was made beside, and the state.
func (e *enrolment) finish() error {
	if len(e.come) == 0 {
		return nil
	}
	state := e.current.World.State()
	e.work.Wait()
	for _, n := range e.come {
		if n.fault != nil {
			return n.fault
		}
		store.PutJSON(e.tx.Bucket(store.RealmsBucket), store.U32(n.number), n.rec)
		store.Put(e.tx.Bucket(store.ReportsBucket), store.Pair(0, n.number), n.report)
	}
	e.last.After = store.SumOf(state)
	e.world.putJoin(e.tx, e.current, e.last)
	return e.world.putJoined(e.tx, &e.current, state)
}

// Newcomer is a realm that is to be added, with the address of its player.
type Newcomer struct {
	game.Joining
	Mail string
}

// proper says why a realm, its player or his address cannot be called so in any world.
func (n Newcomer) proper() error {
	if err := roster.ProperMail(n.Mail); err != nil {
		return err
	}
	if _, err := signup.Named(n.Name); err != nil {
		return err
	}
	if n.Player == "" { // nobody's name is a rulebook's to take or not
		return nil
	}
	_, err := signup.Named(n.Player)
	return err
}

// Added is a realm that AddRealms has added.
type Added struct {
	Number   int
	Password string // as its letter tells it
}

// Refusal is why one of a list cannot be added.
type Refusal struct {
	At  int // its place in the list
	Err error
}

// Refusals are all of a list that cannot be added.
type Refusals []Refusal

// Error is the first one's.
func (r Refusals) Error() string { return r[0].Err.Error() }

// AddRealms adds all realms of a list in one transaction, or none: then the error is
// Refusals, if it is for the list. Realms, sites and reports 0 are those that AddRealm
// would give one after the other. The passwords go to the players by letter.
func (w *World) AddRealms(list []Newcomer, now time.Time) (added []Added, err error) {
	if _, err := w.GameAddress(); err != nil {
		return nil, err
	}
	err = w.enrolNow(now, func(e *enrolment) error {
		added, err = e.addAll(list)
		return err
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// TryRealms tells which of a list AddRealms would refuse, and changes nothing.
func (w *World) TryRealms(list []Newcomer) error {
	return w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		_, err = (&enrolment{world: w, tx: tx, current: c, trial: true}).addAll(list)
		return err
	})
}

// addAll adds a list; when one was refused, the others are only tried.
func (e *enrolment) addAll(list []Newcomer) (added []Added, err error) {
	var refused Refusals
	for i, n := range list {
		e.world.step(i, len(list))
		err := n.proper()
		if err == nil {
			var a Added
			a.Number, a.Password, err = e.addByLetter(n.Joining, n.row())
			added = append(added, a)
			if err != nil && !isNoPlace(err) {
				return nil, err
			}
		}
		if err != nil {
			e.trial, refused = true, append(refused, Refusal{i, err})
		}
	}
	e.world.step(len(list), len(list))
	if len(refused) > 0 {
		return nil, refused
	}
	return added, nil
}

// row is the newcomer as if he had waited.
func (n Newcomer) row() signup.Row {
	row := signup.Row{Player: n.Player, Name: n.Name, Kind: n.Kind, Culture: n.Culture, Lang: n.Lang, Mail: n.Mail}
	if row.Lang == "" {
		row.Lang = phrase.Langs[0]
	}
	return row
}
