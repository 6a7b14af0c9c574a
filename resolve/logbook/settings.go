package logbook

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
)

// Setting is one of a world's settings.
type Setting struct {
	Name, Value string
	Aside       bool // its value names somebody
}

const settings store.Slot[map[string]string] = "settings"

// NoteSettings records which settings have changed since the store was last changed. If none were recorded before, it
// only remembers them.
func (k *Keeper) NoteSettings(tx *store.Tx, now []Setting) error {
	was, found := settings.Get(tx)
	kept, changed := map[string]string{}, !found
	for _, s := range now {
		kept[s.Name] = s.Value
		if !found || was[s.Name] == s.Value {
			continue
		}
		changed = true
		if err := k.noteSetting(tx, s, was[s.Name]); err != nil {
			return err
		}
	}
	if changed {
		settings.Put(tx, kept)
	}
	return nil
}

func (k *Keeper) noteSetting(tx *store.Tx, s Setting, was string) error {
	e := Entry{By: Command, What: phrase.P("log.setting", phrase.Str("name", s.Name),
		phrase.Str("was", was), phrase.Str("value", s.Value))}
	if s.Aside {
		e.What, e.Aside.Text = phrase.P("log.setting-aside", phrase.Str("name", s.Name)), s.Value
	}
	_, err := k.Note(tx, e)
	return err
}
