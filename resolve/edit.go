package resolve

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/ahead"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/personal"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// longestWhy is how many characters the reason of a change by hand has at most: it may stand
// in a report.
const longestWhy = 300

// Verbs lists what the game master may change by hand. ErrEdit: in this game nothing.
func (w *World) Verbs() (verbs []game.Verb, err error) {
	err = w.view(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		editor, err := w.editor(c)
		if err != nil {
			return err
		}
		return store.Guarded(func() { verbs = editor.Verbs() })
	})
	return verbs, err
}

// Edit changes the world that awaits orders by hand. The reason goes into the logbook. The next
// reports tell of the change those who would notice, and with tell the reason, too: it gives their numbers. Nothing is
// mailed, and no sheet is refused for it before the turn. The error is the rules' if they do not make
// the change, and ErrEdit if nothing can be changed now, or for no reason.
func (w *World) Edit(verb string, args []string, why string, tell bool, now time.Time) (told []int, err error) {
	if why, err = reason(why, store.ErrEdit); err != nil {
		return nil, err
	}
	edit := chronicle.Edit{Verb: verb, Args: args}
	if tell {
		edit.Why = why
	}
	err = w.updateNow(now, func(tx *store.Tx, c chronicle.Current) error {
		world, err := w.edited(c, &edit)
		if err != nil {
			return err
		}
		c.Opened.Edits++
		c.Edited = append(slices.Clip(c.Edited), edit.Told()...)
		c.World, c.Realms, told = world, chronicle.ByNumber(world), edit.Realms()
		state := world.State()
		w.putJoin(tx, c, chronicle.Join{Edit: &edit, At: now.UTC(), After: store.SumOf(state)})
		if err := w.putJoined(tx, &c, state); err != nil {
			return err
		}
		_, err = w.Note(tx, logbook.Entry{At: now, Aside: logbook.Aside{Why: why}, What: phrase.P("log.edit",
			phrase.Str("change", strings.Join(append([]string{verb}, args...), " ")))})
		return err
	})
	if err != nil {
		return nil, err
	}
	return told, nil
}

// reason is why the game master does something, in one line. The error is the one given, if there is no
// reason or a long one.
func reason(why string, wrong error) (string, error) {
	why = strings.Join(strings.Fields(wording.OneLine(why)), " ")
	if n := utf8.RuneCountInString(why); n == 0 || n > longestWhy {
		return "", wording.Fault(wrong, "edit-why", phrase.Num("most", longestWhy))
	}
	return why, nil
}

// editor is the world that awaits orders, if it can be changed by hand.
func (k *clerk) editor(c chronicle.Current) (game.Editor, error) {
	editor, is := c.World.(game.Editor)
	switch {
	case c.World.Asked().Over:
		return nil, wording.Fault(store.ErrEdit, "edit-over")
	case !is:
		return nil, wording.Fault(store.ErrEdit, "edit-none", phrase.Str("name", k.rulebook.Name()))
	}
	return editor, nil
}

// edited makes a change, and holds the world after it to what every world keeps.
func (k *clerk) edited(c chronicle.Current, edit *chronicle.Edit) (world game.World, err error) {
	if _, err := k.editor(c); err != nil {
		return nil, err
	}
	fault := store.Guarded(func() {
		if world, edit.Events, err = edit.Change(c.World); err != nil {
			return
		}
		again, wrong := k.rulebook.Open(world.State(), c.Tables)
		switch broken := world.Broken(); {
		case len(broken) > 0:
			err = fmt.Errorf("%w: the world after it is broken: %s", store.ErrRules, strings.Join(broken, "; "))
		case wrong != nil || !bytes.Equal(again.State(), world.State()):
			err = fmt.Errorf("%w: its state does not open as it was (%v)", store.ErrRules, wrong)
		case world.Asked().Turn != c.Turn || len(world.Realms()) != len(c.World.Realms()):
			err = fmt.Errorf("%w: it awaits turn %d of %d realms", store.ErrRules, world.Asked().Turn,
				len(world.Realms()))
		}
	})
	if fault != nil {
		return nil, fault
	}
	return world, err
}

// A player may ask what is kept of him, and that it goes. What he did in the game stays:
// orders and states are in the hashes of turns, and with them the name he chose.

// Person is the player of a realm as the machine knows him, for whoever gives him his data or
// removes it.
type Person struct {
	world *World
	realm int
	// Former are those who have played the realm and do no longer; who plays it now is left alone.
	Former bool
}

// PlayerOf is whoever plays a realm, and has played it.
func PlayerOf(w *World, realm int) Person { return Person{world: w, realm: realm} }

// Forget removes what is kept of a person, and says so to nobody; with backups the copies from
// before turns, too. Whom it is about is let go before, see Vacate. Again it does what a kill
// has left undone.
func (p Person) Forget(backups bool, now time.Time) (f personal.Forgotten, err error) {
	f = personal.Forgotten{Realm: p.realm, Mails: []personal.Mail{}}
	err = p.world.update(func(tx *store.Tx) error { return p.forget(tx, &f, now) })
	if err == nil {
		err = p.world.disk.Blank()
	}
	if err == nil {
		err = p.world.disk.Enter(true) // so that a journal can drop what it has of the person
	}
	if err != nil {
		return f, err
	}
	if backups {
		if _, err = p.world.disk.DropCopies(); err != nil {
			return f, err
		}
	}
	f.Backups, err = p.world.disk.Copies()
	return f, err
}

func (p Person) forget(tx *store.Tx, f *personal.Forgotten, now time.Time) error {
	w := p.world
	c, here, rec, err := p.seek(tx)
	if err != nil {
		return err
	}
	t := personal.TracesOf(p.realm, rec, p.Former)
	if !p.Former && !rec.Vacant() && !here.Fallen {
		if _, _, err := w.release(tx, c, p.realm, roster.RealmRecord{}, game.Player{}, now); err != nil {
			return err
		}
	}
	if rec.Former, rec.Left, rec.FormerStood = nil, nil, nil; !p.Former {
		rec = roster.RealmRecord{}
		if err := ahead.Drop(tx, p.realm); err != nil { // of a fallen realm nobody has dropped them
			return err
		}
	}
	store.PutJSON(tx.Bucket(store.RealmsBucket), store.U32(p.realm), rec)
	f.Vacant = rec.Vacant()
	if err := w.aloneNow(tx, c.Turn, p.realm); err != nil {
		return err
	}
	if err := t.Drop(tx, f, c.Turn, now); err != nil {
		return err
	}
	if _, err := store.Sweep(tx); err != nil {
		return err
	}
	if f.StoodIn, err = (desk{w, tx, c, now}).without(t); err != nil {
		return err
	}
	if f.Elsewhere, err = t.Elsewhere(tx, w.people); err != nil {
		return err
	}
	_, err = w.Note(tx, logbook.Entry{At: now, Realm: p.realm, What: phrase.P("log.realm-forgotten")})
	return err
}

// aloneNow takes the words beside its orders from a realm's sheet for the turn that awaits them: sheets of an
// earlier version have them.
func (w *World) aloneNow(tx *store.Tx, turn, realm int) error {
	rec, found, err := chronicle.Sheet(tx, turn, realm)
	if err != nil || !found {
		return err
	}
	text, _ := w.rulebook.Language().Parse(rec.Text).Alone(rec.Text)
	if text == rec.Text {
		return nil
	}
	rec.Text = text
	chronicle.PutSheet(tx, store.SheetsBucket, store.Pair(turn, realm), rec)
	w.shelf.Unlist()
	return nil
}

// seek finds the person's realm in the world that awaits orders, and what is kept of it. ErrRealm: there is none.
func (p Person) seek(tx *store.Tx) (c chronicle.Current, here game.Realm, rec roster.RealmRecord, err error) {
	if c, err = p.world.now(tx); err != nil {
		return c, here, rec, err
	}
	here, found := c.Realm(p.realm)
	if !found {
		return c, here, rec, fmt.Errorf("%w: %d", store.ErrRealm, p.realm)
	}
	rec, err = p.world.people.Person(tx, p.realm)
	return c, here, rec, err
}

// Data is what is kept of the person, for him. Of the password only a hash is kept; it is not his.
func (p Person) Data() (d personal.Data, err error) {
	w := p.world
	err = w.view(func(tx *store.Tx) error {
		c, here, rec, err := p.seek(tx)
		if err != nil {
			return err
		}
		t := personal.TracesOf(p.realm, rec, p.Former)
		d = personal.Data{World: w.settings.Name, Realm: p.realm, Name: here.Name, Lang: here.Lang, Mail: t.Mail}
		if !p.Former {
			d.Player, d.Computer = cmp.Or(rec.Player, here.Player), here.Computer
			d.Missed, d.Used, d.Closes = rec.Missed, rec.Used, rec.Closes
			if rec.Absent(c.Turn) {
				d.AwayUntil = rec.AbsentUntil
			}
		}
		return d.Collect(tx, t)
	})
	return d, err
}
