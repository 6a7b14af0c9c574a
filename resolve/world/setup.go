package world

import (
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"strings"

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

// settled compares the effective tables with those of the founding, if the rules have numbers that must stay.
func (k *Setup) settled(tx *store.Tx, tables []byte) error {
	rules, is := k.Rules.(game.Founder)
	note, found := chronicle.Founded(tx)
	if !is || !found || note.Tables == store.SumOf(tables) {
		return nil
	}
	was, err := store.GetFile(tx, note.Tables)
	if err != nil {
		return err
	}
	if err := rules.Settled(was, tables); err != nil {
		return fmt.Errorf("%w: %w", faults.ErrTables, err)
	}
	return nil
}

// Practises reports whether one can practise by mail: the machine plays the game, and the game master wants it.
func (k *Setup) Practises() bool {
	_, plays := k.Rules.(game.Bot)
	return plays && k.Settings.Practice > 0
}

// Observed reports whether one can have the newspaper by mail: it is public, and the game master wants it.
func (k *Setup) Observed() bool {
	return k.Settings.Observers > 0 && k.Settings.Public.Has(public.Newspaper)
}

// isOwn reports whether an address is the game's own.
func (k *Setup) isOwn(mail string) bool {
	return address.Same(mail, k.Settings.Address) || address.In(k.Settings.Aliases, mail)
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
	if k.isOwn(mail) {
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
