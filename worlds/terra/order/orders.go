// Package order is what can be ordered: lines of text go in, typed orders and problems
// come out, and an order prints as the line it was.
package order

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/tables"
)

// Full is a relief as great as can be.
const Full = -1

// ArmyOrder is a line of $A: `1 Vorruecken 223 Entsatz 400`.
type ArmyOrder struct {
	Army    int
	Command tables.Command
	Steps   []game.Direction
	Relief  int64 // status points; full; 0 none
}

// ResultOrder is a line of $T: what was played, own figures first:
// `G12 850 2300 1 3`; or that nothing was, `G12 nein`.
type ResultOrder struct {
	Battle     int
	None       bool  // what was told of it is taken back; there are no figures
	Own        int64 // victory points
	Other      int64
	OwnGoals   int // objectives
	OtherGoals int
}

// StakeStep is what a stake counts by, and the least there is: each full 100 of it raises its side's part of the
// strength (§8.12). A stake of 0 is none.
const StakeStep = 100

// StakeOrder is a line of $T: `Einsatz 712 600`.
type StakeOrder struct {
	On     int // a battle; an army where nothing is fought at the table
	Points int64
}

// otherWords are what people write for the words of the orders, for guesses: each row begins with the word that is
// meant.
var otherWords = [][2]string{
	{"Marschieren", "gehen ziehen laufen bewegung"},
	{"March", "move walk go"},
	{"Aufklaeren", "spaehen kundschaften erkunden"},
	{"Scout", "explore reconnoitre recon spy"},
	{"Vorruecken", "angreifen angriff stuermen"},
	{"Advance", "attack assault charge"},
	{"Kampfpatrouille", "streife wache"},
	{"Patrol", "guard"},
	{"Unterstuetzen", "helfen hilfe beistehen"},
	{"Support", "help assist"},
	{"Fouragieren", "pluendern versorgen"},
	{"Forage", "plunder supply"},
	{"Halten", "verteidigen bleiben warten stehen"},
	{"Hold", "defend stay wait"},
}

// The keywords of the order lines.
var (
	reliefWord = frame.Word{De: "Entsatz", En: "Relief"}
	stakeWord  = frame.Word{De: "Einsatz", En: "Stake"}
	fullWord   = frame.Word{De: "voll", En: "full"}

	CommandWords = [tables.Commands]frame.Word{
		{De: "Marschieren", En: "March"}, {De: "Aufklaeren", En: "Scout"}, {De: "Vorruecken", En: "Advance"},
		{De: "Kampfpatrouille", En: "Patrol"},
		{De: "Unterstuetzen", En: "Support"}, {De: "Fouragieren", En: "Forage"}, {De: "Halten", En: "Hold"},
	}
)

// The settings that are not about the letters.
var (
	SetPlays   = frame.Word{De: "Spielt", En: "Plays"}
	SetRelease = frame.Word{De: "Freigabe", En: "Release"}
	SetFinish  = frame.Word{De: "Kampagnenende", En: "CampaignEnd"} // the game master's: this round is the last
)

// settings are those of $S. What takes part in the end of a phase may stand alone, which is yes.
var settings = []frame.SettingRow{
	{Name: SetPlays, Values: []frame.Word{frame.Yes, frame.No}},
	{Name: SetRelease, Values: []frame.Word{frame.Yes, frame.No}, Alone: true},
	{Name: SetFinish, Values: []frame.Word{frame.Yes, frame.No}, Alone: true},
	frame.LanguageRow,
	// QUIRK: a guess at a computer names it twice, and reports that are verified have it so.
	{Name: frame.ComputerRow.Name, Values: []frame.Word{
		{De: "UTF8", En: "UTF8"}, {De: "PC", En: "PC"}, {De: "Amiga", En: "Amiga"},
	}},
	frame.ZipRow,
	frame.MapRow,
}
