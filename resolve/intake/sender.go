package intake

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

// sender is who sent a letter. It is made of the letter, studied, and adds the realms that are
// played from its address. A machine's mail, and a letter known by its signature, end here.
type sender struct {
	world.Session
	studied
	own    []int  // the realms
	proven string // the domain whose signature proved the address, where that was asked for
	shown  bool   // the realm's password is in the letter, or a code that was mailed to its sender
}

func senderOf(d world.Session, read studied) (sender, *world.Ending, error) {
	s := sender{Session: d, studied: read}
	if read.file == nil {
		end, err := s.machine()
		return s, end, err
	}
	var err error
	if s.own, err = players.Registered(d.World.Setup, d.Tx, d.Current, read.letter.From); err != nil {
		return s, nil, err
	}
	known := s.known()
	if s.proved() {
		s.useUp()
	}
	if known {
		s.text = ""
		return s, s.ended(receipt.Acceptance{Fate: receipt.Known}), nil
	}
	return s, nil, nil
}

// record is what is known of a realm's player, as it counts for whoever sent the letter.
func (s sender) record(realm int) (roster.RealmRecord, bool, error) {
	rec, found, err := s.Session.Record(realm)
	return rec.As(s.letter.From, s.Current.Turn), found, err
}

// toName is how whoever reads a letter to a realm is called; its substitute has no name here.
func toName(d world.Session, here game.Realm, to string) string {
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
func (s sender) known() bool {
	b := s.Tx.Bucket(SignaturesBucket)
	return b != nil && s.World.Settings.AuthInForce() != world.ByPassword && s.letter.Proof.Domain != "" &&
		slices.ContainsFunc(s.letter.Proof.Marks, func(m [32]byte) bool { return b.Get(m[:]) != nil })
}

// useUp uses up the signatures of a proven letter, whatever it is about: one that
// was none of orders when it came must not be made into orders by somebody who
// has a copy. Of a letter known by one signature the others are used up, too.
func (s sender) useUp() {
	if s.World.Settings.AuthInForce() == world.ByPassword || s.letter.Proof.Domain == "" || len(s.letter.Proof.Marks) == 0 {
		return
	}
	b, err := s.Tx.CreateBucketIfNotExists(SignaturesBucket)
	if err != nil {
		panic(fmt.Sprintf("storing signatures: %v", err))
	}
	for _, m := range s.letter.Proof.Marks {
		store.Put(b, m[:], store.U32(s.Current.Turn))
	}
}

// vouched tells whether the proof is good for the letter's orders. It says who
// sent the letter, not who wrote what he forwards or quotes in it: such orders
// need a password.
func (s sender) vouched() bool {
	return s.letter.Proof.Domain != "" && (!s.letter.Others || s.World.Settings.AuthInForce() == world.ByBoth)
}

// right is Try for the letter's password, unless Study has tried it already.
func (s sender) right(realm int, rec roster.RealmRecord, password string) bool {
	if g := s.letter.Studied.Guess; g.Key == roster.GuessKey(realm, rec, password) {
		return g.Right
	}
	return s.World.People.Try(realm, rec, password).Right
}

// home is the address of a realm an answer goes to: the one the letter came
// from if it is one of them and may be answered, else the first.
func (s sender) home(rec roster.RealmRecord) string {
	if s.letter.MayAnswer && roster.Has(rec.Mail, s.letter.From) && roster.ProperMail(s.letter.From) == nil {
		return s.letter.From
	}
	return rec.Mail[0]
}

// asker is where the game master's answer goes: the address the letter came from if
// it is the realm's, else its first.
func (s sender) asker(rec roster.RealmRecord) string {
	switch {
	case roster.Has(rec.Mail, s.letter.From):
		return s.letter.From
	case len(rec.Mail) > 0:
		return rec.Mail[0]
	}
	return ""
}

// proved tells whether something proves that somebody sent the letter whom the game knows: his provider's signature, or
// the password or a code in it. Who is unknown can sign as much as he likes.
func (s sender) proved() bool {
	return s.shown || s.letter.Proof.Domain != "" && (len(s.own) > 0 || isMaster(s.World.Setup, s.letter.From))
}

// answered is the letter of ours that this one answers, by its references.
func (s sender) answered() (outbox.Entry, bool, error) {
	ids := strings.Fields(s.letter.References)
	slices.Reverse(ids)
	return outbox.In(s.Tx).Named(ids)
}

// tried is how many words of one question are held against the realm's password.
const tried = 8

// unsaid takes out of a text what is or may be a password of a realm. Unlike loosely it leaves
// prose as it is, of which three words in a row may be spelt like one: such are held
// against the realm's own.
func (s sender) unsaid(text string, realm int, rec roster.RealmRecord) string {
	left := tried
	return secrets.Spelt.Mask(secrets.Finder{}.Clean(secrets.Readable(text)), func(word string) bool {
		if secrets.Digit.MatchString(word) || left == 0 {
			return true
		}
		left--
		return s.right(realm, rec, strings.Join(strings.Fields(strings.ReplaceAll(word, "_", " ")), ""))
	})
}

// line is the `$I` line a player should write, as an argument `line`; its
// number is the argument `own`.
func (s sender) line() phrase.Arg {
	auth := s.World.Settings.AuthInForce()
	if auth == world.ByDKIM || auth == world.ByEither && s.vouched() {
		return phrase.Key("line", "line-bare")
	}
	return phrase.Key("line", "line-password")
}

// served ends the way of a letter that was served, for a realm.
func (s sender) served(realm int, answered bool) *world.Ending {
	return s.ended(receipt.Acceptance{Fate: receipt.Served, Realm: realm, Answered: answered})
}

// ended ends the way of a letter.
func (s sender) ended(a receipt.Acceptance) *world.Ending {
	a.Turn = s.Current.Turn
	return &world.Ending{Acceptance: a, Letter: s.letter, Text: s.text, Proven: s.proven, Proved: s.proved()}
}

// errHeld ends the transaction of a letter that cannot be judged yet.
var errHeld = errors.New("the letter waits for a proof")

// isMaster tells that an address is the game master's.
func isMaster(k *world.Setup, mail string) bool {
	return k.Settings.Master != "" && roster.SameAddress(mail, k.Settings.Master)
}
