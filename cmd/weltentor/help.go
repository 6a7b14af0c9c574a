package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/manual"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/docs"
	"weltentor/orders/phrase"
	"weltentor/resolve/signup"
)

// errHelped ends the parse after the help was printed.
var errHelped = errors.New("help was printed")

// helpFlag prints the help of the command it stands behind, before anything
// else is looked at.
type helpFlag bool

// BeforeReset is kong's hook for flags that end a run.
func (helpFlag) BeforeReset(ctx *kong.Context, v *voice) error {
	node := ctx.Selected()
	if node == nil {
		node = ctx.Model.Node
	}
	v.help(v.out, node)
	v.choices(v.out, node, ctx)
	if slices.ContainsFunc(node.Flags, func(f *kong.Flag) bool { return f.Name == "set" }) {
		v.table(v.out, "help.sets", v.sets)
	}
	return errHelped
}

// describeCommands puts our words into kong's model: the sentence of a command
// is help.NAME, of its flags and arguments help.NAME-FLAG, of those of every
// command help.any-FLAG.
func (v *voice) describeCommands(k *kong.Kong) error {
	v.describe(k.Model.Node)
	return nil
}

func (v *voice) describe(n *kong.Node) {
	key := helpKey(n)
	n.Help = v.book.T("help." + key)
	for _, f := range n.Flags {
		f.Help = v.helpOf(key, f.Name)
	}
	for _, p := range n.Positional {
		p.Help = v.helpOf(key, p.Name)
	}
	for _, c := range n.Children {
		v.describe(c)
	}
}

func (v *voice) helpOf(key, name string) string {
	if own := "help." + key + "-" + name; v.book.Has(own) {
		return v.book.T(own)
	}
	return v.book.T("help.any-" + name)
}

// helpKey is "realm-add" for `weltentor realm add`, "weltentor" for the whole.
func helpKey(n *kong.Node) string {
	if n.Type == kong.ApplicationNode {
		return "weltentor"
	}
	return strings.ReplaceAll(n.Path(), " ", "-")
}

// commandPath is what one types: "weltentor realm add".
func commandPath(n *kong.Node) string {
	return strings.TrimSpace("weltentor " + n.Path())
}

// help prints what a command does, what it takes, and examples of it.
func (v *voice) help(w io.Writer, n *kong.Node) {
	fmt.Fprintf(w, "%s %s\n\n%s\n", v.book.T("help.call"), commandLine(n),
		strings.Join(terminal.Wrap(n.Help, 78), "\n"))
	var rows [][2]string
	for _, p := range n.Positional {
		rows = append(rows, [2]string{strings.ToUpper(p.Name), p.Help})
	}
	v.table(w, "help.arguments", rows)
	v.table(w, "help.commands", commandRows(n))
	rows = nil
	for at := n; at != nil; at = at.Parent {
		for _, f := range at.Flags {
			if !f.Hidden {
				rows = append(rows, [2]string{f.String(), f.Help})
			}
		}
	}
	v.table(w, "help.flags", rows)
	if code := "example." + helpKey(n); v.book.Has(code) {
		fmt.Fprintf(w, "\n%s\n", v.book.T("help.examples"))
		for _, line := range strings.Split(strings.TrimSpace(v.book.T(code)), "\n") {
			fmt.Fprintf(w, "  %s\n", line)
		}
	}
	if len(n.Children) > 0 {
		fmt.Fprintf(w, "\n%s\n", strings.Join(terminal.Wrap(v.book.T("help.more"), 78), "\n"))
	}
}

// choices names, below the help of `realm add` with a world, the kinds and cultures
// that world offers, and below that of `edit` its verbs.
func (v *voice) choices(w io.Writer, n *kong.Node, ctx *kong.Context) {
	key := helpKey(n)
	if key != "realm-add" && key != "edit" || v.offers == nil {
		return
	}
	for _, at := range ctx.Path {
		if at.Positional == nil || at.Positional.Name != "dir" {
			continue
		}
		if key == "edit" {
			v.verbs(ctx.Value(at).String())
			continue
		}
		kinds, cultures := v.offers(ctx.Value(at).String())
		var rows [][2]string
		for _, o := range []struct {
			flag string
			of   signup.Offers
		}{{"--kind", kinds}, {"--culture", cultures}} {
			for _, offer := range o.of.In(v.book.Lang) {
				rows = append(rows, [2]string{o.flag + " " + offer.Code,
					strings.TrimSuffix(offer.Name+": "+offer.Line, ": ")})
			}
		}
		v.table(w, "help.offers", rows)
	}
}

// commandLine is the usage line: DIR must be given, [TURN] may be.
func commandLine(n *kong.Node) string {
	line := commandPath(n)
	for _, f := range n.Flags {
		if f.Required {
			line += " " + f.Summary()
		} else if f.Name != "help" && n.Type != kong.ApplicationNode {
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
		if c.Leaf() {
			rows = append(rows, [2]string{c.Path(), c.Help})
			continue
		}
		rows = append(rows, commandRows(c)...)
	}
	return rows
}

// table prints two columns under a title; a left cell too wide gets its own line.
func (v *voice) table(w io.Writer, title string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	const left, most = 2, 24
	width := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= most {
			width = max(width, n)
		}
	}
	fmt.Fprintf(w, "\n%s\n", v.book.T(title))
	for _, r := range rows {
		cell := r[0]
		if utf8.RuneCountInString(cell) > most {
			fmt.Fprintf(w, "%*s%s\n", left, "", cell)
			cell = ""
		}
		for i, line := range terminal.Wrap(r[1], 78-left-width-2) {
			if i > 0 {
				cell = ""
			}
			pad := width - utf8.RuneCountInString(cell)
			fmt.Fprintf(w, "%*s%s%*s  %s\n", left, "", cell, pad, "", line)
		}
	}
}

// completionCmd helps a shell.
type completionCmd struct {
	Shell shell `arg:""`
}

// Run prints what the shell is to read, with the help in the language of the call.
func (k *completionCmd) Run(c *call, ctx *kong.Context) error {
	var rulebooks []string
	for _, b := range c.books {
		rulebooks = append(rulebooks, b.Name())
	}
	return manual.Complete(c.raw, string(k.Shell), ctx.Model.Node,
		manual.Choices{"rulebook": rulebooks, "shell": manual.Shells, "topic": docs.Topics})
}

// shell is one that can be helped.
type shell string

// UnmarshalText is called by kong.
func (s *shell) UnmarshalText(text []byte) error {
	if !slices.Contains(manual.Shells, string(text)) {
		return usage("not-a-shell", phrase.Str("value", string(text)),
			phrase.Str("choices", strings.Join(manual.Shells, ", ")))
	}
	*s = shell(text)
	return nil
}

// manCmd prints the program's manual page.
type manCmd struct{}

// Run prints the page in the language of the call, of the commands as they are.
func (manCmd) Run(c *call, ctx *kong.Context) error {
	return manual.Page(c.raw, ctx.Model.Node, release, c.voice.book)
}

// topicCmd shows a page of the manual.
type topicCmd struct {
	Topic topic `arg:""`
}

// Run prints the page in the language of the call.
func (k *topicCmd) Run(c *call) error {
	_, err := io.WriteString(c.raw, docs.Topic(string(k.Topic), string(c.voice.book.Lang)))
	return err
}

// topic is a page of the manual.
type topic string

// UnmarshalText is called by kong.
func (t *topic) UnmarshalText(text []byte) error {
	if !slices.Contains(docs.Topics, string(text)) {
		return usage("not-a-topic", phrase.Str("value", string(text)),
			phrase.Str("choices", strings.Join(docs.Topics, ", ")))
	}
	*t = topic(text)
	return nil
}
