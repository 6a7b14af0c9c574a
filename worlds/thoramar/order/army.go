package order

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// ArmyOrder is a line of $A: `[Typ].[Klasse] [ID] [Richtungen] [Befehl](+/-) (Spezial)`. Of two lines for one army the
// last one counts (decision 3).
type ArmyOrder struct {
	Army    realm.ArmyName `part:"army" key:""`
	Plan    realm.Plan     `part:"plan"`
	Command realm.Command  `part:"command"`
	Flag    realm.Flag     `part:"flag"`
	Special realm.Special  `part:"special"`
}

var armies = part.New[ArmyOrder](parts.With(part.Kinds{"plan": planPart, "command": commandPart, "flag": flagPart,
	"special": specialPart}),
	"K.M 1 1220000000000 A+",
	"R.M 2 5000000000000 E+", "R.L 1 0000123450000 V",
	"K.M 1 1220000000000 A+ K.M 2 1000", "K.M 1 1220000000000 A+ K.M 2", "K.M 1 0000000000000 V+ V.L 1",
	"R.L 1 1223400000000 P- S.S 3", "K.M 1 1234500000000 Z+ HST", "K.M 2 1234500000000 Z S 5",
	"D.N 2 1230000000000 A 24", "P.H 23 1324500000000 V 0 2", "Z.S 2 1230045600000 V- K.M 1",
	"Z.M 3 1230045600000 V- 12 14", "Z.B 23 1230045600000 V- D.N 1 25", "Z.B 23 1230045600000 V- 12 14",
	"H.K 1 2230000000000 v+ 15 3",
)

// Print appends `K.M 1 1220000000000 A+ K.M 2 1000`.
func (o ArmyOrder) Print(dst []byte, _ phrase.Lang) []byte { return armies.Print(dst, o, phrase.De) }

// Brief prints an order without the weeks at the end of its plan in which the army stays where it is, for beginners.
type Brief struct{ ArmyOrder }

// Print appends `K.M 1 122 A+ K.M 2 1000`.
func (o Brief) Print(dst []byte, lang phrase.Lang) []byte {
	plan := printPath(nil, o.Plan[:], lang)
	short := plan[:1+len(bytes.TrimRight(plan[1:], "0"))]
	return append(dst, bytes.Replace(o.ArmyOrder.Print(nil, lang), plan, short, 1)...)
}

// Forms are the ways to write it. The command decides what may come after it.
func (ArmyOrder) Forms() []string {
	const (
		march    = "army:army& plan:path13 command="
		sign     = " ?~=+|-"
		marching = march + "V|A|P|E" + sign
	)
	return []string{
		marching, marching + " other-army:army& count:number?", march + "Z" + sign + " building=" + buildings,
		march + "Z" + sign + " edge=S|W|B direction:number", marching + " gate-code:number",
		march + "V|A" + sign + " field:place&",
	}
}

// Check checks whether the kind of army can have the command, and reads what comes after it.
func (o *ArmyOrder) Check(r *part.Reading) {
	at := r.Of("Command")[0]
	if r.Failed || at.Value == "" {
		return
	}
	if strings.IndexByte(Able(o.Command), o.Army.Type) < 0 {
		r.Bad(at, phrase.P("order.command-unit", phrase.Str("unit", o.Army.Unit.String()),
			phrase.Str("command", string(rune(o.Command))),
			phrase.Str("able", strings.Join(strings.Split(Able(o.Command), ""), ", "))))
	}
	behind := r.Of("Special")
	o.Special = special(r, behind)
	if !r.Failed && r.Wrong == nil {
		o.meaning(r, at, behind)
	}
}

var planPart = &part.Kind[realm.Plan]{
	Tokens: "@Number", Wants: "plan", Read: plan,
	Print: func(dst []byte, p realm.Plan, lang phrase.Lang) []byte { return printPath(dst, p[:], lang) },
}

// plan reads the directions. Fewer than 13 are filled up with 0. More zeros get a warning (the manual's own examples
// have 14); more steps are an error.
func plan(r *part.Reading, _ *part.Field, tokens []orders.Token) realm.Plan {
	t := tokens[0]
	var plan realm.Plan
	for i, d := range t.Value {
		switch {
		case d >= '0' && d <= '6' && i < realm.Weeks:
			plan[i] = game.Direction(d - '0')
		case d == '0' || i >= realm.Weeks && d >= '1' && d <= '6':
			continue
		default:
			r.Bad(t, phrase.P("order.plan-digit", phrase.Str("got", orders.Clip(string(d))), phrase.Num("week", i+1)))
			return plan
		}
	}
	switch {
	case len(t.Value) <= realm.Weeks:
	case strings.Trim(t.Value[realm.Weeks:], "0") == "":
		r.Warn(t, phrase.P("order.plan-zeros", phrase.Num("weeks", realm.Weeks), phrase.Num("digits", len(t.Value))))
	default:
		r.Bad(t, phrase.P("order.plan-long", phrase.Num("weeks", realm.Weeks), phrase.Num("digits", len(t.Value))))
	}
	return plan
}

// flagPart is how an army shows itself.
var flagPart = &part.Kind[realm.Flag]{
	Tokens: "@Sign?", Form: "?~=+|-", Print: printLetter[realm.Flag],
	Read: func(_ *part.Reading, _ *part.Field, t []orders.Token) realm.Flag {
		switch t[0].Value {
		case "":
			return realm.NoSign
		case "+":
			return realm.Shown
		}
		return realm.Hidden
	},
}

var commandPart = &part.Kind[realm.Command]{Tokens: "@Word", Wants: "command", Read: command,
	Print: printLetter[realm.Command]}

// commandWords are the commands, each before the words by which somebody may have meant it.
var commandWords = [][]string{
	{"V", "Verteidigen", "Verteidigung", "Defend", "D", "Halten", "Hold", "Bleiben", "Stay"},
	{"A", "Angreifen", "Angriff", "Attack", "Kämpfen", "Fight"},
	{"P", "Plündern", "Plunder", "Rauben", "Raid", "Loot"},
	{"E", "Erobern", "Eroberung", "Conquer", "C", "Besetzen", "Einnehmen", "Capture", "Occupy"},
	{"Z", "Zerstören", "Zerstörung", "Destroy", "Vernichten", "Raze"},
}

func command(r *part.Reading, _ *part.Field, tokens []orders.Token) realm.Command {
	t := tokens[0]
	got := strings.ToUpper(t.Value)
	if len(got) == 1 && strings.Contains("VAPEZ", got) {
		return realm.Command(got[0])
	}
	if got[0] == 'O' {
		r.Bad(t, phrase.P("order.letter-o", phrase.Str("got", orders.Clip(t.Value))))
		return 0
	}
	r.Bad(t, orders.Guessed("order.command", NearCommands(t.Value), phrase.Str("got", orders.Clip(t.Value))))
	return 0
}

// NearCommands guesses which commands a word meant.
func NearCommands(got string) []string { return meant(got, commandWords, 1) }

// meant guesses which rows a word meant, and returns their codes. A code is the first of its row, and its words begin at
// an index.
func meant(got string, rows [][]string, from int) (codes []string) {
	var all []string
	for _, row := range rows {
		all = append(all, row[from:]...)
	}
	near := orders.Nearest(got, all)
	for _, row := range rows {
		if slices.ContainsFunc(row[from:], func(word string) bool { return slices.Contains(near, word) }) {
			codes = append(codes, row[0])
		}
	}
	return codes
}

// Able lists the types that can carry out a command (manual, "Mögliche Befehle"). Formations can only defend and
// attack (decision 10).
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

// specialPart is what may come after the command. The order's Check reads it.
var specialPart = &part.Kind[realm.Special]{Tokens: "@Word? @Number? @Number?", Print: printSpecial}

func printSpecial(dst []byte, s realm.Special, lang phrase.Lang) []byte {
	switch s.Form {
	case realm.AnArmy:
		dst = s.Army.Append(dst)
		if s.Count != 0 {
			dst = strconv.AppendInt(append(dst, ' '), s.Count, 10)
		}
	case realm.AField:
		dst = fieldPart.Print(dst, s.At, lang)
	case realm.ABuilding:
		dst = append(dst, s.Building...)
	case realm.AnEdge:
		dst = append(dst, byte(s.Edge), ' ', '0'+byte(s.Dir))
	case realm.ACode:
		dst = strconv.AppendInt(dst, s.Count, 10)
	}
	return dst
}

// special reads what comes after the command, by its form.
func special(r *part.Reading, t []orders.Token) realm.Special {
	what, first, second := t[0], t[1], t[2]
	word := strings.ToUpper(what.Value)
	switch {
	case word == "" && first.Value == "":
		return realm.Special{}
	case word == "" && second.Value == "":
		return realm.Special{Form: realm.ACode, Count: r.Number(first, "order.gate-code", 1, tables.MaxGate)}
	case word == "":
		return realm.Special{Form: realm.AField, At: xy(r, first, second)}
	case isBuilding(word):
		if first.Value != "" {
			r.Add(orders.Surplus(r.Text, first, "K.M 1 1234500000000 Z+ HST"))
		}
		return realm.Special{Form: realm.ABuilding, Building: word}
	case isEdge(word):
		if first.Value == "" {
			r.Add(orders.Missing(r.Text, "want.direction", "K.M 2 1234500000000 Z S 5"))
		} else if second.Value != "" {
			r.Add(orders.Surplus(r.Text, second, "K.M 2 1234500000000 Z S 5"))
		}
		return realm.Special{Form: realm.AnEdge, Edge: realm.Edge(word[0]), Dir: direction(r, first)}
	}
	return armySpecial(r, what, first, second)
}

func armySpecial(r *part.Reading, what, first, second orders.Token) realm.Special {
	if _, ok := tables.ParseUnit(what.Value); !ok {
		near := NearBuildings(what.Value)
		if near == nil {
			near = tables.NearUnits(what.Value)
		}
		r.Bad(what, orders.Guessed("order.special", near, phrase.Str("got", orders.Clip(what.Value))))
		return realm.Special{}
	}
	if first.Value == "" {
		r.Add(orders.Missing(r.Text, "want.army-id", "K.M 1 1220000000000 A+ K.M 2 1000"))
		return realm.Special{}
	}
	s := realm.Special{Form: realm.AnArmy, Army: army(r, what, first)}
	s.Count = r.Number(second, "order.count", 1, orders.Biggest)
	return s
}
