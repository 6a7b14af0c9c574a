// Package sender finds out who wrote a letter: the realms that are played from its address, what proves that, and which
// letter of ours it answers. Study reads what it says, as far as that takes (content.go). It answers on the way that
// the letter may be answered (Answer), and keeps what unproven letters leave in the store within bounds (unproven.go):
// the oldest make room for the newest. Kind declares what a letter may ask for; the rows are in package requests. Begin
// with Identify.
package sender

import (
	"errors"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Sender is the sender of a letter: the letter as it was read, and the realms that are played from its address.
type Sender struct {
	world.Session
	Content
	Vocabulary letter.Vocabulary // what the letter may ask with
	Ours       *outbox.Message   // our letter that it answers; nil: none
	words      string            // what it says
	ours       string            // the same, and the report that it brings
	Again      []byte            // the key of the code for which an answer to this letter wants another one
	Asked      uint64            // the number of a question to the game master whose code is in the subject; 0: none
	Own        []int             // realms that are played from the address
	Proven     string            // the domain whose signature proves the address, if a proof was asked for
	Shown      bool              // the letter has the realm's password, or a code that was mailed to its sender
}

// Identify finds the sender of a letter that was read. It returns the letter's outcome if that is all: a mail from
// a machine, or a letter whose signature is known already.
func Identify(d world.Session, read Content, words letter.Vocabulary) (Sender, *world.Ending, error) {
	s := Sender{Session: d, Content: read, Vocabulary: words}
	switch {
	case read.File == nil && read.Letter.Bounce != nil:
		end, err := s.bounced()
		return s, end, err
	case read.File == nil:
		return s, s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	}
	s.Own = players.Registered(d.World.Setup, d.Tx, d.Current, read.Letter.From)
	if err := errors.Join(s.compare(), s.setAside()); err != nil {
		return s, nil, err
	}
	s.askedFor()
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

// FromPage is the sender of a letter that a key of a realm has opened: whoever plays that by it. Its text is the writer's
// own, whole, and answers none of our letters but by a code in it.
func FromPage(d world.Session, read Content, words letter.Vocabulary, realm int) Sender {
	read.Form = nil
	return Sender{Session: d, Content: read, Vocabulary: words, Own: []int{realm}}
}

// answered finds our letter that this one answers: the one that it says it is a reply to, or whose code its subject has, or
// else the last of its references that is ours, or whose code it quotes. Some servers give our letters ids of their own,
// and some programs name none.
func (s *Sender) answered() (outbox.Message, bool, error) {
	references := strings.Fields(s.Letter.References)
	slices.Reverse(references)
	names := []string{s.Letter.InReplyTo}
	for _, code := range s.Headed {
		names = append(names, string(letter.TokenKey(code)))
	}
	names = append(names, references...)
	if all := s.presented(); len(all) > 0 && s.Several() == nil {
		names = append(names, string(all[0].key))
	}
	return outbox.Open(s.Tx).Named(names)
}

// compare reads the letter beside ours that it answers: its parts are made anew, if its form alone does not say whose words
// they are.
func (s *Sender) compare() error {
	e, found, err := s.answered()
	if err != nil || !found {
		return err
	}
	text, report := outbox.Open(s.Tx).Words(e)
	s.Ours, s.words, s.ours = &e, text, text+"\n"+report // which may be quoted, too
	ours, l := s.ours, s.Letter
	if (slices.Contains(s.Own, e.Realm) || address.Same(e.To, l.From)) && l.Compare(ours) { // another's letter must not be guessed at
		if err = s.anew(l); err != nil {
			return err
		}
	}
	s.Leave(ours, l.Texts)
	if s.Quoted != "" && letter.OwnLines(s.Quoted, ours) == "" { // nothing of it may be the writer's
		s.Letter.Notes = slices.DeleteFunc(slices.Clone(s.Letter.Notes), func(n phrase.Phrase) bool { return n.Code == letter.QuoteDropped })
	}
	return nil
}

// anew reads the letter again, since its texts are others now. The subject has no codes any more: they are masked.
func (s *Sender) anew(l letter.Letter) (err error) {
	l.Parts, l.Lines = nil, nil
	codes, headed := s.Codes, s.Headed
	s.Content, err = Read(s.World.Setup, l)
	s.Codes, s.Headed = codes, headed
	return err
}

// setAside takes a form of ours that nobody has filled in out of the text in which it stands: as a whole or cut down, it is
// no orders.
func (s *Sender) setAside() error {
	s.compareForm()
	if f := s.Form; f == nil || !f.Within || secrets.IsCode(f.File.Identity.Password) || f.FilledIn(s.Own) {
		return nil
	}
	l := s.Letter
	l.SetAside(s.Form)
	err := s.anew(l)
	if s.Ours != nil {
		s.Leave(s.ours, l.Texts)
	}
	s.compareForm()
	return err
}

// compareForm compares the letter's form with the orders with which it was sent: those in our letter that this one answers,
// or those that wait for a YES.
func (s *Sender) compareForm() {
	if s.Form == nil || !s.Form.Changed {
		return
	}
	f, language, fewer := *s.Form, s.World.Rules.Language(), s.mayTakeOut()
	if s.Ours != nil {
		f.Against(language, letter.FormIn(s.ours), fewer)
	}
	for _, c := range s.presented() {
		if c.For == letter.Begins {
			ready, _ := correspondence.Args[correspondence.Ready](c.Token) // an error shows when they are agreed to
			f.Against(language, ready.Text, fewer)
		}
	}
	s.Form = &f
}

// mayTakeOut reports whether a form of the letter may have been changed by taking orders out of it. Who forwards one, or has
// something else to say, may have cut a quote down.
func (s *Sender) mayTakeOut() bool {
	said := s.Said()
	return !letter.Forwards(s.Letter.Subject) && !s.Form.Others && (letter.SaysYes(said) && !letter.Speaks(said) || letter.BeyondCourtesy(said) == "")
}

// RecordOf returns the record of a realm's player, as it applies to the sender of the letter.
func (s Sender) RecordOf(realm int) (roster.RealmRecord, bool) {
	rec, found := roster.Get(s.Tx, realm)
	return rec.As(s.Letter.From, s.Current.Turn), found
}

// ToName returns the name of the person who reads a letter to a realm. A substitute has no name here.
func ToName(d world.Session, here game.Realm, to string) string {
	if rec, _ := roster.Get(d.Tx, here.Number); rec.StandsIn(to, d.Current.Turn) {
		return ""
	}
	return here.Player
}

// signatures has in which turn a DKIM signature was used, by its SHA-256.
var signatures = store.Values("signatures")

// known reports whether the letter came before under another hash: its signature was used then. What a provider signed
// once for a player must not count again when somebody else, who saw it, sends it.
func (s Sender) known() bool {
	return s.World.Settings.AuthInForce() != world.ByPassword && s.Letter.Proof.Domain != "" &&
		slices.ContainsFunc(s.Letter.Proof.Marks, func(m [32]byte) bool { return signatures.Has(s.Tx, m[:]) })
}

// useUp marks the signatures of a proven letter as used, whatever it is about. A letter without orders must not be
// turned into one with orders later by somebody who has a copy. If one signature of a letter is known, its others are
// marked as well.
func (s Sender) useUp() {
	if s.World.Settings.AuthInForce() == world.ByPassword || s.Letter.Proof.Domain == "" || len(s.Letter.Proof.Marks) == 0 {
		return
	}
	for _, m := range s.Letter.Proof.Marks {
		signatures.Put(s.Tx, m[:], store.U32(s.Current.Turn))
	}
}

// Vouched reports whether the proof is enough for the letter's orders. It proves who sent the letter, but not who
// wrote what is forwarded or quoted in it. Such orders need a password.
func (s Sender) Vouched() bool {
	return s.Letter.Proof.Domain != "" && (!s.Letter.Others || s.World.Settings.AuthInForce() == world.ByBoth)
}

// PasswordFits reports whether the password is the realm's, unless Study has found that out already.
func (s Sender) PasswordFits(realm int, rec roster.RealmRecord, password string) bool {
	if g := s.Guess; g.Key == roster.GuessKey(realm, rec, password) {
		return g.Right
	}
	return s.World.People.Try(realm, rec, password).Right
}

// AnswerAddress is the address to which answers for a realm go. It is the sender's, if that is one of the realm's and may be
// answered, and otherwise the realm's first.
func (s Sender) AnswerAddress(rec roster.RealmRecord) string {
	if s.Letter.MayAnswer && address.Contains(rec.Mail, s.Letter.From) && address.Proper(s.Letter.From) == nil {
		return s.Letter.From
	}
	return rec.Mail[0]
}

// Asker is the address to which the game master's answer goes: the sender's if it is the realm's, and otherwise the
// realm's first.
func (s Sender) Asker(rec roster.RealmRecord) string {
	switch {
	case address.Contains(rec.Mail, s.Letter.From):
		return s.Letter.From
	case len(rec.Mail) > 0:
		return rec.Mail[0]
	}
	return ""
}

// Proved reports whether something proves that the letter comes from somebody the game knows. A signature of the
// provider proves it, or the password or a code in the letter. The signature of an unknown sender proves nothing.
func (s Sender) Proved() bool {
	return s.Shown || s.Letter.Proof.Domain != "" && (len(s.Own) > 0 || IsMaster(s.World.Setup, s.Letter.From))
}

// tried is how many words of one question are compared with the realm's password.
const tried = 8

// Unsaid masks in a text whatever is or may be a password of a realm. Unlike Loosely, it leaves prose as it is. Three
// words of prose may look like a password. Such words are compared with the realm's own.
func (s Sender) Unsaid(text string, realm int, rec roster.RealmRecord) string {
	left := tried
	return secrets.Spelt.Mask(secrets.Finder{}.Clean(secrets.Readable(text)), func(word string) bool {
		if secrets.HasDigit(word) || left == 0 {
			return true
		}
		left--
		return s.PasswordFits(realm, rec, strings.Join(strings.Fields(strings.ReplaceAll(word, "_", " ")), ""))
	})
}

// Line is the `$I` line that a player should write, as the argument `line`. Its number is the argument `own`.
func (s Sender) Line() phrase.Arg {
	auth := s.World.Settings.AuthInForce()
	if auth == world.ByDKIM || auth == world.ByEither && s.Vouched() {
		return phrase.Key("line", "line-bare")
	}
	return phrase.Key("line", "line-password")
}

// Served ends the steps of a letter that asked the machine for a service, for a realm.
func (s Sender) Served(realm int, answered bool) *world.Ending {
	return s.Ended(receipt.Acceptance{Fate: receipt.Served, Realm: realm, Answered: answered})
}

// Ended ends the steps of a letter.
func (s Sender) Ended(a receipt.Acceptance) *world.Ending {
	a.Turn = s.Current.Turn
	return &world.Ending{Acceptance: a, Letter: s.Letter, Text: s.Text, Proven: s.Proven, Proved: s.Proved()}
}

// ErrHeld ends the transaction of a letter that cannot be judged yet.
var ErrHeld = errors.New("the letter waits for a proof")

// IsMaster reports whether an address is a game master's.
func IsMaster(k *world.Setup, mail string) bool {
	return slices.ContainsFunc(k.Settings.Masters, func(m string) bool { return address.Same(mail, m) })
}

// BouncesKept is how many bounces of one letter are recorded.
const BouncesKept = 10

// bounced records that one of our letters came back. A letter that waits to be sent again still waits. A bounce of a
// letter that is not ours is not recorded.
func (s Sender) bounced() (*world.Ending, error) {
	e, found, err := outbox.Open(s.Tx).Named(s.Letter.Bounce.IDs)
	if err != nil || !found {
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), err
	}
	end := s.Ended(receipt.Acceptance{Fate: receipt.CameBack, Realm: e.Realm})
	if e.Returns() >= BouncesKept {
		return end, nil
	}
	b := s.Letter.Bounce
	words := secrets.MaskLikely(wording.OneLine(b.Words))
	if b.To != "" && !address.Same(b.To, e.To) {
		words = secrets.MaskLikely(wording.OneLine(b.To)) + ": " + words // somebody forwarded the letter to that address
	}
	a := outbox.Attempt{At: s.At.UTC(), Result: outbox.Returned, Text: wording.Clipped(words, outbox.AnswerKept)}
	if b.Delayed {
		a.Result = outbox.Late
	}
	e.Attempts = append(e.Attempts, a)
	fresh := !b.Delayed && (e.State == outbox.Sent || e.State == outbox.Unclear)
	if fresh {
		e.State, e.Reason = outbox.Bounced, a.Text
	}
	outbox.Open(s.Tx).Save(&e)
	if !fresh {
		return end, nil
	}
	s.World.ToMaster.Bounced(s.Tx, e, s.At)
	return end, nil
}
