package players

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/personal"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A player names a substitute by an address. Three letters later he has one: the player
// confirms, the substitute agrees, and gets a password of his own. Whoever is asked is written
// to once, and again only if he agrees.

// leadsToSubstitute tells whether a token, if it comes back, brings the realm a substitute.
func LeadsToSubstitute(t tray.Token) bool {
	return t.Used.IsZero() && (t.For == letter.StandsIn || t.For == letter.Substitutes && t.Turns > 0)
}

// offer asks somebody to stand in, by a letter with a code; false: such a letter went there today,
// or many went to others. The letter is marked as in outbox.Entry.
func Offer(d world.Session, here game.Realm, mail string, turns int, about string) (asked bool, err error) {
	if !limits.Offers.Allow(d.Tx, d.At, limits.OfMail(mail)) ||
		!limits.OffersToAll.Allow(d.Tx, d.At, limits.TheWorld) {
		return false, nil
	}
	secret, err := Issue(d, tray.Token{For: letter.StandsIn, Realm: here.Number, Turns: turns, Mail: mail})
	if err != nil {
		return false, err
	}
	world := phrase.Str("world", d.World.Settings.Name)
	say := &wording.Text{Book: wording.Words(here.Lang)}
	say.Say("substitute-offer", world, phrase.Num("realm", here.Number), phrase.Str("name", here.Name),
		phrase.Num("n", turns))
	say.Say("substitute-agree")
	say.Line("")
	say.Line("  " + secrecy.Hidden)
	say.Line("")
	say.Say("token-days", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	say.Say("substitute-once")
	outbox.In(d.Tx).AddText(outbox.Entry{Stranger: true, Secret: secret, About: about, OutboxRow: outbox.OutboxRow{
		Kind: outbox.KindSignup, Realm: here.Number, Turn: d.Current.Turn, To: mail,
		Subject: say.Book.Say(phrase.P("subject.substitute-offer", world, phrase.Str("token", secrecy.Hidden)))}},
		outbox.Draft{Text: say.Body.String()}, d.At)
	return true, nil
}

// without ends the substitutions of somebody who is forgotten, and tells those he stood in for.
func Without(d world.Session, t personal.Traces) (realms []int, err error) {
	if realms, err = t.DropStanding(d.Tx, d.World.People, d.Current.Turn); err != nil {
		return nil, err
	}
	for _, n := range realms {
		here, _ := d.Current.Realm(n)
		rec, err := d.World.People.Person(d.Tx, n)
		if err != nil {
			return nil, err
		}
		tellOver(d, here, nil, rec.Mail[0], "")
		if _, err := d.World.Note(d.Tx, logbook.Entry{At: d.At, Realm: n,
			What: phrase.P("log.substitute-over")}); err != nil {
			return nil, err
		}
	}
	return realms, nil
}
