package terra

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// nearby is how near each other two nations may do something of which neither learns:
// a scout sees two fields far.
const nearby = 3

// apart: nations far from each other, which march and fight all the same, and mostly play
// at no table. Whoever plays draws opponents from the same lots.
var apart = &conformance.Apart{
	Founding: &game.Founding{Seed: game.Seed{6}, Width: 24, Height: 24,
		Tables: []byte("[rules]\ncapital_distance = 9\n")},
	Met: func(before game.World, out game.Outcome, one, other int) bool {
		o, s := out.(*outcome), out.(*outcome).After.at.State
		if s.Realms[one-1].Plays && s.Realms[other-1].Plays {
			return true
		}
		if slices.ContainsFunc(s.Battles,
			func(b realm.Battle) bool {
				return b.Round == before.(*World).at.State.Round && b.Of(one) && b.Of(other)
			}) {
			return true
		}
		a, b := o.whereabouts(one), o.whereabouts(other)
		for _, p := range a {
			if slices.ContainsFunc(b, func(q game.Place) bool { return s.Grid().Distance(p, q) <= nearby }) {
				return true
			}
		}
		return false
	},
	Public: func(text string, of game.Realm) string {
		name := regexp.QuoteMeta(of.Name)
		text = rankings.ReplaceAllString(text, "")
		text = regexp.MustCompile(fmt.Sprintf(`(?m)^ *%d %s[:,].*\n`, of.Number, name)).ReplaceAllString(text, "")
		return regexp.MustCompile(fmt.Sprintf(`\{"Name":"%s",("King":true,)?"Treasury":\d+(,"Income":\d+)?`+
			`(,"Fields":\d+)?(,"Record":\{[^}]*\})?`, name)).ReplaceAllString(text, "")
	},
	Sheet: func(w game.World, nation int, d *game.Dice) string {
		if w.(*World).at.State.Phase == realm.InResults {
			return sensible(w.(*World), nation, d)
		}
		var b strings.Builder
		b.WriteString("$A\n")
		for i := range w.(*World).at.State.Realms[nation-1].Armies {
			steps := ""
			for range d.N(3) {
				steps += fmt.Sprint(d.Between(1, 6))
			}
			fmt.Fprintf(&b, "%d Vorruecken %s Entsatz %d\n", i+1, steps, d.Between(0, 900))
		}
		fmt.Fprintf(&b, "$S\nSpielt %s\n", []string{"ja", "nein", "nein", "nein"}[d.N(4)])
		return b.String()
	},
}

// rankings are the lines of a report that name all nations, in the order of what everybody may know.
var rankings = regexp.MustCompile(`(?m)^(Rang nach|Ranking by|Nach Feldern|.* leads by) .*\n(  .*\n)*`)

// whereabouts are the fields a realm has, and those its armies were in or waited for.
func (o *outcome) whereabouts(nation int) (out []game.Place) {
	for _, s := range []*realm.State{o.Before.at.State, o.After.at.State} {
		for at := range s.Fields {
			if s.Fields[at].Owner == nation {
				out = append(out, game.Place(at))
			}
		}
		for _, a := range s.Realms[nation-1].Armies {
			if !a.Off() {
				out = append(out, a.At)
			}
		}
	}
	for _, p := range o.turn.Plans {
		if p.Unit.Realm == nation {
			out = append(out, p.Passed...)
			if p.Why != "" {
				out = append(out, p.Before)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
