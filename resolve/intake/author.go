package intake

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// errHeld ends the transaction of a letter that cannot be judged yet.
var errHeld = errors.New("the letter waits for a proof")

// claim is whose orders a letter says it has. It is made of the sender, and adds the realm of the
// `$I` line and who plays it. Nothing of it is proven.
type claim struct {
	sender
	realm      int
	rec        roster.RealmRecord
	registered bool // the letter comes from an address of the realm
}

// author is whose orders a letter has. It is made of a claim, proven as the world asks, or of
// whom the game master names, and adds the turn that the orders are for. A letter without
// orders, or of which nothing proves whose they are, ends here.
type author struct {
	claim
	turn   int       // that the orders are for; 0: the one that awaits orders
	byHand bool      // entered by the game master
	heard  besides   // what became of what the letter says besides
	waited time.Time // since when the orders were kept for this turn; zero: they have just come
}

// author finds the author of the letter's orders. A letter without orders, or of which nothing
// proves whose they are, is answered and ends here. Nobody hears whether a realm that is not his exists.
func (s sender) author() (author, *world.Ending, error) {
	s, end, err := s.unmarked()
	if end != nil || err != nil {
		return author{}, end, err
	}
	said := ""
	s.studied, said = s.filled(s.own)
	id := s.file.Identity
	if id == nil {
		end, err := s.withoutOrders()
		return author{}, end, err
	}
	c, found, err := s.claim()
	if err != nil {
		return author{}, nil, err
	}
	if !found {
		end, err := s.notYours(id.Realm)
		return author{}, end, err
	}
	a, end, err := c.author()
	if end != nil || err != nil {
		return a, end, err
	}
	a.studied = a.studied.whole(a.World.Setup)
	a.heard, err = question{a.sender, a.realm}.ask(c.rec, cmp.Or(said, a.words()))
	return a, nil, err
}

// claim is that of the letter's `$I` line; not found, if nobody plays the realm or there is none.
func (s sender) claim() (c claim, found bool, err error) {
	realm := s.file.Identity.Realm
	rec, found, err := s.record(realm)
	if err != nil || !found || rec.Vacant() {
		return claim{}, false, err
	}
	return claim{sender: s, realm: realm, rec: rec, registered: slices.Contains(s.own, realm)}, true, nil
}

// demand is what a claim has still to show before its orders count.
type demand int

// The demands.
const (
	asksNothing        demand = iota // a proof came, and is enough
	asksPassword                     // the realm's password
	asksPasswordOrTime               // the same; without it, the letter waits for its proof
	asksTime                         // a proof, for which the letter waits
	asksProof                        // a proof, and none came
)

// demand holds a claim against what the world asks for. proven tells whether a proof came that it asks for.
func (c claim) demand() (what demand, proven bool) {
	auth := c.World.Settings.AuthInForce()
	proven = auth != world.ByPassword && c.registered && c.vouched()
	later := c.registered && c.letter.Proof.Later
	switch {
	case auth == world.ByPassword, proven && auth == world.ByBoth:
		return asksPassword, proven
	case proven:
		return asksNothing, true
	case later && auth == world.ByEither:
		return asksPasswordOrTime, false
	case later:
		return asksTime, false
	case auth == world.ByEither:
		return asksPassword, false
	}
	return asksProof, false
}

// author is who makes the claim, if he shows what is demanded.
func (c claim) author() (author, *world.Ending, error) {
	id := c.file.Identity
	what, proven := c.demand()
	if proven {
		c.proven = c.letter.Proof.Domain
		c.studied = c.remarked(phrase.P("note.proven", phrase.Str("word", wording.Cut(c.proven)), phrase.Num("n", 0)))
	}
	switch what {
	case asksNothing:
		return author{claim: c, turn: c.turnForPassword()}, nil, nil
	case asksPassword:
		return c.byPassword()
	case asksPasswordOrTime:
		if c.try() == isRight {
			c.shown = true
			return author{claim: c, turn: id.Turn}, nil, nil
		}
		return author{}, nil, errHeld
	case asksTime:
		return author{}, nil, errHeld
	}
	end, err := c.unproven()
	return author{}, end, err
}

// turnForPassword reads `$I 4 12` as the turn where no password is asked for:
// none of ours is so short.
func (c claim) turnForPassword() int {
	id := c.file.Identity
	if n, err := strconv.ParseUint(id.Password, 10, 16); err == nil && id.Turn == 0 && len(id.Password) <= 4 {
		return int(n)
	}
	return id.Turn
}

// tested is what came of a password.
type tested int

// What came of it.
const (
	isMissing tested = iota // there is none, or an example
	isUnheard               // too many wrong ones came before
	isWrong
	isRight
)

// try holds the password against the realm's. Before a hash is made, the wrong
// ones that came from the same address for the same realm in this hour are
// counted. From is easily forged, so the addresses the game master knows of the
// realm are not limited: whatever others send, the player is heard from there. A
// hash costs less than the fetching of a mail.
func (c claim) try() tested {
	word, from := c.file.Identity.Password, limits.OfRealm(c.realm)+limits.OfMail(c.letter.From)
	switch {
	case letter.ExampleWord(word):
		return isMissing
	case !c.registered && limits.Guesses.Counted(c.Tx, c.At, from) >= limits.Guesses.Most():
		return isUnheard
	case c.right(c.realm, c.rec, word):
		return isRight
	case !c.registered:
		limits.Guesses.Count(c.Tx, c.At, from)
	}
	return isWrong
}

// byPassword is who has the password; whoever has not is answered.
func (c claim) byPassword() (author, *world.Ending, error) {
	switch c.try() {
	case isMissing:
		end, err := c.noPassword()
		return author{}, end, err
	case isUnheard:
		end, err := c.alarm(receipt.Throttled, phrase.P("throttled", c.shownFrom()), c.rec.Mail[0], limits.Throttles)
		return author{}, end, err
	case isRight:
		c.studied, c.shown = c.remarked(c.spelling()...), true
		return author{claim: c, turn: c.file.Identity.Turn}, nil, nil
	}
	wrong := phrase.P("wrong-password", c.shownFrom(), phrase.Num("realm", c.realm))
	end, err := c.alarm(receipt.WrongWord, wrong, c.home(c.rec), limits.Alarms)
	if err != nil || c.registered || len(c.own) == 0 {
		return author{}, end, err
	}
	mistaken, err := c.notYours(c.realm) // another realm's player, who mistook his number perhaps
	if err != nil {
		return author{}, nil, err
	}
	mistaken.Answered = mistaken.Answered || end.Answered
	return author{}, mistaken, nil
}

// alarm tells the registered address of a letter that may be somebody else's.
func (c claim) alarm(fate receipt.Fate, why phrase.Phrase, to string, within limits.Limit) (*world.Ending, error) {
	r := c.receipt(receipt.Acceptance{Fate: fate, Realm: c.realm, Reason: why})
	r.Registered = c.registered
	return r.send(to, "", within)
}

// spelling remarks of a right password that it was typed otherwise than it is
// written: with blanks, or in capitals. A capital at the beginning is a telephone's.
func (c claim) spelling() (notes []phrase.Phrase) {
	password := c.file.Identity.Password
	if c.file.Identity.Blanks {
		notes = append(notes, phrase.P("note.password-blanks"))
	}
	if _, size := utf8.DecodeRuneInString(password); strings.ToLower(password[size:]) != password[size:] {
		notes = append(notes, phrase.P("note.password-capitals"))
	}
	return notes
}

// shownFrom is the letter's From as the realm's player is told it. What address
// another realm's player has is not his to know, and no former one's of his own.
func (c claim) shownFrom() phrase.Arg {
	if !c.registered && (len(c.own) > 0 || roster.Has(c.rec.Former, c.letter.From)) {
		return phrase.Key("from", "from-elsewhere")
	}
	return phrase.Str("from", wording.Cut(c.letter.From))
}

// noPassword answers a letter whose `$I` line lacks the password it needs.
func (c claim) noPassword() (*world.Ending, error) {
	switch {
	case !c.registered:
		return c.notYours(c.realm)
	case c.World.Settings.AuthInForce() == world.ByEither:
		return c.doubted("unproven-either")
	}
	if word := c.file.Identity.Password; word != "" {
		return c.unidentified([]int{c.realm}, phrase.P("example-password", phrase.Str("word", word)))
	}
	return c.unidentified([]int{c.realm}, phrase.P("no-password"))
}

// unproven refuses a letter without the proof that this world asks for.
func (c claim) unproven() (*world.Ending, error) {
	switch {
	case c.registered:
		return c.doubted("unproven")
	case len(c.own) > 0:
		return c.notYours(c.realm)
	}
	return c.doubted("not-registered")
}

// doubted tells the registered address of a letter that nothing proves, as
// seldom as of a wrong password: anybody can write such letters.
func (c claim) doubted(reason string) (*world.Ending, error) {
	why := c.letter.Proof.Why
	switch {
	case c.letter.Proof.Domain != "":
		why = "quoted"
	case why == "":
		why = "unsigned"
	}
	return c.alarm(receipt.Unproven, phrase.P(reason, phrase.Str("from", wording.Cut(c.letter.From)),
		phrase.Num("realm", c.realm), phrase.Num("own", c.realm), phrase.Key("why", "proof."+why),
		phrase.Str("signer", wording.Cut(c.letter.Proof.Signer)), c.line()), c.home(c.rec), limits.Alarms)
}

// Some marks of machines are on people's mail, too (Letter.Marked): lists add X-Loop,
// web forms send with an empty sender, people write "Urlaub". What proves a letter's
// sender outranks them: with a right password or a proof its orders count, and with a
// right code of his own writing an absence note confirms. Anything else of it is put
// away like a machine's mail, without an answer to anybody.

// unmarked is a letter without such a mark, or one that outranks it. Any other ends here.
func (s sender) unmarked() (sender, *world.Ending, error) {
	if s.letter.Marked == "" {
		return s, nil, nil
	}
	outranked, err := false, error(nil)
	switch {
	case s.letter.Absence && !wording.Section.MatchString(s.letter.Text):
		outranked, err = s.ownCode()
	case !s.letter.Absence && !s.letter.Others:
		outranked, err = s.provesItself()
	}
	switch {
	case err != nil:
		return s, nil, err
	case !outranked:
		s.letter.Machine = s.letter.Marked
		return s, s.ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case !s.letter.Absence:
		s.studied = s.remarked(phrase.P("note.marked", phrase.Str("word", wording.Cut(s.letter.Marked))))
	}
	return s, nil, nil
}

// provesItself tells whether a letter with orders shows what is demanded of any.
func (s sender) provesItself() (bool, error) {
	if form := s.letter.Studied.Form; s.file.Identity == nil && form != nil {
		s.file = form.File
	}
	if s.file.Identity == nil || len(s.file.Lines) == 0 {
		return false, nil
	}
	c, found, err := s.claim()
	if err != nil || !found {
		return false, err
	}
	switch what, _ := c.demand(); what {
	case asksNothing:
		return true, nil
	case asksPassword:
		return c.try() == isRight, nil
	case asksPasswordOrTime, asksTime: // a mark costs time: the password alone does not outrank it
		return false, errHeld
	}
	return false, nil
}
