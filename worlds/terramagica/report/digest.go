package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// gist is what the mail says first, while it is collected.
type gist struct {
	rulekit.Digest
	*rulekit.Reader
	a      *account
	fights map[int64]told // by province: the last fight there
	home   string         // the home province, if it was lost
}

// told is a line in a part of the mail.
type told struct {
	part *[]rulekit.Sentences
	line int
}

// digest collects what the mail says first.
func digest(r *rulekit.Reader, a *account) *rulekit.Digest {
	o := a.week
	g := &gist{Reader: r, a: a, fights: map[int64]told{}, Digest: rulekit.Digest{
		Realm: a.realm, When: phrase.P("when", num("turn", o.Turn.Number)), Refused: a.undone,
		Written: a.written(), Letters: o.Letters(), Reply: 'N', Public: Standings(o.After),
		Check: func(text string) game.Checked {
			return turn.Accepts(o.After, game.Sheet{Realm: a.realm, Turn: a.s.Turn, Text: text})
		}}}
	events := a.told
	for i := 0; i < len(events); i++ {
		if events[i].Code == "battle" {
			d, n := duelOf(events[i:])
			g.fought(&d)
			i += n - 1
			continue
		}
		g.tidings(events[i])
	}
	g.idle()
	g.trespassed()
	g.homeless()
	g.lead()
	if a.s.Over {
		g.Needs = nil
	}
	g.Stands = append(g.Stands, rulekit.Sentences{phrase.P("report.purse-line", purseArgs(a)...),
		phrase.P("digest.own", num("provinces", a.s.Owned(a.realm)), num("people", a.s.PeopleOf(a.realm)),
			num("armies", len(a.s.Armies[a.realm])))})
	return &g.Digest
}

// fought says a battle in a line: how it ended for the reader, what it cost both sides, what became of the armies.
func (g *gist) fought(d *duel) {
	side, own := 0, false
	for _, t := range d.troops {
		if g.a.ours(t.army) {
			side, own = t.side, true
		}
	}
	line := rulekit.Sentences{verdict(g.a, d)}
	part, at := &g.Also, d.opening.Arg("province").N
	if own {
		line = append(line, g.cost(d, side))
		switch slices.Index([]string{"rows.attackers-won", "rows.defenders-won"}, d.result) {
		case side:
			part = &g.Won
			g.Count("fights-won", rulekit.Digits(at))
		case 1 - side:
			part = &g.Lost
			g.Count("fights-lost", rulekit.Digits(at))
		default:
			g.Count("fights-even", rulekit.Digits(at))
		}
	} else {
		g.Count("fights-seen", rulekit.Digits(at))
	}
	for _, what := range fatesOf(g.Book, d, func(string) bool { return true }) {
		if what.Code != "short.also" {
			line = append(line, what)
		}
	}
	*part = append(*part, line)
	g.fights[at] = told{part, len(*part) - 1}
}

// cost says how many men the reader's armies and those against them have lost.
func (g *gist) cost(d *duel, side int) phrase.Phrase {
	var had, left [2]int64
	for _, t := range d.troops {
		foe := 0
		if t.side != side {
			foe = 1
		} else if !g.a.ours(t.army) {
			continue
		}
		had[foe], left[foe] = had[foe]+t.before, left[foe]+t.after
	}
	return phrase.P("digest.cost", num("had", had[0]), num("lost", had[0]-left[0]), num("came", had[1]),
		num("fell", had[1]-left[1]))
}

// asks are events that need the player, gains and costs those by which something was won or lost, and silent those that
// other parts of the mail say. Of the rest, the mail has what has a weight of two and more.
var (
	asks = map[string]bool{"will-drown": true, "upkeep-short": true, "not-first": true, "holds-not-beaten": true,
		"holds-not-routed": true, "march-ends": true, "march-ends-sea": true}
	gains  = map[string]bool{"conquered.own": true, "plundered.own": true}
	costs  = map[string]bool{"conquered.lost": true, "plundered.lost": true, "drowned": true, "deserted": true, "army-gone": true}
	silent = map[string]bool{"home-lost.own": true, "turn-missed": true, "income": true, "upkeep": true}
	// led are events of which the first has a clause of the headline, with its weight
	led = map[string]int{"turn-missed": 10, "winner": 11, "end-provinces": 11, "end-home": 11, "end-turns": 11, "home-lost.own": 8,
		"realm-fallen": 5, "upkeep-short": 4, "home-chosen": 4}
	// seized are events about a province that are news of a kind
	seized = map[string]string{"conquered.own": "won", "conquered.lost": "lost", "plundered.own": "plundered",
		"plundered.lost": "pillaged"}
)

// tidings puts an event where it belongs.
func (g *gist) tidings(e *game.Event) {
	province := e.Arg("province")
	if kind := seized[e.Code]; kind != "" {
		g.Count(kind, rulekit.Digits(province.N))
	}
	if e.Code == "home-lost.own" {
		g.home = rulekit.Digits(province.N)
	}
	ours := e.Code == "realm-fallen" && int(e.Arg("realm").N) == g.a.realm
	if weight := led[e.Code]; weight > 0 && !ours && g.Named[e.Code] == nil {
		g.Count(e.Code, "")
		g.Lead(e.Code, weight, "lead."+e.Code, e.Args...)
	}
	part := &g.Also
	switch {
	case e.Phase == game.EditPhase:
	case ours || silent[e.Code]:
		return
	case asks[e.Code]:
		g.Needs = append(g.Needs, rulekit.Need{Said: e.Phrase})
		return
	case gains[e.Code]:
		part = &g.Won
	case costs[e.Code]:
		part = &g.Lost
	case meanings[e.Code].Weight < 2 && led[e.Code] == 0:
		return
	}
	if fight, is := g.fights[province.N]; is && seized[e.Code] != "" {
		line := &(*fight.part)[fight.line]
		*line = append(*line, e.Phrase)
		return
	}
	*part = append(*part, rulekit.Sentences{e.Phrase})
}

// homeless says that the Hierophant needs a home, with the line for the own province that has most people.
func (g *gist) homeless() {
	if g.a.r.Home != 0 {
		return
	}
	best, most := 0, int64(-1)
	for _, n := range g.a.s.Own(g.a.realm) {
		if people := g.a.s.Province(n).People; people > most {
			best, most = n, people
		}
	}
	n := rulekit.Need{Said: phrase.P("digest.homeless", num("mana", g.a.at.Tables.Rules.HomeMana))}
	if best > 0 {
		n.Section, n.Line = 'H', string(order.HomeOrder{Province: best}.Print(nil, g.a.r.Lang))
	}
	g.Needs = slices.Insert(g.Needs, 0, n)
}

// idle says which armies stand in a province that is not the reader's and do nothing about it, with the line to take it.
func (g *gist) idle() {
	for _, a := range g.a.s.Armies[g.a.realm] {
		q := g.a.s.Province(a.At)
		if q.Owner == g.a.realm || q.Terrain == tables.Sea || a.Takes || a.Routed || len(a.March) > 0 ||
			slices.ContainsFunc(a.Statuses, func(s realm.Status) bool { return s.Stance == realm.Joint && s.Target.Realm == q.Owner }) {
			continue
		}
		code := "digest.idle"
		if q.Owner == 0 {
			code = "digest.idle-nobody"
		}
		g.Needs = append(g.Needs, rulekit.Need{Said: phrase.P(code, a.Arg(), num("province", a.At),
			num("realm", q.Owner)), Section: 'A', Line: string(order.ConquestOrder{Army: a.Name}.Print(nil, g.a.r.Lang))})
	}
}

// trespassed says which foreign armies are in the reader's provinces, except those that fight beside an army there.
func (g *gist) trespassed() {
	var needs []rulekit.Need
	for _, province := range g.a.s.Own(g.a.realm) {
		here := g.a.in(province)
		var names []string
		men := 0
		for _, a := range g.a.foreign(here) {
			if a.Realm > 0 && !slices.ContainsFunc(here, func(b *realm.Army) bool {
				return b.Realm == g.a.realm && b.Towards(a) == realm.Joint
			}) {
				names, men = append(names, a.Called()), men+int(a.Men())
			}
		}
		if len(names) > 0 {
			g.Count("trespass", rulekit.Digits(province))
			code := "digest.trespass"
			if len(names) == 1 {
				code = "digest.trespasser"
			}
			needs = append(needs, rulekit.Need{Said: phrase.P(code, append(g.List(names), num("province", province),
				num("men", men))...)})
		}
	}
	g.Needs = slices.Concat(needs, g.Needs)
}

// listed are the kinds of news about provinces, in the order of the subject, with their weights.
var listed = rulekit.Kinds{{"won", 6}, {"lost", 7}, {"fights-won", 4}, {"fights-lost", 5}, {"fights-even", 3},
	{"trespass", 5}, {"plundered", 3}, {"pillaged", 4}, {"fights-seen", 1}}

// lead makes the clauses of the headline and the counts of the subject. A province that changed hands needs no clause
// about the fight for it, and a lost home none that the province is lost.
func (g *gist) lead() {
	g.Counted(g.Reader, listed, func(kind, at string) bool {
		if strings.HasPrefix(kind, "fights") {
			return slices.Contains(g.Named["won"], at) || slices.Contains(g.Named["lost"], at)
		}
		return kind == "lost" && at == g.home
	})
	if g.a.r.Fallen {
		g.Fell()
	}
}
