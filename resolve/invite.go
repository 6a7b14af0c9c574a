package resolve

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// inviteWilling invites somebody unknown who says in his own words that he would
// like to play. Advertisements say such things, too, so a part of the day's
// letters is left for those who write the word itself.
func (in *intake) inviteWilling() (bool, error) {
	lang, wants := willing(in.l.Subject, in.l.Text)
	if !wants {
		return false, nil
	}
	return in.invite(wish{service: signsUp, lang: lang}, 2)
}

// invite answers somebody unknown who asks for help or wants to play, if the
// world takes sign-ups: in the day's one letter he gets a token, and what was
// understood of his wishes. share is which part of the day's letters his kind of letter
// may use up: half of them for 2. Who writes RULES gets those. All else of strangers is
// left without an answer.
func (in *intake) invite(asked wish, share int) (bool, error) {
	wants := asked.service == helps || asked.service == signsUp || asked.service == rulebooks
	if !wants || !in.w.s.Signup || !in.l.MayAnswer || properMail(in.l.From) != nil || in.c.world.Asked().Over {
		return false, nil
	}
	in.a.Fate = Served
	if asked.service == rulebooks {
		return true, in.rulesOut(asked.lang)
	}
	if may, err := in.mayInvite(share); !may || err != nil {
		return true, err
	}
	rows, err := waitingList(in.tx)
	if err != nil {
		return true, err
	}
	if at := slices.IndexFunc(rows, func(r SignupRow) bool { return sameAddress(r.Mail, in.l.From) }); at >= 0 {
		lost, err := in.w.askName(in.tx, in.c, rows[at], true, in.at)
		if in.a.Answered = true; !lost {
			in.tellPlace(rows[at], at+1)
		}
		return true, err
	}
	if _, err := in.mayIssue(0); err != nil { // drops those that are past
		return true, err
	}
	form := in.signupForm(signupRecord{Mail: in.l.From, Lang: asked.lang})
	form.read(in.l.Text)
	form.Lang = cmp.Or(form.Lang, in.w.s.Lang)
	form.complete(in.l.FromName)
	if err := in.freeName(&form); err != nil {
		return true, err
	}
	secret, err := in.issue(tokenRecord{For: signsUp, Mail: in.l.From, Join: &form.signupRecord})
	if err != nil {
		return true, err
	}
	t := &text{book: Words(form.Lang)}
	t.say("signup-ask", phrase.Str("world", in.w.s.Name))
	t.line("")
	t.line("  " + hidden)
	t.line("")
	form.show(t, false)
	t.line("")
	if len(rows) > 0 || in.w.places(in.c.world) == 0 {
		t.say("signup-would-wait", phrase.Num("place", len(rows)+1))
	}
	t.say("token-days", phrase.Num("days", int(tokenLasts.Hours()/24)))
	t.say("token-else")
	in.toStranger(form.signupRecord, "subject.signup-ask", t, secret)
	return true, nil
}

// mayInvite counts one more invitation, and tells whether it is within the limits. Forged
// mails must not shut out newcomers: those whose sender a signature proves have a number
// of their own, and of the others no domain gets all. The game master is told, once a
// day, that somebody was not invited.
func (in *intake) mayInvite(share int) (bool, error) {
	_, domain, _ := strings.Cut(strings.ToLower(in.l.From), "@")
	of, limit := whose(" domain "+domain), invitations
	if in.l.Proof.Domain != "" {
		limit = invitationsProven
	}
	unproven := limit == invitations
	met := limit.count(in.tx, in.at, theWorld) >= limit.Most()/share
	if met || unproven && invitationsOfOne.count(in.tx, in.at, of) >= invitationsOfOne.Most() {
		fresh, err := once(in.tx, "invitations", day, in.at)
		if fresh && err == nil {
			in.w.master.alarm(in.tx, Words(in.w.s.Lang).Say(phrase.P("invitations-met", phrase.Num("n", limit.Most()), phrase.Num("one", invitationsOfOne.Most()))), in.at)
		}
		return false, err
	}
	if !invitation.allow(in.tx, in.at, ofMail(in.l.From)) {
		return false, nil
	}
	if limit.next(in.tx, in.at, theWorld); unproven {
		invitationsOfOne.next(in.tx, in.at, of)
	}
	return true, nil
}

// rulesOut mails the rules to somebody unknown, in the language of the word he wrote.
func (in *intake) rulesOut(lang phrase.Lang) error {
	book := ""
	if lang = cmp.Or(lang, in.w.s.Lang); in.w.s.Book != nil {
		book = in.w.s.Book(in.w.rb.Name(), lang)
	}
	if rulesOutToAll.count(in.tx, in.at, theWorld) >= rulesOutToAll.Most() || !rulesOut.allow(in.tx, in.at, ofMail(in.l.From)) || book == "" {
		return nil
	}
	rulesOutToAll.next(in.tx, in.at, theWorld)
	t := &text{book: Words(lang)}
	file := t.book.T("rules-file")
	t.say("rules-first", phrase.Str("file", file))
	t.say("rules-signup", phrase.Str("address", in.w.s.Address))
	d := Draft{Answer: true, Text: t.b.String(), Files: []Attachment{{Name: file, Type: "text/plain", Charset: charset(""), Sum: putFile(in.tx, []byte(book))}}}
	in.thread(&d)
	e := entry{Stranger: true, OutboxRow: OutboxRow{Kind: kindSignup, Turn: in.c.turn, To: in.l.From,
		Subject: t.book.Say(phrase.P("subject.rules", phrase.Str("world", in.w.s.Name), phrase.Num("turn", in.c.turn)))}}
	outboxIn(in.tx).addText(e, d, in.at)
	in.a.Answered = true
	return nil
}

// joinBy puts somebody on the waiting list whose token came back, with what he
// changed in his answer, and gives him a realm if one is free.
func (in *intake) joinBy(key []byte, t tokenRecord) error {
	in.a.Fate = Served
	form := in.signupForm(*t.Join)
	form.answered(in.l.Text, in.l.Quoted)
	rows, err := waitingList(in.tx)
	if err != nil {
		return err
	}
	if err := in.freeName(&form); err != nil {
		return err
	}
	say := &text{book: Words(form.Lang)}
	at := slices.IndexFunc(rows, func(r SignupRow) bool { return sameAddress(r.Mail, form.Mail) })
	renames := at >= 0 && lostName(in.c.world, rows[at].Name).Code != ""
	switch {
	case at >= 0 && !renames:
		in.tellPlace(rows[at], at+1)
	case renames && len(form.wrong) == 0:
		if err := in.rename(rows[at], form.Name); err != nil {
			return err
		}
	case renames:
		return in.askedAgain(key, t, form, say, "signup-name-lost", "subject.signup-name")
	case !in.w.s.Signup || in.c.world.Asked().Over:
		say.say("signup-closed", phrase.Str("world", in.w.s.Name))
		in.toSignup(form.signupRecord, "subject.signup-closed", say, nil)
	case len(rows) >= waitingMost.Most():
		say.say("signup-full", phrase.Str("world", in.w.s.Name))
		in.toSignup(form.signupRecord, "subject.signup-closed", say, nil)
	case len(form.wrong) > 0:
		return in.askedAgain(key, t, form, say, "signup-not-yet", "subject.signup-wrong")
	default:
		if err := in.seatOrWait(form.signupRecord, len(rows)); err != nil {
			return err
		}
	}
	t.Used = in.at.UTC()
	putJSON(in.tx.Bucket(tokensBucket), key, t)
	return nil
}

// askedAgain tells what is wrong with a form; the same token brings it back corrected.
func (in *intake) askedAgain(key []byte, t tokenRecord, f form, say *text, first, subject string) error {
	t.Join = &f.signupRecord // what was wished for and is not offered stays asked
	if t.Tries++; t.Tries <= tries.Most() {
		say.say(first, phrase.Str("world", in.w.s.Name))
		f.show(say, true)
		say.line("")
		say.say("signup-again")
		in.toSignup(f.signupRecord, subject, say, nil)
	}
	putJSON(in.tx.Bucket(tokensBucket), key, t)
	return nil
}

// freeName notes it at the form if the realm may not be called so.
func (in *intake) freeName(f *form) error {
	wrong, err := wrongRealmName(in.tx, in.c.world, f.Name)
	if wrong.Code != "" {
		f.wrong = append(f.wrong, wrong)
	}
	return err
}

func (in *intake) seatOrWait(r signupRecord, before int) error {
	r.At = in.at.UTC()
	id, err := r.wait(in.tx)
	if err != nil {
		return err
	}
	seated, err := in.w.seat(in.tx, in.c, in.at)
	if err != nil {
		return err
	}
	if slices.Contains(seated, id) {
		in.a.Answered = true
		return nil
	}
	row, err := signup(in.tx, id)
	if err != nil {
		return err
	}
	in.tellPlace(row, before-len(seated)+1)
	in.w.tellOfSignup(in.tx, in.c.world, row, "signup-listed", in.at)
	return nil
}

// tellPlace tells somebody where on the list he stands.
func (in *intake) tellPlace(r SignupRow, place int) {
	t := &text{book: Words(r.Lang)}
	t.say("signup-waiting", phrase.Str("world", in.w.s.Name), phrase.Num("place", place))
	t.say("signup-then")
	t.line("")
	f := in.signupForm(signupRecord{Player: r.Player, Name: r.Name, Kind: r.Kind, Culture: r.Culture, Mail: r.Mail, Lang: r.Lang})
	t.say("signup-noted")
	t.line("")
	f.lines(t, true)
	in.toSignup(f.signupRecord, "subject.signup-waiting", t, nil)
}

// toSignup queues an answer to somebody who has no realm, and whose address is
// known to be his.
func (in *intake) toSignup(r signupRecord, subject string, t *text, secret *sealed) {
	in.tellNewcomer(r, subject, t, entry{ToName: r.Player, Secret: secret})
}

// toStranger queues the first letter to an address that anybody may have written
// over his. So nothing is in it that he wrote, not even how he is called, and
// nobody is told if it does not arrive.
func (in *intake) toStranger(r signupRecord, subject string, t *text, secret *sealed) {
	in.tellNewcomer(r, subject, t, entry{Stranger: true, Secret: secret})
}

func (in *intake) tellNewcomer(r signupRecord, subject string, t *text, e entry) {
	e.OutboxRow = OutboxRow{Kind: kindSignup, Turn: in.c.turn, To: r.Mail,
		Subject: t.book.Say(phrase.P(subject, phrase.Str("world", in.w.s.Name), phrase.Str("token", hidden)))}
	d := Draft{Answer: true, Text: t.b.String()}
	if sameAddress(r.Mail, in.l.From) {
		in.thread(&d)
	}
	outboxIn(in.tx).addText(e, d, in.at)
	in.a.Answered = true
}
