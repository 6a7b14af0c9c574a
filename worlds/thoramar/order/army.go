package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// ArmyLine is a line of $A: `[Typ].[Klasse] [ID] [Richtungen] [Befehl](+/-) (Spezial)`.
type ArmyLine struct {
	Unit    orders.Token `parser:"@Word" want:"unit"`
	ID      orders.Token `parser:"@Number" want:"army-id"`
	Plan    orders.Token `parser:"@Number" want:"plan"`
	Command orders.Token `parser:"@Word" want:"command"`
	Flag    orders.Token `parser:"@Sign?"`
	Word    orders.Token `parser:"@Word?"`
	First   orders.Token `parser:"@Number?"`
	Second  orders.Token `parser:"@Number?"`
}

const armyExample = "K.M 1 1220000000000 A+"

var armyGrammar = orders.NewGrammar[ArmyLine](orders.LettersOnly, armyExample)

// readArmy reads a line of $A.
func readArmy(text string) (orders.Order, []orders.Problem) {
	line, wrong := armyGrammar.Parse(text)
	r := &reading{text: text, example: armyExample}
	o := ArmyOrder{
		Army:    r.army(line.Unit, line.ID),
		Plan:    r.plan(line.Plan),
		Command: r.command(line.Command),
		Flag:    flagOf(line.Flag),
	}
	if r.failed || line.Command.Value == "" {
		return r.result(o, wrong)
	}
	r.commandOf(line.Command, o)
	o.Special = r.special(line)
	if !r.failed && wrong == nil {
		r.meaning(line, o)
	}
	return r.result(o, wrong)
}

func flagOf(t orders.Token) realm.Flag {
	switch t.Value {
	case "":
		return realm.NoSign
	case "+":
		return realm.Shown
	}
	return realm.Hidden
}

// plan reads the directions. Fewer than 13 are filled with 0; zeros beyond get
// a warning (the manual's own examples have 14), steps beyond are wrong.
func (r *reading) plan(t orders.Token) realm.Plan {
	var plan realm.Plan
	for i, d := range t.Value {
		switch {
		case d >= '0' && d <= '6' && i < realm.Weeks:
			plan[i] = game.Direction(d - '0')
		case d == '0' || i >= realm.Weeks && d >= '1' && d <= '6':
			continue
		default:
			r.bad(t, phrase.P("order.plan-digit", phrase.Str("got", orders.Clip(string(d))), phrase.Num("week", i+1)))
			return plan
		}
	}
	switch {
	case len(t.Value) <= realm.Weeks:
	case strings.Trim(t.Value[realm.Weeks:], "0") == "":
		r.warn(t, phrase.P("order.plan-zeros", phrase.Num("weeks", realm.Weeks), phrase.Num("digits", len(t.Value))))
	default:
		r.bad(t, phrase.P("order.plan-long", phrase.Num("weeks", realm.Weeks), phrase.Num("digits", len(t.Value))))
	}
	return plan
}

// commandWords are words that a misspelt command may have meant.
var commandWords = []struct {
	command realm.Command
	words   []string
}{
	{realm.Defend, []string{"Verteidigen", "Verteidigung", "Defend", "D", "Halten", "Hold", "Bleiben", "Stay"}},
	{realm.Attack, []string{"Angreifen", "Angriff", "Attack", "Kämpfen", "Fight"}},
	{realm.Plunder, []string{"Plündern", "Plunder", "Rauben", "Raid", "Loot"}},
	{realm.Conquer, []string{"Erobern", "Eroberung", "Conquer", "C", "Besetzen", "Einnehmen", "Capture", "Occupy"}},
	{realm.Destroy, []string{"Zerstören", "Zerstörung", "Destroy", "Vernichten", "Raze"}},
}

func (r *reading) command(t orders.Token) realm.Command {
	if t.Value == "" {
		return 0
	}
	got := strings.ToUpper(t.Value)
	if len(got) == 1 && strings.Contains("VAPEZ", got) {
		return realm.Command(got[0])
	}
	if got[0] == 'O' {
		r.bad(t, phrase.P("order.letter-o", phrase.Str("got", orders.Clip(t.Value))))
		return 0
	}
	r.bad(t, orders.Guessed("order.command", NearCommands(t.Value), phrase.Str("got", orders.Clip(t.Value))))
	return 0
}

// NearCommands guesses which commands a word meant.
func NearCommands(got string) []string {
	var words, out []string
	for _, c := range commandWords {
		words = append(words, c.words...)
	}
	near := orders.Nearest(got, words)
	for _, c := range commandWords {
		for _, w := range c.words {
			if slices.Contains(near, w) && !slices.Contains(out, string(rune(c.command))) {
				out = append(out, string(rune(c.command)))
			}
		}
	}
	return out
}

// Able names the types that can do a command (manual, "Mögliche Befehle");
// formations defend and attack only (decision 10).
func Able(c realm.Command) string {
	switch c {
	case realm.Plunder:
		return "KRD"
	case realm.Conquer:
		return "KR"
	case realm.Destroy:
		return "KRDF"
	}
	return tables.Types
}

// commandOf holds a command against the kind of army.
func (r *reading) commandOf(at orders.Token, o ArmyOrder) {
	if strings.IndexByte(Able(o.Command), o.Army.Type) >= 0 {
		return
	}
	r.bad(at, phrase.P("order.command-unit", phrase.Str("unit", o.Army.Unit.String()),
		phrase.Str("command", string(rune(o.Command))),
		phrase.Str("able", strings.Join(strings.Split(Able(o.Command), ""), ", "))))
}

// special reads what stands behind the command, by its form.
func (r *reading) special(l *ArmyLine) realm.Special {
	word := strings.ToUpper(l.Word.Value)
	switch {
	case word == "" && l.First.Value == "":
		return realm.Special{}
	case word == "" && l.Second.Value == "":
		return realm.Special{Form: realm.ACode, Count: r.number(l.First, "order.gate-code", 1, tables.MaxGate)}
	case word == "":
		return realm.Special{Form: realm.AField, At: r.xy(l.First, l.Second)}
	case isBuilding(word):
		if l.First.Value != "" {
			r.add(orders.Surplus(r.text, l.First, "K.M 1 1234500000000 Z+ HST"))
		}
		return realm.Special{Form: realm.ABuilding, Building: word}
	case isEdge(word):
		if l.First.Value == "" {
			r.add(orders.Missing(r.text, "want.direction", "K.M 2 1234500000000 Z S 5"))
		} else if l.Second.Value != "" {
			r.add(orders.Surplus(r.text, l.Second, "K.M 2 1234500000000 Z S 5"))
		}
		return realm.Special{Form: realm.AnEdge, Edge: realm.Edge(word[0]), Dir: r.direction(l.First)}
	}
	return r.armySpecial(l)
}

func (r *reading) armySpecial(l *ArmyLine) realm.Special {
	if _, ok := tables.ParseUnit(l.Word.Value); !ok {
		r.bad(l.Word, orders.Guessed("order.special", nearSpecials(l.Word.Value),
			phrase.Str("got", orders.Clip(l.Word.Value))))
		return realm.Special{}
	}
	if l.First.Value == "" {
		r.add(orders.Missing(r.text, "want.army-id", "K.M 1 1220000000000 A+ K.M 2 1000"))
		return realm.Special{}
	}
	s := realm.Special{Form: realm.AnArmy, Army: r.army(l.Word, l.First)}
	s.Count = r.number(l.Second, "order.count", 1, orders.Biggest)
	return s
}

// nearSpecials guesses which building or kind of army a word meant.
func nearSpecials(got string) []string {
	if near := NearBuildings(got); near != nil {
		return near
	}
	return tables.NearUnits(got)
}
