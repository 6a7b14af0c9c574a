package order

import (
	"strconv"

	"weltentor/orders"
	"weltentor/worlds/thoramar/realm"
)

// Language is Thoramar's table of sections (manual, "Der Spielzug"). The
// examples are lines of the manual.
func Language() *orders.Language {
	return (&orders.Language{Missing: missing, Sections: []orders.Section{
		{
			Letter: 'B', Names: []string{"Bauen", "Build"}, Line: placed('B', readBuild),
			Examples: []string{"STD 2 4 Sewastopol", "S 0 0 1116", "W 2 -1 34", "B 1 1 2"},
		},
		{
			Letter: 'R', Names: []string{"Rüsten", "Recruit"}, Line: placed('R', readRecruit), Makes: recruits,
			Examples: []string{"+K.M 1 2500 0 0", "K.M 2 660 1 1", "S.L 1 20 0 0 2"},
		},
		{
			Letter: 'A', Names: []string{"Armee", "Army", "Armies"}, Line: placed('A', readArmy), Key: armyKey, Makes: splitsOff,
			Examples: []string{
				"R.M 2 5000000000000 E+", "R.L 1 0000123450000 V",
				"K.M 1 1220000000000 A+ K.M 2 1000", "K.M 1 1220000000000 A+ K.M 2", "K.M 1 0000000000000 V+ V.L 1",
				"R.L 1 1223400000000 P- S.S 3", "K.M 1 1234500000000 Z+ HST", "K.M 2 1234500000000 Z S 5",
				"D.N 2 1230000000000 A 24", "P.H 23 1324500000000 V 0 2", "Z.S 2 1230045600000 V- K.M 1",
				"Z.M 3 1230045600000 V- 12 14", "Z.B 23 1230045600000 V- D.N 1 25", "Z.B 23 1230045600000 V- 12 14",
				"H.K 1 2230000000000 v+ 15 3",
			},
		},
		{
			Letter: 'G', Names: []string{"Geldtransfer", "Gold"}, Line: placed('G', readTransfer),
			Examples: []string{"1 20000"}, // the game master's `1 500 zurueck` is no player's to see
		},
		{
			Letter: 'L', Names: []string{"Landabgabe", "Land"}, Line: placed('L', readCession),
			Examples: []string{"2 1 1"},
		},
		{
			Letter: 'V', Names: []string{"Verträge", "Pacts"}, Line: placed('V', readTreaty), Key: treatyKey,
			Twice:    "order.twice-treaty",
			Examples: []string{"1 A", "2 K", "3 P"},
		},
		{
			Letter: 'T', Names: []string{"Taktik", "Tactics"}, Line: placed('T', readTactic), Key: tacticKey,
			Examples: []string{"K.M 1 3 Sturmangriff", "R.L 2 10 Flucht"},
		},
		{Letter: 'N', Names: []string{"Nachrichten", "Messages"}, Kind: orders.Messages},
		{Letter: 'K', Names: []string{"Kultur", "Culture"}, Kind: orders.Prose, Twice: "order.twice-text"},
		{
			Letter: 'S', Names: []string{"Spezial", "Settings"}, Line: placed('S', readSetting), Raw: isRealmName,
			Key: settingKey, Twice: "order.twice-setting", Term: settingTerm,
			Examples: []string{
				"info", "Computer PC", "c Amiga", "Reichsname Großes Eisvolk", "Bericht kurz", "Sprache en", "Zip ja",
				"Karte ja",
			},
		},
	}}).Shaped(shapes)
}

// armyKey: of two lines for one army the last counts (decision 3).
func armyKey(o orders.Order) string { return o.(ArmyOrder).Army.String() }

func tacticKey(o orders.Order) string { return o.(realm.TacticOrder).Army.String() }

func treatyKey(o orders.Order) string { return strconv.Itoa(o.(TreatyOrder).Realm) }

// settingKey is the letter of the setting; asking for information twice is no
// contradiction.
func settingKey(o orders.Order) string {
	if o.(SettingOrder).Setting == 'I' {
		return ""
	}
	return string(rune(o.(SettingOrder).Setting))
}
