package intake

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Some marks of automatic mail are on people's mail, too (Letter.Marked): lists add X-Loop, web forms send with an
// empty sender, people write "Urlaub". A proof of the sender outranks such marks. With a right password or a
// signature, the orders count. With a right code in the writer's own words, an absence note confirms. Anything else in
// such a letter is put away like automatic mail, without an answer to anybody.

// mark ends the steps of a letter with a mark of automatic mail, unless a proof outranks it.
func (l *orderLetter) mark() (*world.Ending, error) {
	found := l.from.Letter
	if found.Marked == "" {
		return nil, nil
	}
	outranked, err := false, error(nil)
	switch {
	case found.Absence && !wording.HasSection(l.from.Text):
		outranked = l.from.OwnCode()
	case !found.Absence && !found.Others:
		outranked, err = provesItself(l.from)
	}
	switch {
	case err != nil:
		return nil, err
	case !outranked:
		l.from.Letter.Machine = found.Marked
		return l.from.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case !found.Absence:
		l.from.Content = l.from.Remarked(phrase.P("note.marked", phrase.Str("word", wording.Cut(found.Marked))))
	}
	return nil, nil
}

// provesItself reports whether a letter with orders shows what is demanded of any.
func provesItself(s sender.Sender) (bool, error) {
	if s.Content = s.Filled(s.Own); s.File.Identity == nil || len(s.File.Lines) == 0 {
		return false, nil
	}
	if p := s.Practising(); p.Named {
		return p.Coded, nil
	}
	c := letterOf(s)
	if !c.readClaim() {
		return false, nil
	}
	switch what, _ := c.demand(); what {
	case asksNothing:
		return true, nil
	case asksPassword:
		return c.try() == isRight, nil
	case asksPasswordOrTime, asksTime: // a mark makes it wait: the password alone does not outrank it
		return false, sender.ErrHeld
	}
	return false, nil
}

// practises ends the steps of a letter with orders for a practice game, before anything can take them for the real
// one's.
func (l *orderLetter) practises() (*world.Ending, error) {
	if l.meant.Reader != letter.Lesson {
		return nil, nil
	}
	of := l.lesson()
	if _, is := of.Acted(l.Tx); is {
		return asKnown(requests.CopyOfLesson(l.from, func(turn int) bool { return of.Tell(l.Tx, turn) }), nil)
	}
	end, why, err := requests.HearPractice(l.from)
	switch {
	case why.Code != "":
		return unidentified(l.from, l.from.Own, why)
	case err == nil && end.Acts:
		of.Act(l.Tx, l.from.Hash(), l.Current.Turn)
	}
	return end, err
}

// claimedRealm finds the realm that the `$I` line names. Nobody learns whether a realm exists that is not theirs.
func (l *orderLetter) claimedRealm() (*world.Ending, error) {
	if !l.readClaim() {
		return notYours(l.from, l.from.File.Identity.Realm)
	}
	return nil, nil
}

// readClaim reads which realm the `$I` line names. found is false if nobody plays it, or it does not exist.
func (l *orderLetter) readClaim() (found bool) {
	realm := l.from.File.Identity.Realm
	rec, found := l.from.RecordOf(realm)
	if !found || rec.Vacant() {
		return false
	}
	l.realm, l.rec, l.registered = realm, rec, slices.Contains(l.from.Own, realm)
	return true
}

// notYours answers a player who writes for a realm that is not theirs. They do not learn whether there is such a
// realm. Strangers do not, either.
func notYours(s sender.Sender, number int) (*world.Ending, error) {
	return unidentified(s, s.Own, phrase.P("not-your-realm", phrase.Num("realm", number)))
}

// unidentified answers a player of these realms who did not say who they are, or somebody unknown.
func unidentified(s sender.Sender, own []int, reason phrase.Phrase) (*world.Ending, error) {
	return unidentifiedBeside(s, own, reason, receipt.Besides{})
}

// unidentifiedBeside is unidentified, with what became of the words beside the orders.
func unidentifiedBeside(s sender.Sender, own []int, reason phrase.Phrase, heard receipt.Besides) (*world.Ending, error) {
	if len(own) == 0 {
		return requests.ApplicantOf(s).Meet(letter.Wish{}, s.Said())
	}
	s.Text = secrets.Unknown(s.Text) // it does not count, so it need not be stored word for word
	reason.Args = append(reason.Args, phrase.Num("own", own[0]), s.Line())
	rec, _ := s.RecordOf(own[0])
	r := receipt.Receipt{Acceptance: receipt.Acceptance{Fate: receipt.Unidentified, Realm: own[0], Reason: reason}, Registered: true, Besides: heard}
	if strings.Contains(s.Text, "$") {
		// from the scrubbed text, since problems quote it
		if err := store.Guarded(func() {
			file, _ := s.World.Rules.Language().NewMemory().Glance(s.Text, letter.Glanced)
			r.Checked.Problems = file.Problems
		}); err != nil {
			return nil, err
		}
	}
	return s.Answer(r, s.AnswerAddress(rec), "", limits.Replies)
}

// demand is what a claimed realm still has to show before its orders count.
type demand int

// The demands.
const (
	asksNothing        demand = iota // a proof came, and is enough
	asksPassword                     // the realm's password
	asksPasswordOrTime               // the same; without it, the letter waits for its proof
	asksTime                         // a proof that may still come: the letter waits for it
	asksProof                        // a proof, but none came
)

// demand compares a claimed realm with what the world demands. proven reports whether a proof came that the world
// accepts.
func (l *orderLetter) demand() (what demand, proven bool) {
	auth := l.World.Settings.AuthInForce()
	proven = auth != world.ByPassword && l.registered && l.from.Vouched()
	later := l.registered && l.from.Letter.Proof.Later
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

// author finds out who claims the realm, if they show what is demanded.
func (l *orderLetter) author() (*world.Ending, error) {
	id := l.from.File.Identity
	what, proven := l.demand()
	if proven {
		l.from.Proven = l.from.Letter.Proof.Domain
		l.from.Content = l.from.Remarked(phrase.P("note.proven", phrase.Str("word", wording.Cut(l.from.Proven)),
			phrase.Num("n", 0)))
	}
	switch what {
	case asksNothing:
		l.turn = l.turnForPassword()
		return nil, nil
	case asksPassword:
		return l.byPassword()
	case asksPasswordOrTime:
		if l.try() == isRight {
			l.from.Shown, l.turn = true, id.Turn
			return nil, nil
		}
		return nil, sender.ErrHeld
	case asksTime:
		return nil, sender.ErrHeld
	}
	return l.unproven()
}

// turnForPassword reads `$I 4 12` as the turn if no password is demanded: none of ours is that short.
func (l *orderLetter) turnForPassword() int {
	id := l.from.File.Identity
	if n, err := strconv.ParseUint(id.Password, 10, 16); err == nil && id.Turn == 0 && len(id.Password) <= 4 {
		return int(n)
	}
	return id.Turn
}

// tested is the result of testing a password.
type tested int

// The results.
const (
	isMissing tested = iota // there is none, or an example
	isUnheard               // it was not tested: too many wrong ones came before
	isWrong
	isRight
)

// try compares the password with the realm's. Before it is hashed, wrong ones of this hour from the same address for
// the same realm are counted. From is easily forged, so addresses that the game master knows of the realm have no such
// limit. The player's letters count from there, whatever others send. A hash costs less than fetching a mail.
func (l *orderLetter) try() tested {
	word, from := l.from.File.Identity.Password, limits.OfRealm(l.realm)+limits.OfMail(l.from.Letter.From)
	switch {
	case letter.ExampleWord(word):
		return isMissing
	case !l.registered && limits.Guesses.Counted(l.Tx, l.At, from) >= limits.Guesses.Most():
		return isUnheard
	case l.from.PasswordFits(l.realm, l.rec, word):
		return isRight
	case !l.registered:
		limits.Guesses.Count(l.Tx, l.At, from)
	}
	return isWrong
}

// byPassword demands the password. A sender who does not have it gets an answer.
func (l *orderLetter) byPassword() (*world.Ending, error) {
	switch l.try() {
	case isMissing:
		return l.noPassword()
	case isUnheard:
		return l.alarm(receipt.Throttled, phrase.P("throttled", l.shownFrom()), l.rec.Mail[0], limits.Throttles)
	case isRight:
		l.from.Content, l.from.Shown, l.turn = l.from.Remarked(l.spelling()...), true, l.from.File.Identity.Turn
		return nil, nil
	}
	l.unheard()
	wrong := phrase.P("wrong-password", l.shownFrom(), phrase.Num("realm", l.realm))
	end, err := l.alarm(receipt.WrongWord, wrong, l.from.AnswerAddress(l.rec), limits.Alarms)
	if err != nil || l.registered || len(l.from.Own) == 0 {
		return end, err
	}
	mistaken, err := notYours(l.from, l.realm) // the player of another realm, who may have mistaken their number
	if err != nil {
		return nil, err
	}
	mistaken.Answered = mistaken.Answered || end.Answered
	return mistaken, nil
}

// alarm tells the registered address about a letter that may be somebody else's.
func (l *orderLetter) alarm(fate receipt.Fate, why phrase.Phrase, to string, within limits.Limit) (*world.Ending, error) {
	return l.from.Answer(l.receipt(receipt.Acceptance{Fate: fate, Reason: why}), to, "", within)
}

// spelling adds a remark if a right password was not typed as it is written: with blanks, marks around it, or in
// capitals. A capital at the beginning is ignored, since telephones make one.
func (l *orderLetter) spelling() (notes []phrase.Phrase) {
	password := l.from.File.Identity.Password
	if l.from.File.Identity.Blanks {
		notes = append(notes, phrase.P("note.password-blanks"))
	}
	if l.from.File.Identity.Marked {
		notes = append(notes, phrase.P("note.password-marks"))
	}
	if _, size := utf8.DecodeRuneInString(password); strings.ToLower(password[size:]) != password[size:] {
		notes = append(notes, phrase.P("note.password-capitals"))
	}
	return notes
}

// shownFrom is the letter's From as the realm's player may see it: their own addresses, and those of who stands in for them.
// Of another one they do not even learn whether it is somebody's in the game.
func (l *orderLetter) shownFrom() phrase.Arg {
	persons := l.rec.Persons()
	own := persons[len(persons)-1]
	if l.registered || address.Contains(slices.Concat(own.Mail, own.Stood), l.from.Letter.From) {
		return phrase.Str("from", wording.Cut(l.from.Letter.From))
	}
	return phrase.Key("from", "from-elsewhere")
}

// noPassword answers a letter whose `$I` line lacks the password it needs.
func (l *orderLetter) noPassword() (*world.Ending, error) {
	switch {
	case !l.registered:
		return notYours(l.from, l.realm)
	case l.World.Settings.AuthInForce() == world.ByEither:
		return l.doubted("unproven-either")
	}
	if l.speaksBeside() { // that is a letter by itself
		if err := l.aside(); err != nil {
			return nil, err
		}
	}
	why := phrase.P("no-password")
	if word := l.from.File.Identity.Password; word != "" {
		why = phrase.P("example-password", phrase.Str("word", word))
	}
	return unidentifiedBeside(l.from, []int{l.realm}, why, l.heard)
}

// unheard tells the player that what stands beside orders which are not proven reached nobody.
func (l *orderLetter) unheard() {
	if l.speaksBeside() {
		l.heard.Reply = phrase.P("besides-unproven")
	}
}

// speaksBeside reports whether the player says something to somebody, beside the orders.
func (l *orderLetter) speaksBeside() bool {
	if !l.registered {
		return false
	}
	own := l.wordsAlone()
	meant := requests.IntentOf(own, own.Own, own.Text, true)
	return meant.Reader == letter.Writer || meant.Reader == letter.Players || meant.Reader == letter.Master && letter.Asks(meant.Words)
}

// unproven refuses a letter that lacks the proof that this world demands.
func (l *orderLetter) unproven() (*world.Ending, error) {
	switch {
	case l.registered:
		return l.doubted("unproven")
	case len(l.from.Own) > 0:
		return notYours(l.from, l.realm)
	}
	return l.doubted("not-registered")
}

// doubted tells the registered address about a letter that is not proven. It does so as seldom as for a wrong
// password, since anybody can write such letters.
func (l *orderLetter) doubted(reason string) (*world.Ending, error) {
	l.unheard()
	why := l.from.Letter.Proof.Why
	switch {
	case l.from.Letter.Proof.Domain != "":
		why = "quoted"
	case why == "":
		why = "unsigned"
	}
	return l.alarm(receipt.Unproven, phrase.P(reason, l.shownFrom(),
		phrase.Num("realm", l.realm), phrase.Num("own", l.realm), phrase.Key("why", "proof."+why),
		phrase.Str("signer", wording.Cut(l.from.Letter.Proof.Signer)), l.from.Line()), l.from.AnswerAddress(l.rec),
		limits.Alarms)
}
