package resolve

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// longestWhy is how many characters the reason of a change by hand has at most: it may stand
// in a report.
const longestWhy = 300

// Editing is a world under its game master's hand.
type Editing struct{ *World }

// ByHand is the world under his hand. The lock is the caller's matter, as with all changes.
func ByHand(w *World) Editing { return Editing{w} }

// Verbs lists what the game master may change by hand. ErrEdit: in this game nothing.
func (w Editing) Verbs() (verbs []game.Verb, err error) {
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
func (w Editing) Edit(verb string, args []string, why string, tell bool, now time.Time) (told []int, err error) {
	why = strings.Join(strings.Fields(wording.OneLine(why)), " ")
	if n := utf8.RuneCountInString(why); n == 0 || n > longestWhy {
		return nil, wording.Fault(store.ErrEdit, "edit-why", phrase.Num("most", longestWhy))
	}
	edit := chronicle.Edit{Verb: verb, Args: args}
	if tell {
		edit.Why = why
	}
	err = w.update(func(tx *store.Tx) error {
		c, err := w.now(tx)
		if err != nil {
			return err
		}
		if _, err := w.clock(tx, c, now); err != nil {
			return err
		}
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

// editor is the world that awaits orders, if it can be changed by hand.
func (k *clerk) editor(c chronicle.Current) (game.Editor, error) {
	editor, is := c.World.(game.Editor)
	switch {
	case !is:
		return nil, wording.Fault(store.ErrEdit, "edit-none", phrase.Str("name", k.rulebook.Name()))
	case c.World.Asked().Over:
		return nil, wording.Fault(store.ErrEdit, "edit-over")
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
