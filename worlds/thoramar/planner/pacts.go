package planner

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// pactCodes are the treaties of $V, from the least to the most.
var pactCodes = []struct {
	treaty realm.Treaty
	code   string
}{{realm.NoTreaty, "none"}, {realm.Pact, "pact"}, {realm.Partner, "partner"}}

// pacts lists the treaties with each realm that has not fallen. Which of them the others have offered is nobody's to
// know before the turn.
func (d *desk) pacts() (out []game.DeskPact) {
	for other := range d.State.Realms {
		if market.NoPartner(d.Turn, d.number, other) != "" {
			continue
		}
		now := d.State.Treaty(d.number, other)
		pact := game.DeskPact{Realm: other, Name: d.name(now.Arg().S)}
		for _, c := range pactCodes {
			if c.treaty == now {
				pact.Now = c.code
				continue
			}
			pact.Actions = append(pact.Actions, game.Action{Code: c.code, Name: d.name(c.treaty.Arg().S),
				Draft: game.Draft{Letter: "V", Values: []string{strconv.Itoa(other), string(rune(c.treaty))}}})
		}
		out = append(out, pact)
	}
	return out
}

// actions are what the realm as a whole can do: send gold, give land away, take another name, describe its culture.
func (d *desk) actions(own []game.Place) (out []game.Action) {
	var realms []game.Option
	for other := range d.State.Realms {
		if market.NoPartner(d.Turn, d.number, other) == "" {
			realms = append(realms, game.Option{Value: strconv.Itoa(other), Name: d.State.Realms[other].Name})
		}
	}
	if realms != nil {
		send := d.action("send-gold", game.Draft{Letter: "G", Values: []string{"", ""}}, game.Field{Choices: realms},
			game.Field{Part: 1, Least: 1, Most: d.r.Gold, Unit: d.book.T("desk.gold")})
		if d.r.Gold == 0 {
			send.Why = d.why(phrase.P("too-little-gold", phrase.Num("needed", 1), phrase.Num("gold", 0)))
		}
		out = append(out, send)
	}
	for _, to := range realms {
		other, _ := strconv.Atoi(to.Value)
		var fields []game.Option
		for _, p := range own {
			if !d.borders(p, other) {
				continue
			}
			why := d.Cede(order.CedeOrder{Realm: other, At: d.xy(p)})
			fields = append(fields, game.Option{Value: d.label(p), Name: d.label(p), Why: d.why(why)})
		}
		if fields != nil {
			out = append(out, game.Action{Code: "cede", Name: d.book.T("desk.cede") + " → " + to.Name,
				Draft:  game.Draft{Letter: "L", Values: []string{to.Value, ""}},
				Fields: []game.Field{{Part: 1, Choices: fields}}})
		}
	}
	return append(out,
		d.action("rename", game.Draft{Letter: "S", Form: renames, Values: []string{d.book.T("desk.rename-word"), ""}}),
		d.action("culture", game.Draft{Letter: "K", Values: []string{""}}))
}

// renames is the form of $S for the realm's name.
const renames = 2

// borders reports whether a field touches land that the realm knows as another's.
func (d *desk) borders(p game.Place, other int) bool {
	for dir := game.Direction(1); dir <= 6; dir++ {
		if q := d.Grid.Step(p, dir); q != game.Nowhere && d.Clear(q) && int(d.Field(q).Owner) == other {
			return true
		}
	}
	return false
}
