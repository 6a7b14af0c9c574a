package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
)

// Every command has a sentence and an example, every flag and argument a
// sentence; and no sentence is left over that belongs to nothing.
func TestHelpCoversTheGrammar(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, lang := range phrase.Langs {
		v := call.NewVoice(lang, nil, nil)
		var walk func(*kong.Node)
		walk = func(n *kong.Node) {
			key := helpKey(n)
			if !v.Book.Has("help." + key) {
				t.Errorf("%s: no help.%s", lang, key)
			}
			used["help."+key] = true
			if n.Leaf() {
				if !v.Book.Has("example." + key) {
					t.Errorf("%s: no example.%s", lang, key)
				}
				used["example."+key] = true
			}
			names := []string{}
			for _, f := range n.Flags {
				names = append(names, f.Name)
			}
			for _, p := range n.Positional {
				names = append(names, p.Name)
			}
			for _, name := range names {
				own, shared := "help."+key+"-"+name, "help.any-"+name
				switch {
				case v.Book.Has(own):
					used[own] = true
				case v.Book.Has(shared):
					used[shared] = true
				default:
					t.Errorf("%s: no sentence for --%s of %s", lang, name, key)
				}
			}
			for _, c := range n.Children {
				walk(c)
			}
		}
		walk(newParser(&Grammar{}, &helper{voice: v}).Model.Node)
	}
	frame := []string{"help.call", "help.arguments", "help.commands", "help.flags", "help.examples", "help.more",
		"help.offers", "help.sets", "help.verbs", "help.usage"}
	for _, g := range groups {
		frame = append(frame, "help.group-"+g)
	}
	for _, code := range texts.Book(phrase.En).Codes() {
		about := strings.HasPrefix(code, "help.") || strings.HasPrefix(code, "example.")
		if about && !used[code] && !slices.Contains(frame, code) {
			t.Errorf("%s describes nothing there is", code)
		}
	}
}

// The whole program's help lists each command in a group that has a heading.
func TestEachCommandHasAGroup(t *testing.T) {
	t.Parallel()
	for _, n := range Commands(call.NewVoice(phrase.En, nil, nil)).Leaves(true) {
		if g := n.ClosestGroup(); g == nil || !slices.Contains(groups, g.Key) {
			t.Errorf("%s has no group", n.Path())
		}
	}
}
