package resolve

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
)

// applicant is somebody unknown who would like to play. He is made of the sender. He gets a letter
// with a code and, once he has confirmed, a place on the list or a realm.
type applicant struct{ sender }

// inviteWilling invites somebody who says in his own words that he would
// like to play. Advertisements say such things, too, so a part of the day's
// letters is left for those who write the word itself.
func (p applicant) inviteWilling() (*ending, error) {
	lang, wants := letter.Willing(p.letter.Subject, p.letter.Text)
	if !wants {
		return nil, nil
	}
	return p.invite(letter.Wish{Service: letter.SignsUp, Lang: lang}, 2)
}

// invite answers somebody who asks for help or wants to play, if the
// world takes sign-ups: in the day's one letter he gets a token, and what was
// understood of his wishes. share is which part of the day's letters his kind of letter
// may use up: half of them for 2. Who writes RULES gets those. All else of strangers is
// left without an answer: nil.
func (p applicant) invite(asked letter.Wish, share int) (*ending, error) {
	wants := asked.Service == letter.Helps || asked.Service == letter.SignsUp || asked.Service == letter.Rulebooks
	if !wants || !p.world.settings.Signup || !p.letter.MayAnswer || p.world.playable(p.letter.From) != nil ||
		p.current.World.Asked().Over {
		return nil, nil
	}
	if asked.Service == letter.Rulebooks {
		return p.served(0, p.rulesOut(asked.Lang)), nil
	}
	if may, err := p.mayInvite(share); !may || err != nil {
		return p.served(0, false), err
	}
	rows, err := signup.WaitingList(p.tx)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(rows, func(r signup.Row) bool { return roster.SameAddress(r.Mail, p.letter.From) })
	if at >= 0 {
		lost, err := p.world.askName(p.tx, p.current, rows[at], true, p.at)
		if !lost {
			p.tellPlace(rows[at], at+1)
		}
		return p.served(0, true), err
	}
	return p.served(0, true), p.askForm(asked.Lang, len(rows))
}

// askForm mails somebody a token, and the form with what was understood of his wishes; so many
// wait before him.
func (p applicant) askForm(lang phrase.Lang, before int) error {
	if _, err := tray.MayIssue(p.tx, 0, "", letter.SignsUp, false, p.at); err != nil { // drops those that are past
		return err
	}
	form := p.form(signup.Record{Mail: p.letter.From, Lang: lang})
	form.Read(p.letter.Text)
	form.Lang = cmp.Or(form.Lang, p.world.settings.Lang)
	form.Unnamed = form.Player == "" && form.Name == "" && len(form.Faults) == 0
	form.Complete(p.letter.FromName)
	if err := p.freeName(&form); err != nil {
		return err
	}
	secret, err := p.issue(tray.Token{For: letter.SignsUp, Mail: p.letter.From, Join: &form.Record})
	if err != nil {
		return err
	}
	t := &wording.Text{Book: wording.Words(form.Lang)}
	t.Say("signup-ask", phrase.Str("world", p.world.settings.Name))
	t.Line("")
	t.Line("  " + secrecy.Hidden)
	t.Line("")
	form.Show(t, false)
	t.Line("")
	if before > 0 || p.world.places(p.current.World) == 0 {
		t.Say("signup-would-wait", phrase.Num("place", before+1))
	}
	t.Say("token-days", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	t.Say("token-else")
	t.Line("")
	sayKept(p.world.clerk, t)
	p.tellStranger(form.Record, "subject.signup-ask", t, secret)
	return nil
}

// share is whose a limit is for somebody unknown: what a signature proves has one of its own.
func (p applicant) share(of limits.Whose) limits.Whose {
	if p.letter.Proof.Domain != "" {
		return of.Proven()
	}
	return of
}

// mayInvite counts one more invitation, and tells whether it is within the limits. Forged
// mails must not shut out newcomers: those whose sender a signature proves have a number
// of their own, and of the others no domain gets all. The game master is told, once a
// day, that somebody was not invited.
func (p applicant) mayInvite(share int) (bool, error) {
	_, domain, _ := strings.Cut(address.Folded(p.letter.From), "@")
	of, limit := limits.Whose(" domain "+domain), limits.Invitations
	if p.letter.Proof.Domain != "" {
		limit = limits.InvitationsProven
	}
	unproven := limit == limits.Invitations
	met := limit.Counted(p.tx, p.at, limits.TheWorld) >= limit.Most()/share
	if met || unproven && limits.InvitationsOfOne.Counted(p.tx, p.at, of) >= limits.InvitationsOfOne.Most() {
		fresh, err := outbox.Once(p.tx, "invitations", limits.Day, p.at)
		if fresh && err == nil {
			p.world.master.Alarm(p.tx, wording.Words(p.world.settings.Lang).Say(phrase.P("invitations-met",
				phrase.Num("n", limit.Most()), phrase.Num("one", limits.InvitationsOfOne.Most()))), p.at)
		}
		return false, err
	}
	if !limits.Invitation.Allow(p.tx, p.at, p.share(limits.OfMail(p.letter.From))) {
		return false, nil
	}
	if limit.Count(p.tx, p.at, limits.TheWorld); unproven {
		limits.InvitationsOfOne.Count(p.tx, p.at, of)
	}
	return true, nil
}

// rulesOut mails the rules to somebody unknown, in the language of the word he wrote,
// within the limits.
func (p applicant) rulesOut(lang phrase.Lang) (answered bool) {
	book := ""
	if lang = cmp.Or(lang, p.world.settings.Lang); p.world.settings.Book != nil {
		book = p.world.settings.Book(p.world.rulebook.Name(), lang)
	}
	all := p.share(limits.TheWorld)
	if limits.RulesOutToAll.Counted(p.tx, p.at, all) >= limits.RulesOutToAll.Most() ||
		!limits.RulesOut.Allow(p.tx, p.at, p.share(limits.OfMail(p.letter.From))) || book == "" {
		return false
	}
	limits.RulesOutToAll.Count(p.tx, p.at, all)
	t := &wording.Text{Book: wording.Words(lang)}
	file := t.Book.T("rules-file")
	t.Say("rules-first", phrase.Str("file", file))
	cites(t, p.world.rulebook)
	t.Say("rules-signup", phrase.Str("address", p.world.settings.Address))
	d := outbox.Draft{Answer: true, Text: t.Body.String(),
		Files: []outbox.Attachment{{Name: file, Type: "text/plain", Charset: outbox.Charset(""),
			Sum: store.PutFile(p.tx, []byte(book))}}}
	p.thread(&d)
	e := outbox.Entry{Stranger: true,
		OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Turn: p.current.Turn, To: p.letter.From,
			Subject: t.Book.Say(phrase.P("subject.rules", phrase.Str("world", p.world.settings.Name),
				phrase.Num("turn", p.current.Turn)))}}
	outbox.In(p.tx).AddText(e, d, p.at)
	return true
}

// join puts somebody on the waiting list whose token came back, with what he
// changed in his answer, and gives him a realm if one is free.
func (p applicant) join(key []byte, t tray.Token) (*ending, error) {
	form := p.form(*t.Join)
	form.Answered(p.letter.Text, p.letter.Quoted)
	rows, err := signup.WaitingList(p.tx)
	if err != nil {
		return nil, err
	}
	if err := p.freeName(&form); err != nil {
		return nil, err
	}
	say := &wording.Text{Book: wording.Words(form.Lang)}
	at := slices.IndexFunc(rows, func(r signup.Row) bool { return roster.SameAddress(r.Mail, form.Mail) })
	renames := at >= 0 && signup.LostName(p.current.World, rows[at].Name).Code != ""
	switch {
	case at >= 0 && !renames:
		p.tellPlace(rows[at], at+1)
	case renames && len(form.Faults) == 0:
		if err := p.rename(rows[at], form.Name); err != nil {
			return nil, err
		}
	case renames:
		return p.askAgain(key, t, form, say, "signup-name-lost", "subject.signup-name")
	case !p.world.settings.Signup || p.current.World.Asked().Over:
		say.Say("signup-closed", phrase.Str("world", p.world.settings.Name))
		p.tell(form.Record, "subject.signup-closed", say)
	case len(rows) >= limits.WaitingMost.Most():
		say.Say("signup-full", phrase.Str("world", p.world.settings.Name))
		p.tell(form.Record, "subject.signup-closed", say)
	case len(form.Faults) > 0:
		return p.askAgain(key, t, form, say, "signup-not-yet", "subject.signup-wrong")
	default:
		if err := p.seatOrWait(form.Record, len(rows)); err != nil {
			return nil, err
		}
	}
	t.Used = p.at.UTC()
	t.Save(p.tx, key)
	return p.served(0, true), nil
}

// askAgain tells what is wrong with a form. The letter has a code of its own, since an answer to it
// need not quote the letter before, whose code brings the corrected form back, too.
func (p applicant) askAgain(key []byte, t tray.Token, f signup.Form, say *wording.Text, first,
	subject string) (*ending, error) {
	t.Join = &f.Record // what was wished for and is not offered stays asked
	t.Tries++
	t.Save(p.tx, key)
	if t.Tries > limits.Tries.Most() {
		return p.served(0, false), nil
	}
	secret, err := p.issue(t)
	if err != nil {
		return nil, err
	}
	say.Say(first, phrase.Str("world", p.world.settings.Name))
	f.Show(say, true)
	say.Line("")
	say.Say("signup-again")
	say.Say("signup-name-code")
	say.Line("")
	say.Line("  " + secrecy.Hidden)
	say.Line("")
	say.Say("token-days", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	p.send(f.Record, subject, say, outbox.Entry{ToName: f.Player, Secret: secret})
	return p.served(0, true), nil
}

// freeName notes it at the form if the realm may not be called so.
func (p applicant) freeName(f *signup.Form) error {
	wrong, err := signup.WrongRealmName(p.tx, p.current.World, f.Name)
	if wrong.Code != "" {
		f.Faults = append(f.Faults, wrong)
	}
	return err
}

func (p applicant) seatOrWait(r signup.Record, before int) error {
	r.At = p.at.UTC()
	id, err := r.Wait(p.tx)
	if err != nil {
		return err
	}
	seated, err := p.world.seat(p.tx, p.current, p.at)
	if err != nil || slices.Contains(seated, id) {
		return err
	}
	row, err := signup.Find(p.tx, id)
	if err != nil {
		return err
	}
	place := before - len(seated) + 1
	p.tellPlace(row, place)
	p.world.tellOfSignup(p.tx, p.current.World, row, place, p.at)
	return nil
}

// rename lets somebody keep his place on the list under another name, and gives him a
// realm if one is free.
func (p applicant) rename(row signup.Row, wish string) error {
	list := p.tx.Bucket(signup.SignupsBucket)
	rec, _, err := store.GetJSON[signup.Record](list, store.U32(row.ID))
	if err != nil {
		return err
	}
	rec.Name, rec.NameAsked = wish, time.Time{}
	store.PutJSON(list, store.U32(row.ID), rec)
	seated, err := p.world.seat(p.tx, p.current, p.at)
	if err != nil || slices.Contains(seated, row.ID) {
		return err
	}
	rows, err := signup.WaitingList(p.tx)
	if at := slices.IndexFunc(rows, func(r signup.Row) bool { return r.ID == row.ID }); at >= 0 {
		p.tellPlace(rows[at], at+1)
	}
	return err
}

// tellPlace tells somebody where on the list he stands.
func (p applicant) tellPlace(r signup.Row, place int) {
	t := &wording.Text{Book: wording.Words(r.Lang)}
	t.Say("signup-waiting", phrase.Str("world", p.world.settings.Name), phrase.Num("place", place))
	t.Say("signup-then")
	t.Line("")
	f := p.form(signup.Record{Player: r.Player, Name: r.Name, Kind: r.Kind, Culture: r.Culture, Mail: r.Mail,
		Lang: r.Lang})
	t.Say("signup-noted")
	t.Line("")
	f.Lines(t, true)
	p.tell(f.Record, "subject.signup-waiting", t)
}

// tell queues an answer to somebody who has no realm, and whose address is
// known to be his.
func (p applicant) tell(r signup.Record, subject string, t *wording.Text) {
	p.send(r, subject, t, outbox.Entry{ToName: r.Player})
}

// tellStranger queues the first letter to an address that anybody may have written
// over his. So nothing is in it that he wrote, not even how he is called, and
// nobody is told if it does not arrive.
func (p applicant) tellStranger(r signup.Record, subject string, t *wording.Text, secret *secrecy.Sealed) {
	p.send(r, subject, t, outbox.Entry{Stranger: true, Secret: secret})
}

func (p applicant) send(r signup.Record, subject string, t *wording.Text, e outbox.Entry) {
	e.OutboxRow = outbox.OutboxRow{Kind: outbox.KindSignup, Turn: p.current.Turn, To: r.Mail,
		Subject: t.Book.Say(phrase.P(subject, phrase.Str("world", p.world.settings.Name),
			phrase.Str("token", secrecy.Hidden)))}
	d := outbox.Draft{Answer: true, Text: t.Body.String()}
	if roster.SameAddress(r.Mail, p.letter.From) {
		p.thread(&d)
	}
	outbox.In(p.tx).AddText(e, d, p.at)
}

// form is a form with what is known so far.
func (p applicant) form(known signup.Record) signup.Form {
	kinds, cultures := p.world.offers(p.current.World)
	return signup.Form{Record: known, Kinds: kinds, Cultures: cultures}
}
