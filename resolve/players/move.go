package players

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A player moves to another address. The old address has agreed, then the new one is asked. When it agrees, too, the
// old one is told, and for a week it can take everything back by a code. So a move that somebody else has brought
// about does not last.

// OfferAddress asks a new address by a letter with a code whether it is the player's. It returns false if such a letter
// was sent there today, or many were sent to others.
func OfferAddress(d world.Session, here game.Realm, mail string) (asked bool, err error) {
	return offer(d, here, correspondence.Token{For: letter.TakesAddress, Mail: mail}, "address", notices.ToNewcomer{})
}

// MoveTo makes an address that has agreed the first of a realm, in place of the present first one. That one is told and
// gets a code with which it can take the move back, and until then the reports go to both.
func MoveTo(d world.Session, here game.Realm, mail string) error {
	until := d.At.Add(letter.TokenLasts)
	old := ""
	err := changeMailIn(d, here.Number, logbook.Player, func(r *roster.RealmRecord) []string {
		old = r.Mail[0]
		was := r.Chosen()
		r.Moved = &roster.Moved{Old: old, Until: until.UTC(), Was: &was}
		r.Own.Stood = address.Distinct(append(slices.Clip(r.Own.Stood), r.Substitutes()...)) // see TakenBack
		r.Loses(old, here.Player, d.At)
		return append([]string{mail}, r.Mail[1:]...)
	})
	if err != nil {
		return err
	}
	secret, _, err := correspondence.Issue(d.Tx, d.World.Random(),
		correspondence.Token{For: letter.TakesBack, Realm: here.Number, Mail: old}, d.At)
	if err != nil {
		return err
	}
	who := []phrase.Arg{phrase.Str("world", d.World.Settings.Name), phrase.Num("realm", here.Number),
		phrase.Str("name", here.Name), phrase.Str("mail", mail)}
	say := &wording.Text{Book: wording.Words(here.Lang)}
	who = append(who, d.When(say.Book, until))
	say.Say("address-moved", who...)
	say.Say("address-back-ask")
	notices.SayCode(say)
	say.Say("address-back-means", who...)
	notices.ToNewcomer{To: roster.ApplicantRow{Mail: old}, Subject: "subject.address-moved", Text: say,
		Secret: secret, Realm: here.Number}.Queue(d)

	say = &wording.Text{Book: wording.Words(here.Lang)}
	say.Say("address-yours", who...)
	notices.About(d.World.Setup, say, here)
	notices.ToNewcomer{To: roster.ApplicantRow{Mail: mail}, Subject: "subject.address-yours", Text: say,
		Realm: here.Number}.Queue(d)
	return nil
}

// MovedBack is a move that was taken back.
type MovedBack struct {
	Password secrets.Sealed  // the new one
	Gone     string          // the address that had come
	Undone   []phrase.Phrase // what it had set, and is as it was before
}

// MoveBack takes a move back, for the old address: it is the first one again, in place of the new one. Whatever the
// new one may have brought about ends: open codes, a substitute, the password, and what is listed. It returns nil if no
// move can be taken back any more.
func MoveBack(d world.Session, realm int) (*MovedBack, error) {
	rec, _ := roster.Get(d.Tx, realm)
	if rec.OldAddress(d.At) == "" {
		return nil, nil
	}
	back, err := &MovedBack{Gone: rec.Mail[0]}, error(nil)
	if back.Password, err = secrets.Seal(d.World.Random(), secrets.AsPassword); err != nil {
		return nil, err
	}
	var fresh roster.RealmRecord
	since := rec.Moved.Until.Add(-letter.TokenLasts)
	if _, err = fresh.Renew(back.Password.Stream(d.Tx)); err != nil {
		return nil, err
	}
	if back.Undone, err = takeBack(d, realm, rec, since); err != nil {
		return nil, err
	}
	err = changeMailIn(d, realm, logbook.Player, func(r *roster.RealmRecord) []string {
		r.TakenBack(back.Gone, since, d.At)
		mail := append([]string{r.Moved.Old}, r.Mail[1:]...)
		if r.Moved.Was != nil {
			r.Choose(*r.Moved.Was)
			r.Idle = false
		}
		r.Lost = slices.DeleteFunc(slices.Clone(r.Lost), func(l roster.Leaver) bool { return address.Contains(mail, l.Mail) })
		r.Moved, r.Salt, r.Hash = nil, fresh.Salt, fresh.Hash
		return mail
	})
	if err != nil {
		return nil, err
	}
	correspondence.DropTokens(d.Tx, realm, func(correspondence.Token) bool { return true })
	return back, EndSubstitute(d, realm, true)
}

// takeBack ends what the new address has under way since the move, and returns what else is going to be as it was: a
// list for the old one.
func takeBack(d world.Session, realm int, rec roster.RealmRecord, since time.Time) (undone []phrase.Phrase, err error) {
	gone := rec.Mail[0]
	note := func(differs bool, code string, args ...phrase.Arg) {
		if differs {
			undone = append(undone, phrase.P("address-undone-"+code, args...))
		}
	}
	settings := false
	sheet, found := d.World.Cache.Sheet(d.Tx, d.Current.Turn, realm)
	if from := sentBy(d, sheet); found && address.Same(from, gone) {
		settings = sheet.Wishes != (sheets.Wishes{})
		notices.ForgetWishes(d.World, d.Tx, d.Current.Turn, realm)
	}
	if was := rec.Moved.Was; was != nil {
		note(rec.AbsentUntil != was.AbsentUntil, "pause")
		note(rec.Closes != was.Closes, "vote")
		note(rec.Remind != was.Remind, "remind")
		now := rec.Chosen()
		now.AbsentUntil, now.Closes, now.Remind = was.AbsentUntil, was.Closes, was.Remind
		settings = settings || now != *was
	}
	note(settings, "settings")
	turns := dropAhead(d, realm, gone)
	note(turns != "", "ahead", phrase.Str("turns", turns), phrase.Str("mail", gone))
	// Codes and passwords in letters that have not left are void, and the realm's player has not written the messages.
	unsent, err := outbox.Open(d.Tx).Withdraw(func(e outbox.Message) bool {
		return e.Realm == realm && e.Bound() || e.Writer == realm && !e.QueuedBefore(since)
	})
	note(len(unsent) > 0, "letters", phrase.Num("n", len(unsent)))
	return undone, err
}

// SetMail sets the addresses that a realm's player writes from; the first one gets the reports. Letters that wait for
// an address the realm no longer has go to that one, except those with a code or a password. A first letter is made anew,
// with a new password, also one that could not be delivered. Reports that were refused or given up are tried again. Old receipts are not: a turn has answered
// the orders they are about.
func SetMail(w *world.World, realm int, mail ...string) error {
	return changeMail(w, realm, mail, func([]string) []string { return mail })
}

// AddMail adds addresses after those that a realm has.
func AddMail(w *world.World, realm int, mail ...string) error {
	return changeMail(w, realm, mail, func(old []string) []string { return append(slices.Clip(old), mail...) })
}

// RemoveMail removes addresses from a realm; one must be left. If the first goes, the next one becomes the first.
func RemoveMail(w *world.World, realm int, mail ...string) error {
	return changeMail(w, realm, nil, func(old []string) []string {
		return slices.DeleteFunc(slices.Clone(old), func(m string) bool { return address.Contains(mail, m) })
	})
}

// changeMail changes a realm's addresses. fresh are those that were not known.
func changeMail(w *world.World, realm int, fresh []string, change func(old []string) []string) error {
	for _, m := range fresh {
		if err := w.Playable(m); err != nil {
			return err
		}
	}
	return w.Update(func(tx *store.Tx) error {
		return changeMailIn(world.Session{World: w, Tx: tx}, realm, "", func(r *roster.RealmRecord) []string {
			r.Moved = nil // what the game master says, no old address takes back
			return change(r.Mail)
		})
	})
}

// changeMailIn changes a realm's addresses within a transaction, for somebody. change returns the new ones, and may
// change more of the record.
func changeMailIn(d world.Session, realm int, by logbook.By, change func(*roster.RealmRecord) []string) error {
	var mail []string
	old, err := roster.ChangeRealm(d.Tx, realm, func(r *roster.RealmRecord) {
		mail = address.Distinct(change(r))
		r.Mail = mail
	})
	switch {
	case err != nil:
		return err
	case len(mail) == 0:
		return wording.Fault(faults.ErrAddress, "address-none", phrase.Num("realm", realm))
	case len(mail) > limits.MostAddresses.Most():
		return wording.Fault(faults.ErrAddress, "address-many", phrase.Num("realm", realm),
			phrase.Num("n", len(mail)), phrase.Num("most", limits.MostAddresses.Most()))
	}
	if _, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by, Realm: realm,
		What:  phrase.P("log.mail", phrase.Num("n", len(mail))),
		Aside: logbook.Aside{Mail: strings.Join(mail, ", ")}}); err != nil {
		return err
	}
	// What was mailed to an address that now belongs to somebody else allows nothing more. If a player moves by mail, and
	// another new address is asked, too, that one hears when it agrees that it is too late.
	others := func(t correspondence.Token) bool {
		return !address.Contains(mail, t.Mail) && !(by == logbook.Player && t.For == letter.TakesAddress)
	}
	correspondence.DropTokens(d.Tx, realm, others)
	roster.MoveObserver(d.Tx, old.Mail, mail)
	if err := outbox.Open(d.Tx).Readdress(realm, old.Mail); err != nil {
		return err
	}
	return welcomeElsewhere(d, realm, old.Mail)
}

// welcomeElsewhere makes a first letter anew that waits for an address which its player had, and has no more, or could not
// be delivered there.
func welcomeElsewhere(d world.Session, realm int, had []string) error {
	rec, _ := roster.Get(d.Tx, realm)
	first, err := outbox.Open(d.Tx).Supersede(func(e outbox.Message) bool {
		return e.Realm == realm && e.First(rec, had) && (e.Unread() || !address.Contains(rec.Mail, e.To))
	})
	if len(first) == 0 || err != nil {
		return err
	}
	if d, err = d.World.Session(d.Tx, first[0].Queued); err != nil {
		return err
	}
	return WelcomeAnew(d, realm)
}
