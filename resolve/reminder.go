package resolve

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// owing lists who is to be reminded now: who is asked, has sent nothing, is not
// away, and has not been reminded in this turn. Nobody is where a letter may lie
// in the mailbox unread, or where the deadline is over.
func (k *clerk) owing(s standing, now time.Time) (out []int) {
	at := s.r.deadline
	if k.s.Reminder <= 0 || s.r.due || s.r.held || at.IsZero() || s.p.pause.holds(now) || s.p.mailbox.Unread ||
		now.Before(at.Add(-k.s.Reminder)) || !now.Before(at) {
		return nil
	}
	for _, n := range s.r.missing {
		if here, _ := realm(s.c.world, n); !here.Fallen && !slices.Contains(s.p.Reminded, n) {
			out = append(out, n)
		}
	}
	return out
}

// remind queues the reminders and remembers them.
func (k *clerk) remind(tx *store.Tx, s standing, now time.Time) error {
	for _, n := range s.owing {
		here, _ := realm(s.c.world, n)
		rec, err := s.p.record(n)
		if err != nil {
			return err
		}
		l := k.deadlineLetter(here)
		reminder := k.wanted("reminder", s.c.world, here.Lang)
		l.say(reminder, phrase.Str("title", s.c.world.Title(here.Lang)), k.called(here))
		when := phrase.Str("when", moment(l.book, s.r.deadline))
		if k.goesByDeadline(s.c.world) {
			l.say("reminder-deadline", when)
		} else {
			l.say("reminder-master", when)
		}
		if rec.Missed > 0 {
			l.say("reminder-missed", phrase.Num("n", rec.Missed))
		}
		l.say("reminder-sent")
		if err := l.queue(tx, s.c.turn, phrase.P("subject."+reminder), s.r.deadline, nil, now); err != nil {
			return err
		}
	}
	t := s.p.timing
	t.Reminded = append(slices.Clip(t.Reminded), s.owing...)
	slices.Sort(t.Reminded)
	putTiming(tx, s.c.turn, t)
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
	text
	k     *clerk
	r     game.Realm
	about string // letters about it that have not left are replaced by a later one; "": never
}

func (k *clerk) deadlineLetter(r game.Realm) *deadlineLetter {
	return &deadlineLetter{text: text{book: Words(r.Lang)}, k: k, r: r}
}

// queue lets the letter wait to be sent, from the game's address. The subject is
// told the world, the turn and, if it is known, the time the letter is about.
func (l *deadlineLetter) queue(tx *store.Tx, turn int, subject phrase.Phrase, when time.Time, event *Event, now time.Time) error {
	rec, err := l.k.people.person(tx, l.r.Number)
	if err != nil || len(rec.Mail) == 0 {
		return err
	}
	subject.Args = append(subject.Args, phrase.Str("world", l.k.s.Name), phrase.Num("turn", turn), phrase.Str("when", shortMoment(l.book, when.In(l.k.s.Zone))))
	outboxIn(tx).addText(entry{OutboxRow: OutboxRow{Kind: kindDeadline, Realm: l.r.Number, Turn: turn, To: rec.Mail[0], Subject: l.book.Say(subject)},
		ToName: l.r.Player, About: l.about}, Draft{Text: l.b.String(), Event: event}, now)
	return nil
}
