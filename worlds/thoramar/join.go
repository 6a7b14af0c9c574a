package thoramar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/edits"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// Join adds a realm: its capital on a fair site, without a herd nearby, the treasury of a beginning, and the ring
// around the capital known (manual, "Das große Spiel hat begonnen"; decision 1).
func (w *World) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	number, err := w.newRealm(j)
	if err != nil {
		return nil, 0, err
	}
	sites := w.sites
	if sites == nil {
		sites = land.NewSites(w.at.Tables, w.at.State)
	}
	site := sites.Choose(w.at.Tables, w.at.State, seed.Throw(w.at.State.Turn, 0, "site", int64(number.Number)))
	if site == game.Nowhere {
		return nil, 0, game.Refused("no-lowland")
	}
	s := w.at.State.Wider()
	number.Origin = site
	f := &s.Fields[site]
	clearing := sites.Cleared(w.at.Tables, s, site)
	f.Owner, f.Terrain = int16(number.Number), land.StartTerrain(w.at.Tables)
	capital := w.at.Tables.BuildingOf(number.Number, land.CapitalKind(w.at.Tables))
	f.Building = &realm.Building{Kind: capital.Code, Name: number.Name}
	for d := game.Direction(0); d <= 6; d++ {
		if p := s.Grid.Step(site, d); p != game.Nowhere {
			number.Seen.Add(p)
		}
	}
	sites = sites.With(site, clearing, number.Seen)
	s.Realms = append(s.Realms, number)
	s.Armies = append(s.Armies, nil)
	sites.DriveAway(w.at.Tables, s, site)
	near := w.near
	if near == nil {
		near = sight.Besides(s.Grid)
	}
	next := w.with(s)
	next.sites, next.near = sites, near
	return next, number.Number, nil
}

// HandOver returns the world with another player, with the player's name and settings, for a realm that stays as it
// is.
func (w *World) HandOver(realm int, to game.Player) game.World {
	s := w.at.State.Clone()
	r := &s.Realms[realm]
	r.Person, r.Settings = r.Given(to), untouched
	r.Missed = r.Person.Missed(r.Missed)
	next := w.with(s)
	next.sites, next.near = w.sites, w.near
	return next
}

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return rulekit.Verbs(edits.Verbs) }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return rulekit.Edit[*edits.Hand]{World: w, Words: w.at.Rules.Words, Verbs: edits.Verbs, Params: edits.Params,
		Begin: func(h *rulekit.Hand) *edits.Hand {
			return edits.On(h, turn.On(w.with(w.at.State.Clone()).at, game.Seed{}).Turn)
		},
		End: func(h *edits.Hand) game.World { return w.with(h.Changed()) }}.Make(verb, args)
}

// newRealm checks what was asked for. An error lists the choices.
func (w *World) newRealm(j game.Joining) (realm.Realm, error) {
	var none realm.Realm
	who, err := rulekit.Newcomer(j, len(w.at.State.Realms), w.Realms())
	if err != nil {
		return none, err
	}
	kind, culture := cmp.Or(j.Kind, kinds[0]), cmp.Or(j.Culture, w.at.Tables.Culture[0].Name)
	if !slices.Contains(kinds, kind) {
		return none, fmt.Errorf("there is no kind of realm %q: choose one of %s", kind, strings.Join(kinds, ", "))
	}
	if w.at.Tables.FindCulture(culture) == nil {
		return none, fmt.Errorf("there is no culture %q: choose one of %s", culture,
			strings.Join(game.Codes(w.Cultures()), ", "))
	}
	if who, err = who.Equipped(); err != nil {
		return none, err
	}
	return realm.Realm{
		Person: who, Kind: kind, Culture: culture, Gold: w.at.Tables.Rules.StartGold, Joined: w.at.State.Turn,
		Settings: untouched,
	}, nil
}

// untouched are the settings of a player who has set nothing: the map, and the short report, since the full one
// repeats for 13 weeks what does not change.
var untouched = realm.Settings{Short: true, Map: true}

// Suits is for how many realms there is enough land, at least one.
func (w *World) Suits() int {
	shore := int64(0)
	for i := range w.at.State.Fields {
		if !w.at.Tables.Terrain[w.at.State.Fields[i].Terrain].NoBuild {
			shore++
		}
	}
	return int(max(realm.Nearest(shore, land.RealmLand), 1))
}
