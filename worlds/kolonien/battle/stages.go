package battle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Stages are the combats that the realm may have in mind, as far as it knows. One kind is between each of its leaders
// and anybody in his area or in a neighbouring one. The other is between others' leaders and what it has in their area
// or in a neighbouring one. Stances are ignored, except alliances. Combats of the report follow, and
// the last stage is an example.
func Stages(known realm.Position, number int, facts *game.Facts, lang phrase.Lang) []game.Stage {
	if known.State.Realm(number) == nil || known.State.Over {
		return nil
	}
	s := &staging{Position: known, reader: number, lang: lang}
	for i := range s.State.Realms {
		for k := range s.State.Realms[i].Leaders {
			l := &s.State.Realms[i].Leaders[k]
			for _, area := range append([]int{l.At}, s.State.Areas[l.At-1].Beside...) {
				if s.State.Areas[area-1].Ground != realm.Land || l.Aboard > 0 && area != l.At {
					continue
				}
				if i+1 == number {
					for _, f := range fight.Foes(s.Position, number, area) {
						s.stage("battle-stage.attack", number, l, area, &f)
					}
				} else if s.State.Relation(i+1, number) != realm.Allied && fight.Stands(s.Position, number, area) {
					s.stage("battle-stage.defence", i+1, l, area, &fight.Foe{Realm: number})
				}
			}
		}
	}
	s.out = append(s.out, reported(known, facts, lang)...)
	return append(s.out, frame.SampleStage(known.Rules.Words(lang)))
}

// Staged is the attack of a leader on a foe as a text. It marks neither side as the reader's, and it is "" if one of
// them has no troops.
func Staged(at realm.Position, lang phrase.Lang, whose int, l *realm.Leader, area int, f fight.Foe) string {
	s := &staging{Position: at, lang: lang}
	if s.stage("battle-stage.attack", whose, l, area, &f); len(s.out) == 0 {
		return ""
	}
	return s.out[0].Text
}

// staging writes combats of a state.
type staging struct {
	realm.Position
	reader int
	lang   phrase.Lang
	lines  []string
	out    []game.Stage
}

// stage writes a combat, with the sides that the year would make.
func (s *staging) stage(code string, whose int, l *realm.Leader, area int, f *fight.Foe) {
	us, them := fight.ArmyOf(s.Position, whose, l, area), fight.Against(s.Position, whose, area, f)
	if us.Side.Units() == 0 || them.Side.Units() == 0 {
		return
	}
	fight.Prepare(s.Position, area, &us, &them)
	words := s.Rules.Words(s.lang)
	args := append(fight.Names(s.Position, &them, "them"), phrase.Str("who", l.Name), phrase.Num("realm", whose),
		phrase.Num("area", area))
	title := words.Say(phrase.P(code, args...))
	s.lines = nil
	s.line("; " + title)
	s.line(headWords[1].In(s.lang), strconv.Itoa(s.Tables.Rules.Period(s.State.Turn)))
	for side, p := range [2]*fight.Party{&us, &them} {
		s.line("$" + sideWords[side].In(s.lang))
		if p.Realm > 0 && p.Realm != s.reader {
			s.line("; " + words.T("battle-stage.assumed"))
		}
		s.side(area, p, [2]*fight.Party{&them, &us}[side])
	}
	s.out = append(s.out, game.Stage{Title: title, Text: strings.Join(s.lines, "\n") + "\n"})
}

func (s *staging) line(words ...string) { s.lines = append(s.lines, strings.Join(words, " ")) }

// side writes a side's people, what the area gives it, its standing orders and its troops.
func (s *staging) side(area int, p, other *fight.Party) {
	side := &p.Side
	switch side.Nature {
	case fight.Native:
		at := 0
		if side.Location > 0 {
			at = s.State.Areas[area-1].Natives.Location
		}
		s.line(nativesWord.In(s.lang), locationWords[at].In(s.lang))
	case fight.Lair:
		s.line(piratesWord.In(s.lang), crewWords[0].In(s.lang))
	case fight.Raider:
		s.line(piratesWord.In(s.lang), crewWords[1].In(s.lang))
	default:
		s.colony(area, p)
	}
	if ships := fight.Supporting(s.Position, area, p, other); ships.Count() > 0 {
		s.line(shipsWord.In(s.lang), written(ships[:], tables.ClassCodes[:]))
	}
	s.refuge(p)
	if side.Nature == fight.European {
		s.standing(side)
	}
	for i := range side.Forces {
		if i > 0 {
			s.line(allyWord.In(s.lang))
		}
		s.force(side, &side.Forces[i])
	}
}

// refuge says that a side has no refuge. If it has one for some of its troops, or only while some of its realms are
// left, that counts as a refuge.
func (s *staging) refuge(p *fight.Party) {
	all := p.Side.Refuge(p.Realms)
	always, ever := all >= p.Side.Units(), all > 0
	for _, r := range p.Realms {
		alone := p.Side.Refuge([]int{r})
		always, ever = always && alone > 0, ever || alone > 0
	}
	switch {
	case !ever:
		s.line(refugeWord.In(s.lang), frame.No.In(s.lang))
	case !always:
		s.line("; " + s.Rules.Words(s.lang).T("battle-stage.refuge"))
	}
}

// colony writes what a side has in the colony if it owns it.
func (s *staging) colony(area int, p *fight.Party) {
	c := s.State.Areas[area-1].Colony
	if c == nil || c.Owner != p.Realm {
		return
	}
	if c.Fort > 0 {
		s.line(order.WorkWords[int(order.Palisade)+c.Fort-1].In(s.lang))
	}
	if c.Port {
		s.line(order.WorkWords[order.Port].In(s.lang))
	}
}

// standing writes the orders that apply to a whole side, if they differ from the default.
func (s *staging) standing(side *fight.Side) {
	usual := realm.NewStanding()
	for topic, told := range []bool{order.TopicCharge: side.Charge, order.TopicSiege: side.Siege} {
		if told {
			s.line(order.TopicWords[topic].In(s.lang), frame.Yes.In(s.lang))
		}
	}
	if w := side.Withdraw; !side.Abandoned && (w.When != usual.Withdraw.When || w.N != usual.Withdraw.N) {
		w.To = nil
		o := order.CombatOrder{About: order.About{Leader: "x", Topic: order.TopicWithdraw}, Withdraw: w}
		s.line(strings.TrimPrefix(string(o.Print(nil, s.lang)), "x "))
	}
	if side.Landed {
		s.line(landingWord.In(s.lang), frame.Yes.In(s.lang))
	}
}

// force writes the hosts of a realm, and the order of their losses.
func (s *staging) force(side *fight.Side, f *fight.Force) {
	for i := range f.Hosts {
		h, troops := &f.Hosts[i], written(f.Hosts[i].Troops[:], tables.KindCodes[:])
		switch {
		case h.Role == fight.Garrison:
			s.line(order.GarrisonWord.In(s.lang), troops)
			continue
		case h.Role == fight.Regiment:
			s.line(order.RegimentWord.In(s.lang), troops)
			continue
		case h.Leader > 0:
			name := cmp.Or(h.Name, chiefWord.In(s.lang))
			s.line(order.LeaderWord.In(s.lang), name, strconv.Itoa(h.Leader))
		}
		if h.Medic {
			s.line(order.MedicWord.In(s.lang))
		}
		if troops != "" {
			s.line(troops)
		}
	}
	if side.Nature == fight.European && !slices.Equal(f.Losses, fight.LossesOf(s.Tables, nil)) {
		losses := slices.DeleteFunc(slices.Clone(f.Losses), func(k tables.Kind) bool { return k > tables.ART })
		o := order.CombatOrder{About: order.About{Leader: "x", Topic: order.TopicLosses}, Losses: losses}
		s.line(strings.TrimPrefix(string(o.Print(nil, s.lang)), "x "))
	}
}

// chiefWord is the name of a leader of natives, who have no names.
var chiefWord = frame.Word{De: "Haeuptling", En: "Chief"}

// written are troops or ships as in a line: `INF 4 CAV 1`, `ESK 2 LIN_S 1`. It is "" if there are none.
func written(counts []int, codes []string) string {
	var out []string
	for i, n := range counts {
		if n > 0 {
			out = append(out, codes[i], strconv.Itoa(n))
		}
	}
	return strings.Join(out, " ")
}
