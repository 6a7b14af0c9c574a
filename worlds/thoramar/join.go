package thoramar

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

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
	site := sites.choose(w.state, seed.Throw(w.state.Turn, 0, "site", int64(realm.Number)))
	if site == game.Nowhere {
		return nil, 0, fmt.Errorf("the world has no room for one more realm: there is no free lowland left")
	}
	s := w.state.clone()
	realm.Origin = site
	f := &s.Fields[site]
	f.Owner = int16(realm.Number)
	capital := w.tables.buildingOf(realm.Number, capitalKind(w.tables))
	f.Building = &Building{Kind: capital.Code, Name: realm.Name}
	for d := game.Direction(0); d <= 6; d++ {
		if p := s.Grid.Step(site, d); p != game.Nowhere {
			realm.Seen.Add(p)
		}
	}
	s.Realms = append(s.Realms, realm)
	s.Armies = append(s.Armies, nil)
	sites = sites.with(site)
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

// sites are the lowlands where a realm may begin, with what the land around
// is worth. They depend on terrain alone and are handed from world to world.
type sites struct {
	grid   game.Grid
	list   []site
	middle int64  // the worth in the middle of all lowlands: the median, if the tables say no other
	band   int64  // permille around it within which a site is fair
	want   int    // fields between capitals
	near   []int8 // by place: steps to the nearest capital, more than reach being reach+1
}

type site struct {
	at    game.Place
	worth int64
}

func newSites(t *Tables, s *State) *sites {
	n := &t.Rules
	out := &sites{grid: s.Grid, band: n.StartTolerance / 2, want: n.StartDistance}
	lowland, _ := t.terrain("tla")
	for p := range s.Fields {
		if f := &s.Fields[p]; f.Terrain == lowland {
			out.list = append(out.list, site{game.Place(p), out.worth(t, s, game.Place(p), n.StartRadius)})
		}
	}
	if len(out.list) > 0 {
		worth := make([]int64, len(out.list))
		for i := range out.list {
			worth[i] = out.list[i].worth
		}
		slices.Sort(worth)
		out.middle = worth[int64(len(worth))*n.StartMiddle/1000]
	}
	out.near = make([]int8, len(s.Fields))
	for p := range out.near {
		out.near[p] = int8(out.reach() + 1)
	}
	for i := range s.Realms[1:] {
		out = out.with(s.Realms[i+1].Origin)
	}
	return out
}

// reach is how far from a capital distances are kept: a new realm is put
// within half as far again as capitals must be apart, so that neighbours meet.
func (s *sites) reach() int { return s.want * 3 / 2 }

// worth is the yearly income of the land within the radius.
func (s *sites) worth(t *Tables, state *State, at game.Place, radius int) int64 {
	sum := int64(0)
	s.disc(at, radius, func(p game.Place, _ int) { sum += t.Terrain[state.Fields[p].Terrain].Income })
	return sum
}

// disc calls do with every place within the radius, each once.
func (s *sites) disc(at game.Place, radius int, do func(p game.Place, away int)) {
	h, y := s.grid.HY(at)
	for dy := -radius; dy <= radius; dy++ {
		wide := 2*radius - max(dy, -dy)
		if wide >= s.grid.Width {
			wide = s.grid.Width - 1
			wide -= (wide + dy) & 1
		}
		for dh := -wide; dh <= wide; dh += 2 {
			if p := s.grid.At(h+dh, y+dy); p != game.Nowhere {
				do(p, s.grid.Distance(at, p))
			}
		}
	}
}

// with gives the sites after a capital was put there.
func (s *sites) with(capital game.Place) *sites {
	out := *s
	out.near = slices.Clone(s.near)
	s.disc(capital, s.reach(), func(p game.Place, away int) { out.near[p] = min(out.near[p], int8(away)) })
	return &out
}

// Where room is short capitals may come as close as this; under roomy fields apart
// a site may rather be less fair.
const (
	closest = 2
	roomy   = 5
)

// choose draws a site: fair, far enough from every capital, and near enough to
// one. Where the room does not allow all, first nearness goes, then distance
// shrinks step by step, then fairness.
func (s *sites) choose(state *State, dice *game.Dice) game.Place {
	for _, band := range []int64{s.band, 2 * s.band, 4 * s.band, 1000, 1 << 40} {
		for least := s.want; least >= closest; least-- {
			if least < roomy && band == s.band {
				break // rather less fair than wall to wall
			}
			if p := s.draw(state, dice, band, least, s.reach()); len(state.Realms) > 1 && p != game.Nowhere {
				return p
			}
			if p := s.draw(state, dice, band, least, s.reach()+1); p != game.Nowhere {
				return p
			}
		}
	}
	return game.Nowhere
}

func (s *sites) draw(state *State, dice *game.Dice, band int64, least, most int) game.Place {
	var fit []game.Place
	for _, c := range s.list {
		away := int(s.near[c.at])
		if away < least || away > most || abs64(c.worth-s.middle)*1000 > band*s.middle {
			continue
		}
		if f := &state.Fields[c.at]; f.Owner == 0 && f.Building == nil {
			fit = append(fit, c.at)
		}
	}
	if len(fit) == 0 {
		return game.Nowhere
	}
	sort.Slice(fit, func(i, j int) bool { return fit[i] < fit[j] })
	return fit[dice.N(int64(len(fit)))]
}

// newcomer is what a player has set who has set nothing: the short report, since the full
// one repeats 13 weeks of what stands still, and the map.
func newcomer(lang phrase.Lang, computer game.Computer) Settings {
	return Settings{Lang: lang, Computer: computer, Short: true, Map: true}
}
