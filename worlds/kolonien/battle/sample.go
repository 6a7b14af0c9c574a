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
	first []frame.Word
	text  frame.Word
}

// sampleLines are found by their first word. A line of units begins with none of these.
var sampleLines = []sampleLine{
	{headWords[:1], frame.Word{De: "Seed 7", En: "Seed 7"}},
	{headWords[1:], frame.Word{De: "Periode 2", En: "Period 2"}},
	{sideWords[:1], frame.Word{De: "$Angreifer", En: "$Attacker"}},
	{sideWords[1:], frame.Word{De: "$Verteidiger", En: "$Defender"}},
	{[]frame.Word{order.LeaderWord}, frame.Word{De: "Anfuehrer Cortez 2", En: "Leader Cortez 2"}},
	{[]frame.Word{order.MedicWord}, frame.Word{De: "Arzt", En: "Medic"}},
	{[]frame.Word{order.GarrisonWord}, frame.Word{De: "Garnison MIL 2", En: "Garrison MIL 2"}},
	{[]frame.Word{order.RegimentWord}, frame.Word{De: "Regiment LIN 2", En: "Regiment LIN 2"}},
	{[]frame.Word{allyWord}, frame.Word{De: "Verbuendeter", En: "Ally"}},
	{[]frame.Word{nativesWord}, frame.Word{De: "Ureinwohner Stadt", En: "Natives City"}},
	{[]frame.Word{piratesWord}, frame.Word{De: "Piraten Raubzug", En: "Pirates Raid"}},
	{[]frame.Word{shipsWord}, frame.Word{De: "Schiffe ESK 2", En: "Ships ESK 2"}},
	{[]frame.Word{refugeWord}, frame.Word{De: "Zuflucht nein", En: "Refuge no"}},
	{[]frame.Word{landingWord}, frame.Word{De: "Landung ja", En: "Landing yes"}},
	{order.WorkWords[order.Palisade:], frame.Word{De: "Palisade", En: "Palisade"}},
	{order.TopicWords[:order.TopicSiege], frame.Word{De: "attacke ja", En: "charge yes"}},
	{order.TopicWords[order.TopicSiege:order.TopicRegiment], frame.Word{De: "belagerung ja", En: "siege yes"}},
	{order.TopicWords[order.TopicWithdraw:order.TopicLosses],
		frame.Word{De: "rueckzug verlust 50", En: "retreat loss 50"}},
	{order.TopicWords[order.TopicLosses:], frame.Word{De: "verluste MIL INF ART CAV", En: "losses MIL INF ART CAV"}},
	{order.TopicWords[order.TopicRegiment:order.TopicWithdraw], frame.Word{De: "regiment nein", En: "regiment no"}},
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
				return s.text.In(f.lang)
			}
		}
	}
	switch {
	case head && f.told[fight.Attacker].head > 0:
		return "$" + sideWords[fight.Defender].In(f.lang)
	case head:
		return "$" + sideWords[fight.Attacker].In(f.lang)
	case f.side == fight.Nobody:
		return sampleLines[0].text.In(f.lang)
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
