package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// gist is what the mail says first, while it is collected.
type gist struct {
	frame.Digest
	*page
	lists map[string][]string // by kind of news: units, or fields
}

// digest collects what the mail says first: what the turn meant for the reader, and in few words what others did.
func (o Told) digest(p *page) *frame.Digest {
	whose := p.realm
	g := &gist{page: p, lists: map[string][]string{}, Digest: frame.Digest{Realm: whose, When: o.when(whose),
		Refused: o.Refused(whose), Written: o.Written(whose), Public: Standings(o.After), Letters: o.Letters(),
		Name: func(n int) string { return p.s.Realm(n).Name }, Reply: 'N',
		Check: func(text string) game.Checked { return o.Check(whose, text) }}}
	for _, e := range o.events(whose) {
		g.happened(e)
	}
	g.hits(o.Before.State.Realm(whose).Damage(), o.Turn.Me.Number, o.struck())
	g.leads()
	g.Stands = append(g.Stands, frame.Sentences{phrase.P("summary.treasure", num("treasure", p.r.Treasure),
		num("hits", p.r.Damage()))})
	if next := p.next(); next.Code == "report.your-turn" {
		g.Needs = append(g.Needs, frame.Need{Said: next})
	} else {
		g.Stands = append(g.Stands, frame.Sentences{next})
	}
	if !p.s.Over {
		g.Stands = append(g.Stands, frame.Sentences{goal(p.at)})
	}
	return &g.Digest
}

// when names the turn and its player.
func (o Told) when(whose int) phrase.Phrase {
	code := "when"
	if o.Turn.Me.Number == whose {
		code = "when.own"
	}
	return phrase.P(code, o.title().Args...)
}

// struck is how many hits others have taken in the turn.
func (o Told) struck() (hits int64) {
	for i := range o.After.State.Realms {
		if r := &o.After.State.Realms[i]; r.Number != o.Turn.Me.Number {
			hits += r.Damage() - o.Before.State.Realm(r.Number).Damage()
		}
	}
	return hits
}

// hits counts the hits on the reader's castle and walls, or in the reader's own turn those on others'.
func (g *gist) hits(before int64, me int, struck int64) {
	switch n := g.r.Damage() - before; {
	case n > 0:
		g.News = append(g.News, frame.News{Kind: "hits", N: int(n), Weight: 8, Lead: phrase.P("lead.hits", num("n", n))})
	case me == g.realm && struck > 0:
		g.News = append(g.News, frame.News{Kind: "strikes", N: int(struck), Weight: 7,
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
		if len(g.lists["hand"]) == 0 {
			g.lists["hand"] = []string{""}
			g.News = append(g.News, frame.News{Weight: 3, Lead: phrase.P("lead.hand")})
		}
		g.Also = append(g.Also, frame.Sentences{what})
		return
	}
	if weight, is := ends[what.Code]; is {
		g.News = append(g.News, frame.News{Weight: weight, Lead: phrase.P("lead."+what.Code, what.Args...)})
	}
	if k, is := kinds[what.Code]; is {
		name := what.Arg(k[1]).S
		if k[1] != "unit" {
			name = strings.TrimSpace(string(g.Book.Append(nil, phrase.P("digest.place", placed(what.Arg(k[1]))), g.Places)))
		}
		g.lists[k[0]] = append(g.lists[k[0]], name)
	}
	m := g.Meaning(what.Code)
	switch {
	case strings.HasPrefix(what.Code, "blow-"), what.Code == "counter-fell", what.Code == "counter-held":
		g.fought(what)
	case minor[what.Code], what.Code == "income.own", what.Code == "turn-missed.own", strings.HasPrefix(what.Code, "damage"):
	case strings.HasSuffix(what.Code, "hit") && what.Arg("who-of").Kind == phrase.Term:
		g.Won = append(g.Won, frame.Sentences{what})
	case m.Tone == game.Warn:
		g.Needs = append(g.Needs, frame.Need{Said: what})
	case m.Tone == game.Gain && m.Weight > 2:
		g.Won = append(g.Won, frame.Sentences{what})
	case m.Tone == game.Loss:
		g.Lost = append(g.Lost, frame.Sentences{what})
	case m.Weight > 2, m.Tone == game.Gain, strings.HasSuffix(what.Code, "hit"):
		g.Also = append(g.Also, frame.Sentences{what})
	}
}

// placed is the argument of a field, under one name.
func placed(a phrase.Arg) phrase.Arg {
	a.Name = "place"
	return a
}

// fought says a fight in one line, without its dice, where it belongs.
func (g *gist) fought(what phrase.Phrase) {
	mine := func(side string) bool { return what.Arg(side).Kind == phrase.Term }
	code, part := "digest."+what.Code, &g.Also
	fell := strings.HasSuffix(what.Code, "-fell")
	switch {
	case mine("who-of") && fell:
		part, code = &g.Won, code+"-own"
		g.lists["beaten"] = append(g.lists["beaten"], what.Arg("whom").S)
	case mine("who-of"):
		code += "-own"
	case mine("whom-of") && fell:
		part, code = &g.Lost, code+"-lost"
		g.lists["fell"] = append(g.lists["fell"], what.Arg("whom").S)
	case mine("whom-of"):
		part, code = &g.Won, code+"-lost"
	case what.Code == "counter-held":
		return
	}
	*part = append(*part, frame.Sentences{phrase.P(code, what.Args...)})
}

// leads counts the news by kind, in the order of the subject.
func (g *gist) leads() {
	for _, k := range [...]struct {
		kind   string
		weight int
	}{{"taken", 6}, {"lost", 7}, {"beaten", 5}, {"fell", 6}, {"finished", 4}, {"trained", 3}, {"recruited", 2}} {
		if list := g.lists[k.kind]; len(list) > 0 {
			g.News = append(g.News, frame.News{Kind: k.kind, N: len(list), Weight: k.weight,
				Lead: phrase.P("lead."+k.kind, g.List(list)...)})
		}
	}
}
