package thoramar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

var _ game.Roomy = (*World)(nil)

// Join adds a realm: its capital on a fair site, no herd near it, the treasury
// of a beginning, the ring around the capital known (manual, "Das große Spiel
// hat begonnen"; decision 1).
func (w *World) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	realm, err := w.newRealm(j)
	if err != nil {
		return nil, 0, err
	}
	sites := w.sites
	if sites == nil {
		sites = newSites(w.tables, w.state)
	}
	site := sites.choose(w.tables, w.state, seed.Throw(w.state.Turn, 0, "site", int64(realm.Number)))
	if site == game.Nowhere {
		return nil, 0, fmt.Errorf("the world has no room for one more realm: there is no free lowland left")
	}
	s := w.state.clone()
	realm.Origin = site
	f := &s.Fields[site]
	sites = sites.with(site, sites.cleared(w.tables, s, site))
	f.Owner, f.Terrain = int16(realm.Number), startTerrain(w.tables)
	capital := w.tables.buildingOf(realm.Number, capitalKind(w.tables))
	f.Building = &Building{Kind: capital.Code, Name: realm.Name}
	for d := game.Direction(0); d <= 6; d++ {
		if p := s.Grid.Step(site, d); p != game.Nowhere {
			realm.Seen.Add(p)
		}
	}
	s.Realms = append(s.Realms, realm)
	s.Armies = append(s.Armies, nil)
	sites.driveAway(w.tables, s, site)
	return &World{rules: w.rules, tables: w.tables, state: s, sites: sites}, realm.Number, nil
}

// HandOver: the realm as it stands, with another player's name and settings.
func (w *World) HandOver(realm int, to game.Player) game.World {
	s := w.state.clone()
	r := &s.Realms[realm]
	r.Player = strings.TrimSpace(to.Name)
	if r.Player != "" {
		r.Missed = 0 // whoever comes has missed none yet
	}
	r.Settings = newcomer(cmp.Or(to.Lang, r.Settings.Lang), cmp.Or(to.Computer, r.Settings.Computer))
	return &World{rules: w.rules, tables: w.tables, state: s, sites: w.sites}
}

// newRealm checks what was asked for; an error lists the choices.
func (w *World) newRealm(j game.Joining) (Realm, error) {
	var none Realm
	j, err := j.Named(len(w.state.Realms), w.Realms())
	if err != nil {
		return none, err
	}
	if j.Kind == "" {
		j.Kind = kinds[0]
	}
	if !slices.Contains(kinds, j.Kind) {
		return none, fmt.Errorf("there is no kind of realm %q: choose one of %s", j.Kind, strings.Join(kinds, ", "))
	}
	if j.Culture == "" {
		j.Culture = w.tables.Culture[0].Name
	}
	if w.tables.culture(j.Culture) == nil {
		return none, fmt.Errorf("there is no culture %q: choose one of %s", j.Culture, strings.Join(game.Codes(w.Cultures()), ", "))
	}
	if j.Lang == "" {
		j.Lang = phrase.Langs[0]
	}
	if !slices.Contains(phrase.Langs, j.Lang) {
		return none, fmt.Errorf("there is no language %q: choose de or en", j.Lang)
	}
	switch j.Computer {
	case "":
		j.Computer = game.UTF8
	case game.UTF8, game.PC, game.Amiga:
	default:
		return none, fmt.Errorf("there is no computer %q: choose UTF8, PC or Amiga", j.Computer)
	}
	return Realm{
		Number: len(w.state.Realms), Name: j.Name, Player: j.Player, Kind: j.Kind, Culture: j.Culture,
		Gold: w.tables.Rules.StartGold, Joined: w.state.Turn,
		Settings: newcomer(j.Lang, j.Computer),
	}, nil
}

// newcomer is what a player has set who has set nothing: the short report, since the full
// one repeats 13 weeks of what stands still, and the map.
func newcomer(lang phrase.Lang, computer game.Computer) Settings {
	return Settings{Lang: lang, Computer: computer, Short: true, Map: true}
}
