package players

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
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

// What the game master does about the player of a realm: hand the realm over, release the player, mark the player as
// away.

// HandOver takes a realm from its player, if it has one, and gives it, as it is, to a player of the waiting list; 0 is
// the next. The former player's password and tokens are void, the addresses no longer known, and the player is told.
// Orders sent for this turn stay in force until others come.
func HandOver(w *world.World, number, id int, now time.Time) (to roster.ApplicantRow, err error) {
	err = w.Update(func(tx *store.Tx) error {
		if to, err = roster.FindWaiting(tx, id); err != nil {
			return err
		}
		if err := w.Playable(to.Mail); err != nil {
			return err
		}
		roster.DropWaiting(tx, to.ID)
		return HandOverIn(world.Session{World: w, Tx: tx, At: now}, number, to, byMaster)
	})
	return to, err
}

// HandTo is HandOver to somebody who need not have waited, with name, address and language.
func HandTo(w *world.World, number int, to roster.ApplicantRow, now time.Time) error {
	if err := fit(w, &to); err != nil {
		return err
	}
	return w.Update(func(tx *store.Tx) error {
		return HandOverIn(world.Session{World: w, Tx: tx, At: now}, number, to, byMaster)
	})
}

// fit says why somebody cannot play, and puts the name right.
func fit(w *world.World, to *roster.ApplicantRow) (err error) {
	to.Player, err = roster.EnteredName(to.Player)
	return cmp.Or(w.Playable(to.Mail), err)
}

// Handed is a realm and whoever gets it.
type Handed struct {
	Realm int
	To    roster.ApplicantRow
}

// HandOut gives realms that nobody plays to players, each by a letter with a password: all, or none. Then the error is
// Refusals, if it is about the list.
func HandOut(w *world.World, list []Handed, now time.Time) error {
	if _, err := w.GameAddress(); err != nil {
		return err
	}
	return w.UpdateNow(now, func(d world.Session) error {
		var refused roster.Refusals
		again := w.Archive().Ledger(d.Tx)
		for i, h := range list {
			w.Step(i, len(list))
			here, found := d.Current.Realm(h.Realm)
			rec, _ := roster.Get(d.Tx, h.Realm)
			err := fit(w, &h.To)
			if !found || here.Fallen {
				err = wording.Fault(faults.ErrRealm, "hand-none", phrase.Num("realm", h.Realm))
			} else if !rec.Vacant() {
				err = wording.Fault(faults.ErrRealm, "hand-taken", phrase.Num("realm", h.Realm))
			}
			if err != nil {
				refused = append(refused, roster.Refusal{At: i, Err: err})
			} else if len(refused) == 0 {
				if err := handOver(d, again, h.Realm, h.To, byMaster); err != nil {
					return err
				}
			}
		}
		if len(refused) > 0 {
			return refused
		}
		return nil
	})
}

// Vacate releases a realm's player without a successor: nobody is reminded of the realm or waited for, and the rules
// decide what becomes of it. If it has no player, it returns ErrVacant.
func Vacate(w *world.World, number int, now time.Time) error {
	return w.Update(func(tx *store.Tx) error {
		d, err := w.Session(tx, now)
		if err != nil {
			return err
		}
		return Free(d, number, "")
	})
}

// Free is Vacate within a transaction.
func Free(d world.Session, number int, by logbook.By) error {
	if err := VacateIn(d, number); err != nil {
		return err
	}
	_, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by, Realm: number, What: phrase.P("log.realm-freed")})
	return err
}

// VacateIn is Vacate within a transaction, without an entry in the logbook.
func VacateIn(d world.Session, number int) error {
	_, err := release(&d, number, roster.RealmRecord{}, game.Player{}, byMaster)
	return err
}

// Leave releases the player of a realm, who wants it. The realm goes to the next on the waiting list, or if nobody
// waits, or it is kept for the machine, it has no player, as with HandOver and Vacate. It returns who has it now; the zero row is nobody.
func Leave(d world.Session, number int) (to roster.ApplicantRow, err error) {
	left := phrase.P("farewell-left")
	if _, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, By: logbook.Player, Realm: number,
		What: phrase.P("log.realm-left")}); err != nil {
		return to, err
	}
	rec := d.World.People.Person(d.Tx, number)
	rows := roster.WaitingList(d.Tx)
	next := slices.IndexFunc(rows, func(r roster.ApplicantRow) bool { return !rec.Kept && !address.Contains(rec.Mail, r.Mail) })
	if next < 0 {
		_, err = release(&d, number, roster.RealmRecord{}, game.Player{}, left)
		return to, err
	}
	roster.DropWaiting(d.Tx, rows[next].ID)
	return rows[next], HandOverIn(d, number, rows[next], left)
}

// byMaster is the sentence that tells a player that the game master has taken the realm.
var byMaster = phrase.P("farewell")

// HandOverIn gives a realm to somebody else, within a transaction. why is the sentence that tells the former player of
// it, without world and realm.
func HandOverIn(d world.Session, number int, to roster.ApplicantRow, why phrase.Phrase) error {
	return handOver(d, d.World.Archive().Ledger(d.Tx), number, to, why)
}

// handOver is HandOverIn with the turns that were played again for others.
func handOver(d world.Session, again *chronicle.Ledger, number int, to roster.ApplicantRow, why phrase.Phrase) (err error) {
	if d.Current, err = d.World.Now(d.Tx); err != nil {
		return err
	}
	if _, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, Realm: number, What: phrase.P("log.realm-given"),
		Aside: logbook.Aside{Name: to.Player, Mail: to.Mail}}); err != nil {
		return err
	}
	was, _ := d.Current.Realm(number)
	to.Lang = cmp.Or(to.Lang, was.Lang)
	rec, password, secret, err := freshRecord(d.World.Setup, d.Tx, to)
	if err != nil {
		return err
	}
	rec.Hash = secrets.HashPassword(password, rec.Salt)
	who := game.Player{Name: to.Player, Lang: to.Lang, Computer: game.UTF8}
	here, err := release(&d, number, rec, who, why)
	if err != nil {
		return err
	}
	last := chronicle.NewestReport(d.Tx, number)
	if last <= 0 { // no turn has been told to the former player yet
		return notices.QueueWelcome(d, number, notices.Newcomer{Secret: secret, Told: to.ID != 0})
	}
	if err := welcome(d, to, number, secret); err != nil {
		return err
	}
	told, err := retell(d, again, number, last, who)
	if err != nil {
		return err
	}
	if !told { // the report as the former player got it, and how things are in the new player's language
		if err := notices.QueueWelcome(d, number, notices.Newcomer{Told: true}); err != nil {
			return err
		}
	}
	end, err := notices.Closing(d, here)
	if err != nil {
		return err
	}
	return notices.QueueReport(d, here, last, end)
}

// release puts another player, or nobody, in place of a realm's player, and tells the former one. It does so in the
// world and in what the machine knows. why is the sentence that tells the former one of it, without world and realm. It
// returns the turn and the realm as they are then.
func release(d *world.Session, number int, rec roster.RealmRecord, to game.Player,
	why phrase.Phrase) (game.Realm, error) {
	here, found := d.Current.Realm(number)
	if !found || here.Fallen {
		return here, fmt.Errorf("%w: %d", faults.ErrRealm, number)
	}
	if _, err := d.World.Clock(d.Tx, d.Current, d.At); err != nil {
		return here, err
	}
	old, _ := roster.Get(d.Tx, number)
	if old.Vacant() && rec.Vacant() {
		return here, fmt.Errorf("%w: %d", faults.ErrVacant, number)
	}
	rec.Bot, rec.Kept = old.Bot, old.Kept && rec.Vacant()
	rec.Past, rec.Own.From = old.Before(d.At, here.Player), d.At.UTC()
	if rec.Left = old.Departed(here.Player, d.At); len(rec.Mail) > 0 {
		rec.Left = slices.DeleteFunc(rec.Left, func(l roster.Leaver) bool { return address.Contains(rec.Mail, l.Mail) })
	}
	correspondence.DropTokens(d.Tx, number, func(correspondence.Token) bool { return true })
	// Both who wrote to this player and whom this player wrote to meant this one, not the next.
	correspondence.DropWays(d.Tx, func(w correspondence.Way) bool {
		return w.Writer == number || w.Reader == number
	})
	if s := old.Standing(d.Current.Turn); s != nil {
		tellOver(*d, here, nil, "", s.Mail)
	}
	sheets.DropLater(d.Tx, number)
	// What the game master wrote to go with a report was for that player.
	correspondence.Untell(d.Tx, number, func(time.Time) bool { return true })
	if err := KeepsOrders(*d, number); err != nil {
		return here, err
	}
	chronicle.ForgetShown(d.Tx, number)
	if !old.Vacant() && !address.Contains(rec.Mail, old.Mail[0]) {
		farewell(*d, here, old, why)
	}
	begins := unplayed(*d)
	if begins && !rec.Vacant() { // whoever comes to a world without players has a whole turn's time
		makeRoom(d, true)
	}
	roster.Put(d.Tx, number, rec)
	var world game.World
	if err := store.Guarded(func() { world = d.Current.World.HandOver(number, to) }); err != nil {
		return here, err
	}
	d.Current.World, d.Current.Realms = world, chronicle.ByNumber(world)
	state := world.State()
	// That it changed hands is stored with the world, so that it can be done again.
	PutJoin(*d, chronicle.Join{To: &to, Realm: number, At: d.At.UTC(), After: store.SumOf(state)})
	PutJoined(d, state)
	here, _ = d.Current.Realm(number)
	return here, nil
}

// KeepsOrders leaves of the orders in force what stays when a realm's player leaves: the orders. Their wishes, messages and
// comments go with them.
func KeepsOrders(d world.Session, realm int) error {
	notices.ForgetWishes(d.World, d.Tx, d.Current.Turn, realm)
	sheet, found := sheets.Get(d.Tx, d.Current.Turn, realm)
	if !found {
		return nil
	}
	return store.Guarded(func() {
		sheets.Put(d.Tx, sheet.Silent(d.World.Rules.Language()))
		d.World.Cache.Unlist()
	})
}

// unplayed reports whether no realm has a player.
func unplayed(d world.Session) (none bool) {
	none = true
	for _, rec := range d.World.People.Records(d.Tx) {
		none = none && rec.Vacant()
	}
	return none
}

// farewell tells players that they no longer have the realm, and why.
func farewell(d world.Session, here game.Realm, old roster.RealmRecord, why phrase.Phrase) {
	t := &wording.Text{Book: wording.Words(here.Lang)}
	t.Say(why.Code, append(slices.Clone(why.Args), phrase.Str("world", d.World.Settings.Name),
		phrase.Num("realm", here.Number), phrase.Str("name", here.Name))...)
	for _, mail := range []string{old.Mail[0], old.OldAddress(d.At)} {
		if mail != "" {
			to := roster.ApplicantRow{Player: here.Player, Mail: mail}
			notices.ToNewcomer{To: to, Subject: "subject.farewell", Text: t}.Queue(d)
		}
	}
}

// retell tells a turn again to the player who has taken a realm over, and keeps that report with what is known about
// the player. It returns false if the turn cannot be told again.
func retell(d world.Session, again *chronicle.Ledger, realm, turn int, to game.Player) (told bool, err error) {
	outcome, err := again.Outcome(turn)
	if err != nil || outcome == nil {
		return false, err
	}
	var raw []byte
	if store.Guarded(func() {
		rep, _ := chronicle.Writer(d.Current.Seed, outcome.HandOver(realm, to))(realm, nil)
		raw = chronicle.AppendReport(nil, chronicle.Opened(rep))
	}) != nil {
		return false, nil
	}
	kept := roster.Retold{Turn: turn, Sum: store.PutFile(d.Tx, raw)}
	_, err = roster.ChangeRealm(d.Tx, realm, func(r *roster.RealmRecord) { r.Retold = kept })
	return err == nil, err
}

// ResetPassword gives a realm a new password. The old one is void at once, and so are all codes that were asked for
// before, by whoever had it. Only the code stays by which an old address can take a move back. If nobody plays the realm,
// it returns ErrVacant.
func ResetPassword(w *world.World, realm int) (string, error) {
	var fresh roster.RealmRecord
	password, err := fresh.Renew(w.Random())
	if err != nil {
		return "", err
	}
	return password, w.Update(func(tx *store.Tx) error {
		_, err := roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.Salt, r.Hash = fresh.Salt, fresh.Hash })
		if err != nil {
			return err
		}
		if _, err := w.Note(tx, logbook.Entry{Realm: realm, What: phrase.P("log.password")}); err != nil {
			return err
		}
		correspondence.DropTokens(tx, realm, func(t correspondence.Token) bool { return t.For != letter.TakesBack })
		return nil
	})
}

// SendAgain is Office.Retry, or Office.RetryAll if no letters are named. The first letter of a player, whose password left
// once and is stored nowhere, is made anew with a new password, to the address that the player has now. The old letter
// counts as seen, and does not leave again. It returns how many letters are sent again.
func SendAgain(w *world.World, now time.Time, ids ...uint64) (n int, err error) {
	err = w.UpdateNow(now, func(d world.Session) error {
		anew := func(e outbox.Message) (bool, error) {
			rec, _ := roster.Get(d.Tx, e.Realm)
			if !e.Left() || !e.First(rec, slices.Concat(rec.Own.Mail, rec.Mail)) {
				return false, nil
			}
			e.Ticked = true
			outbox.Open(d.Tx).Save(&e)
			return true, WelcomeAnew(d, e.Realm)
		}
		if n = len(ids); n > 0 {
			return w.Retry(d.Tx, anew, ids...)
		}
		n, err = w.RetryAll(d.Tx, anew)
		return err
	})
	return n, err
}

// WelcomeAnew queues a new first letter for a realm's player, with a new password. The old one is void.
func WelcomeAnew(d world.Session, number int) error {
	here, _ := d.Current.Realm(number)
	sealed, err := secrets.Seal(d.World.Random(), secrets.AsPassword)
	if err != nil {
		return err
	}
	var fresh roster.RealmRecord
	if _, err := fresh.Renew(sealed.Stream(d.Tx)); err != nil {
		return err
	}
	rec, err := roster.ChangeRealm(d.Tx, number, func(r *roster.RealmRecord) { r.Salt, r.Hash = fresh.Salt, fresh.Hash })
	if err != nil {
		return err
	}
	if chronicle.NewestReport(d.Tx, number) <= 0 || len(rec.Past) == 0 {
		return notices.QueueFirst(d, number, notices.Newcomer{Secret: &sealed})
	}
	row := roster.ApplicantRow{Player: here.Player, Mail: rec.Mail[0], Lang: here.Lang}
	return welcome(d, row, number, &sealed)
}
