package players

import (
	"cmp"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A player names a substitute by an address. Three letters later there is one: the player confirms, the substitute
// agrees, and gets a password. Whoever is asked gets one letter, and more only after agreeing.

// Substitution is what a player wants with the word, and what somebody else agrees to.
type Substitution struct {
	Turns int    `json:"turns"` // 0: it ends
	Mail  string `json:"mail,omitempty"`
}

// LeadsToSubstitute reports whether a token, if it comes back, brings the realm a substitute.
func LeadsToSubstitute(t correspondence.Token) bool {
	wants, _ := correspondence.Args[Substitution](t)
	return t.Used.IsZero() && (t.For == letter.StandsIn || t.For == letter.Substitutes && wants.Turns > 0)
}

// Offer asks somebody to stand in, by a letter with a code. It returns false if such a letter was sent there today, or
// many were sent to others. The letter is marked as in outbox.Message.
func Offer(d world.Session, here game.Realm, mail string, turns int, about string) (asked bool, err error) {
	return offer(d, here, correspondence.With(correspondence.Token{For: letter.StandsIn, Mail: mail},
		Substitution{Turns: turns}), "substitute", notices.ToNewcomer{About: about}, phrase.Num("n", turns))
}

// offer asks somebody for a realm by a letter with a code, within the limits of such letters. Its sentences begin with
// this name.
func offer(d world.Session, here game.Realm, t correspondence.Token, name string, l notices.ToNewcomer,
	more ...phrase.Arg) (asked bool, err error) {
	if !limits.Offers.Allow(d.Tx, d.At, limits.OfMail(t.Mail)) ||
		!limits.OffersToAll.Allow(d.Tx, d.At, limits.TheWorld) {
		return false, nil
	}
	t.Realm = here.Number
	if l.Secret, _, err = correspondence.Issue(d.Tx, d.World.Random(), t, d.At); err != nil {
		return false, err
	}
	l.Text = &wording.Text{Book: wording.Words(reads(d, t.Mail, here.Lang))}
	l.Text.Say(name+"-offer", append(more, phrase.Str("world", d.World.Settings.Name), phrase.Num("realm", here.Number),
		phrase.Str("name", here.Name))...)
	l.Text.Say(name + "-agree")
	notices.SayCode(l.Text)
	notices.SayDays(l.Text)
	l.Text.Say(name + "-once")
	l.To, l.Subject, l.Realm, l.Stranger = roster.ApplicantRow{Mail: t.Mail}, "subject."+name+"-offer", here.Number, true
	l.Queue(d)
	return true, nil
}

// reads is the language that somebody reads: that of a realm they play, or in which they wait for one. Of anybody else it is
// not known.
func reads(d world.Session, mail string, otherwise phrase.Lang) phrase.Lang {
	for _, n := range Registered(d.World.Setup, d.Tx, d.Current, mail) {
		r, _ := d.Current.Realm(n)
		return r.Lang
	}
	for _, row := range roster.WaitingList(d.Tx) {
		if address.Same(row.Mail, mail) {
			return row.Lang
		}
	}
	return otherwise
}

// Without ends the substitutions of somebody who is forgotten, and tells the players concerned.
func Without(d world.Session, t Traces) (realms []int, err error) {
	realms = t.DropStanding(d.Tx, d.World.People, d.Current.Turn)
	for _, n := range realms {
		here, _ := d.Current.Realm(n)
		rec := d.World.People.Person(d.Tx, n)
		tellOver(d, here, nil, rec.Mail[0], "")
		if _, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, Realm: n,
			What: phrase.P("log.substitute-over")}); err != nil {
			return nil, err
		}
	}
	return realms, nil
}

// EndSubstitute ends a realm's substitution, and tells both. A substitute who is sent away early may not come back by
// a code, and is not asked when turns are missed. What such a substitute has sent ahead is dropped. Codes that were mailed
// to a substitute end with the substitution, and do not come back with it: neither if they agree once more, nor by undo.
func EndSubstitute(d world.Session, realm int, sentAway bool) error {
	here, found := d.Current.Realm(realm)
	old, err := roster.ChangeRealm(d.Tx, realm, func(rec *roster.RealmRecord) {
		if rec.Ended, rec.Substitute = rec.Substitute, nil; sentAway {
			rec.Stood, rec.Ended = "", nil
		}
	})
	if err != nil || !found || old.Substitute == nil {
		return err
	}
	unsaid, err := outbox.Open(d.Tx).Withdraw(func(e outbox.Message) bool {
		return e.Realm == realm && e.About == notices.AboutStandsAgain
	})
	if err != nil {
		return err
	}
	correspondence.DropTokens(d.Tx, realm, func(t correspondence.Token) bool {
		return t.OfRealm() && address.Same(t.Mail, old.Substitute.Mail) && !address.Contains(old.Mail, t.Mail)
	})
	var more []phrase.Phrase
	if sentAway {
		his := func(t correspondence.Token) bool {
			return LeadsToSubstitute(t) && address.Same(cmp.Or(t.Named(), t.Mail), old.Substitute.Mail)
		}
		correspondence.DropTokens(d.Tx, realm, his)
		turns := ""
		if !address.Contains(old.Mail, old.Substitute.Mail) {
			turns = dropAhead(d, realm, old.Substitute.Mail)
		}
		if turns != "" {
			more = append(more, phrase.P("substitute-over-ahead", phrase.Str("turns", turns)))
		}
	}
	player, substitute := old.Mail[0], old.Substitute.Mail
	for _, e := range unsaid { // they have read that it was over, and not that it went on
		switch {
		case sentAway:
		case e.To == player:
			player = ""
		case e.To == substitute:
			substitute = ""
		}
	}
	tellOver(d, here, more, player, substitute)
	_, err = d.World.Note(d.Tx, logbook.Entry{At: d.At, Realm: realm, What: phrase.P("log.substitute-over")})
	return err
}

// dropAhead takes back what an address has sent for a realm's turns to come, and lists the turns.
func dropAhead(d world.Session, realm int, mail string) (turns string) {
	kept, _ := sheets.LaterOf(d.Tx, realm)
	var dropped []int
	for _, sheet := range kept {
		from := sentBy(d, sheet)
		if address.Same(from, mail) {
			sheets.WithdrawLater(d.Tx, sheet)
			dropped = append(dropped, sheet.Turn)
		}
	}
	return wording.NumbersOf(dropped)
}

// sentBy returns the address from which a sheet came. It is "" if no letter brought it.
func sentBy(d world.Session, sheet sheets.Sheet) string {
	was, _ := received.By(d.Tx, sheet.Letter)
	return was.From
}

// tellOver tells a player and the substitute that the substitution is over, and that its password is void, if there
// was one. An address that is "" gets nothing.
func tellOver(d world.Session, here game.Realm, more []phrase.Phrase, player, substitute string) {
	for _, who := range []struct{ to, password string }{{player, "substitute-over-player"},
		{substitute, "substitute-over-yours"}} {
		if who.to == "" {
			continue
		}
		t := &wording.Text{Book: wording.Words(here.Lang)}
		t.Say("substitute-over", phrase.Str("world", d.World.Settings.Name), phrase.Num("realm", here.Number),
			phrase.Str("name", here.Name))
		if d.World.Settings.AuthInForce() != world.ByDKIM {
			t.Say(who.password)
		}
		for _, p := range more {
			t.Line(t.Book.Say(p))
		}
		subject := t.Book.Say(phrase.P("subject.substitute-over", phrase.Str("world", d.World.Settings.Name)))
		e := outbox.Message{About: notices.AboutOver, OutboxRow: outbox.OutboxRow{Kind: outbox.KindDeadline, Realm: here.Number,
			Turn: d.Current.Turn, To: who.to, Subject: subject}}
		outbox.Open(d.Tx).AddText(e, outbox.Draft{Text: t.Body.String()}, d.At)
	}
}
