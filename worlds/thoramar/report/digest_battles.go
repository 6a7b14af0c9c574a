package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// fought says each of the reader's fights in a line: all of a turn for a field against the same realm are one.
func (g *gist) fought() {
	done := make([]bool, len(g.a.battles))
	for i := range g.a.battles {
		if !g.a.battles[i].own || done[i] {
			continue
		}
		var same []int
		foe := g.a.battles[i].foe
		for k := i; k < len(g.a.battles); k++ {
			if b := &g.a.battles[k]; b.own && b.field == g.a.battles[i].field && g.a.battles[k].foe == foe {
				same, done[k] = append(same, k), true
			}
		}
		line := g.tally(same)
		g.course = courseRows(g.a, g.course[:0], same)
		for _, what := range g.course {
			if what.Code != "short.also" {
				line = append(line, what)
			}
		}
		part := &g.Also
		switch at := g.Place(g.a.battles[i].field); g.a.result(same[len(same)-1]) {
		case 1:
			part = &g.Won
			g.note("fights-won", at)
		case -1:
			part = &g.Lost
			g.note("fights-lost", at)
		default:
			g.note("fights-even", at)
		}
		*part = append(*part, line)
		g.fights[g.a.battles[i].field], g.lines[g.a.battles[i].field] = part, len(*part)-1
	}
}

// tally says what some fights of the reader with the same realm cost both, and which of the reader's armies fell.
func (g *gist) tally(battles []int) rulekit.Sentences {
	mine, theirs := g.a.rolls[0][:0], g.a.rolls[1][:0] // in the room of other fights
	var lost, fell int64                               // in these fights alone: an army may lose men elsewhere between two of them
	for _, i := range battles {
		side := g.a.battles[i].side
		course := g.a.course(i)
		for k := range course {
			e := &course[k]
			if e.Code != "battle-attacker" && e.Code != "battle-defender" {
				continue
			}
			switch next := (tally{e.Arg("army").S, i, i, e.Arg("men").N, e.Arg("left").N}); {
			case own(e.Phrase):
				mine, lost = count(mine, next), lost+next.before-next.left
			case sideOf(e.Code) != side:
				theirs, fell = count(theirs, next), fell+next.before-next.left
			}
		}
	}
	g.a.rolls = [2][]tally{mine, theirs}
	sum := func(list []tally) (before int64) {
		for _, f := range list {
			before += f.before
		}
		return before
	}
	had, came := sum(mine), sum(theirs)
	slices.SortFunc(mine, func(a, b tally) int { return g.a.byRank(a.name, b.name) })
	names := make([]string, 0, len(mine))
	var gone []string
	for _, f := range mine {
		if names = append(names, f.name); f.left == 0 && !g.a.mentioned(battles, f.name) {
			gone = append(gone, f.name)
		}
	}
	weeks := make([]int, 0, len(battles))
	for _, i := range battles {
		if week := g.a.told[g.a.battles[i].at].Week; !slices.Contains(weeks, week) {
			weeks = append(weeks, week)
		}
	}
	where := g.Place(g.a.battles[battles[0]].field)
	if len(weeks) > 1 {
		where += " (" + Spans("W", weeks) + ")"
	}
	line := append(make(rulekit.Sentences, 0, 4), phrase.P("digest.fight", append(g.List(names),
		phrase.Str("where", where), phrase.Str("foe", g.foe(g.a.battles[battles[0]].foe)),
		phrase.Num("had", had), phrase.Num("lost", lost), phrase.Num("came", came), phrase.Num("fell", fell))...))
	if len(gone) > 0 {
		line = append(line, phrase.P("digest.gone", phrase.Str("armies", strings.Join(gone, ", "))))
	}
	return line
}

// foe is against whom a fight was.
func (g *gist) foe(foe int) string {
	switch foe {
	case wildFoe:
		return g.Book.T("digest.foe-wild")
	case unknownFoe:
		return g.Book.T("digest.foe-unknown")
	}
	return g.Book.Say(phrase.P("digest.foe", phrase.Num("realm", foe), phrase.Str("name", g.a.nameOf(foe))))
}
