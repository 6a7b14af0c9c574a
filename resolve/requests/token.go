package requests

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sent"
	"weltentor/resolve/signup"
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
func redeem(s sent.Sender) (*world.Ending, error) {
	key, t, found := s.Presented(false)
	meant, own, open := !s.Letter.Automatic, found && s.Mine(t), found && s.Open(t)
	if s.Letter.Absence {
		meant = s.OwnCode()
	}
	why, later := "", false
	if open && own && t.OfRealm() {
		why, later = s.Doubt()
	}
	s.Shown = s.Shown || own && why == "" && !later
	switch {
	case open && !meant && (!own || len(s.Own) == 0):
		return s.Ended(receipt.Acceptance{Fate: receipt.Machine}), nil
	case later:
		return nil, sent.ErrHeld
	case open && (!own || why != ""):
		return notTheirs(s, key, t, why)
	case open && !meant:
		return tellPlayer(s, "token-automatic", phrase.Phrase{Code: "token-automatic"})
	case open:
		return replied(s, key, t)
	case len(s.Own) == 0:
		return nil, nil
	case own && !t.Used.IsZero():
		return tellPlayer(s, "token-past", phrase.Phrase{Code: "token-used"})
	}
	return tellPlayer(s, "token-past", phrase.Phrase{Code: "token-past"})
}

// notTheirs ends the way of an answer to a code that is not its writer's, or is not proven to be. Why is then the
// reason. The writer hears nothing. The person to whom the code was mailed is told, for somebody may have seen it. It
// returns nil if the letter says anything but yes or no: that is judged as if there were no code.
func notTheirs(s sent.Sender, key []byte, t correspondence.Token, why string) (*world.Ending, error) {
	_, reply, err := s.Reply(key)
	if err != nil {
		return nil, err
	}
	end := s.Ended(receipt.Acceptance{Fate: receipt.Unproven, Realm: t.Realm})
	if end.Answered, err = tellOwner(s, key, t, why); err != nil || reply == letter.Refuses {
		return nil, err
	}
	return end, nil
}

// tellOwner tells the person to whom a code was mailed that somebody else has answered it, or that their own answer is
// not proven. It reports whether that was within the limits.
func tellOwner(s sent.Sender, key []byte, t correspondence.Token, why string) (bool, error) {
	here, _ := s.Current.Realm(t.Realm)
	to, lang := t.Mail, here.Lang
	if t.OfRealm() {
		r, err := mailedTo(s, t)
		if err != nil {
			return false, err
		}
		to = r.to
	} else if asked, _ := correspondence.Args[signup.Record](t); here.Number == 0 {
		lang = asked.Lang
	}
	if !s.MayAnswer(limits.Alarms, "", t.Realm, to) {
		return false, nil
	}
	say := &wording.Text{Book: wording.Words(lang)}
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
	outbox.In(s.Tx).AddText(outbox.Entry{Stranger: !t.OfRealm(), Warns: key, OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt,
		Realm: t.Realm, Turn: s.Current.Turn, To: to,
		Subject: say.Book.Say(phrase.P("subject.token-other", phrase.Str("world", s.World.Settings.Name)))}},
		outbox.Draft{Answer: true, Text: say.Body.String()}, s.At)
	return true, nil
}

func redeemed(s sent.Sender, key []byte, t correspondence.Token) (*world.Ending, error) {
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
	return r.kind.Deed(r, t)
}

// password answers PASSWORD: it asks the player to confirm.
func (request) password() (*question, error) {
	return &question{subject: "subject.password-ask", first: phrase.P("password-ask")}, nil
}

// newPassword puts a new password in force and mails it. Other open requests for one become void.
func (r request) newPassword(nothing) error {
	sealed, err := secrets.Seal(r.World.Random(), secrets.AsPassword)
	if err != nil {
		return err
	}
	if _, err := r.rec.Renew(sealed.Stream(r.Tx)); err != nil {
		return err
	}
	roster.Put(r.Tx, r.here.Number, r.rec)
	r.voidCodes()
	t := r.page(phrase.P("password-new"))
	t.Line("")
	t.Say("password-line", phrase.Num("realm", r.here.Number), phrase.Str("password", secrets.Hidden))
	t.Line("")
	t.Say("password-keep")
	if letters.ByLink(r.World.Setup) {
		t.Say("password-links")
	}
	r.send("subject.password-new", t, &sealed)
	return nil
}

// voidCodes makes the other open codes of the realm for the same request void.
func (r request) voidCodes() {
	correspondence.DropTokens(r.Tx, r.here.Number,
		func(t correspondence.Token) bool { return t.For == r.Service && t.Used.IsZero() })
}

// away is for how many turns a player is away, beginning with the one that awaits orders; 0: they are back.
type away struct {
	Turns int `json:"turns"`
}

// absent records for how many turns the player is away.
func (r request) absent(a away) error {
	until := 0
	if a.Turns > 0 {
		until = r.Current.Turn + a.Turns - 1
	}
	_, err := roster.ChangeRealm(r.Tx, r.here.Number, func(rec *roster.RealmRecord) {
		rec.AbsentUntil, rec.Idle = until, false
	})
	if err != nil {
		return err
	}
	if until == 0 {
		r.tell("pause", phrase.P("pause-ended"))
		return nil
	}
	t := r.page(phrase.P("pause-begun", phrase.Num("n", a.Turns), phrase.Num("until", until)))
	t.Say("pause-means")
	r.send("subject.pause", t, nil)
	return nil
}

// pause answers PAUSE: it asks the player to confirm.
func (r request) pause() (*question, error) {
	switch {
	case r.Current.World.Asked().Over || r.here.Fallen:
		r.tell("pause", phrase.P("pause-out"))
	case !r.Given || r.Number > world.LongestPause:
		r.tell("pause", phrase.P("pause-how", phrase.Num("most", world.LongestPause)))
	case r.Number == 0:
		return &question{args: away{}, subject: "subject.pause-end-ask", first: phrase.P("pause-end-ask")}, nil
	default:
		return &question{args: away{r.Number}, subject: "subject.pause-ask", first: phrase.P("pause-ask",
			phrase.Num("n", r.Number), phrase.Num("until", r.Current.Turn+r.Number-1))}, nil
	}
	return nil, nil
}

// Votes to close the game early; schedule counts them.

// ballot is a vote for closing the game, or against it.
type ballot struct {
	Wanted bool `json:"wanted"`
}

// vote answers CLOSE: with the count, or it asks a player who votes to confirm.
func (r request) vote() (*question, error) {
	why := r.noVote()
	switch {
	case why.Code != "":
		r.tell("closing-vote", why)
		return nil, nil
	case !r.Given:
		r.votes("close-how")
		return nil, nil
	case r.rec.Closes == (r.Number > 0):
		r.votes(voteSaid(r.Number > 0))
		return nil, nil
	case r.Number == 0:
		return &question{args: ballot{}, subject: "subject.close-no-ask", first: phrase.P("close-no-ask")}, nil
	}
	return &question{args: ballot{true}, subject: "subject.close-ask", first: phrase.P("close-ask")}, nil
}

// noVote says why a realm has no vote now, or cannot vote like this. The phrase has no code if it can vote.
func (r request) noVote() phrase.Phrase {
	asked := r.Current.World.Asked()
	planned := chronicle.ReadClosure(r.Tx)
	switch {
	case asked.Over:
		return phrase.P("game-over")
	case r.here.Fallen:
		return phrase.P("close-out")
	case planned.Planned() && planned.By == chronicle.ByMaster:
		return phrase.P("close-by-master", letters.Closes(r.World.Setup, r.book, planned)...)
	case !r.World.Settings.ClosingVote && !r.rec.Closes:
		return phrase.P("close-off")
	case len(asked.Realms) == 0:
		return phrase.P("close-not-begun")
	case r.stands:
		return phrase.P("close-substitute")
	}
	return phrase.Phrase{}
}

// voteSaid is the code of the sentence that confirms a vote.
func voteSaid(wants bool) string {
	if wants {
		return "close-voted"
	}
	return "close-taken-back"
}

// voted counts a proven vote: its code has come back, or the letter has the password.
func (r request) voted(b ballot) error {
	why := r.noVote()
	if why.Code != "" {
		r.tell("closing-vote", why)
		return nil
	}
	if err := schedule.SetVote(r.Tx, r.here.Number, b.Wanted); err != nil {
		return err
	}
	// If two codes for opposite votes are open, the first one that comes back counts, and the others become void.
	r.voidCodes()
	n, of := deadlines.Votes(r.Tx, r.World.People, r.Current.World)
	if _, err := r.World.Note(r.Tx, logbook.Entry{At: r.At, By: logbook.Player,
		What: phrase.P("log.vote", phrase.Num("n", n), phrase.Num("of", of))}); err != nil {
		return err
	}
	c := schedule.Closer{Session: r.Session, By: logbook.Player}
	c.But = r.here.Number
	if err := c.Recount(); err != nil {
		return err
	}
	r.votes(voteSaid(b.Wanted))
	return nil
}

// votes tells a player how many want the game closed, and what follows from that.
func (r request) votes(first string) {
	n, of := deadlines.Votes(r.Tx, r.World.People, r.Current.World)
	t := r.page(phrase.P(first))
	t.Say("close-count", phrase.Num("n", n), phrase.Num("of", of))
	if planned := chronicle.ReadClosure(r.Tx); planned.Planned() {
		t.Say("close-by-vote", letters.Closes(r.World.Setup, t.Book, planned)...)
	}
	r.send("subject.closing-vote", t, nil)
}

// ask mails a token for what the letter wants to the registered address. Nothing changes before it comes back.
func (r request) ask(q question) error {
	t := correspondence.With(correspondence.Token{For: r.Service, Realm: r.here.Number, Mail: r.to,
		Proven: r.from.Proved()}, q.args)
	secret, _, err := correspondence.Issue(r.Tx, r.World.Random(), t, r.At)
	if err != nil {
		return err
	}
	q.first.Args = append(q.first.Args, phrase.Num("realm", r.here.Number), phrase.Num("turn", r.Current.Turn))
	page := r.page(q.first)
	for _, p := range q.more {
		page.Line(r.book.Say(p))
	}
	if page.Line(""); q.quote != "" {
		quoteLetter(page, q.quote)
		page.Line("")
	}
	page.Say("token-answer", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	page.Line("  " + secrets.Hidden)
	page.Say("token-else")
	if !r.mayIssue() {
		page.Say("codes-last")
	}
	r.send(q.subject, page, secret)
	return nil
}
