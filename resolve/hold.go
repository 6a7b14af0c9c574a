package resolve

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// HoldTurn is Advance, but the letters of the turn wait until the game master releases them, or takes
// the turn back (Undo). Meanwhile no letter is taken in and nothing is changed: ErrHeld.
func (w *World) HoldTurn(now time.Time, force bool) (Advanced, error) {
	return manner{force: force, hold: true}.advance(w, now)
}

// ReleaseTurn queues the letters of the turn that is held. The next deadline counts from now, for
// nobody could send orders before. It gives the turn, and how many reports there are. ErrUnheld: none is held.
func (w *World) ReleaseTurn(now time.Time) (turn, reports int, err error) {
	err = w.update(func(tx *store.Tx) error {
		held, c, err := w.heldTurn(tx, now)
		if err != nil {
			return err
		}
		turn = held.Turn
		chronicle.EndHold(tx)
		if err := chronicle.Reopen(tx, c.Turn, now); err != nil {
			return err
		}
		if c, err = w.now(tx); err != nil {
			return err
		}
		if _, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.turn-released",
			phrase.Num("turn", turn))}); err != nil {
			return err
		}
		p, err := w.schedule(tx, c)
		if err != nil {
			return err
		}
		t := told{turn: turn, next: c.World, deadline: p.Deadline, at: now, realms: reportsOf(tx, turn)}
		reports = len(t.realms)
		if t.was, err = (chronicle.Archive{Rb: w.rulebook, Shelf: w.shelf}).Before(tx, turn); err != nil {
			return err
		}
		t.notices, _, err = store.GetPacked[[]game.Notice](tx.Bucket(store.TurnsBucket).Bucket(store.U32(turn)),
			[]byte("notices"))
		if err != nil {
			return err
		}
		if err := t.mail(tx, w.clerk); err != nil {
			return err
		}
		if err := turnBegins(w, tx, now); err != nil {
			return err
		}
		return begin(w, tx, now)
	})
	if err != nil {
		return 0, 0, err
	}
	return turn, reports, nil
}

// told is a resolved turn as its letters tell of it.
type told struct {
	turn      int
	was, next game.World   // was may be nil: rules of before
	outcome   game.Outcome // nil: it was not played now
	realms    []int        // with reports
	notices   []game.Notice
	deadline  time.Time // of the next
	at        time.Time
}

// mail queues the letters of a resolved turn.
func (t told) mail(tx *store.Tx, k *clerk) error {
	players := map[int]game.Realm{}
	if t.was != nil {
		players = chronicle.ByNumber(t.was)
	}
	for _, r := range t.next.Realms() {
		players[r.Number] = r
	}
	log, err := pace.ReadLog(tx, t.turn+1)
	if err != nil {
		return err
	}
	ends := closer{k: k, tx: tx, world: t.next, turn: t.turn + 1, at: t.at}
	closed, err := ends.turnEnded(t.turn)
	if err != nil {
		return err
	}
	if closed {
		t.next = chronicle.Shut(t.next)
	}
	closing, err := k.closings(tx, t.next, t.deadline, log.Moves)
	if err != nil {
		return err
	}
	news, err := anewOf(tx, t.turn)
	if err != nil {
		return err
	}
	paper, err := newspaper(k, tx, t.turn, t.next)
	if err != nil {
		return err
	}
	for _, n := range t.realms {
		end, err := closing(players[n]), error(nil)
		if t.outcome != nil {
			end.ledger.Enter(t.turn, t.outcome)
		}
		if end.opening, err = k.foreword(tx, t.turn, players[n]); err != nil {
			return err
		}
		end.opening, end.again = news.opening(players[n])+end.opening, news.again
		if end.files = paper(players[n]); len(end.files) > 0 {
			end.text += wording.Words(players[n].Lang).Say(phrase.P("public.with",
				phrase.Str("file", end.files[0].Name))) + "\n"
		}
		if err := k.queueReport(tx, players[n], t.turn, end, t.at); err != nil {
			return err
		}
	}
	if closed {
		if err := ends.farewell(nil); err != nil {
			return err
		}
	}
	notices, err := tray.Unmailed(tx, t.turn, t.notices)
	k.queueNotices(tx, t.next, t.turn, notices, t.at)
	return err
}

// heldTurn is the turn that is held, and the one after it. ErrUnheld: none is.
func (w *World) heldTurn(tx *store.Tx, now time.Time) (held chronicle.Hold, c chronicle.Current, err error) {
	if held, err = chronicle.Held(tx); err != nil {
		return held, c, err
	}
	if held.Turn == 0 {
		return held, c, store.ErrUnheld
	}
	if c, err = w.now(tx); err == nil {
		_, err = sinceFormer(w, tx, c, now)
	}
	return held, c, err
}

// reportsOf lists whom there is a report of a turn for.
func reportsOf(tx *store.Tx, turn int) (realms []int) {
	c := tx.Bucket(store.ReportsBucket).Cursor()
	for k, _ := c.Seek(store.Pair(turn, 0)); bytes.HasPrefix(k, store.U32(turn)); k, _ = c.Next() {
		realms = append(realms, int(binary.BigEndian.Uint32(k[4:])))
	}
	return realms
}

// HeldStatus is a turn that is held, in a Status, in the world's zone.
type HeldStatus struct {
	Turn  int       `json:"turn"` // that is resolved
	Since time.Time `json:"since"`
}

// heldStatus tells of a turn that is held; nil: none is.
func heldStatus(h chronicle.Hold, zone *time.Location) *HeldStatus {
	if h.Turn == 0 {
		return nil
	}
	return &HeldStatus{h.Turn, h.At.In(zone)}
}

// A mailbox that cannot be read holds turns up, too.

// heldLong is how long after its deadline the game master is told of a turn that
// waits for the mailbox, and then every day.
const heldLong = 6 * time.Hour

// MailboxFailed writes down that the mailbox could not be read, and why. Until an
// hour after the last such time, and until MailboxRead, a turn is resolved by
// force only; the game master is told if that lasts.
func (w *World) MailboxFailed(why pace.Reason, now time.Time) error {
	return w.notRead(why, now, func(m *pace.Mailbox) {
		m.Failed = now.UTC()
		if m.Deaf.IsZero() || m.Deaf.After(now) {
			m.Deaf, m.Told = now.UTC(), nil
		}
	})
}

// MailboxLeft writes down that the mailbox was not read to its end, for a reason
// that is not its own: the next whole reading lets turns go on.
func (w *World) MailboxLeft(why pace.Reason, now time.Time) error {
	return w.notRead(why, now, func(*pace.Mailbox) {})
}

func (w *World) notRead(why pace.Reason, now time.Time, mark func(*pace.Mailbox)) error {
	return w.update(func(tx *store.Tx) error {
		m, err := pace.ReadMailbox(tx)
		if err != nil {
			return err
		}
		mark(m.Left(why.Kept(outbox.AnswerKept), now))
		m.Put(tx)
		s, err := w.overview(tx, now, false)
		if err != nil && !errors.Is(err, store.ErrRules) { // the turn will tell of those
			return err
		}
		if err == nil && s.heldLong(now) {
			return w.tellHeld(tx, s, now)
		}
		w.tellDeaf(tx, m, now)
		return nil
	})
}

// because puts the reason into words of a language.
func (k *clerk) because(m pace.Mailbox, lang phrase.Lang) string {
	return m.Because(func(p phrase.Phrase) string {
		if k.settings.Say == nil {
			return wording.Words(lang).Say(p)
		}
		return k.settings.Say(lang, p)
	})
}

// MailboxRead writes down that the mailbox was read to its end, if it had not
// been before.
func (w *World) MailboxRead() error {
	unread := false
	err := w.view(func(tx *store.Tx) error {
		m, err := pace.ReadMailbox(tx)
		unread = m.Unread
		return err
	})
	if err != nil || !unread {
		return err
	}
	return w.update(func(tx *store.Tx) error {
		m, err := pace.ReadMailbox(tx)
		m.Unread, m.Deaf, m.Told = false, time.Time{}, nil
		m.Put(tx)
		return err
	})
}

// tellHeld tells the game master, once a day, of a turn that has waited for the
// mailbox for long: one that can be read now and then could hold the game up
// for ever, and only a person knows whether letters are still under way.
func (k *clerk) tellHeld(tx *store.Tx, s overview, now time.Time) error {
	fresh, err := outbox.Once(tx, "held by the mailbox", limits.Day, now)
	if !fresh || err != nil {
		return err
	}
	t, box := &wording.Text{Book: wording.Words(k.settings.Lang)}, s.schedule.Mailbox
	t.Say("held", phrase.Num("turn", s.current.Turn), phrase.Str("deadline", wording.Moment(t.Book, s.ready.Deadline)),
		phrase.Str("since", wording.Moment(t.Book, box.Since.In(k.settings.Zone))))
	t.Line("  " + k.because(box, k.settings.Lang))
	t.Say("held-advice")
	k.master.Alarm(tx, strings.TrimSuffix(t.Body.String(), "\n"), now)
	return nil
}

// heldLong tells whether the turn has waited for the mailbox for long.
func (s overview) heldLong(now time.Time) bool {
	return s.ready.Held && !s.ready.Deadline.IsZero() && now.Sub(s.ready.Deadline) >= heldLong
}

// deaf tells whether the mailbox could not be read for so long that a person
// should see to it, whether or not a turn waits for it.
func (k *clerk) deaf(m pace.Mailbox, now time.Time) bool {
	return m.DeafFor(k.settings.Deaf, now)
}

// tellDeaf tells the game master of a mailbox that could not be read for long: of
// each trouble it has once a day, so that two that take turns are told twice.
func (k *clerk) tellDeaf(tx *store.Tx, m pace.Mailbox, now time.Time) {
	if !k.deaf(m, now) || !m.Tell(now) {
		return
	}
	m.Put(tx)
	t := &wording.Text{Book: wording.Words(k.settings.Lang)}
	t.Say("deaf", phrase.Str("since", wording.Moment(t.Book, m.Deaf.In(k.settings.Zone))))
	t.Line("  " + k.because(m, k.settings.Lang))
	t.Say("deaf-advice")
	k.master.Alarm(tx, strings.TrimSuffix(t.Body.String(), "\n"), now)
}
