// Package order is what can be ordered: lines of text go in, typed orders and problems
// come out, and an order prints as the line it was.
package order

import (
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

// SettingOrder is a line of $S; Setting and Value are the canonical German
// words, Value "" where there is none.
type SettingOrder struct {
	Setting string
	Value   string
}

// named is a keyword in German and English; the German one is printed.
type named struct{ De, En string }

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
	reliefWord = named{"Entsatz", "Relief"}
	stakeWord  = named{"Einsatz", "Stake"}
	fullWord   = named{"voll", "full"}
	YesWord    = named{"ja", "yes"}
	noWord     = named{"nein", "no"}

	CommandWords = [tables.Commands]named{
		{"Marschieren", "March"}, {"Aufklaeren", "Scout"}, {"Vorruecken", "Advance"}, {"Kampfpatrouille", "Patrol"},
		{"Unterstuetzen", "Support"}, {"Fouragieren", "Forage"}, {"Halten", "Hold"},
	}
)

// The settings that are not about the letters.
const (
	SetPlays   = "Spielt"
	SetRelease = "Freigabe"
	SetFinish  = "Kampagnenende" // the game master's: this round is the last
)

// SetMap is the setting that puts the map into the report or leaves it out.
const SetMap = "Karte"

// settingWords are the settings of $S with their values, canonical word first. What
// takes part in the end of a phase may stand alone, which is yes.
var settingWords = []struct {
	name   named
	values []named
	alone  bool
	also   []named // other words for the values, one each
}{
	{named{SetPlays, "Plays"}, []named{YesWord, noWord}, false, nil},
	{named{SetRelease, "Release"}, []named{YesWord, noWord}, true, nil},
	{named{SetFinish, "CampaignEnd"}, []named{YesWord, noWord}, true, nil},
	{named{"Sprache", "Language"}, []named{{"de", "German"}, {"en", "English"}}, false,
		[]named{{"Deutsch", "German"}, {"Englisch", "English"}}},
	{named{"Computer", "Machine"}, []named{{"UTF8", "UTF8"}, {"PC", "PC"}, {"Amiga", "Amiga"}}, false, nil},
	{named{"Zip", "Archive"}, []named{YesWord, noWord}, false, nil},
	{named{SetMap, "Map"}, []named{YesWord, noWord}, false, nil},
}
