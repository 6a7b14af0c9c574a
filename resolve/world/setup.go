package world

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Setup is what stays the same whatever turn is at hand: the settings, the rules, who is who. It is enough to read and
// write letters, and to compute deadlines.
type Setup struct {
	Rules    game.Rulebook
	Settings Settings
	People   *roster.Roster
	ToMaster outbox.Master
	Logbook  *logbook.Keeper // of the world
	Received *received.Memory
}

// Tables are the effective tables, which agree with those of the founding.
func (k *Setup) Tables(tx *store.Tx) ([]byte, error) {
	tables, err := k.Rules.Tables(k.Settings.Tables)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", faults.ErrTables, err)
	}
	note, found := chronicle.Founded(tx)
	if !found || note.Tables == store.SumOf(tables) {
		return tables, nil
	}
	was, err := store.GetFile(tx, note.Tables)
	if err != nil {
		return nil, err
	}
	if tables, err = k.Rules.Settled(was, tables); err != nil {
		return nil, fmt.Errorf("%w: %w", faults.ErrTables, err)
	}
	return tables, nil
}

// Practises reports whether one can practise by mail: the machine plays the game, and the game master wants it.
func (k *Setup) Practises() bool {
	return k.Rules.Bot() != nil && k.Settings.Practice > 0
}

// Observed reports whether one can have the newspaper by mail: it is public, and the game master wants it.
func (k *Setup) Observed() bool {
	return k.Settings.Observers > 0 && k.Settings.Public.Has(public.Newspaper)
}

// daemons are the names under which mail servers write.
var daemons = []string{"mailer-daemon", "mail-daemon", "maildaemon", "postmaster"}

// Reserved reports whether an address can be nobody's who writes to the game: its mail reaches the game itself, also
// with a tag as in game+1@example.org, or a mail server.
func (k *Setup) Reserved(mail string) bool {
	local, _, _ := strings.Cut(strings.ToLower(mail), "@")
	return slices.Contains(daemons, local) ||
		slices.ContainsFunc(append([]string{k.Settings.Address}, k.Settings.Aliases...),
			func(own string) bool { return address.Same(untagged(mail), untagged(own)) })
}

// untagged is an address without a tag.
func untagged(mail string) string {
	local, domain, _ := strings.Cut(mail, "@")
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// Playable says why nobody can play from an address: it is not a proper one, or the game would write to itself.
func (k *Setup) Playable(mail string) error {
	if err := address.Proper(mail); err != nil {
		return err
	}
	if address.Same(mail, k.Settings.Address) || address.Contains(k.Settings.Aliases, mail) {
		return wording.Fault(faults.ErrAddress, "address-own", phrase.Str("mail", wording.Cut(mail)))
	}
	return nil
}

// LongestPause is for how many turns a player may be away at a time.
const LongestPause = 20

// Random is where secrets come from.
func (k *Setup) Random() io.Reader {
	if k.Settings.Random != nil {
		return k.Settings.Random
	}
	return rand.Reader
}

// LongestWhy is how many characters the reason of a change by hand may have, since it may be in a report.
const LongestWhy = 300

// Reason is why the game master does something, in one line. If there is no reason, or a long one, it returns the
// error wrong.
func Reason(why string, wrong error) (string, error) {
	why = strings.Join(strings.Fields(wording.OneLine(why)), " ")
	if n := utf8.RuneCountInString(why); n == 0 || n > LongestWhy {
		return "", wording.Fault(wrong, "edit-why", phrase.Num("most", LongestWhy))
	}
	return why, nil
}

// Verbs are the changes that can be made by hand in the world that awaits orders.
func (k *Setup) Verbs(c chronicle.Current) (verbs []game.Verb, err error) {
	if c.World.Asked().Over {
		return nil, wording.Fault(faults.ErrEdit, "edit-over")
	}
	err = store.Guarded(func() { verbs = c.World.Verbs() })
	if err == nil && len(verbs) == 0 {
		err = wording.Fault(faults.ErrEdit, "edit-none", phrase.Str("name", k.Rules.Name()))
	}
	return verbs, err
}

// Edited makes a change by hand, and checks that the world after it keeps the rules of every world. It returns
// ErrRules if it does not.
func (k *Setup) Edited(c chronicle.Current, edit *chronicle.Edit) (world game.World, err error) {
	if _, err := k.Verbs(c); err != nil {
		return nil, err
	}
	fault := store.Guarded(func() {
		if world, edit.Events, err = edit.Change(c.World); err != nil {
			return
		}
		again, wrong := k.Rules.Open(world.State(), c.Tables)
		switch broken := world.Broken(); {
		case len(broken) > 0:
			err = fmt.Errorf("%w: the world after it is broken: %s", faults.ErrRules, strings.Join(broken, "; "))
		case wrong != nil || !bytes.Equal(again.State(), world.State()):
			err = fmt.Errorf("%w: its state does not open as it was (%v)", faults.ErrRules, wrong)
		case world.Asked().Turn != c.Turn || len(world.Realms()) != len(c.World.Realms()):
			err = fmt.Errorf("%w: it awaits turn %d of %d realms", faults.ErrRules, world.Asked().Turn,
				len(world.Realms()))
		}
	})
	if fault != nil {
		return nil, fault
	}
	return world, err
}
