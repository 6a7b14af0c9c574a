package order_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/terramagica"
)

// English readers are shown English words, whatever language the line was written in.
func TestOrdersAreShownInTheReadersWords(t *testing.T) {
	const text = "$A\nNordheer bleibe\nSued attack 0.guard12\nSued angriff 0.Wache8\nSued attack 7.Guard12\nNordheer gemeinsam 7.Suedheer\nNordheer kein\nNordheer plündere\nNordheer " +
		"teile 5 Ritter Neu\nNordheer merge Suedheer\n$K\nNordheer Archer 3 Frontalangriff\nNordheer Soldat " +
		"kein\n$S\nGerman\n"
	want := map[phrase.Lang][]string{
		phrase.De: {"Nordheer bleibe", "Sued angriff 0.Wache12", "Sued angriff 0.Wache8", "Sued angriff 7.Guard12",
			"Nordheer gemeinsam 7.Suedheer", "Nordheer kein", "Nordheer pluendere",
			"Nordheer teile 5 Ritter Neu", "Nordheer vereine Suedheer", "Nordheer Bogenschuetze 3 Sturmangriff",
			"Nordheer Soldat kein", "Deutsch"},
		phrase.En: {"Nordheer stay", "Sued attack 0.Guard12", "Sued attack 0.Guard8", "Sued attack 7.Guard12",
			"Nordheer joint 7.Suedheer", "Nordheer none", "Nordheer plunder",
			"Nordheer split 5 Knight Neu", "Nordheer merge Suedheer", "Nordheer Archer 3 Charge",
			"Nordheer Soldier none", "German"},
	}
	conformance.Spoken(t, terramagica.Rules().Language(), text, want)
}
