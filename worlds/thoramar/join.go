package thoramar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/hand"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

var (
	_ game.Roomy  = (*World)(nil)
	_ game.Editor = (*World)(nil)
)

// Join adds a realm: its capital on a fair site, no herd near it, the treasury
// of a beginning, the ring around the capital known (manual, "Das große Spiel
// hat begonnen"; decision 1).
func (w *World) Join(j game.Joining, seed game.Seed) (game.World, int, error) {
	number, err := w.newRealm(j)
	if err != nil {
		return nil, 0, err
	}
	sites := w.sites
	if sites == nil {
		sites = land.NewSites(w.tables, w.state)
	}
	site := sites.Choose(w.tables, w.state, seed.Throw(w.state.Turn, 0, "site", int64(number.Number)))
	if site == game.Nowhere {
		return nil, 0, game.Refused("no-lowland")
	}
	s := w.state.Wider()
	number.Origin = site
	f := &s.Fields[site]
	clearing := sites.Cleared(w.tables, s, site)
	f.Owner, f.Terrain = int16(number.Number), land.StartTerrain(w.tables)
	capital := w.tables.BuildingOf(number.Number, land.CapitalKind(w.tables))
	f.Building = &realm.Building{Kind: capital.Code, Name: number.Name}
	for d := game.Direction(0); d <= 6; d++ {
		if p := s.Grid.Step(site, d); p != game.Nowhere {
			number.Seen.Add(p)
		}
	}
	sites = sites.With(site, clearing, number.Seen)
	s.Realms = append(s.Realms, number)
	s.Armies = append(s.Armies, nil)
	sites.DriveAway(w.tables, s, site)
	near := w.near
	if near == nil {
		near = sight.Besides(s.Grid)
	}
	return &World{rules: w.rules, tables: w.tables, state: s, sites: sites, near: near}, number.Number, nil
}

// HandOver: the realm as it stands, with another player's name and settings.
func (w *World) HandOver(realm int, to game.Player) game.World {
	s := w.state.Clone()
	r := &s.Realms[realm]
	r.Person, r.Settings = r.Given(to), untouched
	r.Missed = r.Person.Missed(r.Missed)
	return &World{rules: w.rules, tables: w.tables, state: s, sites: w.sites, near: w.near}
}

// Verbs are what the game master may change by hand.
func (w *World) Verbs() []game.Verb { return frame.Verbs(hand.Verbs) }

// Edit changes a copy of the world by hand.
func (w *World) Edit(verb string, args []string) (game.World, []game.Event, error) {
	return frame.Edit(w, w.rules.Words, hand.Verbs, verb, args, func(h *frame.Hand) *hand.Hand {
		return hand.On(h, startTurn(w.rules, w.tables, w.state.Clone(), game.Seed{}).Turn, w.Realms())
	}, func(h *hand.Hand) game.World { return &World{rules: w.rules, tables: w.tables, state: h.Changed()} })
}

// newRealm checks what was asked for; an error lists the choices.
func (w *World) newRealm(j game.Joining) (realm.Realm, error) {
	var none realm.Realm
	who, err := frame.Newcomer(j, len(w.state.Realms), w.Realms())
	if err != nil {
		return none, err
	}
	kind, culture := cmp.Or(j.Kind, kinds[0]), cmp.Or(j.Culture, w.tables.Culture[0].Name)
	if !slices.Contains(kinds, kind) {
		return none, fmt.Errorf("there is no kind of realm %q: choose one of %s", kind, strings.Join(kinds, ", "))
	}
	if w.tables.FindCulture(culture) == nil {
		return none, fmt.Errorf("there is no culture %q: choose one of %s", culture,
			strings.Join(game.Codes(w.Cultures()), ", "))
	}
	if who, err = who.Equipped(); err != nil {
		return none, err
	}
	return realm.Realm{
		Person: who, Kind: kind, Culture: culture, Gold: w.tables.Rules.StartGold, Joined: w.state.Turn,
		Settings: untouched,
	}, nil
}

// untouched is what a player has set who has set nothing: the short report, since the full
// one repeats 13 weeks of what stands still, and the map.
var untouched = realm.Settings{Short: true, Map: true}

// Suits is how many realms the land is enough for, at least one.
func (w *World) Suits() int {
	shore := int64(0)
	for i := range w.state.Fields {
		if !w.tables.Terrain[w.state.Fields[i].Terrain].NoBuild {
			shore++
		}
	}
	return int(max(realm.Nearest(shore, land.RealmLand), 1))
}

// Welcome is the report 0 (decision 1): the capital and the ring around it,
// what the realm owns and is able to, how to send orders.
func (w *World) Welcome(number int) game.Report {
	p := w.newcomer(number)
	p.welcome(w.Title(p.Book.Lang))
	report := p.Report(number, nil)
	report.Summary = p.greeting()
	report.Files = cultureTexts(p.t, p.r, func(r *realm.Realm) bool { return r.TextTurn < w.state.Turn })
	return report
}

// newcomer is the page of a report 0, on which nothing is written yet.
func (w *World) newcomer(number int) *page {
	t := startTurn(w.rules, w.tables, w.state, game.Seed{})
	t.Near = w.near
	t.Watch.Survey(t.Turn)
	t.Weeks[0].Record(t.Turn)
	t.Weeks[0].Letter(realmTags(len(t.State.Realms)))
	for i := range t.Weeks[1:] { // nothing has moved
		t.Weeks[i+1] = t.Weeks[0]
	}
	return newPage(newOutcome(w, t), number)
}

func (p *page) welcome(title string) {
	p.Head(&p.r.Person)
	p.Blank()
	p.prose("welcome.title", phrase.Str("title", title))
	p.Blank()
	p.heading("welcome.view")
	p.sightings(&p.t.Weeks[0])
	p.yields()
	p.statistics()
	p.capacities()
	p.money()
	p.armies()
	p.strengths()
	p.Out = append(legend(p.t.Turn, p.Out, p.realm, p.Book), '\n')
	p.prose("legend.settings")
	p.prose("report.numbers")
	p.Blank()
	p.howTo()
	p.Blank()
	p.Say("", "report.end")
}

// prose writes a sentence whose lines all begin at the left, as plain text has them.
func (p *page) prose(code string, args ...phrase.Arg) {
	if p.Broad {
		p.Say("", code, args...)
		return
	}
	p.Out = frame.AppendKept(p.Out, p.Book.Append(nil, phrase.P(code, args...), p.Places), "")
}

// howTo tells in two lines how orders are sent.
func (p *page) howTo() {
	p.prose("welcome.orders", phrase.Num("realm", p.realm), phrase.Num("turn", p.t.Number))
	p.prose("welcome.send")
}

// greeting is the mail's body that goes with report 0.
func (p *page) greeting() []byte {
	p.Out, p.Broad = nil, true
	p.Say("", "welcome.greeting", phrase.Num("realm", p.realm), phrase.Str("name", p.r.Name),
		phrase.Str("player", p.r.Player))
	p.Blank()
	p.Say("", "welcome.file")
	p.Say("", "welcome.gold", phrase.Num("gold", p.r.Gold))
	p.Blank()
	p.howTo()
	return p.Out
}
