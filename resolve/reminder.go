package resolve

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// owing lists who is to be reminded now: who is asked, has sent nothing, is not
// away, and has not been reminded in this turn. Nobody is where a letter may lie
// in the mailbox unread, or where the deadline is over.
func (k *clerk) owing(s overview, now time.Time) (out []int) {
	at := s.r.deadline
	if k.s.Reminder <= 0 || s.r.due || s.r.held || at.IsZero() || s.p.pause.holds(now) || s.p.mailbox.Unread ||
		now.Before(at.Add(-k.s.Reminder)) || !now.Before(at) {
		return nil
	}
	for _, n := range s.r.missing {
		if here, _ := chronicle.Realm(s.c.World, n); !here.Fallen && !slices.Contains(s.p.Reminded, n) {
			out = append(out, n)
		}
	}
	return out
}

// remind queues the reminders and remembers them.
func (k *clerk) remind(tx *store.Tx, s overview, now time.Time) error {
	for _, n := range s.owing {
		here, _ := chronicle.Realm(s.c.World, n)
		rec, err := s.p.record(n)
		if err != nil {
			return err
		}
		l := k.deadlineLetter(here)
		reminder := k.wanted("reminder", s.c.World, here.Lang)
		l.Say(reminder, phrase.Str("title", s.c.World.Title(here.Lang)), k.called(here))
		when := phrase.Str("when", wording.Moment(l.Book, s.r.deadline))
		if k.goesByDeadline(s.c.World) {
			l.Say("reminder-deadline", when)
		} else {
			l.Say("reminder-master", when)
		}
		if rec.Missed > 0 {
			l.Say("reminder-missed", phrase.Num("n", rec.Missed))
		}
		l.Say("reminder-sent")
		if err := l.queue(tx, s.c.Turn, phrase.P("subject."+reminder), s.r.deadline, nil, now); err != nil {
			return err
		}
	}
	t := s.p.deadlineLog
	t.Reminded = append(slices.Clip(t.Reminded), s.owing...)
	slices.Sort(t.Reminded)
	putDeadlineLog(tx, s.c.Turn, t)
	return nil
}

// goesByDeadline tells whether the turn that awaits orders is resolved at its
// deadline, and not by the game master's hand.
func (k *clerk) goesByDeadline(world game.World) bool {
	return !world.Asked().Over && world.Due(nil) != game.ByHand
}

// deadlineLetter is a letter to a player that answers none: about the turn and
// when it is resolved.
type deadlineLetter struct {
	wording.Text
	k     *clerk
	r     game.Realm
	about string // letters about it that have not left are replaced by a later one; "": never
}

func (k *clerk) deadlineLetter(r game.Realm) *deadlineLetter {
	return &deadlineLetter{Text: wording.Text{Book: wording.Words(r.Lang)}, k: k, r: r}
}

// queue lets the letter wait to be sent, from the game's address. The subject is
// told the world, the turn and, if it is known, the time the letter is about.
func (l *deadlineLetter) queue(tx *store.Tx, turn int, subject phrase.Phrase, when time.Time, event *outbox.Event,
	now time.Time) error {
	rec, err := l.k.people.Person(tx, l.r.Number)
	if err != nil || len(rec.Mail) == 0 {
		return err
	}
	subject.Args = append(subject.Args, phrase.Str("world", l.k.s.Name), phrase.Num("turn", turn),
		phrase.Str("when", wording.ShortMoment(l.Book, when.In(l.k.s.Zone))))
	outbox.In(tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: l.r.Number,
		Turn: turn, To: rec.Mail[0], Subject: l.Book.Say(subject)},
		ToName: l.r.Player, About: l.about}, outbox.Draft{Text: l.Body.String(), Event: event}, now)
	return nil
}
