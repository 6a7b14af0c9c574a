package notices

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Remind queues the reminders, and records who was reminded.
func Remind(d world.Session, s world.Overview) {
	for _, n := range s.Owing {
		here, _ := chronicle.Realm(s.Current.World, n)
		rec, l := s.Schedule.Record(n), NewDeadlineLetter(d, here)
		reminder := Wanted(d.World.Setup, "reminder", s.Current.World, here.Lang)
		l.Say(reminder, phrase.Str("title", s.Current.World.Title(here.Lang)), Called(d.World.Setup, here))
		l.due(s)
		if rec.Missed > 0 {
			l.Say("reminder-missed", phrase.Num("n", rec.Missed))
		}
		l.Say("reminder-sent")
		l.About = outbox.AboutDeadline
		l.Queue(s.Current.Turn, phrase.P("subject."+reminder), s.Ready.Deadline, nil)
	}
	t := s.Schedule.Log
	t.Reminded = append(slices.Clip(t.Reminded), s.Owing...)
	slices.Sort(t.Reminded)
	t.Put(d.Tx, s.Current.Turn)
}

// DeadlineLetter is a letter to a player that is not an answer. It is about the turn and when it is resolved.
type DeadlineLetter struct {
	wording.Text
	d world.Session
	r game.Realm
	// who queues another letter about the same withdraws those that have not left first; "": it is told by the turn
	// before, and undo takes it back
	About string
}

// NewDeadlineLetter begins a letter to a realm, in its language.
func NewDeadlineLetter(d world.Session, r game.Realm) *DeadlineLetter {
	return &DeadlineLetter{Text: wording.Text{Book: wording.Words(r.Lang)}, d: d, r: r}
}

// due says when the turn is resolved.
func (l *DeadlineLetter) due(s world.Overview) {
	code := "reminder-master"
	if l.d.World.GoesByDeadline(s.Current.World) {
		code = "reminder-deadline"
	}
	l.Say(code, l.d.When(l.Book, s.Ready.Deadline))
}

// Queue queues the letter to the realm's player, and to the substitute if there is one. The subject is given the
// world, the turn and the time that the letter is about.
func (l *DeadlineLetter) Queue(turn int, subject phrase.Phrase, when time.Time, event *outbox.Event) {
	rec := l.d.World.People.Person(l.d.Tx, l.r.Number)
	if len(rec.Mail) == 0 {
		return
	}
	subject.Args = append(subject.Args, phrase.Str("world", l.d.World.Settings.Name), phrase.Num("turn", turn),
		phrase.Str("when", wording.ShortMoment(l.Book, when.In(l.d.World.Settings.Zone))))
	e := outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: l.r.Number,
		Turn: turn, Subject: l.Book.Say(subject)}, ToName: l.r.Player, About: l.About}
	for _, e.To = range rec.Readers(turn) {
		outbox.Open(l.d.Tx).AddText(e, outbox.Draft{Text: l.Body.String(), Event: event}, l.d.At)
		e.ToName = "" // the substitute is next
	}
}

// Grace moves the deadline for those who are about to miss their first turn, and tells all who are asked and not away.
// The time of grace begins at the deadline, or now if half of it would already be over.
func Grace(d world.Session, s world.Overview) (moved time.Time, err error) {
	from := s.Ready.Deadline
	if d.At.Sub(from) > d.World.Settings.Grace/2 {
		from = d.At
	}
	moved = from.Add(d.World.Settings.Grace).Truncate(time.Second).In(d.World.Settings.Zone)
	s.Schedule.Moved, s.Schedule.Moves = moved.UTC(), s.Schedule.Moves+1
	s.Schedule.Log.Put(d.Tx, s.Current.Turn)
	deadlines.ForgetPause(d.Tx) // if there was a pause, it is over, and the new deadline holds
	for _, n := range s.First {
		if _, err := roster.ChangeRealm(d.Tx, n, func(rec *roster.RealmRecord) { rec.Graced = s.Current.Turn }); err !=
			nil {
			return moved, err
		}
	}
	return moved, Announce(d, s, "grace", moved, 0)
}

// Outdate withdraws the letters about a turn's deadline that have not left, to realms that are told of another one now.
func Outdate(d world.Session, turn int, told func(realm int) bool) error {
	_, err := outbox.Open(d.Tx).Withdraw(func(e outbox.Message) bool {
		return e.Kind == outbox.KindDeadline && e.Turn == turn && e.About == outbox.AboutDeadline && told(e.Realm)
	})
	return err
}

// Announce tells all who are asked and not away, except one realm, to when the deadline was moved. code is that of the
// sentence, and also of its subject.
func Announce(d world.Session, s world.Overview, code string, moved time.Time, but int) error {
	asked := s.Current.World.Asked()
	told := slices.DeleteFunc(slices.Clone(asked.Realms), func(n int) bool {
		here, _ := chronicle.Realm(s.Current.World, n)
		return here.Fallen || slices.Contains(s.Ready.Away, n) || n == but
	})
	if err := Outdate(d, s.Current.Turn, func(n int) bool { return slices.Contains(told, n) }); err != nil {
		return err
	}
	for _, n := range told {
		here, _ := chronicle.Realm(s.Current.World, n)
		l := NewDeadlineLetter(d, here)
		l.About = outbox.AboutDeadline
		l.Say(code, phrase.Str("title", s.Current.World.Title(here.Lang)),
			d.When(l.Book, moved))
		switch missing := slices.Contains(s.Ready.Missing, n); {
		case missing && code == "grace" && !slices.Contains(s.First, n): // it has had its own
			l.Say("grace-others", Called(d.World.Setup, here))
		case missing:
			l.Say(code+"-owed", Called(d.World.Setup, here))
		case slices.Contains(asked.Free, n):
			l.Say("grace-free")
		default:
			l.Say(graceSent(s, n))
		}
		l.Queue(s.Current.Turn, phrase.P("subject."+code), moved,
			Event(d, s.Current.World, here, moved, s.Schedule.Moves))
	}
	return nil
}

// graceSent returns the code of what grace means to a realm that has sent orders: what a new letter does to them.
func graceSent(s world.Overview, realm int) string {
	code := "grace-sent"
	i := slices.IndexFunc(s.Records, func(r sheets.Sheet) bool { return r.Realm == realm })
	if i >= 0 && store.Guarded(func() {
		if s.Current.World.Check(s.Records[i].Sheet).Adds {
			code = "grace-sent-adds"
		}
	}) != nil {
		return "grace-sent"
	}
	return code
}

// Wanted returns the code of a sentence that asks for orders before a time. The title of a turn may end with what is
// sent in this phase, as in "Round 1 of 6: results". Then the sentence does not ask for orders as well.
func Wanted(k *world.Setup, code string, world game.World, lang phrase.Lang) string {
	words, phase := k.Rules.Words(lang), "phase."+world.Asked().Phase
	if words.Has(phase) && strings.HasSuffix(world.Title(lang), ": "+words.T(phase)) {
		return code + "-named"
	}
	return code
}

// Called is a realm with its number, with the rulebook's word for realms if it has one.
func Called(k *world.Setup, r game.Realm) phrase.Arg {
	return phrase.Str("who", wording.Called(k.Rules.Words(r.Lang), r.Number, r.Name))
}

// ToNewcomer is a letter to an address that is no realm's, or has just become one's.
type ToNewcomer struct {
	To       roster.ApplicantRow
	Subject  string // the code of its sentence
	Text     *wording.Text
	Secret   *secrets.Sealed // that the text shows; nil: none
	Realm    int             // 0: the reader has none
	Stranger bool            // see outbox.Message
	About    string          // as there
}

// Queue puts it into the outbox.
func (l ToNewcomer) Queue(d world.Session) {
	outbox.Open(d.Tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Realm: l.Realm,
		Turn: store.Turn(d.Tx), To: l.To.Mail,
		Subject: l.Text.Book.Say(phrase.P(l.Subject, phrase.Str("world", d.World.Settings.Name),
			phrase.Str("token", secrets.Hidden)))},
		ToName: l.To.Player, Secret: l.Secret, Stranger: l.Stranger, About: l.About},
		outbox.Draft{Text: l.Text.Body.String()}, d.At)
}

// SayCode shows the code that comes with a letter, in a paragraph of its own.
func SayCode(t *wording.Text) {
	t.Line("")
	t.Line("  " + secrets.Hidden)
	t.Line("")
}

// SayDays says how long the code counts.
func SayDays(t *wording.Text) { t.Say("token-days", TokenDays()) }

// TokenDays is for how many days a code counts at most.
func TokenDays() phrase.Arg { return phrase.Num("days", int(letter.TokenLasts.Hours()/24)) }
