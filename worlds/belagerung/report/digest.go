package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// gist is what the mail says first, while it is collected.
type gist struct {
	rulekit.Digest
	r *rulekit.Reader
	a *account
}

// digest collects what the mail says first: what the turn meant for the reader, and in few words what others did.
func digest(r *rulekit.Reader, a *account) *rulekit.Digest {
	o := a.turn
	g := &gist{r: r, a: a, Digest: rulekit.Digest{Realm: a.realm, Named: map[string][]string{}, When: when(a),
		Refused: a.undone, Written: a.written, Public: Standings(a.at), Letters: a.letters, Reply: 'N',
		Check: func(text string) game.Checked { return o.Check(a.realm, text) }}}
	for _, e := range a.told {
		g.happened(e)
		g.hit(e.Phrase)
	}
	g.hits()
	g.leads()
	g.Stands = append(g.Stands, rulekit.Sentences{phrase.P("summary.treasure", num("treasure", a.r.Treasure),
		num("hits", a.r.Damage()))})
	if next := next(a); next.Code == "report.your-turn" {
		g.Needs = append(g.Needs, rulekit.Need{Said: next})
		g.Stands = append(g.Stands, rulekit.Sentences{goal(a.at)}) // once a round
	} else {
		g.Stands = append(g.Stands, rulekit.Sentences{next})
	}
	return &g.Digest
}

// when names the turn and its player.
func when(a *account) phrase.Phrase {
	code := "when"
	if a.turn.Turn.Me.Number == a.realm {
		code = "when.own"
	}
	return phrase.P(code, a.turn.title().Args...)
}

// hit notes a hit as news, unless it counts for the hits on castles and walls that the reader takes or scores.
func (g *gist) hit(what phrase.Phrase) {
	o := g.a.turn
	own, at := what.Arg("who-of").Kind == phrase.Term, what.Arg("at")
	switch {
	case what.Code == "hit" && own:
		g.Count("battered", g.field(at))
	case what.Code == "hit" && o.held(g.a.realm, realm.Place(o.Before.State.Grid, int(at.N), int(at.M))):
		g.Count("damaged", g.field(at))
	case what.Code == "hit":
		g.Count("others", g.field(at))
	case (what.Code == "wall-hit" || what.Code == "castle-hit") && !own:
		g.Count("stormed", what.Arg("realm").S)
	}
}

// hits counts the hits on the reader's castle and walls, or in the reader's own turn those on others'.
func (g *gist) hits() {
	o := g.a.turn
	me, struck := o.Turn.Me.Number, o.struck()
	switch n := g.a.r.Damage() - o.Before.State.Realm(g.a.realm).Damage(); {
	case n > 0:
		g.News = append(g.News, rulekit.News{Kind: "hits", N: int(n), Weight: 8, Lead: phrase.P("lead.hits", num("n", n))})
	case me == g.a.realm && struck > 0:
		g.News = append(g.News, rulekit.News{Kind: "strikes", N: int(struck), Weight: 7,
			Lead: phrase.P("lead.strikes", num("n", struck))})
	}
}

// ends are events of which the headline has a clause of its own.
var ends = map[string]int{"won": 10, "won.own": 10, "won-nobody": 10, "castle-fallen": 9, "castle-fallen.own": 10,
	"turn-missed.own": 9, "rounds-over": 8}

// kinds are events that are listed in the headline and counted in the subject: of which kind, and by which argument.
var kinds = map[string][2]string{"conquered.own": {"taken", "place"}, "conquered-idle.own": {"taken", "place"},
	"conquered.lost": {"lost", "place"}, "razed.own": {"lost", "at"}, "finished.own": {"finished", "place"},
	"recruited.own": {"recruited", "unit"}, "trained": {"trained", "unit"}, "trained-hero": {"trained", "unit"}}

// happened puts an event where it belongs.
func (g *gist) happened(e *game.Event) {
	what := e.Phrase
	if e.Phase == game.EditPhase {
		if len(g.Named["hand"]) == 0 {
			g.Count("hand", "")
			g.Lead("", 3, "lead.hand")
		}
		g.Also = append(g.Also, rulekit.Sentences{what})
		return
	}
	if weight, is := ends[what.Code]; is {
		g.Lead("", weight, "lead."+what.Code, what.Args...)
	}
	if k, is := kinds[what.Code]; is {
		name := what.Arg(k[1]).S
		if k[1] != "unit" {
			name = g.field(what.Arg(k[1]))
		}
		g.Named[k[0]] = append(g.Named[k[0]], name)
	}
	m := meanings.Of(what.Code)
	switch {
	case strings.HasPrefix(what.Code, "blow-"), what.Code == "counter-fell", what.Code == "counter-held":
		g.fought(what)
	case minor[what.Code], what.Code == "income.own", what.Code == "turn-missed.own", strings.HasPrefix(what.Code, "damage"):
	case strings.HasSuffix(what.Code, "hit") && what.Arg("who-of").Kind == phrase.Term:
		g.Won = append(g.Won, rulekit.Sentences{what})
	case m.Tone == game.Warn:
		g.Needs = append(g.Needs, rulekit.Need{Said: what})
	case m.Tone == game.Gain && m.Weight > 2:
		g.Won = append(g.Won, rulekit.Sentences{what})
	case m.Tone == game.Loss:
		g.Lost = append(g.Lost, rulekit.Sentences{what})
	case m.Weight > 2, m.Tone == game.Gain, strings.HasSuffix(what.Code, "hit"):
		g.Also = append(g.Also, rulekit.Sentences{what})
	}
}

// field is what a field is called.
func (g *gist) field(a phrase.Arg) string {
	a.Name = "place"
	return strings.TrimSpace(string(g.r.Book.Append(nil, phrase.P("digest.place", a), g.r.Places)))
}

// fought says a fight in one line, without its dice, where it belongs.
func (g *gist) fought(what phrase.Phrase) {
	mine := func(side string) bool { return what.Arg(side).Kind == phrase.Term }
	code, part := "digest."+what.Code, &g.Also
	fell, blow := strings.HasSuffix(what.Code, "-fell"), strings.HasPrefix(what.Code, "blow-")
	switch {
	case mine("who-of") && fell:
		part, code = &g.Won, code+"-own"
		g.Count("beaten", what.Arg("whom").S)
	case mine("who-of"):
		code += "-own"
		if blow {
			g.Count("failed", what.Arg("who").S)
		}
	case mine("whom-of") && fell:
		part, code = &g.Lost, code+"-lost"
		g.Count("fell", what.Arg("whom").S)
	case mine("whom-of"):
		part, code = &g.Won, code+"-lost"
		if blow {
			g.Count("held", what.Arg("whom").S)
		}
	case what.Code == "counter-held":
		return
	default:
		g.Count("others", g.field(what.Arg("at")))
	}
	*part = append(*part, rulekit.Sentences{phrase.P(code, what.Args...)})
}

// leads counts the news by kind, in the order of the subject.
func (g *gist) leads() {
	g.Named["held"] = slices.DeleteFunc(g.Named["held"], func(unit string) bool { // and fell later in the turn
		return slices.Contains(g.Named["fell"], unit)
	})
	g.Counted(g.r, rulekit.Kinds{{"taken", 6}, {"lost", 7}, {"beaten", 5}, {"fell", 6}, {"failed", 4}, {"held", 4},
		{"damaged", 4}, {"battered", 3}, {"finished", 4}, {"trained", 3}, {"recruited", 2}, {"stormed", 1}, {"others", 1}}, nil)
}

// minor are the events that a mail has no line for: steps on the way to a result.
var minor = map[string]bool{
	"dice-off": true, "income": true, "counter-on": true, "counter-waits": true,
	"walks": true, "leads": true, "builds-with": true, "storms": true,
	"counter-short": true, "counter-engine": true, "weakened": true, "die-lifted": true, "shoots": true,
	"scatters": true,
}
