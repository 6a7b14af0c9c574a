package kolonien

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// sampleLine is a good line, shown with what is wrong in one that begins alike.
type sampleLine struct {
	first  []named
	de, en string
}

// sampleLines are by their first word; a line of units begins with none of these.
var sampleLines = []sampleLine{
	{headWords[:1], "Seed 7", "Seed 7"},
	{headWords[1:], "Periode 2", "Period 2"},
	{sideWords[:1], "$Angreifer", "$Attacker"},
	{sideWords[1:], "$Verteidiger", "$Defender"},
	{[]named{leaderWord}, "Anfuehrer Cortez 2", "Leader Cortez 2"},
	{[]named{medicWord}, "Arzt", "Medic"},
	{[]named{garrisonWord}, "Garnison MIL 2", "Garrison MIL 2"},
	{[]named{regimentWord}, "Regiment LIN 2", "Regiment LIN 2"},
	{[]named{allyWord}, "Verbuendeter", "Ally"},
	{[]named{nativesWord}, "Ureinwohner Stadt", "Natives City"},
	{[]named{piratesWord}, "Piraten Raubzug", "Pirates Raid"},
	{[]named{shipsWord}, "Schiffe ESK 2", "Ships ESK 2"},
	{[]named{refugeWord}, "Zuflucht nein", "Refuge no"},
	{[]named{landingWord}, "Landung ja", "Landing yes"},
	{workWords[Palisade:], "Palisade", "Palisade"},
	{topicWords[TopicCharge : TopicCharge+1], "attacke ja", "charge yes"},
	{topicWords[TopicSiege : TopicSiege+1], "belagerung ja", "siege yes"},
	{topicWords[TopicWithdraw : TopicWithdraw+1], "rueckzug verlust 50", "retreat loss 50"},
	{topicWords[TopicLosses : TopicLosses+1], "verluste MIL INF ART CAV", "losses MIL INF ART CAV"},
	{topicWords[TopicRegiment : TopicRegiment+1], "regiment nein", "regiment no"},
}

// example is a good line that begins as a line does, in its language; where a
// word is the same in both, in that of the lines above.
func (f *battleText) example(line string) string {
	words := strings.Fields(strings.Replace(line, "$", " $ ", 1))
	head := words[0] == "$"
	if head {
		words = words[1:]
	}
	if len(words) == 0 {
		return "$" + sideWords[attacker].in(f.lang)
	}
	first := orders.Fold(words[0])
	for _, s := range sampleLines {
		for _, n := range s.first {
			de, en := orders.Fold(n.de) == first, orders.Fold(n.en) == first
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
	case head && f.told[attacker].head > 0:
		return "$" + sideWords[defender].in(f.lang)
	case head:
		return "$" + sideWords[attacker].in(f.lang)
	case f.side == nobody:
		return sampleLines[0].in(f.lang)
	}
	return f.out.sides[f.side].Nature.sample()
}

// sample is a line of units such people have.
func (n Nature) sample() string {
	switch n {
	case Native:
		return "N-INF 3 N-CAV 1"
	case Raider, Lair:
		return "P-MIL 3"
	}
	return "INF 4 CAV 1"
}

// ships are some such people have.
func (n Nature) ships() string {
	if n == European {
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
