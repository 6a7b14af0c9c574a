package kolonien

import (
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

var _ game.Stager = (*opened)(nil)

// Stages are the combats that the realm may have in mind, by what it knows: of each of
// its leaders with whoever is in his area or in one beside, and of others' leaders
// with what it has in theirs or in one beside. Nobody's stance is asked, but allies.
// The last is an example.
func (w *World) Stages(number int, _ game.Facts, lang phrase.Lang) []game.Stage {
	if w.state.Realm(number) == nil || w.state.Over {
		return nil
	}
	known := w.knownTo(number)
	s := &staging{board: board{known.tables, known.state}, rules: w.rules, reader: number, lang: lang}
	for i := range s.state.Realms {
		for k := range s.state.Realms[i].Leaders {
			l := &s.state.Realms[i].Leaders[k]
			for _, area := range append([]int{l.At}, s.state.Areas[l.At-1].Beside...) {
				if s.state.Areas[area-1].Ground != realm.Land || l.Aboard > 0 && area != l.At {
					continue
				}
				if i+1 == number {
					s.attacks(number, l, area)
				} else {
					s.attacked(i+1, l, area)
				}
			}
		}
	}
	return append(s.out, frame.SampleStage(w.rules.Words(lang)))
}

// opened's stages are the realm's.
func (o *opened) Stages(number int, facts game.Facts, lang phrase.Lang) []game.Stage {
	if number != o.realm {
		return nil
	}
	return o.World.Stages(number, facts, lang)
}

// staging writes combats from a state.
type staging struct {
	board
	rules  *Rulebook
	reader int
	lang   phrase.Lang
	lines  []string
	out    []game.Stage
}

// attacks stages what a leader of the realm may attack in an area: other realms, natives, pirates.
func (s *staging) attacks(whose int, l *realm.Leader, area int) {
	var foes []foe
	for i := range s.state.Realms {
		if i+1 != whose && s.state.Relation(whose, i+1) != realm.Allied && s.stands(i+1, area) {
			foes = append(foes, foe{realm: i + 1})
		}
	}
	a := &s.state.Areas[area-1]
	if a.Natives != nil && a.Natives.Units() > 0 {
		foes = append(foes, foe{natives: true})
	}
	if a.Haven != nil && a.Haven.Troops.Count() > 0 {
		foes = append(foes, foe{haven: true})
	}
	for i := range foes {
		s.stage("battle-stage.attack", whose, l, area, &foes[i])
	}
}

// attacked stages the attack of another realm's leader on what the reader has in an area.
func (s *staging) attacked(whose int, l *realm.Leader, area int) {
	if s.state.Relation(whose, s.reader) != realm.Allied && s.stands(s.reader, area) {
		s.stage("battle-stage.defence", whose, l, area, &foe{realm: s.reader})
	}
}

// stands tells whether a realm has somebody in an area who defends it.
func (s *staging) stands(whose, area int) bool {
	c := s.state.Areas[area-1].Colony
	return c != nil && c.Owner == whose && !c.Empty() ||
		slices.ContainsFunc(s.state.Realms[whose-1].Leaders, func(l realm.Leader) bool { return l.Ashore(area) })
}

// stage writes a combat, with both sides as the year would make them.
func (s *staging) stage(code string, whose int, l *realm.Leader, area int, f *foe) {
	us, them := s.army(whose, l, area), s.against(whose, area, f)
	if us.side.Units() == 0 || them.side.Units() == 0 {
		return
	}
	s.prepare(area, &us, &them)
	words := s.rules.Words(s.lang)
	args := append(s.names(&them, "them"), phrase.Str("who", l.Name), phrase.Num("realm", whose),
		phrase.Num("area", area))
	title := words.Say(phrase.P(code, args...))
	s.lines = nil
	s.line("; " + title)
	s.line(headWords[1].In(s.lang), strconv.Itoa(s.tables.Rules.Period(s.state.Turn)))
	for side, p := range [2]*party{&us, &them} {
		s.line("$" + sideWords[side].In(s.lang))
		if p.realm > 0 && p.realm != s.reader {
			s.line("; " + words.T("battle-stage.assumed"))
		}
		s.side(area, p, [2]*party{&them, &us}[side])
	}
	s.out = append(s.out, game.Stage{Title: title, Text: strings.Join(s.lines, "\n") + "\n"})
}

func (s *staging) line(words ...string) { s.lines = append(s.lines, strings.Join(words, " ")) }

// side writes who a side is, what the area has for it, its standing orders and its troops.
func (s *staging) side(area int, p, other *party) {
	side := &p.side
	switch side.Nature {
	case fight.Native:
		at := 0
		if side.Location > 0 {
			at = s.state.Areas[area-1].Natives.Location
		}
		s.line(nativesWord.In(s.lang), locationWords[at].In(s.lang))
	case fight.Raider, fight.Lair:
		crew := crewWords[1]
		if side.Nature == fight.Lair {
			crew = crewWords[0]
		}
		s.line(piratesWord.In(s.lang), crew.In(s.lang))
	default:
		s.colony(area, p)
	}
	if ships := s.ships(s.supporting(area, p, other)); ships != "" {
		s.line(shipsWord.In(s.lang), ships)
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

// refuge says that a side has none. One that has one only while some of its realms are left, or for some of its troops,
// is taken for one that has.
func (s *staging) refuge(p *party) {
	all := p.side.Refuge(p.realms)
	always, ever := all >= p.side.Units(), all > 0
	for _, r := range p.realms {
		alone := p.side.Refuge([]int{r})
		always, ever = always && alone > 0, ever || alone > 0
	}
	switch {
	case !ever:
		s.line(refugeWord.In(s.lang), order.NoWord.In(s.lang))
	case !always:
		s.line("; " + s.rules.Words(s.lang).T("battle-stage.refuge"))
	}
}

// colony writes what its owner has of it.
func (s *staging) colony(area int, p *party) {
	c := s.state.Areas[area-1].Colony
	if c == nil || c.Owner != p.realm {
		return
	}
	if c.Fort > 0 {
		s.line(order.WorkWords[int(order.Palisade)+c.Fort-1].In(s.lang))
	}
	if c.Port {
		s.line(order.WorkWords[order.Port].In(s.lang))
	}
}

// standing writes the orders that hold for a whole side, where they are not those that hold without a line.
func (s *staging) standing(side *fight.Side) {
	usual := realm.NewStanding()
	for topic, told := range []bool{order.TopicCharge: side.Charge, order.TopicSiege: side.Siege} {
		if told {
			s.line(order.TopicWords[topic].In(s.lang), order.YesWord.In(s.lang))
		}
	}
	if w := side.Withdraw; !side.Abandoned && (w.When != usual.Withdraw.When || w.N != usual.Withdraw.N) {
		w.To = nil
		o := order.CombatOrder{Leader: "x", Topic: order.TopicWithdraw, Withdraw: w}
		s.line(strings.TrimPrefix(string(o.Speak(nil, s.lang)), "x "))
	}
	if side.Landed {
		s.line(landingWord.In(s.lang), order.YesWord.In(s.lang))
	}
}

// force writes the hosts of a realm, and the order of their losses.
func (s *staging) force(side *fight.Side, f *fight.Force) {
	for i := range f.Hosts {
		h := &f.Hosts[i]
		switch {
		case h.Role == fight.Garrison:
			s.line(order.GarrisonWord.In(s.lang), written(&h.Troops))
			continue
		case h.Role == fight.Regiment:
			s.line(order.RegimentWord.In(s.lang), written(&h.Troops))
			continue
		case h.Leader > 0:
			name := h.Name
			if name == "" {
				name = chiefWord.In(s.lang)
			}
			s.line(order.LeaderWord.In(s.lang), name, strconv.Itoa(h.Leader))
		}
		if h.Medic {
			s.line(order.MedicWord.In(s.lang))
		}
		if h.Troops.Count() > 0 {
			s.line(written(&h.Troops))
		}
	}
	if side.Nature == fight.European && !slices.Equal(f.Losses, fight.LossesOf(s.tables, nil)) {
		losses := slices.DeleteFunc(slices.Clone(f.Losses), func(k tables.Kind) bool { return k > tables.ART })
		o := order.CombatOrder{Leader: "x", Topic: order.TopicLosses, Losses: losses}
		s.line(strings.TrimPrefix(string(o.Speak(nil, s.lang)), "x "))
	}
}

// chiefWord names the leader of natives, who has no name.
var chiefWord = order.Named{De: "Haeuptling", En: "Chief"}

// written are troops as a line has them, `INF 4 CAV 1`.
func written(all *tables.Troops) string {
	var out []string
	for k, n := range all {
		if n > 0 {
			out = append(out, tables.Kind(k).Code(), strconv.Itoa(n))
		}
	}
	return strings.Join(out, " ")
}

// ships are `ESK 2 LIN_S 1`, "" none.
func (s *staging) ships(all tables.Ships) string {
	var out []string
	for c, n := range all {
		if n > 0 {
			out = append(out, tables.Class(c).Code(), strconv.Itoa(n))
		}
	}
	return strings.Join(out, " ")
}
