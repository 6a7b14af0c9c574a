package terra

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// Merge gives the sheet in force when a later mail came. In the phase of orders the
// later one counts, with the army lists of the earlier that it does not replace. In
// the phase of results the earlier one's lines stay that count and are about
// something else than those of the later one that count, and its messages if the later one has none (§2.3).
func (w *World) Merge(earlier, later game.Sheet) game.Sheet {
	out := later
	out.Files = w.mergeFiles(earlier.Files, later.Files)
	if w.state.Phase != inResults {
		return out
	}
	old, fresh := w.counting(earlier), w.counting(later)
	named, wrote := map[string]bool{}, false
	for _, l := range fresh {
		if key := about(l.Order); key != "" {
			named[key] = true
		}
		if _, ok := l.Order.(orders.Message); ok {
			wrote = true
		}
	}
	var kept orders.File
	for _, l := range old {
		_, message := l.Order.(orders.Message)
		if key := about(l.Order); key != "" && !named[key] || message && !wrote {
			kept.Lines = append(kept.Lines, l)
		}
	}
	if len(kept.Lines) > 0 {
		text := w.without(later, kept.Lines)
		out.Text = string(w.rules.lang.Print(nil, &kept)) + "\n" + fromFirstSection(text)
	}
	return out
}

// without is the later mail's text in which its lines that do not count and are
// about what is kept are comments: of two lines for a battle the last is read.
func (w *World) without(later game.Sheet, kept []orders.Line) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(later.Text), "\n")
	for _, l := range later.Orders(w.rules.lang).Lines {
		if key := about(l.Order); key != "" && slices.ContainsFunc(kept, func(k orders.Line) bool { return about(k.Order) == key }) {
			lines[l.Line-1] = "; " + lines[l.Line-1]
		}
	}
	return strings.Join(lines, "\n")
}

// counting are the lines of a sheet that are not refused.
func (w *World) counting(s game.Sheet) []orders.Line {
	t := w.newTurn(w.state, nil, game.Seed{})
	return slices.DeleteFunc(slices.Clone(s.Orders(w.rules.lang).Lines), func(l orders.Line) bool {
		o, is := l.Order.(ResultOrder)
		return is && t.unfit(s.Realm, o).Code != "" || !t.fits(l.Order)
	})
}

// about names what a line of the phase of results is about; "" if it is not for
// that phase, or a message.
func about(o orders.Order) string {
	switch o := o.(type) {
	case ResultOrder:
		return string(appendBattle(nil, o.Battle))
	case SettingOrder:
		return o.Setting
	}
	return ""
}

// fromFirstSection leaves out what stands before the first section: behind the
// lines kept it would be read as more of them.
func fromFirstSection(text string) string {
	if strings.HasPrefix(text, "$") {
		return text
	}
	_, rest, found := strings.Cut(text, "\n$")
	if !found {
		return ""
	}
	return "$" + rest
}

// mergeFiles keeps of the earlier files those that no later one replaces: of the
// same name, or the list of the same army.
func (w *World) mergeFiles(earlier, later []game.File) []game.File {
	var out []game.File
	for _, f := range earlier {
		if !slices.ContainsFunc(later, func(g game.File) bool {
			return f.Name == g.Name || listOf(f.Name) > 0 && listOf(f.Name) == listOf(g.Name)
		}) {
			out = append(out, f)
		}
	}
	return append(out, later...)
}
