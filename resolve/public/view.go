package public

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/picture"
)

// view is a page of a world as its template wants it.
type view struct {
	head
	Game       Words
	Page       Page
	Free       *FreeRow // that the page offers
	Lead       Words
	Facts      []fact
	Came       int // realms that have sent orders
	Form       bool
	Try        bool
	Ended      *Card
	World      template.HTML
	MapNote    Words
	Table      *table
	Plots      []plot
	Years      []years
	Players    []player
	Rules      []rule
	Hist       template.HTML
	Last       int
	Realms     []realm
	RankTitle  Words
	Rank       []rank
	Battles    []battle
	AllBattles int
	Fame       []fame
}

type fact struct {
	Text  Words
	Value template.HTML
}

type realm struct {
	Realm int
	Name  string
}

// table is the standings: the rules' own, or what the realms had at the end.
type table struct {
	Note    Words
	Columns []Column
	Rows    []row
}

type row struct {
	realm
	Place       int
	Fallen, Bot bool
	Founded     string // the name at first, if it was another one
	Numbers     []int64
}

// years are some turns of the chronicle, the newest first.
type years struct {
	From, To int
	Sum      Words
	Turns    []toldTurn
}

type toldTurn struct {
	Turn  int
	Title Words
	At    time.Time
	Items []item
	Sum   Words
}

type item struct {
	Icon string
	Text Words
}

type player struct {
	realm
	Width, Sent, Asked int
	Dots               template.HTML
}

// rule is a row of what is public when: y or n.
type rule struct{ Code, Now, Then string }

// view prepares the page.
func (g Game) view() *view {
	p := &g.Page
	realms := 12
	if p.Standings != nil {
		for _, r := range p.Standings.Rows {
			realms = max(realms, r.Realm.Realm)
		}
	}
	scene, ok := picture.NewScene(g.chart())
	scale := 0.5
	if ok {
		scale = scene.Scale
	}
	v := &view{head: headOf(p.World, realms, max(scale, 0.35)), Game: g.Name, Page: *p, Try: g.Try}
	if v.Form = g.Form && p.Signup != nil && p.Signup.Open; v.Form {
		v.CSP = policy(string(v.CSS), script, "'self'")
	}
	v.Home, v.URL, v.Feed = cmp.Or(g.Home, "#main"), g.URL, true
	_, v.Picture = g.sheet()
	if ok {
		v.Defs += template.HTML(scene.Symbols())
		v.World = world(scene, p.World)
	}
	v.Table, v.Rules = g.table(), g.rules()
	v.Players = g.players()
	v.Years = g.years()
	if p.GameOver {
		v.Nav = []string{"map", "standings", "chronicle", "battles", "players", "fame", "join", "rules"}
		g.finish(v)
	} else {
		v.Nav = []string{"now", "join", "standings", "chronicle", "players", "rules"}
		g.run(v)
	}
	there := map[string]bool{"map": true, "now": true, "rules": true, "join": p.Signup != nil, "standings": v.Table != nil,
		"chronicle": len(v.Years) > 0, "battles": len(v.Battles) > 0, "players": len(v.Players) > 0, "fame": len(v.Fame) > 0}
	v.Nav = slices.DeleteFunc(v.Nav, func(name string) bool { return !there[name] })
	return v
}

// world draws a chart as a map of a page, in layers that the script fills anew.
func world(s *picture.Scene, name string) template.HTML {
	owners, buildings := standing(s.Chart)
	names := map[int]string{}
	for _, r := range s.Chart.Realms {
		var n int
		fmt.Sscan(r.Sign, &n)
		names[n] = r.Name
	}
	return template.HTML(fmt.Sprintf(`<svg class="world" viewBox="0 0 %d %d" preserveAspectRatio="xMidYMid slice" role="img" `+
		`aria-label="%s">%s<g id="own">%s</g><g id="bld">%s</g><g id="fog"></g><g id="act"></g><g id="lab">%s</g></svg>`,
		s.Width, s.Height, template.HTMLEscapeString(name), s.Ground(), s.Owned(owners), s.Built(buildings, owners),
		s.Named(owners, buildings, names)))
}

// run is what a page that recruits says.
func (g Game) run(v *view) {
	p := v.Page
	for _, s := range p.Sent {
		if s.Sent {
			v.Came++
		}
	}
	if len(p.Free) > 0 {
		v.Free = &p.Free[0]
	}
	free := phrase.Num("free", len(p.Free))
	v.Headline = Each(func(lang phrase.Lang) string {
		if len(p.Free) == 1 {
			return text(lang, "headline-one", phrase.Str("name", v.Free.Name))
		}
		return text(lang, "headline", phrase.Str("title", p.Title[lang]), free)
	})
	v.About, v.Lead = said("about", phrase.Num("turn", p.Turn), free), said("running-how")
	if g.Ended != nil {
		ended := g.Ended.marked(0)
		v.Ended, v.Defs = &ended, v.Defs+ended.Symbols
	}
	v.Facts = append(v.Facts, fact{said("fact-turn"), both(grouped(int64(p.Turn)))})
	if p.Standings != nil {
		stands := 0
		for _, r := range p.Standings.Rows {
			if !r.Fallen {
				stands++
			}
		}
		v.Facts = append(v.Facts, fact{said("fact-realms"), both(grouped(int64(stands)))})
	}
	_, late := p.Map.Late()
	switch {
	case v.World == "" && p.Map == MapNever:
		v.MapNote = said("map-never")
	case v.World == "":
		v.MapNote = said("map-end")
	case late:
		v.MapNote = said("map-late", phrase.Num("turn", p.MapTurn))
	default:
		v.MapNote = said("map-open")
	}
}

// table is the rules' own standings. A game that is over and has no numbers there gets what the realms had at the end.
func (g Game) table() *table {
	s := g.Page.Standings
	if s == nil {
		return nil
	}
	t := &table{Columns: s.Columns, Note: said("standings-sub")}
	founded := map[int]string{}
	for _, r := range g.Page.Founded {
		founded[r.Realm] = r.Name
	}
	last := g.last()
	if len(s.Columns) == 0 && last != nil {
		t.Columns, t.Note = g.Story.Counts, said("standings-counted")
	} else if len(s.Columns) == 0 {
		t.Note = said("standings-none")
	}
	for _, r := range s.Rows {
		out := row{realm: realm{r.Realm.Realm, r.Name}, Place: r.Place, Fallen: r.Fallen, Bot: r.Bot, Numbers: r.Numbers}
		if name := founded[out.Realm]; name != out.Name {
			out.Founded = name
		}
		if len(s.Columns) == 0 && last != nil {
			out.Numbers = last.Counts[out.Realm]
		}
		t.Rows = append(t.Rows, out)
	}
	if len(s.Columns) == 0 && last != nil {
		slices.SortStableFunc(t.Rows, func(a, b row) int { return slices.Compare(b.Numbers, a.Numbers) })
	}
	return t
}

// last is how things stood in the end.
func (g Game) last() *StoryTurn {
	if g.Story == nil || len(g.Story.Turns) == 0 {
		return nil
	}
	return &g.Story.Turns[len(g.Story.Turns)-1]
}

// rules are what is public when.
func (g Game) rules() (out []rule) {
	yes := map[bool]string{true: "y", false: "n"}
	p := g.Page
	_, late := p.Map.Late()
	has := func(part Part) rule {
		return rule{Code: string(part), Now: yes[p.Public.Has(part)], Then: yes[p.Public.Has(part)]}
	}
	sent, standing := has(Sent), has(Standing)
	if p.Hidden {
		sent.Now = "n"
	}
	if s := p.Standings; s != nil && len(s.Columns) == 0 {
		standing.Now = "m"
	}
	out = append(out, rule{"state", "y", "y"}, sent, standing, has(Newspaper))
	shown := rule{"map", yes[p.Map == ""], yes[p.Map != MapNever]}
	switch {
	case late:
		shown.Now = "l"
	case p.Map == "" && len(p.Charts[phrase.En].Cells) == 0 && !p.GameOver:
		shown.Now = "n"
	case p.Map == "" && p.GameOver:
		shown.Now = "o"
	}
	return append(out, shown, rule{"battles", "n", shown.Then}, rule{"letters", "n", "n"}, rule{"persons", "n", "n"})
}

// players are the realms with a mark for each turn: orders came, were missing, or were not asked for.
func (g Game) players() (out []player) {
	s, turns := g.Page.Standings, slices.Clone(g.Page.Turns)
	if s == nil || !g.Page.Public.Has(Sent) {
		return nil
	}
	slices.Reverse(turns)
	turns = slices.DeleteFunc(turns, func(t TurnRow) bool { return t.At.IsZero() })
	any := false
	for _, r := range s.Rows {
		p := player{realm: realm{r.Realm.Realm, r.Name}, Width: 10*len(turns) + 2}
		dots := map[string]string{}
		for i, t := range turns {
			class, y, high := "o", 6, 2
			switch {
			case slices.Contains(t.SentBy, p.Realm):
				class, y, high = "y", 2, 10
				p.Sent++
				p.Asked++
			case slices.ContainsFunc(t.MissedBy, func(m Realm) bool { return m.Realm == p.Realm }):
				class, y, high = "m", 3, 8
				p.Asked++
			}
			dots[class] += fmt.Sprintf("M%d %dh7v%dh-7z", 10*i+2, y, high)
		}
		any = any || p.Asked > 0
		for _, class := range slices.Sorted(maps.Keys(dots)) {
			p.Dots += template.HTML(fmt.Sprintf(`<path class="%s" d="%s"/>`, class, dots[class]))
		}
		out = append(out, p)
	}
	if !any {
		return nil
	}
	slices.SortFunc(out, func(a, b player) int { return cmp.Compare(a.Realm, b.Realm) })
	return out
}

// blockOf is how many turns of the chronicle stand together.
const blockOf = 4

// years is the newspaper, with what the story adds when it is over.
func (g Game) years() (out []years) {
	rows := map[int]TurnRow{}
	for _, r := range g.Page.Turns {
		rows[r.Turn] = r
	}
	for _, paper := range g.Page.Newspaper {
		if paper.At.IsZero() && len(paper.News) == 0 {
			continue
		}
		t := toldTurn{Turn: paper.Turn, At: paper.At, Title: said("turn", phrase.Num("turn", paper.Turn))}
		for _, n := range paper.News {
			t.Items = append(t.Items, item{"paper", n.Text})
		}
		if r, has := rows[paper.Turn]; has && r.Asked > 0 {
			t.Sum = said("orders", phrase.Num("sent", r.Sent), phrase.Num("asked", r.Asked))
		}
		if g.Story != nil {
			g.recall(&t)
		}
		block := (paper.Turn - 1) / blockOf
		if n := len(out); n == 0 || (out[n-1].To-1)/blockOf != block {
			out = append(out, years{From: paper.Turn, To: paper.Turn})
		}
		y := &out[len(out)-1]
		y.From, y.Turns = paper.Turn, append(y.Turns, t)
	}
	for i := range out {
		out[i].Sum = g.sum(out[i].From, out[i].To)
	}
	return out
}
