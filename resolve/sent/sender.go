// Package sent knows a letter by its sender: intake hands it a letter that came, and gets what it says, which realms are
// played from its address, and what proves that. What the sender is answered, and within which limits, is here, too.
package sent

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Sender is who sent a letter. It is made of the letter, studied, and adds the realms that are
// played from its address. A machine's mail, and a letter known by its signature, end here.
type Sender struct {
	world.Session
	Studied
	Own    []int  // the realms
	Proven string // the domain whose signature proved the address, where that was asked for
	Shown  bool   // the realm's password is in the letter, or a code that was mailed to its sender
}

// Of finds the sender of a letter that was read, or gives the ending of its way.
func Of(d world.Session, read Studied) (Sender, *world.Ending, error) {
	s := Sender{Session: d, Studied: read}
	if read.File == nil {
		end, err := s.machine()
		return s, end, err
	}
	var err error
	if s.Own, err = players.Registered(d.World.Setup, d.Tx, d.Current, read.Letter.From); err != nil {
		return s, nil, err
	}
	known := s.known()
	if s.Proved() {
		s.useUp()
	}
	if known {
		s.Text = ""
		return s, s.Ended(receipt.Acceptance{Fate: receipt.Known}), nil
	}
	return s, nil, nil
}

// RecordOf is what is known of a realm's player, as it counts for whoever sent the letter.
func (s Sender) RecordOf(realm int) (roster.RealmRecord, bool, error) {
	rec, found, err := s.Session.Record(realm)
	return rec.As(s.Letter.From, s.Current.Turn), found, err
}

// ToName is how whoever reads a letter to a realm is called; its substitute has no name here.
func ToName(d world.Session, here game.Realm, to string) string {
	if rec, _, err := d.Record(here.Number); err == nil && rec.StandsIn(to, d.Current.Turn) {
		return ""
	}
	return here.Player
}

// SignaturesBucket is made when the first letter is proven by a signature.
var SignaturesBucket = []byte("signatures")

// known tells whether the letter came before under another hash: its signature
// was used. What a provider signed once for a player must not count again when
// somebody else, who saw it, sends it.
func (s Sender) known() bool {
	b := s.Tx.Bucket(SignaturesBucket)
	return b != nil && s.World.Settings.AuthInForce() != world.ByPassword && s.Letter.Proof.Domain != "" &&
		slices.ContainsFunc(s.Letter.Proof.Marks, func(m [32]byte) bool { return b.Get(m[:]) != nil })
}

// useUp uses up the signatures of a proven letter, whatever it is about: one that
// was none of orders when it came must not be made into orders by somebody who
// has a copy. Of a letter known by one signature the others are used up, too.
func (s Sender) useUp() {
	if s.World.Settings.AuthInForce() == world.ByPassword || s.Letter.Proof.Domain == "" || len(s.Letter.Proof.Marks) == 0 {
		return
	}
	b, err := s.Tx.CreateBucketIfNotExists(SignaturesBucket)
	if err != nil {
		panic(fmt.Sprintf("storing signatures: %v", err))
	}
	for _, m := range s.Letter.Proof.Marks {
		store.Put(b, m[:], store.U32(s.Current.Turn))
	}
}

// Vouched tells whether the proof is good for the letter's orders. It says who
// sent the letter, not who wrote what he forwards or quotes in it: such orders
// need a password.
func (s Sender) Vouched() bool {
	return s.Letter.Proof.Domain != "" && (!s.Letter.Others || s.World.Settings.AuthInForce() == world.ByBoth)
}

// Right is Try for the letter's password, unless Study has tried it already.
func (s Sender) Right(realm int, rec roster.RealmRecord, password string) bool {
	if g := s.Letter.Studied.Guess; g.Key == roster.GuessKey(realm, rec, password) {
		return g.Right
	}
	return s.World.People.Try(realm, rec, password).Right
}

// Home is the address of a realm an answer goes to: the one the letter came
// from if it is one of them and may be answered, else the first.
func (s Sender) Home(rec roster.RealmRecord) string {
	if s.Letter.MayAnswer && roster.Has(rec.Mail, s.Letter.From) && roster.ProperMail(s.Letter.From) == nil {
		return s.Letter.From
	}
	return rec.Mail[0]
}

// Asker is where the game master's answer goes: the address the letter came from if
// it is the realm's, else its first.
func (s Sender) Asker(rec roster.RealmRecord) string {
	switch {
	case roster.Has(rec.Mail, s.Letter.From):
		return s.Letter.From
	case len(rec.Mail) > 0:
		return rec.Mail[0]
	}
	return ""
}

// Proved tells whether something proves that somebody sent the letter whom the game knows: his provider's signature, or
// the password or a code in it. Who is unknown can sign as much as he likes.
func (s Sender) Proved() bool {
	return s.Shown || s.Letter.Proof.Domain != "" && (len(s.Own) > 0 || IsMaster(s.World.Setup, s.Letter.From))
}

// Ours is the letter of ours that this one answers, by its references.
func (s Sender) Ours() (outbox.Entry, bool, error) {
	ids := strings.Fields(s.Letter.References)
	slices.Reverse(ids)
	return outbox.In(s.Tx).Named(ids)
}

// tried is how many words of one question are held against the realm's password.
const tried = 8

// Unsaid takes out of a text what is or may be a password of a realm. Unlike loosely it leaves
// prose as it is, of which three words in a row may be spelt like one: such are held
// against the realm's own.
func (s Sender) Unsaid(text string, realm int, rec roster.RealmRecord) string {
	left := tried
	return secrets.Spelt.Mask(secrets.Finder{}.Clean(secrets.Readable(text)), func(word string) bool {
		if secrets.Digit.MatchString(word) || left == 0 {
			return true
		}
		left--
		return s.Right(realm, rec, strings.Join(strings.Fields(strings.ReplaceAll(word, "_", " ")), ""))
	})
}

// Line is the `$I` line a player should write, as an argument `line`; its
// number is the argument `own`.
func (s Sender) Line() phrase.Arg {
	auth := s.World.Settings.AuthInForce()
	if auth == world.ByDKIM || auth == world.ByEither && s.Vouched() {
		return phrase.Key("line", "line-bare")
	}
	return phrase.Key("line", "line-password")
}

// Served ends the way of a letter that was served, for a realm.
func (s Sender) Served(realm int, answered bool) *world.Ending {
	return s.Ended(receipt.Acceptance{Fate: receipt.Served, Realm: realm, Answered: answered})
}

// Ended ends the way of a letter.
func (s Sender) Ended(a receipt.Acceptance) *world.Ending {
	a.Turn = s.Current.Turn
	return &world.Ending{Acceptance: a, Letter: s.Letter, Text: s.Text, Proven: s.Proven, Proved: s.Proved()}
}

// ErrHeld ends the transaction of a letter that cannot be judged yet.
var ErrHeld = errors.New("the letter waits for a proof")

// IsMaster tells that an address is the game master's.
func IsMaster(k *world.Setup, mail string) bool {
	return k.Settings.Master != "" && roster.SameAddress(mail, k.Settings.Master)
}
