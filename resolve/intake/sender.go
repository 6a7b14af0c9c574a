package intake

import (
	"fmt"
	"slices"
	"strings"

	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
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

// budget is whose a limit is for this letter: what is proven has one of its own.
func (s sender) budget(of limits.Whose) limits.Whose {
	if s.proved() {
		return of.Proven()
	}
	return of
}

// wordBudget is budget, of one of the words that a letter may say.
func (s sender) wordBudget(of limits.Whose, word string) limits.Whose { return s.budget(of.Word(word)) }

// mayAnswer counts one more answer to a letter that says a word, "" if it says none of ours, and tells whether it is
// within the limits. Receipts, of which only a realm's own player can make us send any, are not among those that
// an address gets at most. Of letters that nothing proves no word uses up all that the others have.
func (s sender) mayAnswer(within limits.Limit, word string, realm int, to string) bool {
	of, mail := limits.OfRealm(realm), limits.OfMail(to)
	if within == limits.Receipts {
		return within.Allow(s.Tx, s.At, of)
	}
	if word != "" {
		of = of.Word(word)
	} else {
		word = within.Name()
	}
	// A signature proves who sent the letter, not that he is the player whom it alarms.
	proved := s.proved() && within != limits.Alarms && within != limits.Throttles
	if proved {
		of = of.Proven()
	}
	switch {
	case !within.Allow(s.Tx, s.At, of):
		return false
	case proved:
		return limits.Answers.Allow(s.Tx, s.At, mail.Proven())
	}
	return limits.Answers.Allow(s.Tx, s.At, mail) && limits.AnswersADay.Allow(s.Tx, s.At, mail) ||
		limits.WordsADay.Allow(s.Tx, s.At, mail.Word(word))
}

// lastReply tells, of a reply that is within the limit, that no other follows in this hour.
func (s sender) lastReply(realm int) bool {
	return limits.Replies.Counted(s.Tx, s.At, s.budget(limits.OfRealm(realm))) == limits.Replies.Most()
}

// answered is the letter of ours that this one answers, by its references.
func (s sender) answered() (outbox.Entry, bool, error) {
	ids := strings.Fields(s.letter.References)
	slices.Reverse(ids)
	return outbox.In(s.Tx).Named(ids)
}

// presented finds the token a letter brings back, of those for players or of the game
// master's: the first that is open, else the first that is known at all.
func (s sender) presented(masters bool) (key []byte, t correspondence.Token, found bool, err error) {
	b := s.Tx.Bucket(correspondence.TokensBucket)
	if b == nil {
		return nil, t, false, nil
	}
	for _, token := range s.letter.Studied.Tokens {
		k := letter.TokenKey(token)
		r, has, err := store.GetJSON[correspondence.Token](b, k)
		if err != nil {
			return nil, t, false, err
		}
		has = has && (r.For == letter.AnswersPlayer) == masters
		if has && (!found || r.Open(s.At)) {
			key, t, found = k, r, true
		}
		if found && t.Open(s.At) {
			break
		}
	}
	return key, t, found, nil
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

// machine ends the way of a machine's mail.
func (s sender) machine() (*world.Ending, error) {
	if s.letter.Bounce != nil {
		return s.bounced()
	}
	return s.ended(receipt.Acceptance{Fate: receipt.Machine}), nil
}

// BouncesKept is how many bounces of one letter are noted at it.
const BouncesKept = 10

// bounced notes at a letter of ours that it came back. One that waits to be sent
// again goes on waiting. Of what is nobody's letter nothing is kept.
func (s sender) bounced() (*world.Ending, error) {
	e, found, err := outbox.In(s.Tx).Named(s.letter.Bounce.IDs)
	if err != nil || !found {
		return s.ended(receipt.Acceptance{Fate: receipt.Machine}), err
	}
	end := s.ended(receipt.Acceptance{Fate: receipt.CameBack, Realm: e.Realm})
	if e.Returns() >= BouncesKept {
		return end, nil
	}
	b := s.letter.Bounce
	words := secrets.Loosely(wording.OneLine(b.Words))
	if b.To != "" && !roster.SameAddress(b.To, e.To) {
		words = secrets.Loosely(wording.OneLine(b.To)) + ": " + words // it was passed on to there
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
	outbox.In(s.Tx).Save(&e)
	if !fresh {
		return end, nil
	}
	return end, s.World.ToMaster.Bounced(s.Tx, e, s.At)
}

// Charset is how texts of the player who writes from an address are probably
// written, in the names of Attachment; "" if the address is nobody's. The game master's are in UTF-8.
func Charset(w *world.World, mail string) (name string, err error) {
	err = w.View(func(tx *store.Tx) error {
		name, err = charset(w, tx, mail)
		return err
	})
	return name, err
}

// charset is Charset in a transaction.
func charset(w *world.World, tx *store.Tx, mail string) (string, error) {
	c, err := w.Now(tx)
	if err != nil {
		return "", err
	}
	own, err := players.Registered(w.Setup, tx, c, mail)
	switch {
	case err != nil:
		return "", err
	case len(own) > 0:
		r, _ := c.Realm(own[0])
		return outbox.Charset(r.Computer), nil
	case isMaster(w.Setup, mail):
		return outbox.Charset(""), nil
	}
	return "", nil
}

// Expect tells of a mail that is to be read whether one with its hash was taken before, and gives what is
// known of all who may have sent it, by their addresses, folded. The map stays as it is: another is
// made when something has changed.
func Expect(w *world.World, hashes ...[32]byte) (seen []bool, byAddress map[string]roster.Sender, err error) {
	err = w.View(func(tx *store.Tx) error {
		for _, hash := range hashes {
			seen = append(seen, tx.Bucket(store.LettersBucket).Get(hash[:]) != nil)
		}
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		// What has changed is met here, and the map of before forgotten.
		if err := w.People.Records(tx, func(int, roster.RealmRecord) {}); err != nil {
			return err
		}
		if w.People.Senders != nil {
			byAddress = w.People.Senders
			return nil
		}
		byAddress = map[string]roster.Sender{}
		err = w.People.Records(tx, func(number int, rec roster.RealmRecord) {
			r, plays := c.Realm(number)
			if !plays {
				return
			}
			all := slices.Clip(rec.Mail)
			if s := rec.Standing(c.Turn); s != nil && rec.StandsIn(s.Mail, c.Turn) {
				all = append(all, s.Mail)
			}
			for _, mail := range all {
				mail = address.Folded(mail)
				s, known := byAddress[mail]
				if !known {
					s = roster.Sender{Charset: outbox.Charset(r.Computer), Realms: map[int]roster.RealmRecord{}}
					byAddress[mail] = s
				}
				s.Realms[number] = rec.As(mail, c.Turn)
			}
		})
		if master := address.Folded(w.Settings.Master); master != "" &&
			byAddress[master].Charset == "" {
			byAddress[master] = roster.Sender{Charset: outbox.Charset("")} // he is heard, too
		}
		w.People.Senders = byAddress
		return err
	})
	return seen, byAddress, err
}
