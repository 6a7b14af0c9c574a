package battle

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/order"
)

// sampleLine is a good line, shown beside the problem of a line with the same first word.
type sampleLine struct {
	first  []frame.Word
	de, en string
}

// sampleLines are found by their first word. A line of units begins with none of these.
var sampleLines = []sampleLine{
	{headWords[:1], "Seed 7", "Seed 7"},
	{headWords[1:], "Periode 2", "Period 2"},
	{sideWords[:1], "$Angreifer", "$Attacker"},
	{sideWords[1:], "$Verteidiger", "$Defender"},
	{[]frame.Word{order.LeaderWord}, "Anfuehrer Cortez 2", "Leader Cortez 2"},
	{[]frame.Word{order.MedicWord}, "Arzt", "Medic"},
	{[]frame.Word{order.GarrisonWord}, "Garnison MIL 2", "Garrison MIL 2"},
	{[]frame.Word{order.RegimentWord}, "Regiment LIN 2", "Regiment LIN 2"},
	{[]frame.Word{allyWord}, "Verbuendeter", "Ally"},
	{[]frame.Word{nativesWord}, "Ureinwohner Stadt", "Natives City"},
	{[]frame.Word{piratesWord}, "Piraten Raubzug", "Pirates Raid"},
	{[]frame.Word{shipsWord}, "Schiffe ESK 2", "Ships ESK 2"},
	{[]frame.Word{refugeWord}, "Zuflucht nein", "Refuge no"},
	{[]frame.Word{landingWord}, "Landung ja", "Landing yes"},
	{order.WorkWords[order.Palisade:], "Palisade", "Palisade"},
	{order.TopicWords[order.TopicCharge : order.TopicCharge+1], "attacke ja", "charge yes"},
	{order.TopicWords[order.TopicSiege : order.TopicSiege+1], "belagerung ja", "siege yes"},
	{order.TopicWords[order.TopicWithdraw : order.TopicWithdraw+1], "rueckzug verlust 50", "retreat loss 50"},
	{order.TopicWords[order.TopicLosses : order.TopicLosses+1], "verluste MIL INF ART CAV", "losses MIL INF ART CAV"},
	{order.TopicWords[order.TopicRegiment : order.TopicRegiment+1], "regiment nein", "regiment no"},
}

// example is a good line with the first word of a line, in its language. If the word is the same in both languages, it
// is in the language of the lines above.
func (f *battleText) example(line string) string {
	words := strings.Fields(strings.Replace(line, "$", " $ ", 1))
	head := words[0] == "$"
	if head {
		words = words[1:]
	}
	if len(words) == 0 {
		return "$" + sideWords[fight.Attacker].In(f.lang)
	}
	first := orders.Fold(words[0])
	for _, s := range sampleLines {
		for _, n := range s.first {
			de, en := orders.Fold(n.De) == first, orders.Fold(n.En) == first
			if de != en && de {
				f.lang = phrase.De
			} else if de != en {
				f.lang = phrase.En
			}
			if de || en {
				return s.in(f.lang)
			}
		}
	}
	switch {
	case head && f.told[fight.Attacker].head > 0:
		return "$" + sideWords[fight.Defender].In(f.lang)
	case head:
		return "$" + sideWords[fight.Attacker].In(f.lang)
	case f.side == fight.Nobody:
		return sampleLines[0].in(f.lang)
	}
	return sample(f.out.Sides[f.side].Nature)
}

// sample is a line of units that such people can have.
func sample(n fight.Nature) string {
	switch n {
	case fight.Native:
		return "N-INF 3 N-CAV 1"
	case fight.Raider, fight.Lair:
		return "P-MIL 3"
	}
	return "INF 4 CAV 1"
}

// shipsOf is a line of ships that such people can have.
func shipsOf(n fight.Nature) string {
	if n == fight.European {
		return "ESK 2"
	}
	return "P2 3"
}

func (s sampleLine) in(lang phrase.Lang) string {
	if lang == phrase.En {
		return s.en
	}
	return s.de
}
