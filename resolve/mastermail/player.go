package mastermail

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Requests about one player: FREE takes a realm from its player, ACCEPT lets somebody of the waiting list in.

// whom completes a request with the player it is about. If who, as the game master wrote it, names nobody on the
// waiting list, or several, the phrase says so.
func (m Letter) whom(o correspondence.Bidding, who string) (correspondence.Bidding, phrase.Phrase, error) {
	if o.Verb == letter.BidFree {
		rec, err := m.World.People.Person(m.Tx, o.Realms[0])
		if err == nil && !rec.Vacant() {
			o.Mail = rec.Mail[0]
		}
		return o, phrase.Phrase{}, err
	}
	rows, err := signup.WaitingList(m.Tx)
	if err != nil {
		return o, phrase.Phrase{}, err
	}
	found := 0
	for _, r := range rows {
		if who == strconv.Itoa(r.ID) || strings.EqualFold(who, r.Player) || strings.EqualFold(who, r.Name) ||
			roster.SameAddress(who, r.Mail) {
			o.Signup, o.Mail = r.ID, r.Mail
			found++
		}
	}
	switch found {
	case 0:
		return o, phrase.P("bid-nobody", phrase.Str("who", wording.Cut(who))), nil
	case 1:
		return o, phrase.Phrase{}, nil
	}
	return o, phrase.P("bid-several", phrase.Str("who", wording.Cut(who))), nil
}

// misses says why a request about a player cannot be fulfilled: the player has no realm or does not wait, or it is
// another player by now. The phrase has no code if nothing hinders it.
func (m Letter) misses(o correspondence.Bidding) (why phrase.Phrase, err error) {
	if o.Verb == letter.BidAccept {
		rows, err := signup.WaitingList(m.Tx)
		if !slices.ContainsFunc(rows, func(r signup.Row) bool { return r.ID == o.Signup && r.Mail == o.Mail }) {
			why = phrase.P("bid-nobody", phrase.Str("who", o.Mail))
		}
		return why, err
	}
	number := phrase.Num("realm", o.Realms[0])
	here, found := m.Current.Realm(o.Realms[0])
	if !found || here.Fallen {
		return phrase.P("bid-no-realm", number), nil
	}
	switch rec, err := m.World.People.Person(m.Tx, o.Realms[0]); {
	case err != nil:
		return why, err
	case rec.Vacant():
		return phrase.P("bid-vacant", number), nil
	case rec.Mail[0] != o.Mail:
		return phrase.P("bid-another", number), nil
	}
	return why, nil
}

// unplayable says why the machine cannot play a realm, or stop. The phrase has no code if it can.
func (m Letter) unplayable(o correspondence.Bidding) (why phrase.Phrase, err error) {
	number := phrase.Num("realm", o.Realms[0])
	here, found := m.Current.Realm(o.Realms[0])
	if !found || here.Fallen {
		return phrase.P("bid-no-realm", number), nil
	}
	rec, err := m.World.People.Person(m.Tx, here.Number)
	_, plays := m.World.Rules.(game.Bot)
	switch {
	case !plays:
		why = phrase.P("bid-bot-none")
	case o.Verb == letter.BidBot && rec.Bot != nil:
		why = phrase.P("bid-bot-already", number)
	case o.Verb == letter.BidNoBot && rec.Bot == nil:
		why = phrase.P("bid-bot-not", number)
	}
	return why, err
}

// about returns the names of the player and of the realm that a request is about, or is wished for.
func about(d world.Session, o correspondence.Bidding) (player, realm string) {
	switch o.Verb {
	case letter.BidFree, letter.BidBot, letter.BidNoBot:
		here, _ := d.Current.Realm(o.Realms[0])
		return here.Player, here.Name
	case letter.BidAccept:
		row, _ := signup.Find(d.Tx, o.Signup)
		return row.Player, row.Name
	}
	return "", ""
}
