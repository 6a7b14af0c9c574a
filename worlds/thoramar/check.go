package thoramar

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Check reads a sheet with no more knowledge than its realm has. It plays the
// phases of the turn itself, up to week 1, over the world as the realm knows
// it (law 8): what they refuse is a problem here, what they do is in force.
func (w *World) Check(in game.Sheet) game.Checked {
	file := in.Orders(w.rules.Language())
	out := game.Checked{Problems: append([]orders.Problem(nil), file.Problems...)}
	r := w.state.realm(in.Realm)
	switch {
	case in.Realm == 0:
		return w.checkMaster(file, out)
	case r == nil || r.Fallen:
		out.Problems = append(out.Problems, orders.Problem{Severity: orders.Error, What: phrase.P("not-in-game", phrase.Num("realm", in.Realm))})
		return out
	}
	t, k := w.known(in.Realm)
	t.receipt = k
	t.sheets[in.Realm] = sheet{came: true, lines: file.Lines}
	t.run(before)
	out.InForce = append(k.inForce, t.forecasts(in.Realm)...)
	out.Outlook = w.outlook(t.Turn, in.Realm)
	out.Idle = t.idle(in.Realm)
	t.doubtArchDemons(in.Realm)
	k.inForce = nil
	t.run([]phase{{"messages", messages}})
	out.InForce, out.Letters = append(out.InForce, k.inForce...), k.letters

	counts := out.Forced()
	refused := map[int]bool{}
	for _, no := range t.refused[in.Realm] {
		refused[no.line] = refused[no.line] || !no.warn
	}
	for _, no := range t.refused[in.Realm] {
		if no.warn && refused[no.line] && !counts[no.line] {
			continue // a doubt about a line that does not count anyway
		}
		no.what = t.mended(in.Realm, no.what)
		if !no.warn && counts[no.line] {
			no.what = partly(no.what)
		}
		out.Problems = append(out.Problems, w.problem(in.Realm, no))
	}
	w.finish(in.Realm, &out)
	t.done()
	return out
}

// partly is a refusal that strikes only a part of a line, such as a merge of an
// army that marches all the same: it says that the rest counts.
func partly(no phrase.Phrase) phrase.Phrase {
	return phrase.P("partly", append([]phrase.Arg{phrase.Key("no", no.Code)}, no.Args...)...)
}

// mended adds to a refusal what the player may have meant, where the receipt knows:
// of an army that is not there those of its kind that are.
func (t *Turn) mended(realm int, no phrase.Phrase) phrase.Phrase {
	if no.Code != "no-such-army" {
		return no
	}
	var names []string
	for _, arg := range no.Args {
		if arg.Name != "army" || len(arg.S) < 3 {
			continue
		}
		for _, a := range t.state.ofUnit(realm, Unit{arg.S[0], arg.S[2]}) {
			names = append(names, a.Name.String())
		}
	}
	if n := len(names); n == 0 || n > alikeShown {
		return no
	}
	return phrase.P("no-such-army-but", append([]phrase.Arg{phrase.Str("others", strings.Join(names, ", "))}, no.Args...)...)
}

// alikeShown is how many armies of a kind a receipt names in place of one that is
// not there; of more nobody would read them.
const alikeShown = 10

// finish sorts what a receipt says and puts places into the realm's counting.
func (w *World) finish(realm int, c *game.Checked) {
	c.Sort()
	for i := range c.InForce {
		c.InForce[i].What = w.toldTo(realm, c.InForce[i].What)
	}
	for _, list := range [][]phrase.Phrase{c.Idle, c.Outlook} {
		for i := range list {
			list[i] = w.toldTo(realm, list[i])
		}
	}
}

// idle tells what the armies without a line will do: hold.
func (t *Turn) idle(realm int) []phrase.Phrase {
	ordered := map[ArmyName]bool{}
	ordersOf(t, realm, func(_ orders.Position, o ArmyOrder) { ordered[o.Army] = true })
	var out []phrase.Phrase
	for _, a := range t.state.Armies[realm] {
		if a.member() {
			continue // its formation stands for it
		}
		if ordered[a.Name] {
			continue
		}
		args := []phrase.Arg{phrase.Str("army", a.Name.String()), phrase.Num("men", a.Men), a.Name.kind(a.Men), phrase.At("field", a.At)}
		switch foes := t.foreseenAttackers(a); {
		case a.cargo():
			out = append(out, phrase.P("cargo-stays", append(args, phrase.Str("fleet", a.Aboard.String()))...))
		case foes != "":
			out = append(out, phrase.P("army-holds-attacked", append(args, phrase.Str("other", foes))...))
		default:
			out = append(out, phrase.P("army-holds", args...))
		}
	}
	return out
}
