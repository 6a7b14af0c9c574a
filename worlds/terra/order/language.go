package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Bounds of numbers in orders.
const (
	mostArmy   = 9
	mostSteps  = 20
	mostPoints = 1_000_000
	mostGoals  = 99
	mostBattle = 999_999
)

// armyExample is shown with a problem, where its reader's language has no other.
const armyExample = "1 Vorruecken 223 Entsatz 400"

// Language is the table of sections.
func Language() *orders.Language {
	return (&orders.Language{Sections: []orders.Section{
		{
			Letter: 'A', Names: []string{"Armee", "Army", "Armies"}, Line: reader(armyExample, readArmy),
			Key: func(o orders.Order) string { return strconv.Itoa(o.(ArmyOrder).Army) }, Twice: "army-twice",
			Examples: []string{
				armyExample, "2 Halten", "3 Aufklaeren 44", "1 mar 1123", "2 Patrol 2 Relief full",
				"3 fou 25 Entsatz voll", "1 Entsatz 300", "2 Support",
			},
		},
		{
			Letter: 'T', Names: []string{"Tisch", "Table"}, Line: reader("G712 850 2300 1 3", readResult),
			Key: AboutTable, Twice: "result-twice",
			Examples: []string{"G712 850 2300 1 3", "g304 4500 0 2 0", "G417 1.200 1.350 1 1", "G712 nein",
				"Einsatz 712 600", "Stake G304 1.200"},
		},
		frame.SettingsSection(orders.Section{
			Names: []string{"Sonstiges", "Settings"}, Key: settingNamed,
			Examples: []string{"Spielt ja", "Plays no", "Freigabe", "rel", "Freigabe nein", "Sprache en",
				"Computer PC", "Zip ja", "Map no", "Kampagnenende", "CampaignEnd no"},
		}, settings...),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "#M"}},
	}}).Shaped(shapes)
}

// readArmy reads a line of $A. Without a command the army advances.
func readArmy(r *reading) orders.Order {
	o := ArmyOrder{Army: int(r.number("army", "order.army", 1, mostArmy)), Command: tables.Advance}
	if !r.More() || !reliefWord.Begins(r.Peek()) {
		o.Command = r.command()
	}
	for r.More() && isNumber(r.Peek()) {
		r.steps(&o)
	}
	if !r.More() {
		return o
	}
	t, _ := r.Next("relief")
	if !reliefWord.Begins(t) {
		r.bad(t, "order.steps", orders.Nearest(t.Value, frame.BothWords([]frame.Word{reliefWord})))
		return o
	}
	if fullWord.Begins(r.Peek()) {
		r.Skip()
		o.Relief = Full
		return o
	}
	o.Relief = r.number("points", "order.relief", 0, mostPoints)
	return o
}

// command reads the name of a command, or at least three letters of it.
func (r *reading) command() tables.Command {
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
	r.bad(t, "order.command", orders.Meant(t.Value, frame.BothWords(words), otherWords),
		phrase.Str("words", frame.WordList(words, phrase.De)), phrase.Str("english", frame.WordList(words, phrase.En)))
	return tables.Advance
}

// steps reads `223`, a digit a step; blanks between them do no harm.
func (r *reading) steps(o *ArmyOrder) {
	t, _ := r.Next("steps")
	for _, c := range t.Value {
		if c < '1' || c > '6' || len(o.Steps) >= mostSteps {
			r.bad(t, "order.steps", nil)
			return
		}
		o.Steps = append(o.Steps, game.Direction(c-'0'))
	}
}

// AboutTable names what a line of $T is about.
func AboutTable(o orders.Order) string {
	if stake, is := o.(StakeOrder); is {
		return stakeWord.De + " " + strconv.Itoa(stake.On)
	}
	return string(realm.AppendBattle(nil, o.(ResultOrder).Battle))
}

// readStake reads what follows `Einsatz`: a battle or an army, and points.
func readStake(r *reading) orders.Order {
	var o StakeOrder
	if t, ok := r.Next("battle"); ok {
		n, err := strconv.Atoi(strings.TrimPrefix(orders.Fold(t.Value), "g"))
		if err != nil || n < 1 || n > mostBattle {
			r.bad(t, "order.battle", nil)
			return nil
		}
		o.On = n
	}
	if t, some := r.Next("stake"); some {
		n, ok := orders.Number(t)
		if !ok || n != 0 && n < StakeStep || n > mostPoints {
			r.bad(t, "order.stake", nil, phrase.Num("low", StakeStep), phrase.Num("high", mostPoints))
		}
		o.Points = n
	}
	return o
}

// readResult reads a line of $T: a stake, or the battle, points and objectives, own first.
func readResult(r *reading) orders.Order {
	t, ok := r.Next("battle")
	if !ok {
		return nil
	}
	if stakeWord.Begins(t) {
		return readStake(r)
	}
	n, err := strconv.Atoi(strings.TrimPrefix(orders.Fold(t.Value), "g"))
	if err != nil || n < 1 || n > mostBattle || !strings.HasPrefix(orders.Fold(t.Value), "g") {
		r.bad(t, "order.battle", nil)
		return nil
	}
	if r.More() && frame.No.Is(r.Peek()) {
		r.Skip()
		return ResultOrder{Battle: n, None: true}
	}
	return ResultOrder{
		Battle:     n,
		Own:        r.number("points", "order.points", 0, mostPoints),
		Other:      r.number("points", "order.points", 0, mostPoints),
		OwnGoals:   int(r.number("goals", "order.goals", 0, mostGoals)),
		OtherGoals: int(r.number("goals", "order.goals", 0, mostGoals)),
	}
}

// settingNamed is how a problem names a setting: in both languages.
func settingNamed(o orders.Order) string {
	name := o.(frame.SettingOrder).Setting
	if name.En == "" {
		return name.De
	}
	return name.De + "/" + name.En
}
