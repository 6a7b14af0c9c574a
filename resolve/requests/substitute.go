package requests

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// substitute answers SUBSTITUTE: it asks the player to confirm.
func (r request) substitute() (*question, error) {
	until := r.Current.Turn + r.Number - 1
	switch {
	case r.Current.World.Asked().Over || r.here.Fallen:
		r.tell("substitute", phrase.P("substitute-out"))
	case r.Given && r.Number == 0:
		return r.substituteEnd(), nil
	case r.stands:
		r.tell("substitute", phrase.P("substitute-not"))
	case r.Mail == "" || !r.Given || r.Number > world.LongestPause || address.Proper(r.Mail) != nil:
		r.tell("substitute", phrase.P("substitute-how", phrase.Num("most", world.LongestPause)))
	case address.Contains(r.rec.Mail, r.Mail) || r.World.Reserved(r.Mail):
		r.tell("substitute", phrase.P("substitute-who", phrase.Str("mail", r.Mail)))
	default:
		others := r.playsToo(r.Mail)
		more := []phrase.Phrase{phrase.P("substitute-means")}
		if address.Local(r.Mail) {
			more = append(more, phrase.P("substitute-local", phrase.Str("mail", r.Mail)))
		}
		if others != "" {
			more = append(more, phrase.P("substitute-plays", phrase.Str("mail", r.Mail), phrase.Str("realms", others)))
			r.toMaster("substitute-plays-master", r.Mail, until, others)
		}
		return &question{args: players.Substitution{Turns: r.Number, Mail: r.Mail}, subject: "subject.substitute-ask",
			first: phrase.P("substitute-ask", phrase.Str("mail", r.Mail), phrase.Num("n", r.Number),
				phrase.Num("until", until)), more: more}, nil
	}
	return nil, nil
}

// substituteEnd answers SUBSTITUTE END. It asks the player to confirm, if there is anything to end.
func (r request) substituteEnd() *question {
	if r.rec.Standing(r.Current.Turn) != nil {
		return &question{args: players.Substitution{}, subject: "subject.substitute-end-ask",
			first: phrase.P("substitute-end-ask")}
	}
	open := false
	for _, t := range correspondence.EachToken(r.Tx) {
		open = open || t.Realm == r.here.Number && t.Open(r.At) && players.LeadsToSubstitute(t)
	}
	if !open {
		r.tell("substitute", phrase.P("substitute-none"))
		return nil
	}
	return &question{args: players.Substitution{}, subject: "subject.substitute-end-ask",
		first: phrase.P("substitute-withdraw-ask")}
}

// playsToo lists the other realms that are played from an address.
func (r request) playsToo(mail string) string {
	own := players.Registered(r.World.Setup, r.Tx, r.Current, mail)
	var said []string
	for _, n := range own {
		if n != r.here.Number {
			here, _ := r.Current.Realm(n)
			said = append(said, strconv.Itoa(n)+" "+here.Name)
		}
	}
	return strings.Join(said, ", ")
}

// toMaster tells the game master who is going to stand in, or does so now.
func (r request) toMaster(code, mail string, until int, others string) {
	r.tellsMaster("subject.substitute-master", code, phrase.Str("mail", mail), phrase.Num("until", until),
		phrase.Str("realms", others))
}

// confirmed continues when the player's code has come back: the substitute is asked, or the substitution ends.
func (r request) confirmed(wanted players.Substitution) error {
	if wanted.Turns == 0 {
		return r.sendAway()
	}
	asked, err := players.Offer(r.Session, r.here, wanted.Mail, wanted.Turns, "")
	if err != nil {
		return err
	}
	code := "substitute-asked"
	if !asked {
		code = "substitute-later"
	}
	r.tell("substitute", phrase.P(code, phrase.Str("mail", wanted.Mail)))
	return nil
}

// sendAway ends the substitution before its time. If it is the player who wants that, anybody else whom they have
// asked may no longer agree.
func (r request) sendAway() error {
	withdrawn := 0
	if address.Contains(r.rec.Mail, r.to) {
		correspondence.DropTokens(r.Tx, r.here.Number, func(t correspondence.Token) bool {
			fits := players.LeadsToSubstitute(t)
			if fits {
				withdrawn++
			}
			return fits
		})
	}
	if r.rec.Standing(r.Current.Turn) == nil {
		code := "substitute-none"
		if withdrawn > 0 {
			code = "substitute-withdrawn"
		}
		r.tell("substitute", phrase.P(code))
	}
	if withdrawn > 0 {
		if _, err := r.World.Note(r.Tx, logbook.Entry{At: r.At, By: logbook.Player, Realm: r.here.Number,
			What: phrase.P("log.substitute-withdrawn")}); err != nil {
			return err
		}
	}
	return players.EndSubstitute(r.Session, r.here.Number, true)
}

// standsIn begins the substitution when the substitute's code has come back.
func standsIn(s sender.Sender, t correspondence.Token, offer players.Substitution) (*world.Ending, error) {
	r, plays := ofPlayer(s, t.Realm, "")
	if !plays || r.here.Fallen || s.Current.World.Asked().Over {
		return s.Served(0, false), nil
	}
	if old := r.rec.Standing(s.Current.Turn); old != nil { // another substitute, who is told that it is over
		if err := players.EndSubstitute(s.Session, t.Realm, !address.Same(old.Mail, t.Mail)); err != nil {
			return nil, err
		}
	}
	r.to = t.Mail
	until := s.Current.Turn + offer.Turns - 1
	sealed, err := secrets.Seal(s.World.Random(), secrets.AsPassword)
	if err != nil {
		return nil, err
	}
	var own roster.RealmRecord
	if _, err := own.Renew(sealed.Stream(s.Tx)); err != nil {
		return nil, err
	}
	if _, err := roster.ChangeRealm(s.Tx, t.Realm, func(rec *roster.RealmRecord) {
		rec.Substitute = &roster.Substitute{Mail: t.Mail, Until: until, Salt: own.Salt, Hash: own.Hash}
		rec.Stood = t.Mail
		r.rec = *rec
	}); err != nil {
		return nil, err
	}
	if _, err := s.World.Note(s.Tx, logbook.Entry{At: s.At, By: logbook.Player, Realm: t.Realm,
		What:  phrase.P("log.substitute", phrase.Num("until", until)),
		Aside: logbook.Aside{Mail: t.Mail}}); err != nil {
		return nil, err
	}
	return s.Served(0, true), r.begun(t, until, &sealed)
}

// begun tells all three that somebody stands in from now on. The substitute also gets what is needed for that.
func (r request) begun(t correspondence.Token, until int, sealed *secrets.Sealed) error {
	page := r.page(phrase.P("substitute-yours", phrase.Num("realm", r.here.Number), phrase.Str("name", r.here.Name),
		phrase.Num("until", until)))
	page.Line("")
	if r.World.Settings.AuthInForce() != world.ByDKIM {
		notices.SayPassword(r.World.Setup, page, r.here.Number)
		page.Line("")
	} else {
		sealed = nil
	}
	page.Say("substitute-rules")
	if notices.ByLink(r.World.Setup) {
		page.Line("")
		page.Say("link-table")
		if err := r.sayLink(page); err != nil {
			return err
		}
	}
	notices.About(r.World.Setup, page, r.here)
	notices.ToNewcomer{To: roster.ApplicantRow{Mail: t.Mail}, Subject: "subject.substitute-yours", Text: page, Secret: sealed,
		Realm: r.here.Number}.Queue(r.Session)
	if last := chronicle.NewestReport(r.Tx, r.here.Number); last >= 0 {
		end, err := notices.Closing(r.Session, r.here)
		if err != nil {
			return err
		}
		e := notices.ReportEntry(r.World.Setup, r.here, last, t.Mail)
		if e.Subject, err = notices.ReportSubject(r.World.Setup, r.Tx, r.here, last, "subject.report"); err != nil {
			return err
		}
		e.ToName, e.Closing, e.Event = "", end.Text, end.Event
		e.Opening = notices.ForSubstitute(r.World.Setup, r.here)
		outbox.Open(r.Tx).Add(e, r.At)
	}
	others := r.playsToo(t.Mail)
	if others != "" {
		r.toMaster("substitute-begun-plays", t.Mail, until, others)
	} else {
		r.toMaster("substitute-begun-master", t.Mail, until, "")
	}
	r.to = r.rec.Mail[0]
	r.from.Letter.From = "" // the letter to the player is not an answer to this one
	r.tell("substitute", phrase.P("substitute-begun", phrase.Str("mail", t.Mail), phrase.Num("until", until)))
	return nil
}

// standsNotIn tells the person who was asked to stand in, and the player who asked, that it will not happen.
func standsNotIn(s sender.Sender, t correspondence.Token) error {
	r, plays := ofPlayer(s, t.Realm, letter.Substitutes)
	if !plays {
		return nil
	}
	who := []phrase.Arg{phrase.Str("world", s.World.Settings.Name), phrase.Str("mail", t.Mail),
		phrase.Num("realm", t.Realm), phrase.Str("name", r.here.Name)}
	say := &wording.Text{Book: r.book}
	say.Say("substitute-refused", who...)
	notices.ToNewcomer{To: roster.ApplicantRow{Mail: t.Mail}, Subject: "subject.token-refused", Text: say, Realm: t.Realm,
		Stranger: true}.Queue(s.Session)
	r.from.Letter.From = "" // the letter to the player is not an answer to this one
	r.tell("substitute", phrase.P("substitute-declined", who...))
	return nil
}
