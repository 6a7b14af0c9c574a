package turns

import (
	"maps"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// tell withdraws the letters of the turn that is taken back, as far as they have not left, and writes to the players.
// Those who have the report learn that it does not count, and all learn until when orders do. Players who had joined
// since get a new report 0, since their site may be another. If nobody has a report and the deadline was never moved,
// there is nothing to tell. Nobody knows of a turn that was held. Only what was said before it, and has not left, is said again.
func (u *undoing) tell() error {
	box := outbox.Open(u.Tx)
	since, err := box.Since(u.undone.Record.At)
	if err != nil {
		return err
	}
	gone, err := box.TakeBack(u.did.Turn, u.undone.Record.At, u.undone.Reports, u.did.Joined)
	if err != nil {
		return err
	}
	u.did.Withdrawn, u.did.Out = len(gone.Withdrawn), gone.Out
	unsent, err := withdrawUndone(u.Tx, u.did.Turn)
	if err != nil {
		return err
	}
	before := chronicle.UndoneOf(u.Tx, u.did.Turn)
	seen, err := u.untold(before[0].Record.At)
	if err != nil {
		return err
	}
	for _, n := range u.did.Joined {
		lost := slices.ContainsFunc(since, func(e outbox.Message) bool {
			return e.Realm == n && e.Kind == outbox.KindReport && e.Secret != nil && e.Unread()
		})
		if err := u.welcomeAgain(n, lost); err != nil {
			return err
		}
	}
	var first []int // whose first letter came with the turn, and has not left
	for _, e := range since {
		if e.Kind == outbox.KindReport && e.Turn == u.did.Turn && e.Secret != nil && e.Unread() {
			if err := players.WelcomeAnew(u.Session, e.Realm); err != nil {
				return err
			}
			first = append(first, e.Realm)
		}
	}
	records := u.World.Cache.Sheets(u.Tx, u.did.Turn)
	if u.Current.World.Asked().Over {
		return nil
	}
	unknown := len(seen)+len(unsent) == 0 && !u.moved
	for _, r := range u.Current.World.Realms() {
		owed := slices.ContainsFunc(unsent, func(e outbox.Message) bool { return e.Realm == r.Number })
		if r.Fallen || slices.Contains(u.did.Joined, r.Number) || slices.Contains(first, r.Number) || u.did.Discarded && !owed ||
			unknown && !slices.Contains(u.since, r.Number) {
			continue
		}
		sent := slices.ContainsFunc(records, func(s sheets.Sheet) bool { return s.Realm == r.Number })
		u.tellOne(r, sent, seen[r.Number])
	}
	return nil
}

// untold returns the realms whose players have a report of the turn, and were not told yet that it does not count. since
// is when the turn was resolved first.
func (u *undoing) untold(since time.Time) (map[int]bool, error) {
	letters, err := outbox.Open(u.Tx).Since(since)
	seen := map[int]bool{}
	for _, e := range letters {
		switch {
		case e.Turn != u.did.Turn || e.QueuedBefore(u.came[e.Realm]): // the latter was sent to the realm's former player
		case e.Kind == outbox.KindReport && (e.State == outbox.Sent || e.State == outbox.Unclear):
			seen[e.Realm] = true
		case e.About == aboutUndoneSeen && e.Left():
			delete(seen, e.Realm)
		}
	}
	return seen, err
}

// withdrawUndone withdraws letters about a turn taken back that have not left. Later ones about it replace them, or its
// new reports, which say the same.
func withdrawUndone(tx *store.Tx, turn int) ([]outbox.Message, error) {
	return outbox.Open(tx).Withdraw(func(e outbox.Message) bool {
		return e.Turn == turn && (e.About == aboutUndone || e.About == aboutUndoneSeen)
	})
}

// The marks of letters about a turn taken back: to those who have no report of it, and to those who have one.
const (
	aboutUndone     = "undone"
	aboutUndoneSeen = "undone-seen"
)

// tellOne writes to one player. sent says that the player has sent orders for the turn, seen that the player has its
// report.
func (u *undoing) tellOne(r game.Realm, sent, seen bool) {
	l := notices.NewDeadlineLetter(u.Session, r)
	turn, title := phrase.Num("turn", u.did.Turn), phrase.Str("title", u.Current.World.Title(r.Lang))
	if seen {
		l.Say("undone", turn)
		l.About = aboutUndoneSeen
	} else {
		l.Say("undone-unsent", turn)
		l.About = aboutUndone
	}
	if planned := chronicle.ReadClosure(u.Tx); planned.Planned() {
		l.Say("closing-planned", notices.Closes(u.World.Setup, l.Book, planned)...)
	}
	asked := slices.Contains(u.Current.World.Asked().Realms, r.Number)
	switch {
	case !asked:
	case u.World.GoesByDeadline(u.Current.World) && !u.did.Deadline.IsZero():
		l.Say("undone-until", title, u.When(l.Book, u.did.Deadline))
	default:
		l.Say("undone-open", title)
	}
	if asked && sent {
		l.Say("undone-sent")
	}
	if slices.Contains(u.did.Ahead, r.Number) {
		l.Say("undone-ahead", phrase.Num("turn", u.did.Turn+1))
	}
	var e *outbox.Event
	if p := u.World.Schedule(u.Tx, u.Current); !u.did.Deadline.IsZero() && u.World.GoesByDeadline(u.Current.World) {
		e = notices.Event(u.Session, u.Current.World, r, u.did.Deadline, p.Moves)
	}
	l.Queue(u.did.Turn, phrase.P("subject.undone"), u.did.Deadline, e)
}

// welcomeAgain sends report 0 to a player who joined after the turn, as things are now. If the first one never left, its
// password is lost, and a new one comes.
func (u *undoing) welcomeAgain(realm int, lost bool) error {
	report, err := chronicle.Welcome(u.Current.Seed, u.Current.World, realm)
	if err != nil {
		return err
	}
	report.Put(u.Tx, 0, realm)
	if lost {
		return players.WelcomeAnew(u.Session, realm)
	}
	r, _ := u.Current.Realm(realm)
	end, err := notices.Welcoming(u.Session, r, notices.Newcomer{Told: true})
	if err != nil {
		return err
	}
	t := &wording.Text{Book: wording.Words(r.Lang)}
	t.Say("undone-welcome", phrase.Num("turn", u.did.Turn))
	t.Line("")
	end.Opening = t.Body.String()
	return notices.QueueReport(u.Session, r, 0, end)
}

// standAgain restores the substitutes whose turns were over with the one that is taken back, unless somebody else stands
// in now. Each has the former password. Those who have read that it was over are told.
func (u *undoing) standAgain() error {
	back := map[int]roster.RealmRecord{}
	for number, rec := range u.World.People.Records(u.Tx) {
		here, _ := u.Current.Realm(number)
		if schedule.StandsAgain(rec, u.did.Turn) && !here.Fallen {
			back[number] = rec
		}
	}
	for _, n := range slices.Sorted(maps.Keys(back)) {
		u.did.Stands = append(u.did.Stands, n)
		if err := u.standsAgain(n, back[n]); err != nil {
			return err
		}
	}
	return nil
}

func (u *undoing) standsAgain(realm int, rec roster.RealmRecord) error {
	if _, err := roster.ChangeRealm(u.Tx, realm, func(rec *roster.RealmRecord) {
		rec.Substitute, rec.Ended = rec.Ended, nil
	}); err != nil {
		return err
	}
	unread, err := outbox.Open(u.Tx).Withdraw(func(e outbox.Message) bool {
		return e.Realm == realm && e.Turn == u.did.Turn+1 && e.About == notices.AboutOver
	})
	if err != nil {
		return err
	}
	here, _ := u.Current.Realm(realm)
	t, state := &wording.Text{Book: wording.Words(here.Lang)}, phrase.Str("world", u.World.Settings.Name)
	t.Say("substitute-again", state, phrase.Num("turn", u.did.Turn), phrase.Num("realm", realm),
		phrase.Str("name", here.Name), phrase.Num("until", rec.Ended.Until))
	if u.World.Settings.AuthInForce() != world.ByDKIM {
		t.Say("substitute-again-password")
	}
	for _, to := range []string{rec.Mail[0], rec.Ended.Mail} {
		if slices.ContainsFunc(unread, func(e outbox.Message) bool { return e.To == to }) {
			continue
		}
		outbox.Open(u.Tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: realm,
			Turn: u.did.Turn, To: to, Subject: t.Book.Say(phrase.P("subject.substitute-again", state))},
			About: notices.AboutStandsAgain}, outbox.Draft{Text: t.Body.String()}, u.At)
	}
	_, err = u.World.Note(u.Tx, logbook.Entry{At: u.At, Realm: realm, What: phrase.P("log.substitute-again",
		phrase.Num("until", rec.Ended.Until)), Aside: logbook.Aside{Mail: rec.Ended.Mail}})
	return err
}

// anew is what the letters with the reports of a turn say about turns that were taken back: that this one was, and is
// resolved again, and which others were since the turn before it.
type anew struct {
	turn   int
	again  bool
	others []int
}

// anewOf reads it.
func anewOf(tx *store.Tx, turn int) (a anew) {
	a.turn = turn
	rec, _ := chronicle.Record(tx, turn)
	for _, u := range chronicle.AllUndone(tx) {
		switch {
		case u.Turn == turn:
			a.again = true
		case slices.Contains(rec.Undone, u.Record.Hash):
			a.others = append(a.others, u.Turn)
		}
	}
	a.others = slices.Compact(a.others)
	return a
}

// opening is how such a letter begins, and "" if nothing was taken back.
func (a anew) opening(r game.Realm) string {
	if !a.again && len(a.others) == 0 {
		return ""
	}
	t := &wording.Text{Book: wording.Words(r.Lang)}
	if a.again {
		t.Say("anew", phrase.Num("turn", a.turn))
	}
	if len(a.others) > 0 {
		t.Say("anew-others", phrase.Num("n", len(a.others)), phrase.Str("turns", wording.NumbersOf(a.others)))
	}
	t.Line("")
	return t.Body.String()
}
