package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// masterPassword is the hash of the game master's password.
const masterPassword store.Slot[roster.RealmRecord] = "master-password"

// SetMasterPassword makes a password by which the game master can prove letters, and returns it. The former one becomes
// void.
func SetMasterPassword(w *world.World) (string, error) {
	var fresh roster.RealmRecord
	password, err := fresh.Renew(w.Random())
	if err != nil {
		return "", err
	}
	return password, w.Update(func(tx *store.Tx) error {
		masterPassword.Put(tx, roster.RealmRecord{Salt: fresh.Salt, Hash: fresh.Hash})
		_, err := w.Note(tx, logbook.Entry{What: phrase.P("log.master-password")})
		return err
	})
}

// HasMasterPassword reports whether there is one.
func HasMasterPassword(w *world.World) (has bool, err error) {
	err = w.View(func(tx *store.Tx) error {
		has = masterPassword.Raw(tx) != nil
		return nil
	})
	return has, err
}

// withWord takes the game master's password out of their letter, and records whether it is right. Only letters with
// their address come here. Wrong passwords are not counted, as they are not for a player's own addresses. So the game
// master's letters count, whatever others write under that address. A hash costs less than fetching a mail.
func (m MasterLetter) withWord() MasterLetter {
	word := m.From.Letter.MasterWord()
	if word == "" {
		return m
	}
	m.From.Text, m.From.Typed = letter.WithoutMasterWord(m.From.Text), letter.WithoutMasterWord(m.From.Typed)
	rec, found := masterPassword.Get(m.Tx)
	if !found {
		return m
	}
	m.knows = m.World.People.Try(0, rec, word).Right
	m.From.Shown = m.From.Shown || m.knows
	return m
}

// mustProve reports whether a request of the game master lacks the proof that the world demands. What is sent only to
// their mailbox needs none. A code proves only the request for which it was mailed.
func (m MasterLetter) mustProve() bool {
	harmless := m.word == "" || masterKindOf(m.wish.Service).Answer != nil
	return m.World.Settings.MasterProof && !harmless && !m.knows && m.From.Letter.Proof.Domain == ""
}

// unprovenAnew answers a letter that brings a code back with another request, and lacks the proof for that one.
func (m MasterLetter) unprovenAnew(realm int) (*world.Ending, error) {
	if m.From.Letter.Proof.Later {
		return nil, sender.ErrHeld
	}
	return m.told(realm, limits.Alarms, "master-needs-proof-anew", m.lacks()...), nil
}

// lacks returns the arguments that say why a letter is not proven.
func (m MasterLetter) lacks() []phrase.Arg {
	why := phrase.Key("why", "proof.unsigned")
	if p := m.From.Letter.Proof; p.Why != "" {
		why = phrase.Key("why", "proof."+p.Why)
	}
	return []phrase.Arg{why, phrase.Str("signer", wording.Cut(m.From.Letter.Proof.Signer))}
}

// came says, in a letter with a code, how the request for it came in.
func (m MasterLetter) came(t *wording.Text) {
	switch domain := m.From.Letter.Proof.Domain; {
	case m.knows:
		t.Say("came-password")
	case domain != "":
		t.Say("came-signed", phrase.Str("domain", wording.Cut(domain)))
	default:
		t.Say("came-unproven")
	}
}
