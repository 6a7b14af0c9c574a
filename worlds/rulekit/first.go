package rulekit

import (
	"slices"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// First is a newcomer's first letter while it is composed (game.World). It takes orders only if the receipt accepts
// them together with those it has.
type First struct {
	Book  *phrase.Book
	Check func(text string) game.Checked // the receipt of a sheet with this text
	// how the reader counts fields; nil: no comment names one
	Places phrase.Viewer

	chosen Way
}

// FirstOrder is a line of a first letter, and why it is there.
type FirstOrder struct {
	Section byte   // the letter behind `$`
	Line    []byte // as it is printed in the reader's language
	Why     phrase.Phrase
}

// Way is one way to take a step: orders that belong together.
type Way []FirstOrder

// Take adds the first of several ways that the receipt accepts without a remark, and returns its index. If it accepts
// none, nothing is added, and the index is −1.
func (f *First) Take(ways ...Way) int {
	for i, way := range ways {
		if all := slices.Concat(f.chosen, way); f.accepts(all) {
			f.chosen = all
			return i
		}
	}
	return -1
}

// accepts reports whether all orders are in force, without a problem and without a condition.
func (f *First) accepts(all Way) bool {
	checked := f.Check(string(f.letter(all)))
	forced := checked.Forced()
	delete(forced, 0)
	return len(checked.Problems) == 0 && len(checked.Conditional()) == 0 && len(forced) == len(all)
}

// Letter is the order file, and "" if nothing was taken.
func (f *First) Letter() string {
	if len(f.chosen) == 0 {
		return ""
	}
	return string(f.letter(f.chosen))
}

// letter writes orders in their sections, which come in the order in which they were first needed.
func (f *First) letter(all Way) (out []byte) {
	var sections []byte
	for _, o := range all {
		if !slices.Contains(sections, o.Section) {
			sections = append(sections, o.Section)
		}
	}
	for _, s := range sections {
		out = append(out, '$', s, '\n')
		for _, o := range all {
			if o.Section == s {
				out = f.line(out, o)
			}
		}
		out = append(out, '\n')
	}
	return append(out, "$E\n"...)
}

// line writes an order with its comment behind it, or above it if both are too long for one line.
func (f *First) line(out []byte, o FirstOrder) []byte {
	why := ""
	if o.Why.Code != "" {
		why = string(f.Book.Append(nil, o.Why, f.Places))
	}
	switch {
	case why == "":
		return append(append(out, o.Line...), '\n')
	case utf8.RuneCount(o.Line)+len(" ; ")+utf8.RuneCountInString(why) > Width:
		return append(append(game.AppendComment(out, why), o.Line...), '\n')
	}
	return append(append(append(append(out, o.Line...), " ; "...), why...), '\n')
}

// Compass tells newcomers in which direction each number leads, on every map of fields with six sides.
var Compass = phrase.P("letter.compass")

// Guide puts the goal of a game, and what else newcomers should know, into words beside a legend.
func Guide(book *phrase.Book, legend []byte, goal phrase.Phrase, aims ...phrase.Phrase) game.Guide {
	return game.Guide{Goal: book.Say(goal), Aims: Map(aims, book.Say), Legend: legend}
}
