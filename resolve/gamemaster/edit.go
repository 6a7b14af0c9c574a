package gamemaster

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Verbs lists what the game master may change by hand. The error is ErrEdit if this game allows no changes.
func Verbs(w *world.World) (verbs []game.Verb, err error) {
	err = w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		verbs, err = w.Verbs(c)
		return err
	})
	return verbs, err
}

// Edit changes the world that awaits orders by hand, by a verb and its words. The reason goes into the logbook. Those
// who would notice the change read about it in their next reports, and with tell also the reason. It returns the
// numbers of their realms. Nothing is mailed, and no sheet is refused because of it before the turn. If the rules do
// not make the change, the error is theirs. It is ErrEdit if nothing can be changed now, or without a reason.
func Edit(w *world.World, words []string, why string, tell bool, now time.Time) (told []int, err error) {
	return EditAll(w, [][]string{words}, why, tell, now)
}

// EditAll is Edit with several changes, all of them or none.
func EditAll(w *world.World, changes [][]string, why string, tell bool, now time.Time) (told []int, err error) {
	if why, err = world.Reason(why, faults.ErrEdit); err != nil {
		return nil, err
	}
	err = w.UpdateNow(now, func(d world.Session) error {
		for _, words := range changes {
			edit := chronicle.Edit{Verb: words[0], Args: words[1:]}
			if tell {
				edit.Why = why
			}
			world, err := w.Edited(d.Current, &edit)
			if err != nil {
				return err
			}
			c := &d.Current
			c.Opened.Edits++
			c.Edited = append(slices.Clip(c.Edited), edit.Told()...)
			c.World, c.Realms, told = world, chronicle.ByNumber(world), append(told, edit.Realms()...)
			state := world.State()
			players.PutJoin(d, chronicle.Join{Edit: &edit, At: now.UTC(), After: store.SumOf(state)})
			players.PutJoined(&d, state)
			if _, err = w.Note(d.Tx, logbook.Entry{At: now, Aside: logbook.Aside{Why: why}, What: phrase.P("log.edit",
				phrase.Str("change", edit.Typed()))}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.Sort(told)
	return slices.Compact(told), nil
}

// Players may ask what is stored about them, and have it erased. What they did in the game stays: the hashes of turns
// cover orders and states, and with them the name they chose.

// Person is the player of a realm as the machine knows them, for commands that export or erase their data.
type Person struct {
	world *world.World
	realm int
	// Former is the number of somebody who had the realm before, from 1 (FormerOf); 0: it is who plays it now.
	Former int
}

// FormerOf lists those who had a realm before, the oldest first. Those without an address are forgotten.
func FormerOf(w *world.World, realm int) (past []roster.Stretch, err error) {
	err = w.View(func(tx *store.Tx) error {
		_, _, rec, err := PlayerOf(w, realm).seek(tx)
		past = rec.Persons()
		past = past[:len(past)-1]
		return err
	})
	return past, err
}

// who returns the person's place among all who have had the realm.
func (p Person) who(rec roster.RealmRecord) int { return cmp.Or(p.Former, len(rec.Persons())) - 1 }

// PlayerOf is who plays a realm.
func PlayerOf(w *world.World, realm int) Person { return Person{world: w, realm: realm} }

// Forget erases what is stored about a person, and tells nobody. With backups, it erases the copies from before turns,
// too. A present player is released first, see Vacate. A repeated call does what a kill has left undone.
func (p Person) Forget(backups bool, now time.Time) (f players.Forgotten, err error) {
	f = players.Forgotten{Realm: p.realm, Mails: []players.StoredAddress{}}
	err = p.world.Update(func(tx *store.Tx) error { return p.forget(tx, &f, now) })
	if err == nil {
		err = p.world.Disk.Blank()
	}
	if err != nil {
		return f, err
	}
	if backups {
		if _, err = p.world.Disk.DropCopies(); err != nil {
			return f, err
		}
	}
	f.Backups, err = p.world.Disk.Copies()
	return f, err
}

// ForgetStrangers erases, once a day, what is stored about people who are nobody in the world and have not written for long.
// Mails in the mailbox stay, and so do copies of the store.
func ForgetStrangers(w *world.World, now time.Time) error {
	due := false
	if err := w.View(func(tx *store.Tx) error {
		due = outbox.Due(tx, world.Strangers, world.Daily, now)
		return nil
	}); err != nil || !due {
		return err
	}
	return w.Update(func(tx *store.Tx) error {
		outbox.Once(tx, world.Strangers, world.Daily, now)
		t, found, err := players.Strangers(w.Setup, tx, w.People, now)
		if err != nil || !found {
			return err
		}
		return t.Drop(tx, &players.Forgotten{}, now)
	})
}

func (p Person) forget(tx *store.Tx, f *players.Forgotten, now time.Time) error {
	w := p.world
	c, here, rec, err := p.seek(tx)
	if err != nil {
		return err
	}
	who, all := p.who(rec), rec.Persons()
	t := players.TracesOf(p.realm, rec, who)
	if p.Former == 0 {
		if !rec.Vacant() && !here.Fallen {
			if err := players.VacateIn(world.Session{World: w, Tx: tx, Current: c, At: now}, p.realm); err != nil {
				return err
			}
		}
		all[who].Until = now.UTC()
		if rec.Vacant() {
			all = all[:who]
		}
		rec = roster.RealmRecord{Bot: rec.Bot, Kept: rec.Kept, Left: rec.Left, Lost: rec.Lost, Own: roster.Stretch{From: now.UTC()}}
		sheets.DropLater(tx, p.realm)
	} else {
		all = all[:len(all)-1]
	}
	theirs := func(l roster.Leaver) bool { return address.Contains(t.Mail, l.Mail) }
	rec.Left = slices.DeleteFunc(slices.Clone(rec.Left), theirs)
	rec.Lost = slices.DeleteFunc(slices.Clone(rec.Lost), theirs)
	// That somebody had the realm at that time stays: otherwise what stays of them would be another player's.
	if who < len(all) {
		all[who] = roster.Stretch{From: all[who].From, Until: all[who].Until}
	}
	rec.Past = all
	roster.Put(tx, p.realm, rec)
	f.Vacant = rec.Vacant()
	aloneNow(w, tx, c.Turn, p.realm)
	if err := t.Drop(tx, f, now); err != nil {
		return err
	}
	if _, err := store.Sweep(tx); err != nil {
		return err
	}
	if f.StoodIn, err = players.Without((world.Session{World: w, Tx: tx, Current: c, At: now}), t); err != nil {
		return err
	}
	f.Elsewhere = t.Elsewhere(tx, w.People)
	what := phrase.P("log.realm-forgotten")
	if p.Former > 0 {
		what = phrase.P("log.former-forgotten")
	}
	_, err = w.Note(tx, logbook.Entry{At: now, Realm: p.realm, What: what})
	return err
}

// aloneNow removes the words beside its orders from a realm's sheet for the turn that awaits orders. Sheets stored by
// earlier versions have such words.
func aloneNow(w *world.World, tx *store.Tx, turn, realm int) {
	rec, found := sheets.Get(tx, turn, realm)
	if !found {
		return
	}
	text, _ := w.Rules.Language().Parse(rec.Text).Alone(rec.Text)
	if text == rec.Text {
		return
	}
	rec.Text = text
	sheets.Put(tx, rec)
	w.Cache.Unlist()
}

// seek finds the person's realm in the world that awaits orders, and its record. The error is ErrRealm if there is no
// such realm.
func (p Person) seek(tx *store.Tx) (c chronicle.Current, here game.Realm, rec roster.RealmRecord, err error) {
	if c, err = p.world.Now(tx); err != nil {
		return c, here, rec, err
	}
	here, found := c.Realm(p.realm)
	if !found {
		return c, here, rec, fmt.Errorf("%w: %d", faults.ErrRealm, p.realm)
	}
	rec = p.world.People.Person(tx, p.realm)
	return c, here, rec, nil
}

// Data returns what is stored about the person, for them to read. The hash of the password is left out.
func (p Person) Data() (d players.PersonalData, err error) {
	w := p.world
	err = w.View(func(tx *store.Tx) error {
		c, here, rec, err := p.seek(tx)
		if err != nil {
			return err
		}
		who := p.who(rec)
		t := players.TracesOf(p.realm, rec, who)
		d = players.PersonalData{World: w.Settings.Name, Realm: p.realm, Name: here.Name, Lang: here.Lang, Mail: t.Mail}
		if d.Player = rec.Persons()[who].Player; p.Former == 0 {
			d.Player, d.Computer = here.Player, here.Computer
			d.Missed, d.Used, d.Closes, d.Remind, d.Muted = rec.Missed, rec.Used, rec.Closes, rec.Remind, rec.Muted
			if rec.Absent(c.Turn) {
				d.AwayUntil = rec.AbsentUntil
			}
		}
		return d.Collect(tx, t)
	})
	return d, err
}
