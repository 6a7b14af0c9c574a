package manual

import (
	"fmt"
	"strings"
)

// zsh writes a function for each command, as _arguments of zsh expects. The file is found by its name in a folder of
// fpath, or read with `source`.
func zsh(program string, top *command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "#compdef %s\n# zsh completion of %s, made by \"%s completion zsh\"\n", program, program, program)
	for _, c := range top.all() {
		fmt.Fprintf(&b, "\n%s() {\n", c.function(program))
		if len(c.children) > 0 {
			zshGroup(&b, program, c)
		} else {
			fmt.Fprint(&b, "    _arguments", zshFlags(c), zshArguments(c), "\n")
		}
		b.WriteString("}\n")
	}
	whole := top.function(program)
	fmt.Fprintf(&b, "\nif [ \"$funcstack[1]\" = %s ]; then\n    %s \"$@\"\nelse\n    compdef %s %s\nfi\n",
		whole, whole, whole, program)
	return b.String()
}

// zshGroup goes on to the command whose name comes next.
func zshGroup(b *strings.Builder, program string, c *command) {
	fmt.Fprintf(b, "    local line state\n    local -a commands\n    _arguments -C%s \\\n", zshFlags(c))
	b.WriteString("        '1: :->command' \\\n        '*:: :->rest'\n    case $state in\n    command)\n")
	b.WriteString("        commands=(\n")
	for _, child := range c.children {
		fmt.Fprintf(b, "            %s\n", bashQuote(zshWord(child.name)+":"+firstSentence(child.help)))
	}
	b.WriteString("        )\n        _describe command commands\n        ;;\n    rest)\n        case $line[1] in\n")
	for _, child := range c.children {
		fmt.Fprintf(b, "        %s) %s ;;\n", child.name, child.function(program))
	}
	b.WriteString("        esac\n        ;;\n    esac\n")
}

func zshFlags(c *command) string {
	var b strings.Builder
	for _, f := range c.flags {
		again := "(" + strings.TrimSpace(f.short+" "+f.name) + ")"
		if f.more {
			again = "*"
		}
		help := "[" + zshText(firstSentence(f.help)) + "]"
		if f.takes {
			fmt.Fprintf(&b, " \\\n        %s", bashQuote(again+f.name+"="+help+":"+zshValue(f)))
		} else {
			fmt.Fprintf(&b, " \\\n        %s", bashQuote(again+f.name+help))
		}
		if f.short != "" {
			fmt.Fprintf(&b, " \\\n        %s", bashQuote(again+f.short+help))
		}
	}
	return b.String()
}

func zshArguments(c *command) string {
	var b strings.Builder
	for i, a := range c.arguments {
		place := fmt.Sprint(i+1, ":")
		if a.more {
			place = "*:"
		} else if !a.needs {
			place += ":"
		}
		fmt.Fprintf(&b, " \\\n        %s", bashQuote(place+zshValue(a)))
	}
	return b.String()
}

// zshValue returns the message of a value, and how it is completed.
func zshValue(v value) string {
	name := zshText(strings.TrimPrefix(v.name, "--"))
	switch v.kind {
	case choice:
		return name + ":(" + strings.Join(v.words, " ") + ")"
	case folders:
		return name + ":_files -/"
	case files:
		return name + ":_files"
	}
	return name + ": "
}

// zshText escapes a text within a specification of _arguments, and zshWord one before a description.
func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

func zshWord(s string) string { return strings.ReplaceAll(s, ":", `\:`) }
