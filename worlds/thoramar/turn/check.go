package turn

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
)

// NotInGame says that nothing in a sheet counts, because its realm is not in the game.
func NotInGame(number int, out game.Checked) game.Checked {
	out.Problems = append(out.Problems,
		orders.Problem{Severity: orders.Error, What: phrase.P("not-in-game", phrase.Num("realm", number))})
	return out
}

// Receipt reads a sheet with no more knowledge than its realm has. where is where everything of the position stands.
func Receipt(p realm.Position, where *sight.Whereabouts, rooms sight.Rooms, in game.Sheet) game.Checked {
	file := in.Orders(p.Rules.Language())
	out := game.Checked{Problems: append([]orders.Problem(nil), file.Problems...)}
	r := p.State.Realm(in.Realm)
	switch {
	case in.Realm == 0:
		return checkMaster(p, file, out)
	case r == nil || r.Fallen:
		return NotInGame(in.Realm, out)
	}
	k, room := rooms.Know(where, p.Tables, in.Realm)
	defer rooms.GiveBack(room)
	return Check(Lent{World: p, Known: k, Room: room}, in.Text, file, out)
}

// ThreatTo is what a foreign army could do to a realm next, by what the realm knows of the position.
func ThreatTo(p realm.Position, where *sight.Whereabouts, rooms sight.Rooms, number, by int, name realm.ArmyName,
	dirs []game.Direction) Threat {
	k, room := rooms.Know(where, p.Tables, number)
	defer rooms.GiveBack(room)
	return Threatened(Lent{World: p, Known: k, Room: room}, by, name, dirs)
}

// Check plays the phases of the turn itself, up to week 1, over what the realm knows (law 8). What they refuse is a
// problem here, and what they do is in force.
func Check(l Lent, text string, file *orders.File, out game.Checked) game.Checked {
	number := l.Known.Number
	gold := l.Known.State.Realms[number].Gold
	t := l.begin(file.Lines)
	t.Run(Before)
	out.InForce = append(t.InForce, Forecasts(t.Turn, number)...)
	out.Outlook = outlook(t.Turn, number, gold)
	if slices.ContainsFunc(out.InForce, givesOdds) {
		out.Outlook = append(out.Outlook, phrase.P("outlook-odds"))
	}
	entries := ledger(t.Turn, number, gold)
	out.Idle = idle(t.Turn, number)
	doubtIdle(t.Turn, number)
	doubtArchDemons(t.Turn, number)
	doubtUnhurt(t.Turn, number)
	t.InForce = nil
	t.Run([]Phase{{"messages", messages}})
	out.InForce, out.Letters = append(out.InForce, t.InForce...), t.ToMaster

	await(t.Turn, number, t.Rules.Language(), text, &out)
	out.Ledger = sure(entries, &out)
	counts := out.Forced()
	refused := map[int]bool{}
	for _, no := range t.Refused[number] {
		refused[no.Line] = refused[no.Line] || no.Severity == orders.Error
	}
	for _, no := range t.Refused[number] {
		if no.Severity == orders.Warning && refused[no.Line] && !counts[no.Line] {
			continue // a doubt about a line that does not count anyway
		}
		no.What = mended(t.Turn, number, no.What)
		if no.Severity == orders.Error && counts[no.Line] { // such as a merge of an army that marches anyway
			no.What = phrase.P("partly", append([]phrase.Arg{phrase.Key("no", no.What.Code)}, no.What.Args...)...)
		}
		out.Problems = append(out.Problems, no)
	}
	finishCheck(t.State, number, &out)
	return out
}

// await doubts lines that lack only what a line on a condition makes. It names that line.
func await(t *realm.Turn, number int, l *orders.Language, text string, out *game.Checked) {
	for {
		lines := l.Awaited(text, t.Refused[number], out.Conditional())
		if len(lines) == 0 {
			return
		}
		for i := range t.Refused[number] {
			if no := &t.Refused[number][i]; no.Severity == orders.Error && lines[no.Line] != 0 {
				no.Severity, no.What = orders.Warning, phrase.P("only-if-line", phrase.Num("line", lines[no.Line]))
				out.InForce = append(out.InForce, game.InForce{Line: no.Line, What: phrase.P(game.WillIf)})
			}
		}
	}
}

// mended adds to a refusal what the player may have meant, if the receipt knows. For an army that does not exist, it
// lists those of its kind.
func mended(t *realm.Turn, number int, no phrase.Phrase) phrase.Phrase {
	if no.Code != "no-such-army" {
		return no
	}
	var names []string
	for _, arg := range no.Args {
		if arg.Name != "army" || len(arg.S) < 3 {
			continue
		}
		for _, a := range t.State.OfUnit(number, tables.Unit{Type: arg.S[0], Class: arg.S[2]}) {
			names = append(names, a.Name.String())
		}
	}
	if n := len(names); n == 0 || n > alikeShown {
		return no
	}
	return phrase.P("no-such-army-but",
		append([]phrase.Arg{phrase.Str("others", strings.Join(names, ", "))}, no.Args...)...)
}

// alikeShown is how many armies of a kind a receipt names in place of one that does not exist. Nobody would read more.
const alikeShown = 10

// finishCheck sorts what a receipt says, and counts places as the realm does.
func finishCheck(s *realm.State, number int, c *game.Checked) {
	c.Sort()
	for i := range c.Problems {
		c.Problems[i].What = s.Counted(number, c.Problems[i].What)
	}
	for i := range c.InForce {
		c.InForce[i].What = s.Counted(number, c.InForce[i].What)
	}
	for _, list := range [][]phrase.Phrase{c.Idle, c.Outlook} {
		for i := range list {
			list[i] = s.Counted(number, list[i])
		}
	}
}

// idle says what armies without a line will do: hold.
func idle(t *realm.Turn, number int) []phrase.Phrase {
	ordered := map[realm.ArmyName]bool{}
	rulekit.Each(t.Sheets[number].Lines, func(_ orders.Position, o order.ArmyOrder) { ordered[o.Army] = true })
	var out []phrase.Phrase
	for _, a := range t.State.Armies[number] {
		if a.Member() || ordered[a.Name] {
			continue // a member's formation has the line
		}
		args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men),
			realm.Kind(a.Name.Unit, a.Men), phrase.At("field", a.At)}
		switch foes := foreseenFoes(t, a, a.At); {
		case a.Cargo():
			out = append(out, phrase.P("cargo-stays", append(args, phrase.Str("fleet", a.Aboard.String()))...))
		case foes != "" && a.Sights() && !a.Attacks():
			out = append(out, phrase.P("army-holds-attacked", append(args, phrase.Str("other", foes))...))
		default:
			out = append(out, phrase.P("army-holds", args...))
		}
	}
	return out
}

// outlook says what the treasury is now, and what $G, $B, $R and new formations will leave of it, after each of them
// if there are several. In autumn it also says what the year's end will bring and cost.
func outlook(t *realm.Turn, number int, now int64) []phrase.Phrase {
	left := t.State.Realms[number].Gold
	out := []phrase.Phrase{phrase.P("outlook-gold", phrase.Num("now", now), phrase.Num("spent", now-left),
		phrase.Num("left", left))}
	var steps []phrase.Phrase
	for _, purpose := range []string{"transfer", "build", "recruit", "formations"} { // as the turn pays them (see Before)
		if gold := t.Outlay[number][purpose]; gold > 0 {
			now -= gold
			steps = append(steps, phrase.P("outlook-after", phrase.Key("section", "outlook-"+purpose),
				phrase.Num("gold", gold), phrase.Num("left", now)))
		}
	}
	if len(steps) > 1 {
		out = append(out, steps...)
	}
	if realm.Autumn(t.State.Turn) {
		out = append(out, foreseeHarvest(t, number)...)
	}
	if t.State.Realms[number].Account < 0 {
		out = append(out, phrase.P("account-low"))
	}
	return out
}

// foreseeHarvest tells of the year's end. If the money will not be enough, it warns.
func foreseeHarvest(t *realm.Turn, number int) []phrase.Phrase {
	y := foreseeYear(t, number)
	gold := t.State.Realms[number].Gold + y.Land + y.Buildings + y.mines
	paid := min(gold, y.Upkeep)
	out := []phrase.Phrase{
		phrase.P("outlook-harvest", phrase.Num("land", y.Land), phrase.Num("buildings", y.Buildings),
			phrase.Num("mines", y.mines)),
		phrase.P("outlook-upkeep", phrase.Num("gold", y.Upkeep), phrase.Num("left", gold-paid)),
	}
	if y.veins > 0 {
		out = append(out, phrase.P("outlook-veins", phrase.Num("n", y.veins)))
	}
	if unpaid := y.Upkeep - paid - y.veins*t.Tables.Rules.MineYieldMin; unpaid > 0 {
		t.Caveat(number, orders.Position{}, phrase.P("upkeep-short", phrase.Num("gold", unpaid),
			phrase.Num("percent", realm.UpBy(unpaid*t.Tables.Rules.UnpaidShrink, y.Upkeep*10))))
	}
	return out
}
