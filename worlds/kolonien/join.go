package kolonien

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// Join gives a realm its home beyond the ocean, with a leader, his army and transports. The home is at the next of the
// seats that were fixed when the world was founded.
func (w *World) Join(j game.Joining, _ game.Seed) (game.World, int, error) {
	n := &w.at.Tables.Rules
	switch {
	case j.Kind != "" || j.Culture != "":
		return nil, 0, fmt.Errorf("realms have neither kind nor culture here, not %q", j.Kind+j.Culture)
	case w.at.State.Over:
		return nil, 0, game.Refused("over")
	case len(w.at.State.Realms) >= room(w.at):
		return nil, 0, game.Refused("full", phrase.Num("n", len(w.at.State.Realms)))
	}
	who, err := rulekit.Newcomer(j, len(w.at.State.Realms)+1, w.Realms())
	if err != nil {
		return nil, 0, err
	}
	s := w.at.State.Clone()
	number := len(s.Realms) + 1
	port := s.Seats[len(s.Realms)]
	home := len(s.Areas) + 1
	s.Areas = append(s.Areas,
		realm.Area{Ground: realm.Home, Beside: []int{port}, Colony: &realm.Colony{Owner: number, Port: true}})
	s.Areas[port-1].Beside = append(slices.Clone(s.Areas[port-1].Beside), home)
	r := realm.Realm{Person: who, Home: home, Ducats: int64(n.StartDucats)}
	for i := range s.Realms {
		s.Realms[i].Stances = append(slices.Clone(s.Realms[i].Stances), realm.Peace)
		r.Stances = append(r.Stances, realm.Peace)
	}
	r.Stances = append(r.Stances, realm.Allied)
	l := realm.Leader{Name: r.FreeName(), Value: n.StartLeader, At: home, Orders: realm.NewStanding()}
	l.Troops[tables.INF], l.Troops[tables.CAV], l.Troops[tables.ART] = n.StartInf, n.StartCav, n.StartArt
	r.Leaders = []realm.Leader{l}
	if n.StartTra > 0 {
		f := realm.Fleet{Number: 1, At: home, Orders: realm.NewStanding()}
		f.Ships[tables.TRA] = n.StartTra
		r.Fleets = []realm.Fleet{f}
	}
	s.Realms = append(s.Realms, r)
	return w.with(s), number, nil
}

// HandOver returns the world with another player, with the player's name and wishes, for a realm that stays as it is.
func (w *World) HandOver(realm int, to game.Player) game.World {
	s := w.at.State.Clone()
	r := &s.Realms[realm-1]
	r.Person, r.NoMap = r.Given(to), false
	r.Missed = r.Person.Missed(r.Missed)
	return w.with(s)
}

// room is how many realms the world has room for.
func room(at realm.Position) int {
	most := at.Tables.Rules.RealmsMost
	return min(most, len(at.State.Seats))
}
