package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/tables"
)

// Full is a relief as great as can be.
const Full = -1

// ArmyOrder is a line of $A: `1 Vorruecken 223 Entsatz 400`.
type ArmyOrder struct {
	Army    int              `part:"number" want:"army" min:"1" max:"9" key:""`
	Command tables.Command   `part:"command"` // Advance if none is written
	Steps   []game.Direction `part:"steps?"`
	Relief  int64            `part:"relief?"` // status points; full; 0 none
}

// armyExample is shown with a problem, where its reader's language has no other.
const armyExample = "1 Vorruecken 223 Entsatz 400"

var armies = part.New[ArmyOrder](parts.With(part.Kinds{"command": commandPart, "steps": stepsPart,
	"relief": reliefPart}),
	armyExample, armyExample, "2 Halten", "3 Aufklaeren 44", "1 mar 1123", "2 Patrol 2 Relief full",
	"3 fou 25 Entsatz voll", "1 Entsatz 300", "2 Support")

// Print appends `1 Vorruecken 223 Entsatz 400`.
func (o ArmyOrder) Print(dst []byte, lang phrase.Lang) []byte { return armies.Print(dst, o, lang) }

// Forms are the ways to write it. With a relief the command may be left out.
func (ArmyOrder) Forms() []string {
	const (
		command = " command=Vorruecken/Advance|Marschieren/March|Aufklaeren/Scout|Kampfpatrouille/Patrol|" +
			"Unterstuetzen/Support|Fouragieren/Forage|Halten/Hold steps:path?"
		some = " =Entsatz/Relief points:number"
		full = " =Entsatz/Relief =voll/full"
	)
	return []string{"army:army" + command, "army:army" + command + some, "army:army" + command + full,
		"army:army" + some, "army:army" + full}
}

var (
	ReliefWord = rulekit.Word{De: "Entsatz", En: "Relief"}
	FullWord   = rulekit.Word{De: "voll", En: "full"}

	// CommandWords are the names of the commands.
	CommandWords = [tables.Commands]rulekit.Word{
		{De: "Marschieren", En: "March"}, {De: "Aufklaeren", En: "Scout"}, {De: "Vorruecken", En: "Advance"},
		{De: "Kampfpatrouille", En: "Patrol"},
		{De: "Unterstuetzen", En: "Support"}, {De: "Fouragieren", En: "Forage"}, {De: "Halten", En: "Hold"},
	}
)

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

// commandPart is the name of a command, or at least three letters of it. Before a relief it may be missing.
var commandPart = &part.Kind[tables.Command]{Take: command,
	Print: func(dst []byte, c tables.Command, lang phrase.Lang) []byte {
		return append(dst, CommandWords[c].In(lang)...)
	},
}

func command(r *orders.Reading, _ *part.Field) tables.Command {
	if r.More() && ReliefWord.Begins(r.Peek()) {
		return tables.Advance
	}
	t, ok := r.Next("command")
	if !ok {
		return tables.Advance
	}
	for c, word := range CommandWords {
		if word.Begins(t) {
			return tables.Command(c)
		}
	}
	// QUIRK: as the table of the rules spells it
	if strings.HasPrefix("kampfpatrollie", orders.Fold(t.Value)) && len(t.Value) >= 3 {
		return tables.Patrol
	}
	words := CommandWords[:]
	reject(r, t, "order.command", orders.Meant(t.Value, rulekit.BothWords(words), otherWords),
		phrase.Str("words", rulekit.WordList(words, phrase.De)), phrase.Str("english", rulekit.WordList(words, phrase.En)))
	return tables.Advance
}

// mostSteps is how far an order leads at most.
const mostSteps = 20

// stepsPart are steps, a digit each: `223`. Blanks between them do no harm.
var stepsPart = &part.Kind[[]game.Direction]{
	Take: func(r *orders.Reading, _ *part.Field) (steps []game.Direction) {
		for r.More() && isNumber(r.Peek()) {
			t, _ := r.Next("steps")
			for _, c := range t.Value {
				if c < '1' || c > '6' || len(steps) >= mostSteps {
					reject(r, t, "order.steps", nil)
					return nil
				}
				steps = append(steps, game.Direction(c-'0'))
			}
		}
		return steps
	},
	Print: func(dst []byte, steps []game.Direction, _ phrase.Lang) []byte {
		for _, d := range steps {
			dst = append(dst, '0'+byte(d))
		}
		return dst
	},
}

func isNumber(t orders.Token) bool { _, ok := orders.Number(t); return ok }

// reliefPart is `Entsatz 400` or `Entsatz voll`.
var reliefPart = &part.Kind[int64]{
	Take: func(r *orders.Reading, _ *part.Field) int64 {
		t, _ := r.Next("relief")
		if !ReliefWord.Begins(t) {
			reject(r, t, "order.steps", orders.Nearest(t.Value, rulekit.BothWords([]rulekit.Word{ReliefWord})))
			return 0
		}
		if FullWord.Begins(r.Peek()) {
			r.Skip()
			return Full
		}
		return number(r, "points", "order.relief", 0, mostPoints)
	},
	Print: func(dst []byte, points int64, lang phrase.Lang) []byte {
		if points == 0 {
			return dst
		}
		dst = append(append(dst, ReliefWord.In(lang)...), ' ')
		if points == Full {
			return append(dst, FullWord.In(lang)...)
		}
		return strconv.AppendInt(dst, points, 10)
	},
}
