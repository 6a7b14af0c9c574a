// Package manual writes the manual page and the scripts for completion with Tab. Both are made from the model of the
// commands, so they say what `--help` says. The page has no date: the same program gives the same bytes.
package manual

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// kind is the kind of a value, as far as a shell can complete it.
type kind int

const (
	free    kind = iota // anything: not completed
	choice              // one of several words
	folders             // a folder, such as a world's
	files
)

// value is a flag or an argument.
type value struct {
	name  string // "--lang", "DIR"
	short string // "-h", or ""
	text  string // as in the help: "--lang=de|en", "DIR", "[TURN]", "DIRS…"
	help  string
	needs bool // required
	takes bool // a flag with a value; true for every argument
	kind  kind
	words []string // of a choice
	more  bool     // may be repeated
}

// command is a node of the command line.
type command struct {
	path      string // "realm add"; "" for the whole program
	name      string
	help      string
	flags     []value // its own, then those of the commands above it
	arguments []value
	children  []*command
}

// Choices are the possible words of an argument or of a flag's value, by its name without marks: "rulebook". A name
// whose words the model itself shows ("de|en") needs none.
type Choices map[string][]string

// commandOf reads a node, without hidden commands and flags.
func commandOf(n *kong.Node, choices Choices) *command {
	c := &command{help: n.Help}
	if n.Type != kong.ApplicationNode {
		c.path, c.name = n.Path(), n.Name
	}
	for _, f := range Flags(n) {
		c.flags = append(c.flags, flagOf(f, choices))
	}
	for _, p := range n.Positional {
		c.arguments = append(c.arguments, argumentOf(p, choices))
	}
	for i := len(c.arguments) - 2; i >= 0; i-- { // without those before it, a FILE takes their place
		if next := c.arguments[i+1]; next.kind == files && !next.needs {
			c.arguments[i].kind = files
		}
	}
	for _, child := range n.Children {
		if !child.Hidden {
			c.children = append(c.children, commandOf(child, choices))
		}
	}
	return c
}

// Flags returns the flags that are shown with a node: its own, then those above it. Of a flag with the tag `some` only
// the commands whose tag `uses` names it take notice.
func Flags(n *kong.Node) (shown []*kong.Flag) {
	for at := n; at != nil; at = at.Parent {
		for _, f := range at.Flags {
			if !f.Hidden && (!f.Tag.Has("some") || !n.Leaf() || slices.Contains(strings.Fields(n.Tag.Get("uses")), f.Name)) {
				shown = append(shown, f)
			}
		}
	}
	return shown
}

func flagOf(f *kong.Flag, choices Choices) value {
	v := value{name: "--" + f.Name, text: "--" + f.Name, help: f.Help, takes: !f.IsBool(), more: f.IsCumulative(),
		needs: f.Required}
	if f.Short != 0 {
		v.short = "-" + string(f.Short)
	}
	if v.takes {
		v.text += "=" + f.PlaceHolder
		v.kind, v.words = kindOf(f.Name, f.PlaceHolder, choices)
	}
	return v
}

func argumentOf(p *kong.Positional, choices Choices) value {
	name := strings.ToUpper(p.Name)
	v := value{name: name, text: name, help: p.Help, takes: true, more: p.IsCumulative(), needs: p.Required}
	v.kind, v.words = kindOf(p.Name, name, choices)
	if v.more {
		v.text += "…"
	}
	if !v.needs {
		v.text = "[" + v.text + "]"
	}
	return v
}

// kindOf finds the kind of a value by what the help shows for it: "DIR", "FILE", "de|en".
func kindOf(name, shown string, choices Choices) (kind, []string) {
	switch words := choices[name]; {
	case len(words) > 0:
		return choice, words
	case strings.Contains(shown, "|"):
		return choice, strings.Split(shown, "|")
	case shown == "DIR" || shown == "DIRS":
		return folders, nil
	case shown == "FILE":
		return files, nil
	}
	return free, nil
}

// all returns a command and those below it, from the top down.
func (c *command) all() []*command {
	list := []*command{c}
	for _, child := range c.children {
		list = append(list, child.all()...)
	}
	return list
}

// taking returns the names of all flags that have a value. All commands mean the same by a name, in this respect; a
// test makes sure.
func (c *command) taking() []string {
	var names []string
	for _, at := range c.all() {
		for _, f := range at.flags {
			if f.takes {
				names = append(names, f.name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// firstSentence returns the part of a help text that fits beside a word.
func firstSentence(help string) string {
	first, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(first, ".")
}

// function turns a command's path into the name of a shell function: "realm add" is "realm_add".
func (c *command) function(program string) string {
	return strings.TrimSuffix("_"+program+"_"+strings.ReplaceAll(c.path, " ", "_"), "_")
}
