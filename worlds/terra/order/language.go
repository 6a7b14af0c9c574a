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

// Lines shown with a problem, where its reader's language has no other.
const (
	armyExample    = "1 Vorruecken 223 Entsatz 400"
	settingExample = "Spielt ja"
)

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
		{
			Letter: 'S', Names: []string{"Sonstiges", "Settings"}, Line: reader(settingExample, readSetting),
			Key: func(o orders.Order) string { return settingNamed(o.(SettingOrder).Setting) },
			Examples: []string{settingExample, "Plays no", "Freigabe", "rel", "Freigabe nein", "Sprache en",
				"Computer PC", "Zip ja", "Map no", "Kampagnenende", "CampaignEnd no"},
		},
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "#M"}},
	}}).Shaped(shapes)
}

// readArmy reads a line of $A. Without a command the army advances.
func readArmy(r *reading) orders.Order {
	o := ArmyOrder{Army: int(r.number("army", "order.army", 1, mostArmy)), Command: tables.Advance}
	if !r.More() || !reliefWord.begins(r.Peek()) {
		o.Command = r.command()
	}
	for r.More() && isNumber(r.Peek()) {
		r.steps(&o)
	}
	if !r.More() {
		return o
	}
	t, _ := r.Next("relief")
	if !reliefWord.begins(t) {
		r.bad(t, "order.steps", orders.Nearest(t.Value, both([]named{reliefWord})))
		return o
	}
	if fullWord.begins(r.Peek()) {
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
		if word.begins(t) {
			return tables.Command(c)
		}
	}
	// QUIRK: as the table of the rules spells it
	if strings.HasPrefix("kampfpatrollie", orders.Fold(t.Value)) && len(t.Value) >= 3 {
		return tables.Patrol
	}
	words := CommandWords[:]
	r.bad(t, "order.command", orders.Meant(t.Value, both(words), otherWords), phrase.Str("words", germanWords(words)),
		phrase.Str("english", englishWords(words)))
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
	if stakeWord.begins(t) {
		return readStake(r)
	}
	n, err := strconv.Atoi(strings.TrimPrefix(orders.Fold(t.Value), "g"))
	if err != nil || n < 1 || n > mostBattle || !strings.HasPrefix(orders.Fold(t.Value), "g") {
		r.bad(t, "order.battle", nil)
		return nil
	}
	if r.More() && noWord.is(r.Peek()) {
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

// readSetting reads a line of $S: whole words, or at least three letters that
// tell them apart.
func readSetting(r *reading) orders.Order {
	t, ok := r.Next("setting")
	if !ok {
		return nil
	}
	var names []named
	for _, s := range settingWords {
		names = append(names, s.name)
		if !s.name.begins(t) {
			continue
		}
		if s.alone && !r.More() {
			return SettingOrder{Setting: s.name.De}
		}
		v, ok := r.Next("value")
		for i, value := range s.values {
			if ok && s.alone && YesWord.is(v) {
				return SettingOrder{Setting: s.name.De}
			}
			if ok && (value.is(v) || i < len(s.also) && s.also[i].is(v)) {
				return SettingOrder{Setting: s.name.De, Value: value.De}
			}
		}
		r.bad(v, "order.value", orders.Nearest(v.Value, both(s.values)), phrase.Str("words", germanWords(s.values)),
			phrase.Str("english", englishWords(s.values)))
		return nil
	}
	if frame.SettingElsewhere(r.Reading, t) {
		return nil
	}
	r.bad(t, "order.setting", orders.Nearest(t.Value, both(names)), phrase.Str("words", germanWords(names)),
		phrase.Str("english", englishWords(names)))
	return nil
}

// settingNamed is how a problem names a setting: in both languages.
func settingNamed(german string) string {
	for _, s := range settingWords {
		if s.name.De == german && s.name.En != german {
			return german + "/" + s.name.En
		}
	}
	return german
}
