package report

import (
	"cmp"
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
)

// urgent is something that needs the player, and how urgently: rank 0 first, and in a rank many men first.
type urgent struct {
	rank int
	men  int64
	rulekit.Need
}

// urgency has the events that need the player as they are, with their rank. The others' ranks are between them.
var urgency = map[string]int{"desertion-near": 0, "upkeep-unpaid": 3, "arch-unhurt": 4, "treaty-ended": 6,
	"conquest-weak": 7, "conquest-unwalked": 7, "conquest-defended": 7, "conquest-late": 7, "conquest-treaty": 7,
	"conquest-treaty-before": 7, "conquest-aboard": 7, "destroy-weak": 8, "destroy-unwalked": 8,
	"destroy-nothing": 8, "destroy-no-edge": 8, "shot-unpaid": 8}

// The ranks of other needs.
const (
	siegeRank    = 1
	trespassRank = 2
	workRank     = 5
	besideRank   = 7
	stuckRank    = 9
)

// need notes something that needs the player.
func (g *gist) need(rank int, said ...phrase.Phrase) *rulekit.Need {
	g.needs = append(g.needs, urgent{rank: rank, men: said[0].Arg("men").N, Need: rulekit.Need{Said: said[0], More: said[1:]}})
	return &g.needs[len(g.needs)-1].Need
}

// asked takes an event that needs the player.
func (g *gist) asked(i int, e *game.Event) bool {
	rank, as := urgency[e.Code]
	switch {
	case e.Code == "conquest-season":
		g.siege(e.Phrase)
	case e.Code == "work-lost":
		g.workLost(i, e)
	case e.Code == "out-of-points":
		g.stuck = append(g.stuck, e)
	case g.cost(i) != nil: // said with the work
	case (e.Code == "conquest-unwalked" || e.Code == "destroy-unwalked") && g.isStuck(e.Arg("army").S): // and with its points
	case as:
		g.need(rank, e.Phrase)
		g.leads(e)
	default:
		return false
	}
	return true
}

// isStuck reports whether an army of this name ran out of points.
func (g *gist) isStuck(name string) bool {
	return slices.ContainsFunc(g.stuck, func(e *game.Event) bool { return e.Arg("army").S == name })
}

// siege says how a field that an army holds becomes the reader's.
func (g *gist) siege(e phrase.Phrase) {
	at := e.Arg("field").N
	code, args := "digest.siege", []phrase.Arg{e.Arg("field"), e.Arg("army"), phrase.Num("turn", g.a.t.Number+1)}
	if kind := string(g.a.t.Ground[at].Kind[:]); kind[0] != '-' {
		code, args = "digest.siege-works", append(args, phrase.Key("kind", "building."+kind))
		g.held = append(g.held, at)
	}
	n := g.need(siegeRank, phrase.P(code, args...))
	n.Section, n.Line = 'A', e.Arg("army").S+" 0 E+"
	g.note("siege", g.Place(at))
}

// cost is the lost work that an event is the reason of, and nil if it cost none.
func (g *gist) cost(i int) *game.Event {
	for _, k := range [...]int{i - 1, i + 1} {
		if k >= 0 && k < len(g.a.told) && g.a.told[k].Code == "work-lost" && !landLost[g.a.told[i].Code] &&
			losing(&g.a.told[i], &g.a.told[k]) {
			return &g.a.told[k]
		}
	}
	return nil
}

// workLost says which work was lost and why. On a field that was lost, it is said with the loss.
func (g *gist) workLost(i int, e *game.Event) {
	work, _ := lostWork(g.a, e.Phrase)
	if field := e.Arg("field").N; int(g.a.t.State.Fields[field].Owner) != g.a.realm {
		g.behind(&g.Lost, field, work)
		return
	}
	said := []phrase.Phrase{work}
	for _, k := range [...]int{i - 1, i + 1} {
		if k >= 0 && k < len(g.a.told) && g.cost(k) == e {
			said = []phrase.Phrase{landed(g.a, g.a.told[k].Phrase), work}
		}
	}
	g.need(workRank, said...)
}

// hostile reports whether a foreign army may be one against the reader: no treaty is known with its realm.
func (g *gist) hostile(s *sighted) bool {
	return s.look != sight.Signed || g.a.t.State.Treaty(g.a.realm, int(s.army.realm)) == realm.NoTreaty
}

// called is the name of a foreign army, and how many men are seen of it.
func (g *gist) called(s *sighted) (name string, men int64) {
	spot := &g.a.week(s.last().week).Spots[s.spot]
	if s.look != sight.Signed {
		return "?." + spot.Unit.String(), spot.Men
	}
	return strconv.Itoa(int(spot.Realm)) + "." + spot.Name().String(), spot.Men
}

// trespassed says which foreign armies are on own land, field by field.
func (g *gist) trespassed() {
	at := map[game.Place][]*sighted{}
	for i := range g.a.sighted {
		if s := &g.a.sighted[i]; s.last().week == closing && g.mine(s.last().at) && g.hostile(s) {
			at[s.last().at] = append(at[s.last().at], s)
		}
	}
	if len(at) == 0 {
		return
	}
	for _, l := range g.a.lots {
		here := at[l.place]
		slices.SortFunc(here, func(a, b *sighted) int { return int(a.spot - b.spot) })
		var names []string
		var men int64
		for _, s := range here {
			name, n := g.called(s)
			names, men = append(names, name), men+n
		}
		if len(names) > 0 {
			g.trespass(l.place, here[0], names, men)
		}
	}
}

// trespass says which armies are on an own field. first is one of them.
func (g *gist) trespass(place game.Place, first *sighted, names []string, men int64) {
	g.note("trespass", g.Place(int64(place)))
	args := []phrase.Arg{phrase.At("field", place), phrase.Num("men", men)}
	if len(names) > 1 {
		g.need(trespassRank, phrase.P("digest.trespass", append(g.List(names), args...)...))
		return
	}
	n := g.need(trespassRank, phrase.P("digest.trespasser", append(args, phrase.Str("army", names[0]))...))
	if row := g.a.t.Tables.FindUnit(first.army.unit); row != nil && men < row.Conquer {
		n.More = append(n.More, phrase.P("digest.too-few", phrase.Num("need", row.Conquer)))
	}
}

// mine reports whether a field is the reader's after the turn.
func (g *gist) mine(at game.Place) bool { return int(g.a.t.State.Fields[at].Owner) == g.a.realm }

// beside says which foreign armies that could conquer a field are beside own land. To a realm that the reader has hardly
// met it shows how a treaty is offered.
func (g *gist) beside() {
	type stranger struct {
		field string
		said  string
		men   int64
		x, y  int
		seen  *sighted
	}
	var list []stranger
	for i := range g.a.sighted {
		s := &g.a.sighted[i]
		at := s.last()
		row := g.a.t.Tables.FindUnit(s.army.unit)
		beside := func(q game.Place) bool { return q != game.Nowhere && g.mine(q) }
		if at.week < realm.Weeks || row == nil || row.Conquer == 0 || g.mine(at.at) ||
			!slices.ContainsFunc(g.a.t.Near[at.at][:], beside) || !g.hostile(s) {
			continue
		}
		name, men := g.called(s)
		if men < row.Conquer {
			continue
		}
		field := g.Place(int64(at.at))
		said := string(g.Book.AppendNumber([]byte(name+" ("), men)) + ", " + field + ")"
		x, y := g.a.xy(at.at)
		list = append(list, stranger{field, said, men, x, y, s})
	}
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b stranger) int {
		return cmp.Or(cmp.Compare(b.men, a.men), fieldOrder(a.x, a.y, b.x, b.y), cmp.Compare(a.seen.spot, b.seen.spot))
	})
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].said
		g.note("beside", list[i].field)
	}
	n := g.need(besideRank, phrase.P("digest.beside", g.List(names)...))
	n.More = append(n.More, g.threat(list[0].seen)...)
	if first := int(list[0].seen.army.realm); first > 0 && g.a.t.Number <= earlyTurns && g.peaceful(first) {
		n.More = append(n.More, phrase.P("digest.pact", phrase.Num("realm", first), phrase.Str("name", g.a.nameOf(first))))
		n.Section, n.Line = 'V', strconv.Itoa(first)+" A"
	}
}

// peaceful reports whether the reader has neither fought a realm nor offered it a treaty in vain.
func (g *gist) peaceful(number int) bool {
	for i := range g.a.battles {
		if g.a.battles[i].own && g.a.battles[i].foe == number {
			return false
		}
	}
	return !slices.ContainsFunc(g.a.told, func(e game.Event) bool {
		return e.Code == "treaty-unanswered" && int(e.Arg("realm").N) == number
	})
}

// urge sorts the needs.
func (g *gist) urge() {
	if len(g.stuck) > 0 {
		g.need(stuckRank, phrase.P("digest.stuck", g.ListOf(len(g.stuck), func(i int) string {
			return g.stuck[i].Arg("army").S + " (" + g.Place(g.stuck[i].Arg("field").N) + ")"
		})...))
	}
	slices.SortStableFunc(g.needs, func(a, b urgent) int { return cmp.Or(a.rank-b.rank, cmp.Compare(b.men, a.men)) })
	for i := range g.needs {
		g.Needs = append(g.Needs, g.needs[i].Need)
	}
}
