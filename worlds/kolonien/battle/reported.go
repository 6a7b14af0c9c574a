package battle

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// reported writes the land combats of a report with the troops that fought them. The rosters of a combat are the events
// that follow it; works, ships and orders are not in them. The map says where natives live.
func reported(known realm.Position, facts *game.Facts, lang phrase.Lang) []game.Stage {
	s := &staging{Position: known, lang: lang}
	number := 0
	for w := range facts.Weeks {
		events := facts.Weeks[w].Events
		for i := range events {
			if events[i].Code != "combat" && events[i].Code != "sea-combat" {
				continue
			}
			number++
			if events[i].Code == "combat" {
				s.combat(number, events[i:])
			}
		}
	}
	return s.out
}

// combat writes the combat that begins with the first of some events. Number says which of the report's it is.
func (s *staging) combat(number int, events []game.FactEvent) {
	var sides [2][]*game.FactEvent
	for i := range events[1:] {
		e := &events[i+1]
		if !fight.Protocol(e.Code) {
			break
		}
		if side := slices.Index(fight.SideKeys[:], e.Args["side"].Word); side >= 0 && strings.HasPrefix(e.Code, "roster") {
			sides[side] = append(sides[side], e)
		}
	}
	area := events[0].Args["area"].Number
	if len(sides[0]) == 0 || len(sides[1]) == 0 || area < 1 || area > int64(len(s.State.Areas)) {
		return
	}
	words := s.Rules.Words(s.lang)
	title := words.Say(phrase.P("battle-stage.reported", phrase.Num("area", int(area))))
	s.lines = nil
	s.line("; " + title)
	for side, which := range [2]string{"us", "them"} {
		s.line("$" + sideWords[side].In(s.lang))
		s.line("; " + words.T("battle-stage.unreported"))
		s.people(strings.TrimSuffix(events[0].Args[which].Word, "-"+which), side, int(area))
		s.rosters(sides[side])
	}
	s.out = append(s.out, game.Stage{Title: title, Text: strings.Join(s.lines, "\n") + "\n", Battle: number})
}

// people writes who a side is if it is not Europeans. Whoever attacks is not at home.
func (s *staging) people(key string, side, area int) {
	switch key {
	case "party.natives":
		at := 0
		if side == fight.Defender {
			at = max(1, s.State.Areas[area-1].Natives.Location)
		}
		s.line(nativesWord.In(s.lang), locationWords[at].In(s.lang))
	case "party.pirates":
		s.line(piratesWord.In(s.lang), crewWords[1-side].In(s.lang))
	}
}

// rosters writes the troops of a side, and where those of an ally begin.
func (s *staging) rosters(list []*game.FactEvent) {
	first, ally := int64(0), int64(0)
	for _, e := range list {
		line := troops(e.Args["units"].Word)
		switch e.Code {
		case "roster-garrison":
			line = order.GarrisonWord.In(s.lang) + " " + line
		case "roster-regiment":
			line = order.RegimentWord.In(s.lang) + " " + line
		case "roster-leader", "roster-chief":
			of, name := e.Args["realm"].Number, e.Args["who"].Word
			if first == 0 {
				first, ally = of, of
			}
			if of != ally {
				s.line(allyWord.In(s.lang))
				ally = of
			}
			if len(strings.Fields(name)) != 1 {
				name = chiefWord.In(s.lang)
			}
			s.line(order.LeaderWord.In(s.lang), name, strconv.FormatInt(e.Args["value"].Number, 10))
			if strings.HasSuffix(e.Args["medic"].Word, "yes") {
				s.line(order.MedicWord.In(s.lang))
			}
		}
		if line != "" {
			s.line(line)
		}
	}
}

// troops are units of a roster as in a line: `INF 4 CAV 1` of "4 INF, 1 CAV". It is "" if there are none.
func troops(units string) string {
	var out []string
	for part := range strings.SplitSeq(units, ", ") {
		n, kind, _ := strings.Cut(part, " ")
		if slices.Contains(tables.KindCodes[:], kind) {
			out = append(out, kind, n)
		}
	}
	return strings.Join(out, " ")
}
