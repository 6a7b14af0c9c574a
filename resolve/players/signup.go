package players

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Offers are the kinds of realms and the cultures of the world.
func Offers(w *world.World) (kinds, cultures roster.Offers, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		return store.Guarded(func() { kinds, cultures = OffersOf(w.Setup, c.World) })
	})
	return kinds, cultures, err
}

// OffersOf returns the kinds of realms and the cultures that newcomers to a world can choose.
func OffersOf(k *world.Setup, world game.World) (kinds, cultures roster.Offers) {
	return roster.Offers{List: world.Kinds(), Words: k.Rules.Words},
		roster.Offers{List: world.Cultures(), Words: k.Rules.Words}
}

// AskName asks a player on the list for another name if the wished one is taken, by a letter whose answer gives it. It
// asks once, unless the player writes again. It reports whether the name is taken.
func AskName(d world.Session, row roster.ApplicantRow, again bool) (bool, error) {
	lost := roster.LostName(d.Current.World, row.Name)
	if lost.Code == "" {
		return false, nil
	}
	rec, _ := roster.Waiting(d.Tx, row.ID)
	if !rec.NameAsked.IsZero() && !again {
		return true, nil
	}
	rec.NameAsked = d.At.UTC()
	rec.Put(d.Tx, row.ID)
	secret, _, err := correspondence.Issue(d.Tx, d.World.Random(),
		correspondence.With(correspondence.Token{For: letter.SignsUp, Mail: row.Mail}, rec), d.At)
	if err != nil {
		return true, err
	}
	t := &wording.Text{Book: wording.Words(row.Lang)}
	t.Say("signup-name-lost", phrase.Str("world", d.World.Settings.Name))
	t.Line("  " + t.Book.Say(lost))
	t.Line("")
	t.Say("signup-name-keeps")
	t.Say("signup-form")
	t.Line("")
	t.Say("form.realm", phrase.Str("value", row.Name))
	t.Line("")
	t.Say("signup-name-code")
	notices.SayCode(t)
	notices.SayDays(t)
	notices.ToNewcomer{To: row, Subject: "subject.signup-name", Text: t, Secret: secret}.Queue(d)
	return true, nil
}

// Signups is the waiting list, first come first.
func Signups(w *world.World) (rows []roster.ApplicantRow, err error) {
	err = w.View(func(tx *store.Tx) error {
		rows = roster.WaitingList(tx)
		return nil
	})
	return rows, err
}

// Places is how many realms may still be given away: those of the settings' number that no player in the game has. If
// the settings name no number, it is as many as the rules allow.
func Places(k *world.Setup, world game.World) int {
	if world.Asked().Over {
		return 0
	}
	if k.Settings.Places <= 0 {
		return limits.WaitingMost.Most()
	}
	left := k.Settings.Places
	for _, r := range world.Realms() {
		if !r.Fallen {
			left--
		}
	}
	return max(left, 0)
}

// TakesMore reports whether the rules still take a realm more into the world: some do so only before the first turn.
func TakesMore(d world.Session) bool {
	free := FreeNames(roster.RealmRows(d.Tx, d.Current.World))
	if len(free) == 0 {
		return true // who knows
	}
	j := game.Joining{Name: free[0], Player: free[0], Lang: d.World.Settings.Lang, Computer: game.UTF8}
	_, err := (&Enrolment{Session: d, trial: true}).Add(j, roster.RealmRecord{}, "", notices.Newcomer{})
	return err == nil
}

// misfits is how many players of the list are passed over before a world counts as full, since the rules do not accept
// what they wish for.
const misfits = 3

// Seat gives the realms that nobody plays, and then the free places, to the next players of the waiting list. They are
// mailed their realm's number, password and first report. It may be called at any time.
func Seat(w *world.World, now time.Time) (seated int, err error) {
	waits := false
	err = w.View(func(tx *store.Tx) error {
		rows := roster.WaitingList(tx)
		if len(rows) == 0 {
			return nil
		}
		d, err := w.Session(tx, now)
		if err != nil {
			return err
		}
		empty := vacant(d)
		waits = len(empty) > 0 || Places(w.Setup, d.Current.World) > 0
		return nil
	})
	if err != nil || !waits {
		return 0, err
	}
	err = w.UpdateNow(now, func(d world.Session) error {
		got, err := SeatIn(d)
		seated = len(got)
		return err
	})
	return seated, err
}

// SeatIn is Seat within a transaction. It returns the list numbers of those who came in. Whoever wishes for a kind or a
// culture takes a realm that nobody plays only if no new one can be had.
func SeatIn(d world.Session) (ids []int, err error) {
	if ids, err = SeatInVacant(d, false); err != nil {
		return nil, err
	}
	if len(ids) > 0 { // realms have changed hands
		if d.Current, err = d.World.Now(d.Tx); err != nil {
			return nil, err
		}
	}
	fresh, err := seatInNew(d)
	if err != nil {
		return nil, err
	}
	rest, err := SeatInVacant(d, true)
	return slices.Concat(ids, fresh, rest), err
}

// SeatInVacant gives the realms that nobody plays to the next players of the waiting list: to all, or only to those
// who wish for no kind and no culture. It returns the list numbers of those who have one.
func SeatInVacant(d world.Session, all bool) (ids []int, err error) {
	rows := roster.WaitingList(d.Tx)
	rows = slices.DeleteFunc(rows, func(r roster.ApplicantRow) bool { return !all && (r.Kind != "" || r.Culture != "") })
	if len(rows) == 0 {
		return nil, nil
	}
	if d.Current, err = d.World.Now(d.Tx); err != nil {
		return nil, err
	}
	empty := vacant(d)
	for i, here := range empty[:min(len(empty), len(rows))] {
		row := rows[i]
		roster.DropWaiting(d.Tx, row.ID)
		if err := HandOverIn(d, here.Number, row, byMaster); err != nil {
			return nil, err
		}
		ids = append(ids, row.ID)
		row.Name, row.Kind, row.Culture = here.Name, "", ""
		TellOfSignup(d, row, 0)
	}
	return ids, nil
}

// vacant lists the realms that nobody plays, that are offered and that still get turns. Once the game is over, there are none.
func vacant(d world.Session) (realms []game.Realm) {
	if d.Current.World.Asked().Over {
		return nil
	}
	for number, rec := range d.World.People.Records(d.Tx) {
		if here, found := d.Current.Realm(number); found && rec.Offered() && !here.Fallen {
			realms = append(realms, here)
		}
	}
	return realms
}

// seatInNew gives the free places to the next players of the list. A player whose wished name belongs to another realm
// by now is passed over, is asked for another name, and keeps the place.
func seatInNew(d world.Session) (ids []int, err error) {
	rows := roster.WaitingList(d.Tx)
	passed := 0
	_, err = Enrol(d, func(e *Enrolment) error {
		left := Places(d.World.Setup, d.Current.World)
		for ; len(rows) > 0 && left > 0 && passed < misfits; rows = rows[1:] {
			switch err := e.admit(rows[0]); {
			case err == nil:
				ids, left = append(ids, rows[0].ID), left-1
				TellOfSignup(e.Session, rows[0], 0)
				continue
			case !isNoPlace(err):
				return err
			}
			lost, err := AskName(e.Session, rows[0], false)
			if err != nil {
				return err
			}
			if !lost {
				passed++
			}
		}
		return nil
	})
	return ids, err
}

// TellOfSignup tells the game master who has come in by signing up, or waits at a place of the list; place 0: in the
// game. The number on the list is another one: it stays when others leave.
func TellOfSignup(d world.Session, r roster.ApplicantRow, place int) {
	code := "signup-listed"
	if place == 0 {
		code = "signup-joined"
	}
	t, chosen := &wording.Text{Book: wording.Words(d.World.Settings.Lang)}, ""
	if said := choices(d.World.Setup, d.Current.World, r); len(said) > 0 {
		chosen = " (" + strings.Join(said, ", ") + ")"
	}
	t.Line(t.Book.Say(phrase.P(code, phrase.Str("player", r.Player), phrase.Str("mail", r.Mail),
		phrase.Str("name", r.Name),
		phrase.Str("chosen", chosen), phrase.Num("number", r.ID), phrase.Num("place", place))))
	if place > 0 {
		t.Say("signup-commands", phrase.Num("number", r.ID))
	}
	subject := phrase.P("subject.signup-master", phrase.Str("world", d.World.Settings.Name))
	d.World.ToMaster.Tell(d.Tx, outbox.Notice{At: d.At, Turn: store.Turn(d.Tx), Subject: t.Book.Say(subject),
		Text: t.Body.String()})
}

// choices is what a player has chosen, in the game master's language.
func choices(k *world.Setup, world game.World, r roster.ApplicantRow) (said []string) {
	kinds, cultures := OffersOf(k, world)
	if r.Kind != "" {
		said = append(said, kinds.Name(r.Kind, k.Settings.Lang))
	}
	if r.Culture != "" {
		said = append(said, cultures.Name(r.Culture, k.Settings.Lang))
	}
	return said
}

// AcceptSignup gives a player of the waiting list a realm, whatever the number of places. The error is the rules' if
// they allow no more realms.
func AcceptSignup(w *world.World, id int, now time.Time) error {
	return enrolNow(w, now, func(e *Enrolment) error { return e.accept(id) })
}

// accept gives a player of the waiting list a realm, by the number on the list.
func (e *Enrolment) accept(id int) error {
	row, err := roster.FindWaiting(e.Tx, id)
	if err != nil {
		return err
	}
	return e.admit(row)
}

// AcceptIn is AcceptSignup within a transaction. If the rules allow no realm for the player now, it returns false, and
// nothing has changed.
func AcceptIn(d world.Session, id int) (bool, error) {
	if _, err := d.World.Clock(d.Tx, d.Current, d.At); err != nil {
		return false, err
	}
	_, err := Enrol(d, func(e *Enrolment) error { return e.accept(id) })
	if isNoPlace(err) {
		return false, nil
	}
	return err == nil, err
}

// DropSignup takes a player off the waiting list, and tells the player.
func DropSignup(w *world.World, id int, now time.Time) error {
	return w.Update(func(tx *store.Tx) error {
		row, err := roster.FindWaiting(tx, id)
		if err != nil {
			return err
		}
		roster.DropWaiting(tx, id)
		if _, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.signup-dropped", phrase.Num("number", id)),
			Aside: logbook.Aside{Name: row.Player, Mail: row.Mail}}); err != nil {
			return err
		}
		t := &wording.Text{Book: wording.Words(row.Lang)}
		t.Say("signup-dropped", phrase.Str("world", w.Settings.Name))
		notices.ToNewcomer{To: row, Subject: "subject.signup-dropped", Text: t}.Queue(
			world.Session{World: w, Tx: tx, At: now})
		return nil
	})
}

// DropObserver ends that the newspaper goes to an address, for the game master, and tells its reader. It returns
// ErrAddress if the address gets none.
func DropObserver(w *world.World, mail string, now time.Time) error {
	return w.Update(func(tx *store.Tx) error {
		o, found := roster.ObserverOf(tx, mail)
		if !found {
			return wording.Fault(faults.ErrAddress, "observer-none", phrase.Str("mail", wording.Cut(mail)))
		}
		o.Drop(tx)
		if _, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.observer-dropped"),
			Aside: logbook.Aside{Mail: o.Mail}}); err != nil {
			return err
		}
		t := &wording.Text{Book: wording.Words(o.Lang)}
		t.Say("observe-ended")
		notices.ToNewcomer{To: roster.ApplicantRow{Mail: o.Mail}, Subject: "subject.observe", Text: t}.Queue(
			world.Session{World: w, Tx: tx, At: now})
		return nil
	})
}

// begun is the record of a realm as its player begins.
func begun(k *world.Setup, mail string) roster.RealmRecord {
	return roster.RealmRecord{Mail: []string{mail}, Picture: k.Settings.Picture,
		Table: k.Settings.Table && notices.HasTable(k) && !notices.ByLink(k)}
}

// freshRecord is the record of a realm for a new player. Only its letter has the password, which is not hashed yet.
func freshRecord(k *world.Setup, tx *store.Tx, row roster.ApplicantRow) (rec roster.RealmRecord, password string,
	secret *secrets.Sealed, err error) {
	rec = begun(k, row.Mail)
	s, err := secrets.Seal(k.Random(), secrets.AsPassword)
	if err != nil {
		return rec, "", nil, err
	}
	password, err = rec.Draw(s.Stream(tx))
	return rec, password, &s, err
}

// welcome tells a player who takes a realm over its password, whose orders its last report is about, what its
// abbreviations mean, and what can be written.
func welcome(d world.Session, row roster.ApplicantRow, number int, secret *secrets.Sealed) error {
	k := d.World.Setup
	here, _ := d.Current.Realm(number)
	t := &wording.Text{Book: wording.Words(row.Lang)}
	t.Say("welcome-first", phrase.Str("world", k.Settings.Name), phrase.Num("realm", number),
		phrase.Str("name", here.Name))
	t.Line("")
	notices.SayPassword(k, t, number)
	t.Line("")
	t.Say("password-keep")
	t.Say("welcome-took-over")
	notices.About(k, t, here)
	notices.SayKept(d, t)
	if err := notices.AddLegend(t, d.Current.World, here); err != nil {
		return err
	}
	notices.ToNewcomer{To: row, Subject: "subject.welcome", Text: t, Secret: secret, Realm: number}.Queue(d)
	return nil
}
