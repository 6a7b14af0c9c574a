package resolve

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Auth is what makes a letter that of a realm's player.
type Auth string

// The ways a world may choose. A proof is a DKIM signature of the domain of
// the From address, which must be registered for the realm.
const (
	ByPassword Auth = "password" // the realm's password, wherever the letter comes from; "" means the same
	ByDKIM     Auth = "dkim"     // a proof; no password is asked for, and none is tried
	ByEither   Auth = "either"   // one of the two
	ByBoth     Auth = "both"     // both; without a proof the password is not tried
)

// Auths lists them.
var Auths = []Auth{ByPassword, ByDKIM, ByEither, ByBoth}

// errHeld ends the transaction of a letter that cannot be judged yet.
var errHeld = errors.New("the letter waits for a proof")

// authenticate tells whether the letter is the realm's player's; found is
// whether there is such a realm, own the realms registered for its From. If it
// is not, the letter's fate is decided and the answer queued. Nobody hears from
// it whether a realm that is not his exists.
func (in *intake) authenticate(number int, rec roster.RealmRecord, found bool, own []int) (bool, error) {
	if !found {
		return false, in.notYours(number, own)
	}
	in.a.Realm = number
	auth := in.w.s.auth()
	switch {
	case auth != ByPassword && in.own && in.vouched():
		in.proven = in.l.Proof.Domain
		in.l.Notes = append(in.l.Notes,
			phrase.P("note.proven", phrase.Str("word", wording.Cut(in.proven)), phrase.Num("n", 0)))
		if auth == ByBoth {
			return in.byPassword(rec, own)
		}
		in.turnForPassword()
		return true, nil
	case auth == ByPassword:
		return in.byPassword(rec, own)
	case auth == ByEither && in.own && in.l.Proof.Later:
		if id := in.file.Identity; id.Password != "" && in.right(number, rec, id.Password) {
			return true, nil
		}
		return false, errHeld
	case auth == ByEither:
		return in.byPassword(rec, own)
	case in.own && in.l.Proof.Later:
		return false, errHeld
	}
	return false, in.unproven(rec, own)
}

// auth is Settings.Auth with its default.
func (s Settings) auth() Auth {
	if s.Auth == "" {
		return ByPassword
	}
	return s.Auth
}

// known tells whether the letter came before under another hash: its signature
// was used. What a provider signed once for a player must not count again when
// somebody else, who saw it, sends it.
func (in *intake) known() bool {
	b := in.tx.Bucket(signaturesBucket)
	return b != nil && in.w.s.auth() != ByPassword && in.l.Proof.Domain != "" &&
		slices.ContainsFunc(in.l.Proof.Marks, func(m [32]byte) bool { return b.Get(m[:]) != nil })
}

// vouched tells whether the proof is good for the letter's orders. It says who
// sent the letter, not who wrote what he forwards or quotes in it: such orders
// need a password.
func (in *intake) vouched() bool {
	return in.l.Proof.Domain != "" && (!in.l.Others || in.w.s.auth() == ByBoth)
}

// useUp uses up the signatures of a proven letter, whatever it is about: one that
// was none of orders when it came must not be made into orders by somebody who
// has a copy. Of a letter known by one signature the others are used up, too.
func (in *intake) useUp() {
	if in.w.s.auth() == ByPassword || in.l.Proof.Domain == "" || len(in.l.Proof.Marks) == 0 {
		return
	}
	b, err := in.tx.CreateBucketIfNotExists(signaturesBucket)
	if err != nil {
		panic(fmt.Sprintf("storing signatures: %v", err))
	}
	for _, m := range in.l.Proof.Marks {
		store.Put(b, m[:], store.U32(in.c.Turn))
	}
}

// turnForPassword reads `$I 4 12` as the turn where no password is asked for:
// none of ours is so short.
func (in *intake) turnForPassword() {
	id := in.file.Identity
	if n, err := strconv.ParseUint(id.Password, 10, 16); err == nil && id.Turn == 0 && len(id.Password) <= 4 {
		id.Turn = int(n)
	}
}

// byPassword holds the password against the realm's. Before a hash is made,
// the wrong ones that came from the same address for the same realm in this hour
// are counted. From is easily forged, so the addresses the game master knows of
// the realm are not limited: whatever others send, the player is heard from
// there. A hash costs less than the fetching of a mail.
func (in *intake) byPassword(rec roster.RealmRecord, own []int) (bool, error) {
	realm, password := in.a.Realm, in.file.Identity.Password
	if letter.ExampleWord(password) {
		return false, in.noPassword(rec, own)
	}
	from := limits.OfRealm(realm) + limits.OfMail(in.l.From)
	if !in.own && limits.Guesses.Counted(in.tx, in.at, from) >= limits.Guesses.Most() {
		in.a.Fate, in.a.Reason = Throttled, phrase.P("throttled", in.sender(rec, own))
		return false, in.answer(rec.Mail[0], limits.Throttles)
	}
	if in.right(realm, rec, password) {
		in.remarkSpelling()
		return true, nil
	}
	if !in.own {
		limits.Guesses.Count(in.tx, in.at, from)
	}
	in.a.Fate, in.a.Reason = WrongWord, phrase.P("wrong-password", in.sender(rec, own), phrase.Num("realm", realm))
	if err := in.answer(in.home(rec), limits.Alarms); err != nil || in.own || len(own) == 0 {
		return false, err
	}
	return false, in.notYours(realm, own) // another realm's player, who mistook his number perhaps
}

// remarkSpelling tells, of a right password, that it was typed otherwise than it is
// written: with blanks, or in capitals. A capital at the beginning is a telephone's.
func (in *intake) remarkSpelling() {
	password := in.file.Identity.Password
	if in.file.Identity.Blanks {
		in.l.Notes = append(in.l.Notes, phrase.P("note.password-blanks"))
	}
	if _, size := utf8.DecodeRuneInString(password); strings.ToLower(password[size:]) != password[size:] {
		in.l.Notes = append(in.l.Notes, phrase.P("note.password-capitals"))
	}
}

// sender is the letter's From as the realm's player is told it. What address
// another realm's player has is not his to know, and no former one's of his own.
func (in *intake) sender(rec roster.RealmRecord, own []int) phrase.Arg {
	if !in.own && (len(own) > 0 || roster.Has(rec.Former, in.l.From)) {
		return phrase.Key("from", "from-elsewhere")
	}
	return phrase.Str("from", wording.Cut(in.l.From))
}

// home is the address of the realm an answer goes to: the one the letter came
// from if it is one of them and may be answered, else the first.
func (in *intake) home(rec roster.RealmRecord) string {
	if in.l.MayAnswer && roster.Has(rec.Mail, in.l.From) && roster.ProperMail(in.l.From) == nil {
		return in.l.From
	}
	return rec.Mail[0]
}

// noPassword answers a letter whose `$I` line lacks the password it needs.
func (in *intake) noPassword(rec roster.RealmRecord, own []int) error {
	switch {
	case !in.own:
		return in.notYours(in.a.Realm, own)
	case in.w.s.auth() == ByEither:
		return in.doubted(rec, "unproven-either")
	}
	if word := in.file.Identity.Password; word != "" {
		return in.unidentified([]int{in.a.Realm}, phrase.P("example-password", phrase.Str("word", word)))
	}
	return in.unidentified([]int{in.a.Realm}, phrase.P("no-password"))
}

// unproven refuses a letter without the proof that this world asks for.
func (in *intake) unproven(rec roster.RealmRecord, own []int) error {
	switch {
	case in.own:
		return in.doubted(rec, "unproven")
	case len(own) > 0:
		return in.notYours(in.a.Realm, own)
	}
	return in.doubted(rec, "not-registered")
}

// doubted tells the registered address of a letter that nothing proves, as
// seldom as of a wrong password: anybody can write such letters.
func (in *intake) doubted(rec roster.RealmRecord, reason string) error {
	why := in.l.Proof.Why
	switch {
	case in.l.Proof.Domain != "":
		why = "quoted"
	case why == "":
		why = "unsigned"
	}
	in.a.Fate = Unproven
	in.a.Reason = phrase.P(reason, phrase.Str("from", wording.Cut(in.l.From)), phrase.Num("realm", in.a.Realm),
		phrase.Num("own", in.a.Realm),
		phrase.Key("why", "proof."+why), phrase.Str("signer", wording.Cut(in.l.Proof.Signer)), in.line())
	return in.answer(in.home(rec), limits.Alarms)
}

// notYours answers a player who writes for a number that is not his. Whether
// there is such a realm he is not told; strangers hear nothing.
func (in *intake) notYours(number int, own []int) error {
	return in.unidentified(own, phrase.P("not-your-realm", phrase.Num("realm", number)))
}

// unidentified answers a player who forgot who he is; strangers hear nothing.
func (in *intake) unidentified(own []int, reason phrase.Phrase) error {
	if len(own) == 0 {
		if in.a.Fate == "" {
			in.a.Fate, in.a.Realm = Stranger, 0
		}
		return nil
	}
	in.a.Fate, in.a.Realm = Unidentified, own[0]
	in.text = secrecy.Loosely(secrecy.Readable(in.text)) // none of it counts, so it need not stay as it is
	reason.Args = append(reason.Args, phrase.Num("own", own[0]), in.line())
	in.a.Reason = reason
	rec, _, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(own[0]))
	if err != nil {
		return err
	}
	if strings.Contains(in.text, "$") {
		// of the scrubbed text: problems quote what they are about
		if err := store.Guarded(func() {
			in.a.Checked.Problems = in.w.rb.Language().Parse(
				in.text).Problems
		}); err != nil {
			return err
		}
	}
	return in.answer(in.home(rec), limits.Replies)
}

// line is the `$I` line a player should write, as an argument `line`; its
// number is the argument `own`.
func (in *intake) line() phrase.Arg {
	auth := in.w.s.auth()
	if auth == ByDKIM || auth == ByEither && in.vouched() {
		return phrase.Key("line", "line-bare")
	}
	return phrase.Key("line", "line-password")
}

// alarms tells whether the answer is to a letter that is somebody else's
// perhaps: it tells nothing but that.
func (in *intake) alarms() bool {
	return in.a.Fate == WrongWord || in.a.Fate == Throttled || in.a.Fate == Unproven
}

// advice is the code of what to do after such a letter.
func (in *intake) advice() string {
	if in.a.Fate != Unproven {
		return "password-advice"
	}
	return "proof-advice"
}

// overtaken tells whether orders in force came with a mail that arrived after
// this one: one that waited for its proof must not replace them.
func (in *intake) overtaken(inForce chronicle.SheetRecord) (bool, error) {
	hash, ok := hashOf(inForce.Letter)
	if !ok || in.l.UID == 0 {
		return false, nil
	}
	rec, found, err := store.GetPacked[letterRecord](in.tx.Bucket(store.LettersBucket), hash)
	return found && rec.UIDValidity == in.l.UIDValidity && rec.UID > in.l.UID, err
}

// signaturesBucket is made when the first letter is proven by a signature.
var signaturesBucket = []byte("signatures")
