package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
	"weltentor/worlds/terra/turn"
)

// gist is what the mail says first, while it is collected.
type gist struct {
	rulekit.Digest
	*rulekit.Reader
	a       *account
	lines   map[string]told   // what follows from a battle is said behind it: by battle, field or army
	fields  map[string]string // of the battles that had a result
	settled map[int64]bool    // fields with a battle to be fought
	foreign []phrase.Phrase   // armies on own land
	income  int64             // of the treasury
}

// told is a line in a part of the mail.
type told struct {
	part *[]rulekit.Sentences
	line int
}

// digest collects what the mail says first.
func digest(r *rulekit.Reader, a *account) *rulekit.Digest {
	nation, o := a.realm.Number, a.phase
	var known realm.Position // what the nation knows, once somebody asks
	g := &gist{Reader: r, a: a, lines: map[string]told{}, settled: map[int64]bool{},
		fields: map[string]string{},
		Digest: rulekit.Digest{Realm: nation, When: phrase.P("when", roundTitle(o.Before).Args...), Refused: a.none,
			InPart: a.inPart, Written: a.written(), Letters: o.Letters(), Reply: 'N', Public: Standings(a.at),
			Check: func(text string) game.Checked {
				if known.State == nil {
					known = sight.Known(o.After, nation)
				}
				return turn.Check(known, game.Sheet{Realm: nation, Turn: o.After.State.Turn, Text: text})
			}}}
	for _, e := range a.told {
		g.tidings(e)
	}
	t := sorted(a.told)
	g.pairings(t)
	g.trespassed()
	g.lead()
	if a.at.State.Over {
		g.Needs = nil
	}
	g.stands()
	return &g.Digest
}

// put says something behind the line about the same battle, field or army, or in a line of its own.
func (g *gist) put(part *[]rulekit.Sentences, what phrase.Phrase) {
	var keys []string
	for _, name := range []string{"battle", "field", "from", "army"} {
		if a := what.Arg(name); a.Name != "" {
			keys = append(keys, fmt.Sprint(strings.Replace(name, "from", "field", 1), " ", a.N))
		}
	}
	if what.Code == "army-lost" || what.Code == "retreated" || what.Code == "driven-off" {
		keys = keys[len(keys)-1:] // whose army it is, and not where
	}
	for _, key := range keys {
		if at, is := g.lines[key]; is {
			line := &(*at.part)[at.line]
			*line = append(*line, what)
			return
		}
	}
	*part = append(*part, rulekit.Sentences{what})
	for _, key := range keys {
		g.lines[key] = told{part, len(*part) - 1}
	}
}

// The events that win or lose something, those that other parts of the mail say or that the report alone has, and those
// of which the headline speaks, with their weights.
var (
	gains = map[string]bool{"field-won": true, "spoils": true, "came-back": true}
	costs = map[string]bool{"field-lost": true, "army-lost": true, "garrison-lost": true, "garrison-beaten": true,
		"ransom": true, "ransom-short": true, "retreated": true, "driven-off": true}
	silent = map[string]bool{"moved": true, "delayed": true, "income": true, "relieved": true, "relief-none": true, "no-orders": true,
		"nothing-to-tell": true, "may-stake": true, "invaded": true, "intruded": true, "supports": true, "nation-fell.own": true,
		"plays-not": true}
	led = map[string]int{"won": 11, "won.own": 11, "end-conquest": 11, "end-rounds": 11, "end-master": 11, "no-orders": 10,
		"nation-fell.own": 9, "driven-off": 8, "nation-fell": 5, "last-round": 5}
)

// tidings puts an event where it belongs. Pairings come later.
func (g *gist) tidings(e *game.Event) {
	battle, field := e.Arg("battle"), e.Arg("field")
	if weight := led[e.Code]; weight > 0 && g.Named[e.Code] == nil {
		g.Count(e.Code, "")
		g.Lead(e.Code, weight, "lead."+e.Code, e.Args...)
	}
	switch e.Code {
	case "field-won", "field-lost":
		g.Count(e.Code, g.Place(field.N))
	case "invaded", "intruded":
		g.foreign = append(g.foreign, e.Phrase)
	case "may-stake":
		g.stake(e.Phrase)
	case "income":
		g.income = e.Arg("points").N
	}
	switch {
	case silent[e.Code], Course(e.Code), heads(e.Code), below(e.Code):
	case strings.HasPrefix(e.Code, "result"):
		part, kind := &g.Also, strings.TrimPrefix(e.Arg("verdict").S, "verdict.")
		switch kind {
		case "victory":
			part = &g.Won
		case "defeat":
			part = &g.Lost
		}
		name := fmt.Sprint("G", battle.N)
		g.Count(kind, name)
		g.fields[name] = g.Place(field.N)
		g.put(part, e.Phrase)
	case gains[e.Code]:
		g.put(&g.Won, e.Phrase)
	case costs[e.Code]:
		g.put(&g.Lost, e.Phrase)
	case e.Phase == game.EditPhase:
		g.Also = slices.Insert(g.Also, 0, rulekit.Sentences{e.Phrase})
		for key, at := range g.lines {
			if at.part == &g.Also {
				g.lines[key] = told{at.part, at.line + 1}
			}
		}
	default:
		g.put(&g.Also, e.Phrase)
	}
}

// stakeShown is how many points a line to copy stakes, if so many are possible.
const stakeShown = 600

// stake says that the nation may stake on its computed battles.
func (g *gist) stake(what phrase.Phrase) {
	on, _ := strconv.Atoi(what.Arg("first").S)
	points := min(stakeShown, what.Arg("most").N, g.a.realm.Treasury/order.StakeStep*order.StakeStep)
	g.Needs = append(g.Needs, rulekit.Need{Said: phrase.P("digest.stake", what.Args...), Section: 'T',
		Line: string(order.StakeOrder{On: on, Points: points}.Print(nil, g.a.realm.Lang))})
}

// pairings says which battles there are, and which of them the nation must report.
func (g *gist) pairings(t tidings) {
	var asked []rulekit.Need
	eachToTell(g.a.at, g.a.realm.Number, func(b *realm.Battle, against []phrase.Arg) {
		asked = append(asked, rulekit.Need{Said: phrase.P("digest.report",
			append(slices.Clip(against), phrase.Num("battle", b.Number))...)})
	})
	if len(asked) > 0 {
		last := &asked[len(asked)-1]
		last.More = append(last.More, phrase.P("digest.letters"))
	}
	g.Needs = append(asked, g.Needs...)
	for _, b := range slices.Concat(t.table, t.computed) {
		head := b[0]
		name := fmt.Sprint("G", head.Arg("battle").N)
		if g.fields[name] != "" { // the result says it
			continue
		}
		g.settled[head.Arg("field").N] = true
		kind := "table"
		if head.Code == "paired-computed" {
			kind = "computed"
		}
		g.Count(kind, name)
		said := pairingRows(g.Reader, b)
		line := rulekit.Sentences{said[0]}
		for _, what := range said[1:] {
			switch what.Code {
			case "short.strengths", "side-player", "list-missing", "short.you-choose":
				line = append(line, what)
			}
		}
		g.Also = append(g.Also, line)
	}
}

// trespassed says which foreign armies are on own land, where no battle tells more: the land is still the reader's.
func (g *gist) trespassed() {
	for _, what := range g.foreign {
		at := what.Arg("field").N
		if !g.settled[at] && g.a.at.State.Fields[at].Owner == g.a.realm.Number {
			g.Count("trespass", g.Place(at))
			g.Needs = append(g.Needs, rulekit.Need{Said: what})
		}
	}
}

// listed are the kinds of news with names, in the order of the subject, with their weights.
var listed = rulekit.Kinds{{"field-won", 6}, {"field-lost", 7}, {"victory", 5}, {"defeat", 5}, {"draw", 4}, {"table", 5},
	{"computed", 3}, {"trespass", 5}}

// lead makes the clauses of the headline and the counts of the subject. A field that changed hands needs no clause about
// the battle for it. If nothing else happened, the headline speaks of the income.
func (g *gist) lead() {
	changed := slices.Concat(g.Named["field-won"], g.Named["field-lost"])
	fell := g.Named["nation-fell.own"] != nil // which says of lost fields, too
	g.Counted(g.Reader, listed, func(kind, name string) bool {
		return slices.Contains(changed, g.fields[name]) || kind == "field-lost" && fell
	})
	if len(g.News) == 0 && g.income > 0 {
		g.Lead("income", 1, "lead.income", phrase.Num("points", g.income))
	}
}

// stands says what the nation has: the treasury with what came in, land and armies.
func (g *gist) stands() {
	var money rulekit.Sentences
	if g.income > 0 {
		money = append(money, phrase.P("digest.income", phrase.Num("points", g.income)))
	}
	fields := g.a.at.State.FieldsOf(g.a.realm.Number)
	code := "letter-land"
	if fields == 0 {
		code = "letter-no-land"
	}
	money = append(money, phrase.P(code, phrase.Num("fields", fields), phrase.Num("treasury", g.a.realm.Treasury)))
	g.Stands = append(g.Stands, money)
	var armies []string
	for i, a := range g.a.realm.Armies {
		what := phrase.P("digest.army-off", phrase.Num("army", i+1), phrase.Num("status", a.Status))
		if !a.Off() {
			what = phrase.P("digest.army", phrase.Num("army", i+1), phrase.Num("status", a.Status), phrase.At("field", a.At))
		}
		armies = append(armies, g.Words(what))
	}
	if len(armies) > 0 {
		g.Stands = append(g.Stands, rulekit.Sentences{phrase.P("digest.armies", phrase.Str("list", strings.Join(armies, ", ")))})
	}
}
