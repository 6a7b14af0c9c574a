package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/docs"
	"weltentor/orders/phrase"
)

// moment is a time on the command line.
type moment struct{ time.Time }

// UnmarshalText reads a time. It is called by kong.
func (m *moment) UnmarshalText(text []byte) (err error) {
	if m.Time, err = time.Parse(time.RFC3339, string(text)); err != nil {
		return complaint.Usage("not-a-time", phrase.Str("value", string(text)))
	}
	return nil
}

// language is a language that weltentor speaks. The value itself was read before, by call.ChooseLang.
type language string

// UnmarshalText refuses other languages. It is called by kong.
func (l *language) UnmarshalText(text []byte) error {
	*l = language(text)
	return oneOf([]string{string(phrase.De), string(phrase.En)}, "not-a-language", string(text))
}

// misused says what is wrong with a command line, and which help to ask for. If nothing was typed, it says how to begin.
func misused(v *call.Voice, err error) int {
	node, command := (*kong.Node)(nil), "weltentor"
	if pe, is := errors.AsType[*kong.ParseError](err); is {
		if node = pe.Context.Selected(); node == nil {
			node = pe.Context.Model.Node
		} else {
			command = commandPath(node)
		}
		if node.Type == kong.ApplicationNode && strings.HasPrefix(err.Error(), "expected one of ") {
			begin(v, folder.Here())
			return complaint.ExitUsage
		}
	}
	v.Warn("usage", phrase.Str("what", misread(v, err, node)), phrase.Str("command", command))
	return complaint.ExitUsage
}

// begin says what to type first, and which worlds there are.
func begin(v *call.Voice, worlds []string) {
	fmt.Fprintln(v.Err, v.Book.T("begin"))
	if len(worlds) > 0 {
		fmt.Fprintln(v.Err, v.Book.Say(phrase.P("begin-here", phrase.Str("list", strings.Join(worlds, ", ")))))
	}
	fmt.Fprintln(v.Err, v.Book.T("begin-help"))
}

// misread puts a mistake of the command line into our words. If one of our types found it, it is a complaint; kong's
// errors are told apart by their beginnings.
func misread(v *call.Voice, err error, node *kong.Node) string {
	text := err.Error()
	say := func(code, what string) string { return v.Book.Say(phrase.P(code, phrase.Str("what", what))) }
	name, inner, _ := strings.Cut(text, ": ")
	if own, is := errors.AsType[*complaint.Complaint](err); is {
		return bareName(name) + ": " + own.Say(v.Book)
	}
	rest := func(begins string) (string, bool) {
		after, ok := strings.CutPrefix(text, begins)
		word, _, _ := strings.Cut(after, ", did you mean")
		return bareName(word), ok
	}
	if what, ok := rest("unexpected argument "); ok {
		if node != nil && len(node.Children) > 0 {
			if code := "unknown-" + node.Name + "-" + what; v.Book.Has(code) {
				return v.Book.T(code)
			}
			known := commandNames(node)
			if node.Parent == nil {
				known = append(known, docs.Topics...) // `help player` shows a page
				if below := beneath(node, what); below != "" {
					known = []string{below}
				}
			}
			return misspelt(v, "unknown-command", what, known)
		}
		return say("unexpected-argument", what)
	}
	if what, ok := rest("unknown flag "); ok {
		if _, err := strconv.Atoi(what); err == nil {
			return v.Book.Say(phrase.P("not-a-number", phrase.Str("value", what)))
		}
		return misspelt(v, "unknown-flag", what, flagNames(node))
	}
	switch {
	case strings.Contains(inner, `got "EOL"`), strings.HasPrefix(inner, "missing value"),
		strings.HasSuffix(text, "?") && strings.Contains(text, "perhaps try"):
		return say("missing-value", bareName(name))
	case strings.HasPrefix(inner, "bool value"):
		return say("takes-no-value", bareName(name))
	case strings.HasPrefix(text, "expected one of ") && node != nil:
		return say("expected-command", strings.Join(commandNames(node), ", "))
	}
	for _, begins := range []string{"missing flags: ", "missing positional arguments ", "expected "} {
		if what, ok := rest(begins); ok {
			return say("missing", what)
		}
	}
	return text
}

// beneath returns the command of this name below one of a node's commands, such as `realm mute`. It is "" if there is none.
func beneath(n *kong.Node, name string) string {
	for _, c := range n.Children {
		if !c.Hidden && slices.Contains(commandNames(c), name) {
			return c.Path() + " " + name
		}
	}
	return ""
}

// misspelt complains about an unknown word, and suggests a similar one if there is one.
func misspelt(v *call.Voice, code, word string, known []string) string {
	args := []phrase.Arg{phrase.Str("what", word)}
	if near := call.Guess(word, known); near != "" {
		if slices.Contains(docs.Topics, near) {
			near = "help " + near
		}
		code, args = code+"-near", append(args, phrase.Str("guess", near))
	}
	return v.Book.Say(phrase.P(code, args...))
}

// bareName returns a name as the help shows it, without kong's marks: `"<dir> <realm>"` is DIR REALM.
func bareName(s string) string {
	words := strings.Fields(strings.NewReplacer(`"`, "", "[<", "<", ">]", ">").Replace(s))
	for i, w := range words {
		if inner, ok := strings.CutPrefix(w, "<"); ok {
			words[i] = strings.ToUpper(strings.TrimSuffix(inner, ">"))
		}
	}
	return strings.TrimSuffix(strings.Join(words, " "), " ...")
}

func commandNames(n *kong.Node) []string {
	var names []string
	for _, c := range n.Children {
		names = append(names, c.Name)
	}
	return names
}

// flagNames returns the flags that a command can have.
func flagNames(n *kong.Node) []string {
	var names []string
	for ; n != nil; n = n.Parent {
		for _, f := range n.Flags {
			names = append(names, "--"+f.Name)
		}
	}
	return names
}
