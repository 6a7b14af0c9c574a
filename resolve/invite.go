package resolve

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// inviteWilling invites somebody unknown who says in his own words that he would
// like to play. Advertisements say such things, too, so a part of the day's
// letters is left for those who write the word itself.
func (in *intake) inviteWilling() (bool, error) {
	lang, wants := letter.Willing(in.l.Subject, in.l.Text)
	if !wants {
		return false, nil
	}
	return in.invite(letter.Wish{Service: letter.SignsUp, Lang: lang}, 2)
}

// invite answers somebody unknown who asks for help or wants to play, if the
// world takes sign-ups: in the day's one letter he gets a token, and what was
// understood of his wishes. share is which part of the day's letters his kind of letter
// may use up: half of them for 2. Who writes RULES gets those. All else of strangers is
// left without an answer.
func (in *intake) invite(asked letter.Wish, share int) (bool, error) {
	wants := asked.Service == letter.Helps || asked.Service == letter.SignsUp || asked.Service == letter.Rulebooks
	if !wants || !in.w.s.Signup || !in.l.MayAnswer || roster.ProperMail(in.l.From) != nil || in.c.World.Asked().Over {
		return false, nil
	}
	in.a.Fate = Served
	if asked.Service == letter.Rulebooks {
		return true, in.rulesOut(asked.Lang)
	}
	if may, err := in.mayInvite(share); !may || err != nil {
		return true, err
	}
	rows, err := signup.WaitingList(in.tx)
	if err != nil {
		return true, err
	}
	if at := slices.IndexFunc(rows, func(r signup.Row) bool { return roster.SameAddress(r.Mail, in.l.From) }); at >= 0 {
		lost, err := in.w.askName(in.tx, in.c, rows[at], true, in.at)
		if in.a.Answered = true; !lost {
			in.tellPlace(rows[at], at+1)
		}
		return true, err
	}
	if _, err := in.mayIssue(0); err != nil { // drops those that are past
		return true, err
	}
	form := in.signupForm(signup.Record{Mail: in.l.From, Lang: asked.Lang})
	form.Read(in.l.Text)
	form.Lang = cmp.Or(form.Lang, in.w.s.Lang)
	form.Complete(in.l.FromName)
	if err := in.freeName(&form); err != nil {
		return true, err
	}
	secret, err := in.issue(tokenRecord{For: letter.SignsUp, Mail: in.l.From, Join: &form.Record})
	if err != nil {
		return true, err
	}
	t := &wording.Text{Book: wording.Words(form.Lang)}
	t.Say("signup-ask", phrase.Str("world", in.w.s.Name))
	t.Line("")
	t.Line("  " + secrecy.Hidden)
	t.Line("")
	form.Show(t, false)
	t.Line("")
	if len(rows) > 0 || in.w.places(in.c.World) == 0 {
		t.Say("signup-would-wait", phrase.Num("place", len(rows)+1))
	}
	t.Say("token-days", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	t.Say("token-else")
	in.toStranger(form.Record, "subject.signup-ask", t, secret)
	return true, nil
}

// mayInvite counts one more invitation, and tells whether it is within the limits. Forged
// mails must not shut out newcomers: those whose sender a signature proves have a number
// of their own, and of the others no domain gets all. The game master is told, once a
// day, that somebody was not invited.
func (in *intake) mayInvite(share int) (bool, error) {
	_, domain, _ := strings.Cut(strings.ToLower(in.l.From), "@")
	of, limit := limits.Whose(" domain "+domain), limits.Invitations
	if in.l.Proof.Domain != "" {
		limit = limits.InvitationsProven
	}
	unproven := limit == limits.Invitations
	met := limit.Counted(in.tx, in.at, limits.TheWorld) >= limit.Most()/share
	if met || unproven && limits.InvitationsOfOne.Counted(in.tx, in.at, of) >= limits.InvitationsOfOne.Most() {
		fresh, err := outbox.Once(in.tx, "invitations", limits.Day, in.at)
		if fresh && err == nil {
			in.w.master.Alarm(in.tx, wording.Words(in.w.s.Lang).Say(phrase.P("invitations-met",
				phrase.Num("n", limit.Most()), phrase.Num("one", limits.InvitationsOfOne.Most()))), in.at)
		}
		return false, err
	}
	if !limits.Invitation.Allow(in.tx, in.at, limits.OfMail(in.l.From)) {
		return false, nil
	}
	if limit.Count(in.tx, in.at, limits.TheWorld); unproven {
		limits.InvitationsOfOne.Count(in.tx, in.at, of)
	}
	return true, nil
}

// limits.RulesOut mails the rules to somebody unknown, in the language of the word he wrote.
func (in *intake) rulesOut(lang phrase.Lang) error {
	book := ""
	if lang = cmp.Or(lang, in.w.s.Lang); in.w.s.Book != nil {
		book = in.w.s.Book(in.w.rb.Name(), lang)
	}
	if limits.RulesOutToAll.Counted(in.tx, in.at, limits.TheWorld) >= limits.RulesOutToAll.Most() ||
		!limits.RulesOut.Allow(in.tx, in.at, limits.OfMail(in.l.From)) || book == "" {
		return nil
	}
	limits.RulesOutToAll.Count(in.tx, in.at, limits.TheWorld)
	t := &wording.Text{Book: wording.Words(lang)}
	file := t.Book.T("rules-file")
	t.Say("rules-first", phrase.Str("file", file))
	t.Say("rules-signup", phrase.Str("address", in.w.s.Address))
	d := outbox.Draft{Answer: true, Text: t.Body.String(),
		Files: []outbox.Attachment{{Name: file, Type: "text/plain", Charset: outbox.Charset(""),
			Sum: store.PutFile(in.tx, []byte(book))}}}
	in.thread(&d)
	e := outbox.Entry{Stranger: true,
		OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Turn: in.c.Turn, To: in.l.From,
			Subject: t.Book.Say(phrase.P("subject.rules", phrase.Str("world", in.w.s.Name),
				phrase.Num("turn", in.c.Turn)))}}
	outbox.In(in.tx).AddText(e, d, in.at)
	in.a.Answered = true
	return nil
}

// joinBy puts somebody on the waiting list whose token came back, with what he
// changed in his answer, and gives him a realm if one is free.
func (in *intake) joinBy(key []byte, t tokenRecord) error {
	in.a.Fate = Served
	form := in.signupForm(*t.Join)
	form.Answered(in.l.Text, in.l.Quoted)
	rows, err := signup.WaitingList(in.tx)
	if err != nil {
		return err
	}
	if err := in.freeName(&form); err != nil {
		return err
	}
	say := &wording.Text{Book: wording.Words(form.Lang)}
	at := slices.IndexFunc(rows, func(r signup.Row) bool { return roster.SameAddress(r.Mail, form.Mail) })
	renames := at >= 0 && signup.LostName(in.c.World, rows[at].Name).Code != ""
	switch {
	case at >= 0 && !renames:
		in.tellPlace(rows[at], at+1)
	case renames && len(form.Faults) == 0:
		if err := in.rename(rows[at], form.Name); err != nil {
			return err
		}
	case renames:
		return in.askedAgain(key, t, form, say, "signup-name-lost", "subject.signup-name")
	case !in.w.s.Signup || in.c.World.Asked().Over:
		say.Say("signup-closed", phrase.Str("world", in.w.s.Name))
		in.toSignup(form.Record, "subject.signup-closed", say, nil)
	case len(rows) >= limits.WaitingMost.Most():
		say.Say("signup-full", phrase.Str("world", in.w.s.Name))
		in.toSignup(form.Record, "subject.signup-closed", say, nil)
	case len(form.Faults) > 0:
		return in.askedAgain(key, t, form, say, "signup-not-yet", "subject.signup-wrong")
	default:
		if err := in.seatOrWait(form.Record, len(rows)); err != nil {
			return err
		}
	}
	t.Used = in.at.UTC()
	store.PutJSON(in.tx.Bucket(tokensBucket), key, t)
	return nil
}

// askedAgain tells what is wrong with a form; the same token brings it back corrected.
func (in *intake) askedAgain(key []byte, t tokenRecord, f signup.Form, say *wording.Text, first, subject string) error {
	t.Join = &f.Record // what was wished for and is not offered stays asked
	if t.Tries++; t.Tries <= limits.Tries.Most() {
		say.Say(first, phrase.Str("world", in.w.s.Name))
		f.Show(say, true)
		say.Line("")
		say.Say("signup-again")
		in.toSignup(f.Record, subject, say, nil)
	}
	store.PutJSON(in.tx.Bucket(tokensBucket), key, t)
	return nil
}

// freeName notes it at the form if the realm may not be called so.
func (in *intake) freeName(f *signup.Form) error {
	wrong, err := signup.WrongRealmName(in.tx, in.c.World, f.Name)
	if wrong.Code != "" {
		f.Faults = append(f.Faults, wrong)
	}
	return err
}

func (in *intake) seatOrWait(r signup.Record, before int) error {
	r.At = in.at.UTC()
	id, err := r.Wait(in.tx)
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
	row, err := signup.Find(in.tx, id)
	if err != nil {
		return err
	}
	in.tellPlace(row, before-len(seated)+1)
	in.w.tellOfSignup(in.tx, in.c.World, row, "signup-listed", in.at)
	return nil
}

// tellPlace tells somebody where on the list he stands.
func (in *intake) tellPlace(r signup.Row, place int) {
	t := &wording.Text{Book: wording.Words(r.Lang)}
	t.Say("signup-waiting", phrase.Str("world", in.w.s.Name), phrase.Num("place", place))
	t.Say("signup-then")
	t.Line("")
	f := in.signupForm(signup.Record{Player: r.Player, Name: r.Name, Kind: r.Kind, Culture: r.Culture, Mail: r.Mail,
		Lang: r.Lang})
	t.Say("signup-noted")
	t.Line("")
	f.Lines(t, true)
	in.toSignup(f.Record, "subject.signup-waiting", t, nil)
}

// toSignup queues an answer to somebody who has no realm, and whose address is
// known to be his.
func (in *intake) toSignup(r signup.Record, subject string, t *wording.Text, secret *secrecy.Sealed) {
	in.tellNewcomer(r, subject, t, outbox.Entry{ToName: r.Player, Secret: secret})
}

// toStranger queues the first letter to an address that anybody may have written
// over his. So nothing is in it that he wrote, not even how he is called, and
// nobody is told if it does not arrive.
func (in *intake) toStranger(r signup.Record, subject string, t *wording.Text, secret *secrecy.Sealed) {
	in.tellNewcomer(r, subject, t, outbox.Entry{Stranger: true, Secret: secret})
}

func (in *intake) tellNewcomer(r signup.Record, subject string, t *wording.Text, e outbox.Entry) {
	e.OutboxRow = outbox.OutboxRow{Kind: outbox.KindSignup, Turn: in.c.Turn, To: r.Mail,
		Subject: t.Book.Say(phrase.P(subject, phrase.Str("world", in.w.s.Name), phrase.Str("token", secrecy.Hidden)))}
	d := outbox.Draft{Answer: true, Text: t.Body.String()}
	if roster.SameAddress(r.Mail, in.l.From) {
		in.thread(&d)
	}
	outbox.In(in.tx).AddText(e, d, in.at)
	in.a.Answered = true
}

// signupForm is a form with what is known so far.
func (in *intake) signupForm(known signup.Record) signup.Form {
	kinds, cultures := in.w.offers(in.c.World)
	return signup.Form{Record: known, Kinds: kinds, Cultures: cultures}
}
