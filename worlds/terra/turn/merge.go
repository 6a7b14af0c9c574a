package turn

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
)

// Merge returns the sheet in force when a later mail has come. A later mail that commands an army counts alone, except
// that army lists of the earlier one stay unless it replaces them. Otherwise what the earlier mail says stays, if it
// counts and the later one says nothing that counts about the same. All commands are one matter; so are the result of
// each battle, each setting, and all messages (§2.3).
func Merge(p realm.Position, earlier, later game.Sheet) game.Sheet {
	out := later
	out.Files = mergeFiles(later.Realm, earlier.Files, later.Files)
	named := map[string]bool{}
	for _, l := range counting(p, later) {
		if key := about(l.Order); key == aboutArmies {
			return out
		} else {
			named[key] = true
		}
	}
	var kept orders.File
	for _, l := range counting(p, earlier) {
		if !named[about(l.Order)] {
			kept.Lines = append(kept.Lines, l)
		}
	}
	if len(kept.Lines) > 0 {
		out.Text = withKept(p, later, &kept)
	}
	return out
}

// withKept is the later mail's text with the kept lines added at the end of its orders. So its own lines keep their
// numbers, by which the report refers to them. Its lines about the same matter as a kept line become comments, since
// only one line for a battle is read.
func withKept(p realm.Position, later game.Sheet, kept *orders.File) string {
	lines, file := orders.Split(later.Text), later.Orders(p.Rules.Language())
	printed := string(p.Rules.Language().Print(nil, kept))
	if file.Starts == 0 {
		return printed
	}
	for _, l := range file.Lines {
		_, message := l.Order.(orders.Message)
		if !message && slices.ContainsFunc(kept.Lines,
			func(k orders.Line) bool { return k.Section == l.Section && keyOf(p, k) == keyOf(p, l) }) {
			lines[l.Line-1] = "; " + lines[l.Line-1]
		}
	}
	end := len(lines)
	if file.Ends > 0 {
		end = file.Ends - 1
	} else if signed := slices.IndexFunc(lines, orders.Signs); signed >= 0 {
		end = signed
	}
	return strings.Join(slices.Concat(lines[:end], orders.Split(strings.TrimSuffix(printed, "\n")), lines[end:]),
		"\n") + "\n"
}

// keyOf is the key by which the order file finds lines about the same thing. It reads the last of them.
func keyOf(p realm.Position, l orders.Line) string {
	for _, s := range p.Rules.Language().Sections {
		if s.Letter == l.Section && s.Key != nil {
			return s.Key(l.Order)
		}
	}
	return ""
}

// counting lists the lines of a sheet that are not refused.
func counting(p realm.Position, s game.Sheet) []orders.Line {
	return slices.DeleteFunc(slices.Clone(s.Orders(p.Rules.Language()).Lines), func(l orders.Line) bool {
		return !fits(p, l.Order) || !counts(p, s.Realm, l.Order)
	})
}

// counts reports whether its realm may give an order in this mail phase.
func counts(p realm.Position, realm int, o orders.Order) bool {
	switch o := o.(type) {
	case order.ArmyOrder:
		return realm > 0 && cannot(p, realm, o).Code == ""
	case order.ResultOrder:
		return unfit(p, realm, o).Code == ""
	case order.StakeOrder:
		return realm > 0 && unstakable(p, realm, o).Code == ""
	case rulekit.SettingOrder:
		return allowed(o, realm)
	case orders.Message:
		return realm > 0 && (strings.Contains("MAG", o.To) || recipient(p, o) > 0)
	}
	return false
}

// aboutArmies is the matter of all commands, which replace each other as a whole.
const aboutArmies = "armies"

// about is the matter of a line.
func about(o orders.Order) string {
	switch o := o.(type) {
	case order.ArmyOrder:
		return aboutArmies
	case order.ResultOrder:
		return string(realm.AppendBattle(nil, o.Battle))
	case order.StakeOrder:
		return o.Called(phrase.De)
	case rulekit.SettingOrder:
		return o.Setting.De
	}
	return "messages" // which replace each other as a whole, too
}

// mergeFiles returns the lists of both sheets, the last one for each army. No other file is kept, so there are never
// more files than armies.
func mergeFiles(realm int, earlier, later []game.File) []game.File {
	var out []game.File
	for _, f := range slices.Concat(earlier, later) {
		u := listed(realm, f.Name)
		out = slices.DeleteFunc(out, func(g game.File) bool { return listed(realm, g.Name) == u })
		if u.Army > 0 {
			out = append(out, f)
		}
	}
	return out
}
