package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
)

// gist is what the mail says first, while it is collected. It tells nothing that the report does not say.
type gist struct {
	rulekit.Digest
	*rulekit.Reader
	a      *account
	fights map[int64]*[]rulekit.Sentences // by field: the part that has the fight for it, whose last line about it is
	lines  map[int64]int                  // this one
	needs  []urgent
	stuck  []*game.Event       // armies that ran out of points
	seized []string            // fields that were taken without a fight or a building
	named  map[string][]string // fields, by the kind of news that they are
	gone   *game.Event         // the gravest field that was lost with its building
	held   []int64             // fields with another's building that an army holds
	course []phrase.Phrase     // memory: how a fight ended
}

// digest collects what the mail says first.
func digest(r *rulekit.Reader, a *account) *rulekit.Digest {
	o, n := a.season, a.t.Number
	g := &gist{Reader: r, a: a, fights: map[int64]*[]rulekit.Sentences{}, lines: map[int64]int{},
		named: map[string][]string{}, Digest: rulekit.Digest{
			Realm: a.realm, When: phrase.P("when", phrase.Num("year", realm.Year(n)),
				phrase.Key("season", "season."+realm.Season(n))),
			Refused: o.Refused(a.realm), Written: o.Written(a.realm), Letters: a.t.Letters, Reply: 'N',
			Check: func(text string) game.Checked { return o.Check(a.realm, text) },
		}}
	g.fought()
	g.happened()
	g.trespassed()
	g.beside()
	g.urge()
	if g.lead(); g.a.r.Fallen { // the last letter to it: its headline says that alone, and nothing needs the player
		g.Fell()
	}
	g.stands()
	return &g.Digest
}

// happened puts each event where it belongs, unless a fight has said it.
func (g *gist) happened() {
	done := 0
	for i := range g.a.told {
		e := &g.a.told[i]
		if e.Code == "battle" {
			done = g.a.battles[g.a.battleOf(i)].end + 1
		}
		if i < done {
			continue
		}
		if list := g.a.listOf[i]; (list < 0 || g.a.lists[list][0] == i) && !g.asked(i, e) && !g.land(e) {
			g.tidings(i, e)
		}
	}
	if len(g.seized) > 0 {
		g.Won = append(g.Won, rulekit.Sentences{phrase.P("digest.seized", phrase.Str("fields", strings.Join(g.seized, ", ")))})
	}
}

// land takes an event by which land is won or lost.
func (g *gist) land(e *game.Event) bool {
	field := e.Arg("field")
	switch e.Code {
	case "conquered":
		at, what := g.Place(field.N), landed(g.a, e.Phrase)
		g.note("won", at)
		switch _, fought := g.fights[field.N]; {
		case fought && what.Code == e.Code:
			g.behind(&g.Won, field.N, phrase.P("digest.taken", e.Arg("army")))
		case fought || what.Code != e.Code:
			g.behind(&g.Won, field.N, what)
		default:
			g.seized = append(g.seized, at+" ("+e.Arg("army").S+")")
		}
	case "lost-field", "revolt", "revolt-militia":
		what := landed(g.a, e.Phrase)
		g.note("lost", g.Place(field.N))
		if kind := what.Arg("kind").S; kind != "" && (g.gone == nil || kind == "building.HST") {
			g.gone = e
		}
		g.behind(&g.Lost, field.N, what)
	default:
		return false
	}
	return true
}

// note counts a field as news of a kind.
func (g *gist) note(kind, at string) { g.named[kind] = append(g.named[kind], at) }

// behind says something of a field behind the fight for it, or in a line of its own.
func (g *gist) behind(part *[]rulekit.Sentences, field int64, what phrase.Phrase) {
	if in, fought := g.fights[field]; fought {
		line := &(*in)[g.lines[field]]
		*line = append(*line, what)
		return
	}
	*part = append(*part, g.a.one(what))
}

// gains are events by which the reader wins something else, costs are others' deeds that take something from it, and
// buildings says which gains are costs on its own land.
var (
	gains = map[string]bool{"plundered": true, "shot": true, "building-damaged": true, "building-gone": true,
		"freed": true, "shot-dead": true, "shot-scattered": true, "raided": true, "capital-taken": true, "temple-razed": true}
	costs     = map[string]bool{"was-plundered": true, "was-shot": true, "army-shrinks": true}
	buildings = map[string]bool{"building-damaged": true, "building-gone": true, "capital-taken": true, "temple-razed": true}
)

// silent are events that other parts of the mail say, or that do not matter there.
var silent = map[string]bool{"harvest": true, "upkeep": true, "turn-missed": true, "account-low": true, "held-up": true,
	"battle-wall": true}

// notable are events without a weight that are said anyway.
var notable = map[string]bool{"ceded": true, "treaty-unanswered": true, "realm-deserted": true}

// tidings puts an event with what was won, with what was lost, or with what else happened.
func (g *gist) tidings(i int, e *game.Event) {
	at, byMe := e.Arg("field").N, own(e.Phrase)
	ravaged := buildings[e.Code] && int(g.a.t.Ground[at].Owner) == g.a.realm
	part := &g.Also
	switch {
	case silent[e.Code]:
		part = nil
	case e.Code == "realm-fallen" && int(e.Arg("realm").N) == g.a.realm:
		return // the headline says it
	case e.Phase == game.EditPhase:
		g.Also = slices.Insert(g.Also, 0, rulekit.Sentences{e.Phrase})
		return
	case costs[e.Code], losses[e.Code] && byMe, ravaged && !byMe:
		part = &g.Lost
	case gains[e.Code] && !ravaged:
		part = &g.Won
	case meanings[e.Code].Weight < 2 && !notable[e.Code]:
		return
	}
	if g.leads(e); part == nil {
		return
	}
	switch e.Code {
	case "was-plundered":
		g.note("pillaged", g.Place(at))
	case "work-done", "work-done-unnamed":
		g.note("works", g.Place(at))
	}
	what := e.Phrase
	if list := g.a.listOf[i]; list >= 0 {
		what = bundled(g.Reader, g.a, bundles[e.Code], g.a.lists[list])
	}
	*part = append(*part, g.a.one(landed(g.a, what)))
}

// led are events of which the first has a clause of the headline, with its weight.
var led = map[string]int{"treaty-ended": 6, "realm-fallen": 5, "realm-deserted": 4, "treaty-made": 3, "harvest": 1}

// leads makes this clause.
func (g *gist) leads(e *game.Event) {
	weight, is := led[e.Code]
	if !is || slices.ContainsFunc(g.News, func(n rulekit.News) bool { return n.Kind == e.Code }) {
		return
	}
	args := []phrase.Arg{e.Arg("realm"), e.Arg("name")}
	switch e.Code {
	case "treaty-made", "treaty-ended":
		args = []phrase.Arg{e.Arg("treaty"), phrase.Num("realm", e.Arg("realm").N+e.Arg("other").N), e.Arg("name")}
	case "harvest":
		args = []phrase.Arg{phrase.Num("gold", e.Arg("land").N+e.Arg("buildings").N)}
	}
	g.Lead(e.Code, weight, "lead."+e.Code, args...)
}

// lead makes the clauses of the headline and the counts of the subject.
func (g *gist) lead() {
	news := func(kind string, n, weight int, lead string, args ...phrase.Arg) {
		if n > 0 {
			g.News = append(g.News, rulekit.News{Kind: kind, N: n, Weight: weight, Lead: phrase.P(lead, args...)})
		}
	}
	list := func(kind string, weight int) {
		if names := g.named[kind]; len(names) > 0 {
			news(kind, len(names), weight, "lead."+kind, g.List(once(names))...)
		}
	}
	g.missed(news)
	list("won", 6)
	switch lost := g.named["lost"]; {
	case g.gone != nil:
		kind, weight := string(g.a.t.Ground[g.gone.Arg("field").N].Kind[:]), 8
		if kind == capitalMark {
			weight = 9
		}
		news("lost", len(lost), weight, "lead.lost-works", g.gone.Arg("field"), phrase.Key("what", "the."+kind),
			phrase.Num("others", len(lost)-1))
	default:
		list("lost", 7)
	}
	if won, lost := len(g.named["fights-won"]), len(g.named["fights-lost"]); won > 0 && lost > 0 {
		news("fights-won", won, 4, "lead.fights", phrase.Num("won", won), phrase.Num("all", won+lost))
		g.News = append(g.News, rulekit.News{Kind: "fights-lost", N: lost, Weight: 4})
	} else {
		list("fights-won", 4)
		list("fights-lost", 4)
	}
	list("fights-even", 3)
	if len(g.held) == 1 && len(g.named["siege"]) == 1 {
		ground := &g.a.t.Ground[g.held[0]]
		news("siege", 1, 5, "lead.siege-works", phrase.At("field", g.held[0]), phrase.Key("what", "the."+string(ground.Kind[:])),
			phrase.Str("name", g.a.t.State.Realms[ground.Owner].Name))
	} else {
		list("siege", 5)
	}
	trespass := 5 // it weighs more at the capital
	for _, at := range g.a.t.Capitals[g.a.realm] {
		if slices.Contains(g.named["trespass"], g.Place(int64(at))) {
			trespass = 8
		}
	}
	list("trespass", trespass)
	list("pillaged", 3)
	list("works", 2)
	if g.a.t.Number <= earlyTurns {
		list("beside", 3)
	}
}

// once has each of some names once.
func once(names []string) (out []string) {
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// missed says in the headline that no orders came, and what that meant for the armies.
func (g *gist) missed(news func(kind string, n, weight int, lead string, args ...phrase.Arg)) {
	for i := range g.a.told {
		if e := &g.a.told[i]; e.Code == "turn-missed" {
			code := "lead.missed"
			if e.Arg("turns").N > 1 {
				code = "lead.missed-turns"
			}
			news("missed", 1, 10, code, e.Arg("turns"))
			news("stayed", len(g.a.t.State.Armies[g.a.realm]), 9, "lead.stayed")
		}
	}
}

// stands says what the realm has: the treasury with what came in and went out, the next harvest, land and armies.
func (g *gist) stands() {
	line := rulekit.Sentences{phrase.P("digest.gold", phrase.Num("gold", g.a.r.Gold))}
	in, sources := g.parts("income", sumsOf(g.a.t.Income[g.a.realm]))
	out, purposes := g.parts("outlay", sumsOf(g.a.t.Outlay[g.a.realm]))
	if in+out > 0 {
		line = append(line, phrase.P("digest.moved", phrase.Num("in", in), phrase.Str("sources", sources),
			phrase.Num("out", out), phrase.Str("purposes", purposes)))
	}
	fields, buildings := len(g.a.owned()), 0
	for _, at := range g.a.owned() {
		if g.a.t.State.Fields[at].Building != nil {
			buildings++
		}
	}
	next, code := g.a.t.Number+1, "digest.autumn"
	for !realm.Autumn(next) {
		next, code = next+1, "digest.harvest"
	}
	if fields > 0 {
		line = append(line, phrase.P(code, phrase.Num("turn", next)))
	}
	if !g.a.r.Fallen {
		line = append(line, phrase.P("digest.own", phrase.Num("fields", fields), phrase.Num("buildings", buildings),
			phrase.Num("armies", len(g.a.t.State.Armies[g.a.realm])-len(g.a.t.State.OfType(g.a.realm, 'V')))))
	}
	g.Stands = append(g.Stands, line)
	if g.a.r.Account < 0 {
		g.Stands = append(g.Stands, rulekit.Sentences{phrase.P("digest.account", phrase.Str("balance", coins(g.Book, g.a.r.Account)),
			phrase.Str("currency", g.a.t.Tables.Rules.Currency))})
	}
}

// parts is the sum of some money, and its parts: "Bauen 100.000, Rüsten 41.000".
func (g *gist) parts(kind string, list []source) (sum int64, text string) {
	said := make([]string, len(list))
	for i, s := range list {
		sum += s.gold
		said[i] = string(g.Book.AppendNumber([]byte(strings.TrimSpace(g.Book.T(kind+"."+s.name))+" "), s.gold))
	}
	return sum, strings.Join(said, ", ")
}
