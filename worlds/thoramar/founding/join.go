// Package founding lets realms join a world, and hands them over. It has the rules as a book, too, so a position needs
// nothing of the folder above. How the land comes about is in the room land.
package founding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Join adds a realm: its capital on a fair site, without a herd nearby, the treasury of a beginning, and the ring
// around the capital known (manual, "Das große Spiel hat begonnen"; decision 1). The sites where realms may begin go
// on from one Join to the next; nil: nobody has joined yet. It returns the new state, the sites and the realm's number.
func Join(p realm.Position, sites *land.Sites, j game.Joining, seed game.Seed) (*realm.State, *land.Sites, int, error) {
	r, err := newRealm(p, j)
	if err != nil {
		return nil, nil, 0, err
	}
	if sites == nil {
		sites = land.NewSites(p.Tables, p.State)
	}
	site := sites.Choose(p.Tables, p.State, seed.Throw(p.State.Turn, 0, "site", int64(r.Number)))
	if site == game.Nowhere {
		return nil, nil, 0, game.Refused("no-lowland")
	}
	s := p.State.Wider()
	r.Origin = site
	f := &s.Fields[site]
	clearing := sites.Cleared(p.Tables, s, site)
	f.Owner, f.Terrain = int16(r.Number), land.StartTerrain(p.Tables)
	capital := p.Tables.BuildingOf(r.Number, land.CapitalKind(p.Tables))
	f.Building = &realm.Building{Kind: capital.Code, Name: r.Name}
	for d := game.Direction(0); d <= 6; d++ {
		if q := s.Grid.Step(site, d); q != game.Nowhere {
			r.Seen.Add(q)
		}
	}
	sites = sites.With(site, clearing, r.Seen)
	s.Realms = append(s.Realms, r)
	s.Armies = append(s.Armies, nil)
	sites.DriveAway(p.Tables, s, site)
	return s, sites, r.Number, nil
}

// HandOver is the state with another player, with the player's name and settings, for a realm that stays as it is.
func HandOver(s *realm.State, whose int, to game.Player) *realm.State {
	s = s.Clone()
	r := &s.Realms[whose]
	r.Person, r.Settings = r.Given(to), Untouched
	r.Missed = r.Person.Missed(r.Missed)
	return s
}

// Kinds are the kinds of realms.
var Kinds = []string{"normal", "nomad", "pirate"}

// newRealm checks what was asked for. An error lists the choices.
func newRealm(p realm.Position, j game.Joining) (realm.Realm, error) {
	var none realm.Realm
	who, err := rulekit.Newcomer(j, len(p.State.Realms), rulekit.Realms(p.State.Realms[1:]))
	if err != nil {
		return none, err
	}
	kind, culture := cmp.Or(j.Kind, Kinds[0]), cmp.Or(j.Culture, p.Tables.Culture[0].Name)
	if !slices.Contains(Kinds, kind) {
		return none, fmt.Errorf("there is no kind of realm %q: choose one of %s", kind, strings.Join(Kinds, ", "))
	}
	if p.Tables.FindCulture(culture) == nil {
		return none, fmt.Errorf("there is no culture %q: choose one of %s", culture,
			strings.Join(rulekit.Map(p.Tables.Culture, func(c tables.Culture) string { return c.Name }), ", "))
	}
	if who, err = who.Equipped(); err != nil {
		return none, err
	}
	return realm.Realm{
		Person: who, Kind: kind, Culture: culture, Gold: p.Tables.Rules.StartGold, Joined: p.State.Turn,
		Settings: Untouched,
	}, nil
}

// Untouched are the settings of a player who has set nothing: the map, and the short report, since the full one
// repeats for 13 weeks what does not change.
var Untouched = realm.Settings{Short: true, Map: true}

// Suits is for how many realms there is enough land, at least one.
func Suits(p realm.Position) int {
	shore := int64(0)
	for i := range p.State.Fields {
		if !p.Tables.Terrain[p.State.Fields[i].Terrain].NoBuild {
			shore++
		}
	}
	return int(max(realm.Nearest(shore, land.RealmLand), 1))
}
