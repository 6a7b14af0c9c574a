package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/rulekit"
)

// gist is what the mail says first, while it is collected.
type gist struct {
	rulekit.Digest
	*rulekit.Reader
	a         *account
	relations int      // that changed
	fell      []string // leaders
}

// digest collects what the mail says first.
func digest(r *rulekit.Reader, a *account) *rulekit.Digest {
	y, realm := a.year, a.realm.Number
	g := &gist{Reader: r, a: a, Digest: rulekit.Digest{Realm: realm,
		When:    phrase.P("when", phrase.Num("turn", y.Before.State.Turn), phrase.Num("years", a.at.Tables.Rules.Years)),
		Refused: a.undone, Written: a.written(), Public: Standings(y.After), Letters: y.Letters(),
		Reply: 'N',
		Check: func(text string) game.Checked { return y.Check(realm, text) }}}
	g.undefended()
	told := a.told
	for i := 0; i < len(told); i++ {
		switch what := a.said(told[i]); {
		case what.Code == "combat" || what.Code == "sea-combat":
			i = g.fought(told, i, what)
		default:
			g.happened(what)
		}
	}
	g.leads()
	g.raised(told)
	g.Stands = []rulekit.Sentences{{phrase.P("digest.money", append(moneyRow(a).Args, phrase.Num("earned", a.earned()))...)}}
	return &g.Digest
}

// undefended says which own colonies natives can burn down, and the line that gives the first one a garrison. The
// receipt knows them.
func (g *gist) undefended() {
	for _, p := range g.Check("").Problems {
		if p.What.Code == "undefended" {
			g.Needs = append(g.Needs, rulekit.Need{
				Said: phrase.P("need.undefended", g.List(strings.Split(p.What.Arg("areas").S, ", "))...),
				More: []phrase.Phrase{phrase.P("need.garrison")},
				Line: p.What.Arg("example").S + " INF 1", Section: 'R'})
		}
	}
}

// fought says a combat in one line, with what it cost and what came of it. It returns the index of its last event.
func (g *gist) fought(told []*game.Event, head int, what phrase.Phrase) (last int) {
	b := newBout(g.a.realm.Number, told[head:])
	line := rulekit.Sentences{what, ended(g.Book, g.a, told[head:])}
	for last = head; last+1 < len(told); last++ {
		code := told[last+1].Code
		if !fight.Protocol(code) && !aftermath[code] {
			break
		}
		if aftermath[code] {
			line = append(line, g.a.said(told[last+1]))
		}
	}
	part, kind := &g.Also, "fights-seen"
	switch {
	case b.winner == b.mine:
		part, kind = &g.Won, "fights-won"
	case b.mine != fight.Nobody:
		part, kind = &g.Lost, "fights-lost"
	}
	*part = append(*part, line)
	g.Count(kind, rulekit.Digits(what.Arg("area").N))
	for _, name := range b.own.lost.leaders {
		if name != "" {
			g.fell = append(g.fell, name)
		}
	}
	return last
}

// kinds are events that are counted as news of a kind.
var kinds = map[string]string{"founded.own": "founded", "seized.own": "seized", "seized.lost": "lost", "burnt.own": "lost",
	"seized":    "seen-taken",
	"built.own": "built", "raided": "raided",
	"location-burnt.own": "razed", "haven-destroyed.own": "haven"}

// unsaid are events that the mail has no line for: the headline or the money says them, or they do not matter there.
var unsaid = map[string]bool{"income": true, "turn-missed": true, "built": true, "location-left": true, "withdrew": true,
	"withdrew-aboard": true, "natives-fled": true, "fled-to-sea": true}

// happened puts an event where it belongs.
func (g *gist) happened(what phrase.Phrase) {
	line, m := rulekit.Sentences{what}, meanings.Of(what.Code)
	if kind := kinds[what.Code]; kind != "" {
		g.Count(kind, rulekit.Digits(what.Arg("area").N))
	}
	if strings.HasPrefix(what.Code, "hand.") && !slices.ContainsFunc(g.News, func(n rulekit.News) bool { return n.Kind == "hand" }) {
		g.Lead("hand", 3, "lead.hand")
	}
	switch what.Code {
	case "turn-missed":
		g.Lead("missed", 9, "lead.missed")
	case "winner.own":
		g.Lead("winner", 10, "lead.won")
	case "winner":
		g.Lead("winner", 10, "lead.winner", what.Arg("name"))
	case "relation.own":
		g.relations++
		g.Lead("", 6, "lead.relation", phrase.Str("name", what.Arg("name2").S), what.Arg("stance"))
	case "relation.own2":
		g.relations++
		g.Lead("", 6, "lead.relation", what.Arg("name"), what.Arg("stance"))
	}
	switch {
	case unsaid[what.Code], fight.Protocol(what.Code), ordered[what.Code] && m.Weight < 3:
	case m.Tone == game.Warn:
		g.Needs = append(g.Needs, rulekit.Need{Said: what})
	case m.Tone == game.Gain:
		g.Won = append(g.Won, line)
	case m.Tone == game.Loss:
		g.Lost = append(g.Lost, line)
	default:
		g.Also = append(g.Also, line)
	}
}

// settles has the kinds of news that say more of an area than a combat there.
var settles = map[string]string{"fights-won": "seized", "fights-lost": "lost", "fights-seen": "seen-taken"}

// leads counts the news by kind, in the order of the subject.
func (g *gist) leads() {
	g.Counted(g.Reader, rulekit.Kinds{{"seized", 7}, {"lost", 8}, {"founded", 5}, {"fights-won", 4}, {"fights-lost", 5},
		{"raided", 5}, {"razed", 4}, {"haven", 4}, {"built", 3}, {"seen-taken", 1}, {"fights-seen", 1}},
		func(kind, area string) bool { return slices.Contains(g.Named[settles[kind]], area) })
	if g.relations > 0 {
		g.News = append(g.News, rulekit.News{Kind: "relation", N: g.relations, Weight: 6})
	}
	if len(g.fell) > 0 {
		g.Lead("", 7, "lead.fell", g.List(g.fell)...)
	}
}

// raised says in the headline of a quiet year what was raised and built.
func (g *gist) raised(told []*game.Event) {
	for _, code := range [...]string{"raised", "launched"} {
		var sum int64
		for _, e := range told {
			if e.Code == code {
				sum += e.Arg("count").N
			}
		}
		if sum > 0 {
			g.Lead("", 1, "lead."+code, phrase.Num("n", sum))
		}
	}
}
