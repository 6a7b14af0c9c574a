package resolve

import (
	"cmp"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/personal"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// A player names a substitute by an address. Three letters later he has one: the player
// confirms, the substitute agrees, and gets a password of his own. Whoever is asked is written
// to once, and again only if he agrees.

// substitute answers SUBSTITUTE: it asks the player to confirm.
func (r request) substitute() error {
	until := r.current.Turn + r.Number - 1
	switch {
	case r.current.World.Asked().Over || r.here.Fallen:
		r.tell("substitute", phrase.P("substitute-out"))
	case r.Given && r.Number == 0:
		return r.substituteEnd()
	case r.stands:
		r.tell("substitute", phrase.P("substitute-not"))
	case r.Mail == "" || !r.Given || r.Number > LongestPause || roster.ProperMail(r.Mail) != nil:
		r.tell("substitute", phrase.P("substitute-how", phrase.Num("most", LongestPause)))
	case roster.Has(r.rec.Mail, r.Mail) || r.world.isOwn(r.Mail):
		r.tell("substitute", phrase.P("substitute-who", phrase.Str("mail", r.Mail)))
	default:
		others, err := r.playsToo(r.Mail)
		if err != nil {
			return err
		}
		more := []phrase.Phrase{phrase.P("substitute-means")}
		if address.Local(r.Mail) {
			more = append(more, phrase.P("substitute-local", phrase.Str("mail", r.Mail)))
		}
		if others != "" {
			more = append(more, phrase.P("substitute-plays", phrase.Str("mail", r.Mail), phrase.Str("realms", others)))
			r.toMaster("substitute-plays-master", r.Mail, until, others)
		}
		return r.ask(tray.Token{Turns: r.Number, Substitute: r.Mail}, "subject.substitute-ask", "substitute-ask",
			more...)
	}
	return nil
}

// substituteEnd answers SUBSTITUTE END: it asks for a confirmation, if there is anything to end.
func (r request) substituteEnd() error {
	if r.rec.Standing(r.current.Turn) != nil {
		return r.ask(tray.Token{}, "subject.substitute-end-ask", "substitute-end-ask")
	}
	open := false
	err := tray.EachToken(r.tx, func(_ []byte, t tray.Token) {
		open = open || t.Realm == r.here.Number && t.Open(r.at) && leadsToSubstitute(t)
	})
	if err != nil {
		return err
	}
	if !open {
		r.tell("substitute", phrase.P("substitute-none"))
		return nil
	}
	return r.ask(tray.Token{}, "subject.substitute-end-ask", "substitute-withdraw-ask")
}

// leadsToSubstitute tells whether a token, if it comes back, brings the realm a substitute.
func leadsToSubstitute(t tray.Token) bool {
	return t.Used.IsZero() && (t.For == letter.StandsIn || t.For == letter.Substitutes && t.Turns > 0)
}

// playsToo lists the other realms that are played from an address.
func (r request) playsToo(mail string) (string, error) {
	own, err := r.world.registered(r.tx, r.current, mail)
	var said []string
	for _, n := range own {
		if n != r.here.Number {
			here, _ := r.current.Realm(n)
			said = append(said, strconv.Itoa(n)+" "+here.Name)
		}
	}
	return strings.Join(said, ", "), err
}

// toMaster tells the game master who is to stand in, or does.
func (r request) toMaster(code, mail string, until int, others string) {
	book := wording.Words(r.world.settings.Lang)
	subject := phrase.P("subject.substitute-master", phrase.Str("world", r.world.settings.Name))
	r.world.master.Tell(r.tx, book.Say(subject),
		book.Say(phrase.P(code, phrase.Num("realm", r.here.Number), phrase.Str("name", r.here.Name),
			phrase.Str("mail", mail), phrase.Num("until", until), phrase.Str("realms", others)))+"\n",
		r.current.Turn, r.at, r.here.Number)
}

// confirmed goes on when the player's code has come back: the substitute is asked, or it is over.
func (r request) confirmed(t tray.Token) error {
	if t.Turns == 0 {
		return r.sendAway(t)
	}
	asked, err := r.offer(r.here, t.Substitute, t.Turns, "")
	if err != nil {
		return err
	}
	code := "substitute-asked"
	if !asked {
		code = "substitute-later"
	}
	r.tell("substitute", phrase.P(code, phrase.Str("mail", t.Substitute)))
	return nil
}

// sendAway ends the substitution before its time. If the player wants that, whom he has asked
// besides may not agree any more either.
func (r request) sendAway(t tray.Token) error {
	withdrawn := 0
	if roster.Has(r.rec.Mail, t.Mail) {
		err := tray.DropTokens(r.tx, r.here.Number, func(t tray.Token) bool {
			fits := leadsToSubstitute(t)
			if fits {
				withdrawn++
			}
			return fits
		})
		if err != nil {
			return err
		}
	}
	if r.rec.Standing(r.current.Turn) == nil {
		code := "substitute-none"
		if withdrawn > 0 {
			code = "substitute-withdrawn"
		}
		r.tell("substitute", phrase.P(code))
	}
	if withdrawn > 0 {
		if _, err := r.world.Note(r.tx, logbook.Entry{At: r.at, By: logbook.Player, Realm: r.here.Number,
			What: phrase.P("log.substitute-withdrawn")}); err != nil {
			return err
		}
	}
	return r.endSubstitute(r.here.Number, true)
}

// offer asks somebody to stand in, by a letter with a code; false: such a letter went there today,
// or many went to others. The letter is marked as in outbox.Entry.
func (d desk) offer(here game.Realm, mail string, turns int, about string) (asked bool, err error) {
	if !limits.Offers.Allow(d.tx, d.at, limits.OfMail(mail)) ||
		!limits.OffersToAll.Allow(d.tx, d.at, limits.TheWorld) {
		return false, nil
	}
	secret, err := d.issue(tray.Token{For: letter.StandsIn, Realm: here.Number, Turns: turns, Mail: mail})
	if err != nil {
		return false, err
	}
	world := phrase.Str("world", d.world.settings.Name)
	say := &wording.Text{Book: wording.Words(here.Lang)}
	say.Say("substitute-offer", world, phrase.Num("realm", here.Number), phrase.Str("name", here.Name),
		phrase.Num("n", turns))
	say.Say("substitute-agree")
	say.Line("")
	say.Line("  " + secrecy.Hidden)
	say.Line("")
	say.Say("token-days", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	say.Say("substitute-once")
	outbox.In(d.tx).AddText(outbox.Entry{Stranger: true, Secret: secret, About: about, OutboxRow: outbox.OutboxRow{
		Kind: outbox.KindSignup, Realm: here.Number, Turn: d.current.Turn, To: mail,
		Subject: say.Book.Say(phrase.P("subject.substitute-offer", world, phrase.Str("token", secrecy.Hidden)))}},
		outbox.Draft{Text: say.Body.String()}, d.at)
	return true, nil
}

// agreed begins the substitution when the substitute's code has come back.
func (s sender) agreed(key []byte, t tray.Token) (*ending, error) {
	t.Used = s.at.UTC()
	t.Save(s.tx, key)
	rec, _, err := s.desk.record(t.Realm)
	if err != nil {
		return nil, err
	}
	here, plays := s.current.Realm(t.Realm)
	if !plays || here.Fallen || rec.Vacant() || s.current.World.Asked().Over {
		return s.served(0, false), nil
	}
	if old := rec.Standing(s.current.Turn); old != nil { // another one: he is told that it is over
		if err := s.endSubstitute(t.Realm, !roster.SameAddress(old.Mail, t.Mail)); err != nil {
			return nil, err
		}
	}
	here.Player = cmp.Or(rec.Player, here.Player)
	r := request{sender: s, here: here, rec: rec, book: wording.Words(here.Lang), to: t.Mail}
	until := s.current.Turn + t.Turns - 1
	sealed, err := s.world.seal(secrecy.AsPassword)
	if err != nil {
		return nil, err
	}
	var own roster.RealmRecord
	if _, err := own.Renew(sealed.Stream(s.tx)); err != nil {
		return nil, err
	}
	if _, err := roster.ChangeRealm(s.tx, t.Realm, func(rec *roster.RealmRecord) {
		rec.Substitute = &roster.Substitute{Mail: t.Mail, Until: until, Salt: own.Salt, Hash: own.Hash}
		rec.Stood = t.Mail
	}); err != nil {
		return nil, err
	}
	if _, err := s.world.Note(s.tx, logbook.Entry{At: s.at, By: logbook.Player, Realm: t.Realm,
		What:  phrase.P("log.substitute", phrase.Num("until", until)),
		Aside: logbook.Aside{Mail: t.Mail}}); err != nil {
		return nil, err
	}
	return s.served(0, true), r.begun(t, until, &sealed)
}

// begun tells all three that somebody stands in from now on, and him what he needs.
func (r request) begun(t tray.Token, until int, sealed *secrecy.Sealed) error {
	page := r.page(phrase.P("substitute-yours", phrase.Num("realm", r.here.Number), phrase.Str("name", r.here.Name),
		phrase.Num("until", until)))
	page.Line("")
	if r.world.settings.auth() != ByDKIM {
		page.Say("password-line", phrase.Num("realm", r.here.Number), phrase.Str("password", secrecy.Hidden))
		page.Line("")
	} else {
		sealed = nil
	}
	page.Say("substitute-rules")
	r.world.about(page)
	subject := "subject.substitute-yours"
	e := outbox.Entry{Secret: sealed, OutboxRow: outbox.OutboxRow{Kind: outbox.KindSignup, Realm: r.here.Number,
		Turn: r.current.Turn, To: t.Mail, Subject: r.book.Say(phrase.P(subject,
			phrase.Str("world", r.world.settings.Name)))}}
	outbox.In(r.tx).AddText(e, outbox.Draft{Text: page.Body.String()}, r.at)
	if last := chronicle.Newest(r.tx, r.here.Number); last >= 0 {
		end, err := r.world.closing(r.tx, r.current, r.here)
		if err != nil {
			return err
		}
		e := r.world.reportEntry(r.here, last, t.Mail)
		e.Subject = r.book.Say(phrase.P("subject.report", phrase.Str("world", r.world.settings.Name),
			phrase.Num("turn", last), phrase.Str("realm", r.here.Name)))
		e.ToName, e.Closing, e.Event = "", end.text, end.event
		outbox.In(r.tx).Add(e, r.at)
	}
	others, err := r.playsToo(t.Mail)
	if err != nil {
		return err
	}
	if others != "" {
		r.toMaster("substitute-begun-plays", t.Mail, until, others)
	} else {
		r.toMaster("substitute-begun-master", t.Mail, until, "")
	}
	r.to = r.rec.Mail[0]
	r.letter.From = "" // it answers nothing of the player's
	r.tell("substitute", phrase.P("substitute-begun", phrase.Str("mail", t.Mail), phrase.Num("until", until)))
	return nil
}

// without ends the substitutions of somebody who is forgotten, and tells those he stood in for.
func (d desk) without(t personal.Traces) (realms []int, err error) {
	if realms, err = t.DropStanding(d.tx, d.world.people, d.current.Turn); err != nil {
		return nil, err
	}
	for _, n := range realms {
		here, _ := d.current.Realm(n)
		rec, err := d.world.people.Person(d.tx, n)
		if err != nil {
			return nil, err
		}
		d.tellOver(here, nil, rec.Mail[0], "")
		if _, err := d.world.Note(d.tx, logbook.Entry{At: d.at, Realm: n,
			What: phrase.P("log.substitute-over")}); err != nil {
			return nil, err
		}
	}
	return realms, nil
}
