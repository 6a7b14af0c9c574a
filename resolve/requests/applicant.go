package requests

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Applicant is somebody unknown who would like to play. They get a letter with a code and, once they have confirmed, a
// place on the waiting list or a realm.
type Applicant struct {
	world.Session
	from   sender.Sender
	joined bool // they have just signed up
}

// ApplicantOf begins with the sender of a letter who has no realm.
func ApplicantOf(from sender.Sender) Applicant { return Applicant{Session: from.Session, from: from} }

// Invite answers somebody who asks with a word, or wants to play. SIGNUP brings a form with a code, and what was understood
// of their wishes, once a day. RULES brings the rules. Whoever is on the waiting list hears their place. Part of the day's
// letters is reserved for those who use the word itself. It returns nil for what nobody unknown gets here.
func (p Applicant) Invite(asked letter.Wish, words string) (*world.Ending, error) {
	switch asked.Service {
	case letter.Practices:
		return p.invitePractice(asked.Lang)
	case letter.Observes:
		return p.inviteObserver(asked)
	case letter.Helps, letter.SignsUp, letter.Rulebooks:
	default:
		return nil, nil
	}
	rows := roster.WaitingList(p.Tx)
	at := slices.IndexFunc(rows, func(r roster.ApplicantRow) bool { return address.Same(r.Mail, p.from.Letter.From) })
	switch {
	case !p.open() || !p.answerable():
		return nil, nil
	case asked.Service == letter.Rulebooks:
		return p.from.Served(0, p.rulesOut(asked.Lang)), nil
	case at < 0 && asked.Service == letter.Helps, asked.Willing:
		return p.Meet(asked, words)
	case !p.mayInvite(letter.SignsUp, asked):
		return p.from.Served(0, false), nil
	case at >= 0:
		lost, err := players.AskName(p.Session, rows[at], true)
		if !lost {
			p.tellPlace(rows[at], at+1)
		}
		return p.from.Served(0, true), err
	}
	return p.from.Served(0, true), p.askForm(asked.Lang, len(rows), words)
}

// ByForm answers the form of a public page as SIGNUP alone in a mail, within half of the day's invitations, and of those to
// a domain: what comes without a mail must not shut out those who write.
func (p Applicant) ByForm(lang phrase.Lang) (*world.Ending, error) {
	_, domain, _ := strings.Cut(address.Folded(p.from.Letter.From), "@")
	if limits.Invitations.Counted(p.Tx, p.At, limits.TheWorld) >= limits.Invitations.Most()/2 ||
		limits.InvitationsOfOne.Counted(p.Tx, p.At, limits.Whose(" domain "+domain)) >= limits.InvitationsOfOne.Most()/2 {
		return nil, nil
	}
	return p.Invite(letter.Wish{Service: letter.SignsUp, Lang: lang}, "")
}

// askForm sends a token, and the form with what was understood of the applicant's wishes. before is how many people
// wait ahead of them.
func (p Applicant) askForm(lang phrase.Lang, before int, words string) error {
	form := p.form(roster.Applicant{Mail: p.from.Letter.From, Lang: lang})
	form.Read(p.from.Said())
	return p.sendForm(form, p.from.Letter.FromName, before, "", words)
}

// sendForm sends a token and a form to somebody of this name, below words of the game master. A question among the words
// that asked for it goes to the game master.
func (p Applicant) sendForm(form roster.SignupForm, name string, before int, above, words string) error {
	form.Lang = cmp.Or(form.Lang, p.World.Settings.Lang)
	form.Unnamed = [2]bool{form.Player == "", form.Name == ""}
	form.Complete(name)
	p.freeName(&form)
	t := &wording.Text{Book: wording.Words(form.Lang)}
	if above != "" {
		t.Line(above)
		t.Line("")
	}
	t.Say("signup-ask", phrase.Str("world", p.World.Settings.Name))
	notices.SayCode(t)
	form.Show(t, false)
	t.Line("")
	if before > 0 || p.room() == 0 {
		t.Say("signup-would-wait", phrase.Num("place", before+1))
	}
	notices.SayDays(t)
	t.Say("token-else")
	if rest, _ := roster.Besides(words); letter.Asks(rest) && p.question(rest) != "" {
		t.Line("")
		t.Say("stranger-heard")
		p.passes(p.question(rest), form.Lang)
	}
	t.Line("")
	notices.SayKept(p.Session, t)
	return p.tellStranger(letter.SignsUp, form.Applicant, "subject.signup-ask", t)
}

// share returns whose limit applies to somebody unknown: those with a signature have a limit of their own.
func (p Applicant) share(of limits.Whose) limits.Whose {
	if p.from.Letter.Proof.Domain != "" {
		return of.Proven()
	}
	return of
}

// mayInvite counts one more invitation, and reports whether it is within the limits. Forged mails must not shut out
// newcomers, so senders with a signature have a number of their own. Of the others, no domain can use up all, and an
// address gets one letter a day, whatever is asked for. Once a day, the game master is told that somebody was not
// invited.
func (p Applicant) mayInvite(to letter.Service, asked letter.Wish) bool {
	share := 1
	if asked.Willing { // advertisements say such things, too
		share = 2
	}
	_, domain, _ := strings.Cut(address.Folded(p.from.Letter.From), "@")
	of, limit := limits.Whose(" domain "+domain), limits.Invitations
	if p.from.Letter.Proof.Domain != "" {
		limit = limits.InvitationsProven
	}
	unproven := limit == limits.Invitations
	met := limit.Counted(p.Tx, p.At, limits.TheWorld) >= limit.Most()/share
	if met || unproven && limits.InvitationsOfOne.Counted(p.Tx, p.At, of) >= limits.InvitationsOfOne.Most() {
		if outbox.Once(p.Tx, "invitations", limits.Day, p.At) {
			words := wording.Words(p.World.Settings.Lang).Say(phrase.P("invitations-met",
				phrase.Num("n", limit.Most()), phrase.Num("one", limits.InvitationsOfOne.Most())))
			p.World.ToMaster.Alarm(p.Tx, outbox.NoInvitations, words, p.At)
		}
		return false
	}
	mail := func(s letter.Service) limits.Whose {
		of := p.share(limits.OfMail(p.from.Letter.From))
		if s == letter.SignsUp {
			return of
		}
		return of.Word(string(s))
	}
	again := func() bool { return p.answers() || p.known() || to == letter.SignsUp && p.proven() } // a form may be lost
	// Who has practised may sign up on the same day.
	if !p.proven() && slices.ContainsFunc([]letter.Service{letter.SignsUp, letter.Practices, letter.Observes, presents, asksMaster},
		func(s letter.Service) bool { return s != to && limits.Invitation.Counted(p.Tx, p.At, mail(s)) > 0 }) ||
		!limits.Invitation.Allow(p.Tx, p.At, mail(to)) && !(again() && limits.WordsADay.Allow(p.Tx, p.At, mail(to))) {
		return false
	}
	if limit.Count(p.Tx, p.At, limits.TheWorld); unproven {
		limits.InvitationsOfOne.Count(p.Tx, p.At, of)
	}
	return true
}

// proven reports whether the sender's address has proved itself: by a signature, by a reply to a letter of ours, whose
// Message-ID nobody can guess, or by a code that came back. Anybody can write in the name of any other.
func (p Applicant) proven() bool {
	return p.from.Letter.Proof.Domain != "" || p.answers() || p.known()
}

// answers reports whether the sender answers a letter of ours that was mailed to them, or brings its code back.
func (p Applicant) answers() bool {
	_, t, found := p.from.Presented(false)
	ours := p.from.Ours
	return ours != nil && address.Same(ours.To, p.from.Letter.From) || found && !t.OfRealm() && p.from.Mine(t)
}

// known reports whether the sender practises, observes, waits for a realm, or has answered our form.
func (p Applicant) known() bool {
	from := p.from.Letter.From
	_, practised := players.PracticeOf(p.Tx, from)
	_, observes := roster.ObserverOf(p.Tx, from)
	for _, t := range correspondence.EachToken(p.Tx) {
		if t.For == letter.SignsUp && !(t.Used.IsZero() && t.Ended.IsZero()) && address.Same(t.Mail, from) {
			return true
		}
	}
	return practised || observes || slices.ContainsFunc(roster.WaitingList(p.Tx), func(r roster.ApplicantRow) bool { return address.Same(r.Mail, from) })
}

// rulesOut mails the rules to somebody unknown, in the language of the word they wrote, within the limits.
func (p Applicant) rulesOut(lang phrase.Lang) (answered bool) {
	lang = cmp.Or(lang, p.World.Settings.Lang)
	book := notices.RulesOf(p.World.Setup, lang)
	all := p.share(limits.TheWorld)
	if limits.RulesOutToAll.Counted(p.Tx, p.At, all) >= limits.RulesOutToAll.Most() ||
		!limits.RulesOut.Allow(p.Tx, p.At, p.share(limits.OfMail(p.from.Letter.From))) || book == "" {
		return false
	}
	limits.RulesOutToAll.Count(p.Tx, p.At, all)
	t := &wording.Text{Book: wording.Words(lang)}
	file := t.Book.T("rules-file")
	t.Say("rules-first", phrase.Str("file", file))
	notices.Cites(t, p.World.Rules)
	t.Say("rules-signup", phrase.Str("address", p.World.Settings.Address))
	p.sayPractice(t)
	p.send(roster.Applicant{Mail: p.from.Letter.From}, "subject.rules", t, outbox.Message{Stranger: true}, outbox.Attachment{Name: file,
		Type: "text/plain", Charset: outbox.Charset(""), Sum: store.PutFile(p.Tx, []byte(book))})
	return true
}

// join puts somebody whose token came back on the waiting list, with the changes in their answer. If a realm is free,
// they get it.
func join(from sender.Sender, key []byte, t correspondence.Token) (*world.Ending, error) {
	p := ApplicantOf(from)
	asked, err := correspondence.Args[roster.Applicant](t)
	if err != nil {
		return nil, err
	}
	form := p.form(asked)
	form.Answered(p.from.Said(), p.from.Quoted)
	rows := roster.WaitingList(p.Tx)
	p.freeName(&form)
	say := &wording.Text{Book: wording.Words(form.Lang)}
	at := slices.IndexFunc(rows, func(r roster.ApplicantRow) bool { return address.Same(r.Mail, form.Mail) })
	renames := at >= 0 && roster.LostName(p.Current.World, rows[at].Name).Code != ""
	switch {
	case at >= 0 && !renames:
		p.tellPlace(rows[at], at+1)
	case renames && len(form.Faults) == 0:
		if err := p.rename(rows[at], form.Name); err != nil {
			return nil, err
		}
	case renames:
		return p.askAgain(key, t, form, say, "signup-name-lost", "subject.signup-name")
	case !p.World.Settings.Signup && !asked.Invited || p.Current.World.Asked().Over:
		say.Say("signup-closed", phrase.Str("world", p.World.Settings.Name))
		p.Tell(form.Applicant, "subject.signup-closed", say)
	case len(rows) >= limits.WaitingMost.Most():
		say.Say("signup-full", phrase.Str("world", p.World.Settings.Name))
		p.Tell(form.Applicant, "subject.signup-closed", say)
	case len(form.Faults) > 0:
		return p.askAgain(key, t, form, say, "signup-not-yet", "subject.signup-wrong")
	default:
		if err := p.seatOrWait(form.Applicant, len(rows)); err != nil {
			return nil, err
		}
		p.saysMore(form.Lang)
	}
	t.Used = p.At.UTC()
	t.Save(p.Tx, key)
	return p.from.Served(0, true), nil
}

// saysMore passes on what the answer to the form says below changed lines of it, if that is more than that its writer would
// like to play, and a signature.
func (p Applicant) saysMore(lang phrase.Lang) {
	rest, leads := roster.Besides(letter.Bare(p.from.Said()))
	if _, willing := letter.Willing("", rest); !leads || willing || !letter.Asks(rest) || p.question(rest) == "" {
		return
	}
	p.joined = true
	p.heard(lang)
	p.passes(p.question(rest), lang)
}

// askAgain says what is wrong with a form. The letter has a code of its own, since its answer need not quote the
// former letter. The former code brings the corrected form back as well.
func (p Applicant) askAgain(key []byte, t correspondence.Token, f roster.SignupForm, say *wording.Text, first,
	subject string) (*world.Ending, error) {
	t = correspondence.With(t, f.Applicant) // so that wishes that are not offered are shown again
	t.Tries++
	t.Save(p.Tx, key)
	if t.Tries > limits.Tries.Most() {
		return p.from.Served(0, false), nil
	}
	secret, _, err := correspondence.Issue(p.Tx, p.World.Random(), t, p.At)
	if err != nil {
		return nil, err
	}
	say.Say(first, phrase.Str("world", p.World.Settings.Name))
	f.Show(say, true)
	say.Line("")
	say.Say("signup-again")
	say.Say("signup-name-code")
	notices.SayCode(say)
	notices.SayDays(say)
	p.send(f.Applicant, subject, say, outbox.Message{ToName: f.Player, Secret: secret})
	return p.from.Served(0, true), nil
}

// freeName adds a fault to the form if the realm's name is not allowed or taken.
func (p Applicant) freeName(f *roster.SignupForm) {
	wrong := roster.WrongRealmName(p.Tx, p.Current.World, f.Name)
	if wrong.Code != "" {
		f.Faults, f.Unnamed[1] = append(f.Faults, wrong), true
	}
}

func (p Applicant) seatOrWait(r roster.Applicant, before int) error {
	r.At = p.At.UTC()
	id := r.Wait(p.Tx)
	seated, err := players.SeatIn(p.Session)
	if err != nil || slices.Contains(seated, id) {
		return err
	}
	row, err := roster.FindWaiting(p.Tx, id)
	if err != nil {
		return err
	}
	place := before - len(seated) + 1
	p.tellPlace(row, place)
	players.TellOfSignup(p.Session, row, place)
	return nil
}

// rename lets somebody keep their place on the list under another name. If a realm is free, they get it.
func (p Applicant) rename(row roster.ApplicantRow, wish string) error {
	rec, _ := roster.Waiting(p.Tx, row.ID)
	rec.Name, rec.NameAsked = wish, time.Time{}
	rec.Put(p.Tx, row.ID)
	seated, err := players.SeatIn(p.Session)
	if err != nil || slices.Contains(seated, row.ID) {
		return err
	}
	rows := roster.WaitingList(p.Tx)
	if at := slices.IndexFunc(rows, func(r roster.ApplicantRow) bool { return r.ID == row.ID }); at >= 0 {
		p.tellPlace(rows[at], at+1)
	}
	return nil
}

// tellPlace tells somebody their place on the list.
func (p Applicant) tellPlace(r roster.ApplicantRow, place int) {
	t := &wording.Text{Book: wording.Words(r.Lang)}
	t.Say("signup-waiting", phrase.Str("world", p.World.Settings.Name), phrase.Num("place", place))
	t.Say("signup-then")
	p.sayPractice(t)
	t.Line("")
	f := p.form(roster.Applicant{Player: r.Player, Name: r.Name, Kind: r.Kind, Culture: r.Culture, Mail: r.Mail,
		Lang: r.Lang})
	t.Say("signup-noted")
	t.Line("")
	f.Lines(t, true)
	p.Tell(f.Applicant, "subject.signup-waiting", t)
}

// Tell queues an answer to somebody who has no realm, and who has proved that the address is theirs.
func (p Applicant) Tell(r roster.Applicant, subject string, t *wording.Text) {
	p.send(r, subject, t, outbox.Message{ToName: r.Player})
}

// tellStranger queues the first letter to an address that may be forged, with a code for what it asks. So it has nothing
// that the sender wrote, not even their name, and nobody is told if it cannot be delivered.
func (p Applicant) tellStranger(what letter.Service, r roster.Applicant, subject string, t *wording.Text) error {
	correspondence.MayIssue(p.Tx, correspondence.Token{For: what}, p.At) // drops expired tokens
	secret, _, err := correspondence.Issue(p.Tx, p.World.Random(),
		correspondence.With(correspondence.Token{For: what, Mail: r.Mail}, r), p.At)
	if err == nil {
		p.send(r, subject, t, outbox.Message{Stranger: true, Secret: secret})
	}
	return err
}

func (p Applicant) send(r roster.Applicant, subject string, t *wording.Text, e outbox.Message, files ...outbox.Attachment) {
	e.Kind, e.To = outbox.KindSignup, r.Mail
	p.from.Send(e, phrase.P(subject), t, outbox.Draft{Files: files})
}

// form is a form with what is known so far.
func (p Applicant) form(known roster.Applicant) roster.SignupForm {
	kinds, cultures := players.OffersOf(p.World.Setup, p.Current.World)
	return roster.SignupForm{Applicant: known, Kinds: kinds, Cultures: cultures}
}

// FillsIn reports whether an answer brings the form back changed. A line of the form must lead the writer's own words,
// with no objection, condition or question beside it. Or the writer says nothing, and has changed lines where they are quoted.
func (p Applicant) FillsIn(t correspondence.Token) bool {
	if own := letter.Bare(p.from.Said()); own != "" {
		besides, leads := roster.Besides(own)
		return leads && !letter.Objects(besides) && !letter.Conditional(besides) && !strings.Contains(besides, "?")
	}
	asked, _ := correspondence.Args[roster.Applicant](t) // an error shows when the form is read
	form := p.form(asked)
	shown := &wording.Text{Book: wording.Words(form.Lang)}
	form.Lines(shown, true)
	return roster.Differs(shown.Body.String(), p.from.Quoted)
}
