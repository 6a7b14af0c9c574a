package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/commands/players"
	"weltentor/cmd/weltentor/commands/rulebook"
	"weltentor/cmd/weltentor/commands/world"
	"weltentor/cmd/weltentor/fleet/commands"
	"weltentor/cmd/weltentor/manual"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// errHelped ends the parsing once the help was printed.
var errHelped = errors.New("help was printed")

// helper prints the help of the command line. It has what it needs to look into a world for the choices there.
type helper struct {
	ctx   context.Context
	voice *call.Voice
	books []game.Rulebook
}

// call makes a call with which the help looks into a world.
func (h *helper) call() *call.Call {
	return &call.Call{Ctx: h.ctx, Out: h.voice.Out, Books: h.books, Voice: h.voice}
}

// helpFlag prints the help of the command before it, without looking at anything else.
type helpFlag bool

// BeforeReset prints the help. It is kong's hook for flags that end a run.
func (helpFlag) BeforeReset(ctx *kong.Context, h *helper) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	h.help(node)
	h.choices(node, ctx)
	if slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == "set" }) {
		h.voice.Table(h.voice.Out, "help.sets", rulebook.SetRows(h.books))
	}
	return errHelped
}

// describe puts our texts into kong's model: help.NAME for a command, help.NAME-FLAG for its flags and arguments, and
// help.any-FLAG for the flags of every command.
func (h *helper) describe(n *kong.Node) {
	key := helpKey(n)
	n.Help = h.voice.Book.T("help." + key)
	n.Hidden = n.Hidden || n.Parent != nil && n.Parent.Hidden || key == "fleet" && !commands.Built
	for _, f := range n.Flags {
		f.Help = h.helpOf(key, f.Name)
		f.Hidden = f.Hidden || n.Type == kong.ApplicationNode && !commands.Built &&
			(f.Name == "fleet" || f.Name == "again")
	}
	for _, p := range n.Positional {
		p.Help = h.helpOf(key, p.Name)
	}
	for _, c := range n.Children {
		h.describe(c)
	}
}

func (h *helper) helpOf(key, name string) string {
	book := h.voice.Book
	if own := "help." + key + "-" + name; book.Has(own) {
		return book.T(own)
	}
	return book.T("help.any-" + name)
}

// helpKey returns "realm-add" for `weltentor realm add`, and "weltentor" for the whole program.
func helpKey(n *kong.Node) string {
	if n.Type == kong.ApplicationNode {
		return "weltentor"
	}
	return strings.ReplaceAll(n.Path(), " ", "-")
}

// commandPath returns what one types: "weltentor realm add".
func commandPath(n *kong.Node) string {
	return strings.TrimSpace("weltentor " + n.Path())
}

// help prints what a command does, its arguments and flags, and examples.
func (h *helper) help(n *kong.Node) {
	v, w := h.voice, h.voice.Out
	fmt.Fprintf(w, "%s %s\n\n%s\n", v.Book.T("help.call"), h.commandLine(n),
		strings.Join(terminal.Wrap(n.Help, 78), "\n"))
	var rows [][2]string
	for _, p := range n.Positional {
		rows = append(rows, [2]string{strings.ToUpper(p.Name), p.Help})
	}
	v.Table(w, "help.arguments", rows)
	if n.Type == kong.ApplicationNode {
		v.Table(w, "help.commands", h.grouped(n))
	} else {
		v.Table(w, "help.commands", commandRows(n))
	}
	rows = nil
	for _, f := range manual.Flags(n) {
		rows = append(rows, [2]string{f.String(), f.Help})
	}
	v.Table(w, "help.flags", rows)
	if code := "example." + helpKey(n); v.Book.Has(code) {
		fmt.Fprintf(w, "\n%s\n", v.Book.T("help.examples"))
		for _, line := range strings.Split(strings.TrimSpace(v.Book.T(code)), "\n") {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
	if len(n.Children) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.TrimSpace(v.Book.T("help.more")))
	}
}

// choices lists, below the help of `realm add` with a world, the kinds and cultures that the world offers. Below that
// of `edit` it lists the verbs.
func (h *helper) choices(n *kong.Node, ctx *kong.Context) {
	key, v := helpKey(n), h.voice
	if key != "realm-add" && key != "edit" {
		return
	}
	for _, at := range ctx.Path {
		if at.Positional == nil || at.Positional.Name != "dir" {
			continue
		}
		if key == "edit" {
			world.VerbsOf(h.call(), ctx.Value(at).String())
			continue
		}
		kinds, cultures := players.OffersOf(h.call(), ctx.Value(at).String())
		var rows [][2]string
		for _, o := range []struct {
			flag string
			of   roster.Offers
		}{{"--kind", kinds}, {"--culture", cultures}} {
			for _, offer := range o.of.In(v.Book.Lang) {
				rows = append(rows, [2]string{o.flag + " " + offer.Code,
					strings.TrimSuffix(offer.Name+": "+offer.Line, ": ")})
			}
		}
		v.Table(v.Out, "help.offers", rows)
	}
}

// groups are those of the grammar, in the order in which they are shown.
var groups = []string{"play", "begin", "daily", "turn", "letters", "safety", "more"}

// grouped returns the names of all commands, each group in a row.
func (h *helper) grouped(n *kong.Node) (rows [][2]string) {
	for _, g := range groups {
		var names []string
		for _, c := range n.Children {
			if !c.Hidden && c.Group != nil && c.Group.Key == g {
				names = append(names, c.Name)
			}
		}
		rows = append(rows, [2]string{h.voice.Book.T("help.group-" + g), strings.Join(names, " · ")})
	}
	return rows
}

// commandLine returns the usage line: DIR is required, [TURN] is optional.
func (h *helper) commandLine(n *kong.Node) string {
	if n.Type == kong.ApplicationNode {
		return commandPath(n) + " " + h.voice.Book.T("help.usage")
	}
	line := commandPath(n)
	for _, f := range n.Flags {
		if f.Required {
			line += " " + f.Summary()
		} else if f.Name != "help" && !f.Hidden {
			line += " [" + f.Summary() + "]"
		}
	}
	for _, p := range n.Positional {
		name := strings.ToUpper(p.Name)
		if p.IsCumulative() {
			name += "…"
		}
		if !p.Required {
			name = "[" + name + "]"
		}
		line += " " + name
	}
	if len(n.Children) > 0 {
		line += " …"
	}
	return line
}

// commandRows lists the commands below a node, each with its sentence.
func commandRows(n *kong.Node) [][2]string {
	var rows [][2]string
	for _, c := range n.Children {
		if !c.Hidden || n.Hidden {
			rows = append(rows, [2]string{c.Path(), c.Help})
		}
	}
	return rows
}
