package resolve

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// At the foot of every second report stands what its player can do and has not done yet:
// words of the machine, and settings of the game's reports.

// shownUnused are the words of the machine that are shown there. What a realm has used is
// kept under these names, and its settings with a `$` before theirs.
var shownUnused = []letter.Service{letter.Rulebooks, letter.Templates}

func settingUsed(setting string) string { return "$" + setting }

// unused is the foot of the letter with a realm's report of a turn. Report 0 tells it all
// in its own way, see about.
func (k *clerk) unused(next game.World, r game.Realm, rec roster.RealmRecord, turn int) string {
	if turn == 0 || turn%2 != 0 || r.Fallen || next.Asked().Over {
		return ""
	}
	t := &wording.Text{Book: wording.Words(r.Lang)}
	var words []letter.Service
	for _, s := range shownUnused {
		if !slices.Contains(rec.Used, string(s)) {
			words = append(words, s)
		}
	}
	if len(words) > 0 {
		t.Head("unused-words", phrase.Str("address", k.s.Address))
	}
	for _, s := range words {
		t.Say("help-row." + string(s))
	}
	settings := slices.DeleteFunc(adjustments(next, r.Number), func(a game.Adjustment) bool {
		return slices.Contains(rec.Used, settingUsed(a.Setting))
	})
	if len(settings) > 0 {
		t.Head("unused-settings")
	}
	for _, a := range settings {
		t.Line("  " + k.rb.Words(r.Lang).Say(a.Line))
	}
	return t.Body.String()
}

// adjustments are the settings of a realm's reports, in a game that has some.
func adjustments(world game.World, realm int) []game.Adjustment {
	if w, is := world.(game.Adjuster); is {
		return w.Adjustments(realm)
	}
	return nil
}

// used notes that a realm's player has used a word or a setting. The note goes with him:
// who takes the realm over has used nothing yet.
func used(tx *store.Tx, realm int, name string) error {
	if !slices.Contains(shownUnused, letter.Service(name)) && name[0] != '$' {
		return nil
	}
	rec, _, err := store.GetJSON[roster.RealmRecord](tx.Bucket(store.RealmsBucket), store.U32(realm))
	if err != nil || rec.Vacant() || slices.Contains(rec.Used, name) {
		return err
	}
	_, err = roster.ChangeRealm(tx, realm, func(r *roster.RealmRecord) { r.Used = append(r.Used, name) })
	return err
}

// usedSettings notes which settings the letter's orders use. What the game master sends
// in a player's name is no use of his.
func (in *intake) usedSettings() error {
	if in.master || in.a.Realm == 0 {
		return nil
	}
	for _, a := range adjustments(in.c.World, in.a.Realm) {
		for _, l := range in.file.Lines {
			if !a.Uses(l.Order) {
				continue
			}
			if err := used(in.tx, in.a.Realm, settingUsed(a.Setting)); err != nil {
				return err
			}
			break
		}
	}
	return nil
}
