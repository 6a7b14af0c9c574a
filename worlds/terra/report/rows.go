package report

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// greeting is what report 0 says first.
func greeting(a *account) []phrase.Phrase {
	code, n := "welcome", &a.at.Tables.Rules
	if a.realm.King {
		code = "welcome-king"
	}
	out := []phrase.Phrase{
		phrase.P(code, phrase.Str("name", a.realm.Name), phrase.Num("realm", a.realm.Number), phrase.Num("rounds", n.Rounds),
			phrase.Num("treasury", a.realm.Treasury)),
		phrase.P("welcome-table", phrase.Num("table", n.Table), phrase.Num("size", n.ArmySize))}
	if !a.realm.King && n.Table > 0 {
		out = append(out, phrase.P("welcome-lists", phrase.Num("armies", len(a.realm.Armies))))
	}
	return out
}

// Course reports whether a sentence is about the course of a battle: what is set up for the table, or how a result was
// computed. Only the report has it.
func Course(code string) bool {
	return slices.Contains([]string{"side-strengths", "side-supported", "battlefield", "bonus", "limit-characters",
		"limit-mounted", "list-enclosed", "drawn", "gives-up"}, code)
}

// heads reports whether a sentence is the first one about a pairing.
func heads(code string) bool { return strings.HasPrefix(code, "paired-") }

// below reports whether a sentence is about a pairing, and so set in further, below its first one.
func below(code string) bool {
	return slices.ContainsFunc([]string{"side-", "battlefield", "bonus", "limit-", "list-enclosed", "list-missing"},
		func(part string) bool { return strings.HasPrefix(code, part) })
}

// pending is a battle at the table whose result the reader must report. It says against whom, and shows the line for
// it.
type pending struct{ against, line phrase.Phrase }

// toReport lists the battles to report in the phase of results that has begun. head explains the letters in their
// lines.
func toReport(a *account) (head phrase.Phrase, list []pending) {
	eachToTell(a.at, a.realm.Number, func(b *realm.Battle, against []phrase.Arg) {
		number := phrase.Num("battle", b.Number)
		list = append(list, pending{phrase.P("report-against", against...), phrase.P("report-type", number)})
	})
	return phrase.P("report-tell", phrase.Num("n", len(list))), list
}

// ownArmyRows are about the own armies: where they are, what they have, how they have fought.
func ownArmyRows(a *account) (out []phrase.Phrase) {
	l := a.at.State.Links(a.realm.Number)
	for i, army := range a.realm.Armies {
		args := []phrase.Arg{phrase.Num("army", i+1), phrase.Num("status", army.Status),
			phrase.Num("size", a.at.Tables.Rules.ArmySize),
			phrase.Num("won", army.Record.Won), phrase.Num("drawn", army.Record.Drawn), phrase.Num("lost", army.Record.Lost)}
		row := phrase.P("own-army-off", args...)
		if !army.Off() {
			row = phrase.P("own-army", append(args, phrase.At("field", army.At), realm.TerrainArg(a.at, army.At),
				phrase.Key("link", link(a, l, army.At)),
				phrase.Key("command", "command."+a.at.Tables.Command[army.Command].Code))...)
		}
		out = append(out, row)
	}
	return out
}

// link says where an army's relief would come from.
func link(a *account, l *realm.Links, at game.Place) string {
	switch {
	case a.at.State.Fields[at].Owner != a.realm.Number:
		return "link.foreign"
	case l.Linked(at):
		return "link.city"
	case l.Group[at] == 0:
		return "link.contested"
	}
	return "link.none"
}

// ownField is the sentence about an own field.
func ownField(a *account, l *realm.Links, at game.Place) phrase.Phrase {
	f := &a.at.State.Fields[at]
	row := &a.at.Tables.Terrain[f.Terrain]
	return phrase.P("own-field", realm.TerrainArg(a.at, at), phrase.Num("garrison", f.Garrison),
		phrase.Num("most", row.Garrison), phrase.Num("income", row.Income), phrase.Key("state", stateOf(a, l, at)))
}

// stateOf says what hinders a field, if anything does.
func stateOf(a *account, l *realm.Links, at game.Place) string {
	f := &a.at.State.Fields[at]
	switch {
	case l.Group[at] == 0:
		return "field.contested"
	case !l.Linked(at) && f.Garrison < a.at.Tables.Terrain[f.Terrain].Garrison:
		return "field.cut-filling"
	case !l.Linked(at):
		return "field.cut"
	case f.Garrison < a.at.Tables.Terrain[f.Terrain].Garrison:
		return "field.filling"
	}
	return "field.quiet"
}

// seenArmy is the sentence about a foreign army in sight.
func seenArmy(of *account, u realm.Unit, at game.Place) phrase.Phrase {
	a := of.at.State.Unit(u)
	return phrase.P("seen-army", phrase.Num("army", u.Army), phrase.Num("realm", u.Realm),
		phrase.Str("name", of.at.State.Realms[u.Realm-1].Name),
		phrase.At("field", at), realm.TerrainArg(of.at, at), phrase.Num("status", a.Status), phrase.Num("won", a.Record.Won),
		phrase.Num("drawn", a.Record.Drawn), phrase.Num("lost", a.Record.Lost))
}

// seenField is the sentence about a field in sight that is not the reader's.
func seenField(a *account, at game.Place) phrase.Phrase {
	f := &a.at.State.Fields[at]
	if f.Owner == 0 {
		return phrase.P("seen-wild", realm.TerrainArg(a.at, at), phrase.Num("garrison", f.Garrison))
	}
	return phrase.P("seen-field", realm.TerrainArg(a.at, at), phrase.Num("garrison", f.Garrison),
		phrase.Num("realm", f.Owner), phrase.Str("name", a.at.State.Realms[f.Owner-1].Name))
}

// nationRow is the sentence about a nation. own is its code for the reader's.
func nationRow(a *account, r *realm.Realm, own string) phrase.Phrase {
	code := "nation"
	switch {
	case r.King:
		code = "nation-king"
	case r.Number == a.realm.Number:
		code = own
	}
	return phrase.P(code, phrase.Num("realm", r.Number), phrase.Str("name", r.Name),
		phrase.Num("treasury", r.Treasury), phrase.Num("income", r.Income),
		phrase.Num("greatest", greatest(a.at, r.Number)), phrase.Num("fields", a.at.State.FieldsOf(r.Number)),
		phrase.Num("won", r.Record.Won), phrase.Num("drawn", r.Record.Drawn), phrase.Num("lost", r.Record.Lost))
}

// standingRow sums up what the nation has; false: it has no land.
func standingRow(a *account) (row phrase.Phrase, landed bool) {
	s := a.at.State
	fields := s.FieldsOf(a.realm.Number)
	cities, garrisons, armies := 0, int64(0), int64(0)
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Owner == a.realm.Number {
			garrisons += f.Garrison
			if f.Terrain == tables.City {
				cities++
			}
		}
	}
	for i := range a.realm.Armies {
		armies += a.realm.Armies[i].Status
	}
	return phrase.P("standing-own", phrase.Num("fields", fields), phrase.Num("cities", cities),
		phrase.Num("garrisons", garrisons),
		phrase.Num("armies", armies), phrase.Num("treasury", a.realm.Treasury)), fields > 0
}

// greatest is the income of all fields of a realm, as if all garrisons were full.
func greatest(p realm.Position, realm int) int64 {
	var n int64
	for i := range p.State.Fields {
		if f := &p.State.Fields[i]; f.Owner == realm {
			n += p.Tables.Terrain[f.Terrain].Income
		}
	}
	return n
}

// spotted are the foreign armies in sight, by nation and number, and the sentences about fields of others in sight.
type spotted struct {
	armies map[realm.Unit]phrase.Phrase
	order  []realm.Unit
	fields map[game.Place]phrase.Phrase
}

// spot looks around.
func spot(a *account) spotted {
	s := spotted{armies: map[realm.Unit]phrase.Phrase{}, fields: map[game.Place]phrase.Phrase{}}
	for _, at := range a.ordered() {
		if !a.seen[at] {
			continue
		}
		for _, u := range a.at.State.Foreign(a.realm.Number, at) {
			s.armies[u], s.order = seenArmy(a, u, at), append(s.order, u)
		}
		if a.at.State.Fields[at].Owner != a.realm.Number {
			s.fields[at] = seenField(a, at)
		}
	}
	return s
}

// gathered are sentences, each with the places to which it applies.
type gathered struct {
	*rulekit.Text
	said []gathering
}

type gathering struct {
	rank   int
	text   string
	places []byte
}

// add adds a sentence about a place. Sentences of a lower rank come first.
func (g *gathered) add(rank int, at game.Place, what phrase.Phrase) {
	text := g.Words(what)
	for i := range g.said {
		if g.said[i].text == text {
			g.said[i].places = g.Places.AppendPlace(append(g.said[i].places, ", "...), int64(at))
			return
		}
	}
	g.said = append(g.said, gathering{rank, text, g.Places.AppendPlace(nil, int64(at))})
}

// foreign adds a sentence about a field that is not the reader's, by owner and terrain.
func (g *gathered) foreign(a *account, at game.Place, what phrase.Phrase) {
	f := &a.at.State.Fields[at]
	g.add(f.Owner*int(tables.Terrains)+int(f.Terrain), at, what)
}

func (g *gathered) write() {
	slices.SortStableFunc(g.said, func(a, b gathering) int { return cmp.Compare(a.rank, b.rank) })
	for i := range g.said {
		g.Wrap("  ", g.said[i].text+": "+string(g.said[i].places))
	}
}

// tidings are what a nation is told, by where a short report has it.
type tidings struct {
	table, computed [][]phrase.Phrase // battles to be fought: the sentences about each
	stakes          []phrase.Phrase
	results         []phrase.Phrase
	steps           []phrase.Phrase // of own armies
	others          []phrase.Phrase
	money           []phrase.Phrase
}

// The events about the treasury and relief, and those about an army's way.
var (
	paying = map[string]bool{"income": true, "income-contested": true, "income-cut": true, "relieved": true,
		"relief-foreign": true, "relief-none": true, "foraged": true, "forage-cut": true, "spoils": true, "ransom": true,
		"ransom-short": true, "staked": true, "stake-kept": true}
	wayside = map[string]bool{"moved": true, "delayed": true, "met": true, "caught": true, "stopped": true, "lapsed": true,
		"stands-by": true, "supports": true}
)

// sorted puts what is told where it belongs. How a result was computed is in the full report alone.
func sorted(told []*game.Event) (t tidings) {
	var battle *[][]phrase.Phrase
	for _, e := range told {
		switch {
		case heads(e.Code):
			if battle = &t.table; e.Code == "paired-computed" {
				battle = &t.computed
			}
			*battle = append(*battle, []phrase.Phrase{e.Phrase})
		case battle != nil && below(e.Code):
			last := &(*battle)[len(*battle)-1]
			*last = append(*last, e.Phrase)
		case e.Code == "may-stake":
			t.stakes = append(t.stakes, e.Phrase)
		case strings.HasPrefix(e.Code, "result"):
			t.results = append(t.results, e.Phrase)
		case Course(e.Code), e.Code == "nothing-to-tell" && slices.ContainsFunc(told,
			func(e *game.Event) bool { return e.Code == "plays-not" }): // which says it, too
		case paying[e.Code]:
			t.money = append(t.money, e.Phrase)
		case wayside[e.Code]:
			t.steps = append(t.steps, e.Phrase)
		default:
			t.others = append(t.others, e.Phrase)
		}
	}
	return t
}

// sides are the sides of a battle in sentences.
var sides = []string{"side.attacker", "side.first", "side.defender", "side.second"}

// pairingRows say who fights whom, and what else there is to know of it.
func pairingRows(r *rulekit.Reader, told []phrase.Phrase) []phrase.Phrase {
	head := told[0]
	args := append(slices.Clone(head.Args), phrase.Str("first", ""), phrase.Str("second", ""))
	var rest []phrase.Phrase
	var chosen []string
	own, favoured := "", phrase.Arg{}
	for _, what := range told[1:] {
		side := what.Arg("side").S
		code, _, _ := strings.Cut(what.Code, ".")
		switch code {
		case "side-army", "side-garrison", "side-garrison-led", "side-wild", "side-wild-led", "side-mercenaries", "side-mercenaries-led":
			if strings.HasSuffix(what.Code, ".own") || strings.HasSuffix(what.Code, ".you") {
				own = side
			}
			at := max(slices.Index(sides, side), 0) / 2
			args[len(args)-2+at].S = r.Words(phrase.P("short."+what.Code, what.Args...))
		case "side-strengths":
			rest = append(rest, phrase.P("short.strengths", what.Args...))
		case "bonus":
			favoured = what.Arg("side")
			chosen = append(chosen, r.Book.T("short."+what.Arg("bonus").S))
		default:
			rest = append(rest, what)
		}
	}
	if len(chosen) > 0 {
		code := "short.chooses"
		if favoured.S == own {
			code = "short.you-choose"
		}
		rest = append(rest, phrase.P(code, phrase.Key("side", "short."+favoured.S), phrase.Str("list", both(r.Book, chosen))))
	}
	return append([]phrase.Phrase{phrase.P("short."+head.Code, args...)}, rest...)
}

// both joins words as in "zone and deployment".
func both(book *phrase.Book, words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + book.T("short.and") + words[last]
}
