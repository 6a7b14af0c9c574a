// Package manual writes the manual page and what a shell completes behind Tab: the model of the commands goes in, so
// both say what `--help` says. The commands that print a manual page and completions call it.
package manual

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// kind is what a value may be, as far as a shell can complete it.
type kind int

const (
	free    kind = iota // anything: nothing is completed
	choice              // one of some words
	folders             // a folder, such as a world's
	files
)

// value is a flag or an argument.
type value struct {
	name  string // "--lang", "DIR"
	short string // "-h", or ""
	text  string // as the help shows it: "--lang=de|en", "DIR", "[TURN]", "DIRS…"
	help  string
	needs bool // without it the command is not taken
	takes bool // a flag with a value; an argument has one always
	kind  kind
	words []string // of a choice
	more  bool     // may come again
}

// command is a node of the command line.
type command struct {
	path      string // "realm add"; "" is the whole
	name      string
	help      string
	flags     []value // its own, and behind them those of the commands above
	arguments []value
	children  []*command
}

// Choices are the words that an argument or the value of a flag may have, by its name without
// marks: "rulebook". A name whose words the model shows itself ("de|en") needs none.
type Choices map[string][]string

// commandOf reads a node, what is hidden left out.
func commandOf(n *kong.Node, choices Choices) *command {
	c := &command{help: n.Help}
	if n.Type != kong.ApplicationNode {
		c.path, c.name = n.Path(), n.Name
	}
	for at := n; at != nil; at = at.Parent {
		for _, f := range at.Flags {
			if !f.Hidden {
				c.flags = append(c.flags, flagOf(f, choices))
			}
		}
	}
	for _, p := range n.Positional {
		c.arguments = append(c.arguments, argumentOf(p, choices))
	}
	for _, child := range n.Children {
		c.children = append(c.children, commandOf(child, choices))
	}
	return c
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

// kindOf tells by what stands for a value in the help what it is: "DIR", "FILE", "de|en".
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

// all are a command and those below it, from the top down.
func (c *command) all() []*command {
	list := []*command{c}
	for _, child := range c.children {
		list = append(list, child.all()...)
	}
	return list
}

// taking are the names of all flags that have a value. A name means the same behind every
// command, as far as this goes; a test holds it.
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

// firstSentence is as much of a help as fits beside a word.
func firstSentence(help string) string {
	first, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(first, ".")
}

// function is a command's path as a shell names a function: "realm add" is "realm_add".
func (c *command) function(program string) string {
	return strings.TrimSuffix("_"+program+"_"+strings.ReplaceAll(c.path, " ", "_"), "_")
}
