package requests

import (
	"cmp"
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// redeem does what the token allows that a letter brings back, once, if its writer says yes (see replied). It counts
// from whom it was mailed to, and where the world demands it, proven. From anybody else it does nothing: whoever was
// shown a letter with a code must not be able to use it. The answer goes to where it was mailed.
//
// Only a player is told that a token has expired. The same goes for a token that an automatic answer may have quoted:
// nobody has agreed by that, and it stays open. If only the subject looks like such an answer, a code in the writer's
// own words counts. It returns nil if the letter is to be judged as if it had no token.
func redeem(s sender.Sender, meant Intent) (*world.Ending, error) {
	key, t, found := s.Presented(false)
	reply, asks := s.Reply(key), meant.Reader == letter.Master && s.Mine(t)
	switch first := t.For == letter.Begins && reply != letter.Agrees && reply != letter.Beside; {
	case first && asks && s.Open(t) && letter.SaysYes(s.Said()):
		return passOn(s, "note.yes-not")
	case first: // each answer to a first letter has it
		return nil, nil
	}
	byHand, own, open := !s.Letter.Automatic, found && s.Mine(t), found && s.Open(t)
	if s.Letter.Absence {
		byHand = s.OwnCode()
	}
	why, later := "", false
	if open && own && t.OfRealm() {
		why, later = s.Doubt()
	}
	s.Shown = s.Shown || own && why == "" && !later
	switch {
	case open && !byHand && (!own || len(s.Own) == 0):
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case later:
		return nil, sender.ErrHeld
	case open && (!own || why != ""):
		return notTheirs(s, key, t, why)
	case open && !byHand:
		return automatic(s, key)
	case open:
		return replied(s, key, t, meant)
	case own && len(s.Own) == 0 && t.For == letter.SignsUp && (reply == letter.Agrees || reply == letter.Beside):
		return unchanged(s, nil, t, phrase.P("token-over-out"))
	case len(s.Own) == 0:
		return nil, nil
	case own && reply == letter.Refuses && (meant.Reader == letter.Players || meant.Reader == letter.Machine):
		return nil, nil // it has nothing to do with the code
	case own && reply == letter.Refuses && asks && letter.Asks(s.Said()):
		return passOn(s, "note.code-over")
	case own && t.For == letter.Begins:
		return past(s, reply, "begins-past")
	case own && !t.Used.IsZero():
		return past(s, reply, "token-used")
	case own:
		return past(s, reply, "token-past")
	}
	return TellPlayer(s, "token-past", phrase.P("token-past"))
}

// automatic tells a player that an answer with a code looks like that of a program, and shows what it says. The code is still
// open, and an answer to that letter brings it back, as in unchanged.
func automatic(s sender.Sender, key []byte) (*world.Ending, error) {
	s.Again = key
	return tellPlayer(s, "token-automatic", phrase.P("token-automatic"), letter.BeyondCourtesy(s.Said()))
}

// passOn passes a question on, with a remark about its code.
func passOn(s sender.Sender, note string) (*world.Ending, error) {
	s.Content = s.Remarked(phrase.P(note))
	return PassOn(s), nil
}

// past tells a player why a code does nothing any more, and quotes what else the letter says.
func past(s sender.Sender, reply letter.Reply, why string) (*world.Ending, error) {
	unread := ""
	if reply == letter.Refuses {
		unread = letter.BeyondCourtesy(s.Said())
	}
	return tellPlayer(s, "token-past", phrase.P(why), unread)
}

// notTheirs ends the steps of an answer to a code that is not its writer's, or is not proven to be. Why is then the
// reason. The writer hears nothing. The person to whom the code was mailed is told, for somebody may have seen it. It
// returns nil if the letter says anything but yes or no: that is judged as if there were no code.
func notTheirs(s sender.Sender, key []byte, t correspondence.Token, why string) (*world.Ending, error) {
	answered, err := tellOwner(s, key, t, why)
	if err != nil || s.Reply(key) == letter.Refuses {
		return nil, err
	}
	return s.Ended(receipt.Acceptance{Fate: receipt.Unproven, Realm: t.Realm, Answered: answered}), nil
}

// tellOwner tells the person to whom a code was mailed that somebody else has answered it, or that their own answer is
// not proven. It reports whether that was within the limits.
func tellOwner(s sender.Sender, key []byte, t correspondence.Token, why string) (bool, error) {
	to := t.Mail
	if t.OfRealm() {
		r, err := mailedTo(s, t)
		if err != nil {
			return false, err
		}
		to = r.to
	}
	if !s.MayAnswer(limits.Alarms, "", t.Realm, to) {
		return false, nil
	}
	say := &wording.Text{Book: wording.Words(langOf(s, t))}
	if why == "" {
		say.Say("token-other")
	} else {
		say.Say("token-unproven", phrase.Key("why", "proof."+why), phrase.Str("signer", wording.Cut(s.Letter.Proof.Signer)))
	}
	if kindOf(t.For).Stays {
		key = nil
	} else {
		say.Say("token-other-no")
	}
	s.Letter.From = "" // it may be another person's letter, so it is not answered
	s.Send(outbox.Message{Stranger: !t.OfRealm(), Warns: key, OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: t.Realm, To: to}},
		phrase.P("subject.token-other"), say, outbox.Draft{})
	return true, nil
}

// replied does what an open token allows, if the letter that brings it back says yes, or brings its form back changed.
// Any other words of the writer end the token. An answer without words leaves it open.
func replied(s sender.Sender, key []byte, t correspondence.Token, meant Intent) (*world.Ending, error) {
	reply := s.Reply(key)
	if all := s.Several(); all != nil && (reply == letter.Agrees || reply == letter.Declines) {
		return which(s, all)
	}
	if t.For == letter.SignsUp && reply != letter.Declines && ApplicantOf(s).FillsIn(t) {
		reply = letter.Agrees
	}
	k := kindOf(t.For)
	switch {
	case reply == letter.Silent:
		return unchanged(s, key, t, phrase.P("token-empty"))
	case reply == letter.Absent && len(s.Own) > 0:
		return automatic(s, key)
	case reply == letter.Absent:
		return unchanged(s, key, t, phrase.P("token-automatic"))
	case reply == letter.Beside:
		return unchanged(s, key, t, beside(s))
	case reply != letter.Agrees && k.Stays:
		return staysOpen(s, t), nil
	case reply != letter.Agrees:
		return refused(s, key, t, meant)
	case t.For == letter.Begins: // it ends when its orders count: they may be refused now
		r, err := mailedTo(s, t)
		if err != nil {
			return nil, err
		}
		return k.Deed(r, t)
	case !t.OfRealm() && k.Agreed != nil:
		return acts(k.Agreed(s, key, t))
	}
	return redeemed(s, key, t)
}

// which asks a player whose answer may be to several letters with codes to which of them it is. Nobody else is told.
func which(s sender.Sender, all []correspondence.Token) (*world.Ending, error) {
	if len(s.Own) == 0 {
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	}
	r, err := requestOf(s, s.Own[0], letter.Wish{})
	if err != nil || !r.may() {
		return s.Served(s.Own[0], false), err
	}
	t := r.page(phrase.P("token-which"))
	t.Line("")
	for _, one := range all {
		t.Line("  " + r.book.T("word."+string(one.For)))
	}
	r.send("subject.token-automatic", t, nil)
	return s.Served(s.Own[0], true), nil
}

// acts notes that a letter has done what its code allows.
func acts(end *world.Ending, err error) (*world.Ending, error) {
	if end != nil {
		end.Acts = true
	}
	return end, err
}

// unchanged tells the person to whom the token was mailed that it is still open, and why: an answer to that letter brings it
// back, too. Who plays no realm is told so seldom
// that two programs cannot answer each other.
func unchanged(s sender.Sender, key []byte, t correspondence.Token, why phrase.Phrase) (*world.Ending, error) {
	s.Again = key
	switch {
	case len(s.Own) > 0:
		return TellPlayer(s, "token-automatic", why)
	case why.Code == "token-automatic", !s.Letter.MayAnswer, !limits.WordsADay.Allow(s.Tx, s.At, limits.OfMail(t.Mail).Word("code")):
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	}
	who := roster.Applicant{Mail: t.Mail, Lang: langOf(s, t)}
	say := &wording.Text{Book: wording.Words(who.Lang)}
	say.Say(why.Code, why.Args...)
	ApplicantOf(s).Tell(who, "subject.token-automatic", say)
	return s.Served(t.Realm, true), nil
}

// beside says why a YES has done nothing.
func beside(s sender.Sender) phrase.Phrase {
	if line := s.Altered(); line != "" {
		return phrase.P("token-altered", phrase.Str("line", line))
	}
	return phrase.P("token-beside")
}

// langOf is the language in which a token's letter was written: that of its realm, or the one in which somebody asked.
func langOf(s sender.Sender, t correspondence.Token) phrase.Lang {
	here, _ := s.Current.Realm(t.Realm)
	asked, _ := correspondence.Args[roster.Applicant](t)
	return cmp.Or(here.Lang, asked.Lang, s.World.Settings.Lang)
}

// refused ends the token, and tells the person to whom it was mailed, once, how to ask again. If the letter asks for
// something else, that is done.
func refused(s sender.Sender, key []byte, t correspondence.Token, meant Intent) (*world.Ending, error) {
	t.Ended = s.At.UTC()
	t.Save(s.Tx, key)
	if asked := meant.Wish.Service; len(s.Own) > 0 && asked != "" && asked != letter.SignsUp && asked != stops {
		return nil, nil
	}
	switch k := kindOf(t.For); {
	case !t.OfRealm() && k.Declined != nil:
		return s.Served(0, true), k.Declined(s, t)
	case !t.OfRealm():
		return s.Served(0, false), nil
	}
	r, err := mailedTo(s, t)
	if err != nil || !r.may() {
		return s.Served(t.Realm, false), err
	}
	if !letter.SaysNo(s.Said()) || letter.Speaks(s.Said()) {
		r.unread = letter.BeyondCourtesy(s.Said())
	}
	if t.For == letter.Letters {
		return s.Served(t.Realm, true), r.keptBack(t)
	}
	r.tell("token-refused", phrase.P("token-refused", phrase.Key("word", "word."+string(t.For))))
	return s.Served(t.Realm, true), nil
}

// keptBack says how a letter to others can be sent whose code was refused, and gives its text back.
func (r request) keptBack(t correspondence.Token) error {
	l, err := correspondence.Args[correspondence.Unsent](t)
	if err != nil {
		return err
	}
	page := r.page(phrase.P("letter-refused"))
	for _, to := range l.Or {
		page.Say("letter-others", phrase.Str("realm", to), RecipientNamed(r.from, r.here.Number, to, r.here.Lang))
	}
	if len(l.Or) == 0 {
		page.Line("  " + r.book.Say(phrase.P("letter-word", phrase.Str("realm", l.To))))
	}
	page.Line("")
	quoteLetter(page, l.Text)
	r.send("subject.letter-stays", page, nil)
	return nil
}

// declined ends the steps of a NO to the letter that warns of a code, however long: it ends that code, as a NO to the
// code's own letter does, and counts from whom that counts. A YES confirms nothing there, and its writer hears so. It
// returns nil for all other letters.
func declined(s sender.Sender, meant Intent) (*world.Ending, error) {
	ours := s.Ours
	if ours == nil || ours.Warns == nil || s.Letter.Automatic || s.Letter.Absence {
		return nil, nil
	}
	reply := s.Reply(ours.Warns)
	if reply != letter.Declines && reply != letter.Agrees && !letter.SaysNo(s.Said()) {
		return nil, nil
	}
	t, found := correspondence.TokenAt(s.Tx, ours.Warns)
	switch open := s.Open(t); {
	case (!found || !open) && len(s.Own) > 0:
		return TellPlayer(s, "token-past", phrase.P("token-over"))
	case !found || !open:
		return nil, nil
	}
	if !s.Mine(t) {
		return nil, nil
	}
	why, later := "", false
	if t.OfRealm() {
		why, later = s.Doubt()
	}
	switch {
	case reply == letter.Agrees && len(s.Own) > 0:
		return TellPlayer(s, "token-automatic", phrase.P("token-elsewhere"))
	case reply == letter.Agrees:
		return nil, nil
	case later:
		return nil, sender.ErrHeld
	case why != "":
		return notTheirs(s, ours.Warns, t, why)
	}
	s.Shown = true
	return refused(s, ours.Warns, t, meant)
}

func redeemed(s sender.Sender, key []byte, t correspondence.Token) (*world.Ending, error) {
	r, err := mailedTo(s, t)
	if err != nil {
		return nil, err
	}
	if r.kind.Deed == nil {
		return nil, fmt.Errorf("%w: a code of realm %d is for %q, which is no request that a code is for",
			faults.ErrDamaged, t.Realm, t.For)
	}
	used := correspondence.With(t, nothing{})
	used.Used = s.At.UTC()
	used.Save(s.Tx, key)
	if r.hindered() {
		return acts(s.Served(t.Realm, true), nil)
	}
	return acts(r.kind.Deed(r, t))
}

// mailedTo returns the request for which a token was mailed.
func mailedTo(s sender.Sender, t correspondence.Token) (request, error) {
	r, err := requestOf(s, t.Realm, letter.Wish{Service: t.For, Mail: t.Named()})
	if err != nil {
		return r, err
	}
	// A code acts for the player, even if the letter is the substitute's.
	r.rec, _ = roster.Get(s.Tx, t.Realm)
	if r.to = r.rec.Mail[0]; address.Contains(r.rec.Mail, t.Mail) || r.rec.StandsIn(t.Mail, s.Current.Turn) {
		r.to = t.Mail
	}
	return r, nil
}

// joinsNot tells somebody who does not sign up after all how to do so another time. What they ask goes to the game master,
// and they read again what else they said: nobody else has.
func joinsNot(s sender.Sender, t correspondence.Token) error {
	asked, err := correspondence.Args[roster.Applicant](t)
	p, say := ApplicantOf(s), &wording.Text{Book: wording.Words(asked.Lang)}
	say.Say("signup-refused", phrase.Str("world", s.World.Settings.Name))
	switch words := p.question(s.Said()); {
	case strings.Contains(words, "?") && willing(words) && p.mayInvite(asksMaster, letter.Wish{}):
		say.Say("stranger-heard")
		p.passes(words, asked.Lang)
	case words != "":
		ShowUnread(say, wording.Shortened(words, questionQuoted))
	}
	p.Tell(asked, "subject.token-refused", say)
	return err
}

// willing reports whether words that are no clear YES to the form begin as one, or with its lines, and say more than "Yes?".
func willing(words string) bool {
	rest, leads := roster.Besides(words)
	return (leads || letter.SaysYes(rest)) && !letter.Objects(rest) && len(strings.Fields(rest)) >= leastAsked
}

// leastAsked is how many words a question beside a YES has.
const leastAsked = 5

// begins ends the steps of a YES to a letter that proposes orders, such as the first: they are judged as if the letter
// had them.
func (r request) begins(ready correspondence.Ready) (*world.Ending, error) {
	end := r.from.Served(r.here.Number, false)
	end.Ready = ready.Text
	return end, nil
}
