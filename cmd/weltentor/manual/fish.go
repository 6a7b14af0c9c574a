package manual

import (
	"fmt"
	"strings"
)

// fishFrame finds the command that the words before the cursor are, and how many arguments it has.
const fishFrame = `# fish completion of PROGRAM, made by "PROGRAM completion fish"

function __PROGRAM_at --description 'COMMAND [ARGUMENTS]: the words before the cursor are this command'
    set -l command
    set -l arguments 0
    set -l waits
    for word in (commandline -opc)[2..-1]
        if test -n "$waits"
            set waits
        else if string match -q -- '-*' $word
            contains -- $word TAKING; and set waits $word
        else if contains -- (string join ' ' $command $word) COMMANDS
            set -a command $word
        else
            set arguments (math $arguments + 1)
        end
    end
    test "$argv[1]" = "$command"; or return 1
    test (count $argv) -eq 1; and return 0
    test $arguments -eq $argv[2]; or test "$argv[3]" = more -a $arguments -ge $argv[2]
end

complete -c PROGRAM -f
`

// fish writes a line for each word that can be completed.
func fish(program string, top *command) string {
	var b strings.Builder
	var commands []string
	for _, c := range top.all()[1:] {
		commands = append(commands, bashQuote(c.path))
	}
	b.WriteString(strings.NewReplacer("PROGRAM", program, "TAKING", strings.Join(top.taking(), " "),
		"COMMANDS", strings.Join(commands, " ")).Replace(fishFrame))
	for _, c := range top.all() {
		b.WriteByte('\n')
		line := func(where, rest, help string) {
			fmt.Fprintf(&b, "complete -c %s -n %s%s -d %s\n", program,
				fishQuote(strings.TrimSpace(fmt.Sprintf("__%s_at '%s' %s", program, c.path, where))), rest,
				fishQuote(firstSentence(help)))
		}
		for _, child := range c.children {
			line("0", " -a "+child.name, child.help)
		}
		for _, f := range c.flags {
			rest := " -l " + strings.TrimPrefix(f.name, "--")
			if f.short != "" {
				rest += " -s " + strings.TrimPrefix(f.short, "-")
			}
			if f.takes {
				rest += " -x" + fishValue(f)
			}
			line("", rest, f.help)
		}
		for i, a := range c.arguments {
			where := fmt.Sprint(i)
			if a.more {
				where += " more"
			}
			if what := fishValue(a); what != "" {
				line(where, what, a.help)
			}
		}
	}
	return b.String()
}

// fishValue says how a value is completed.
func fishValue(v value) string {
	switch v.kind {
	case choice:
		return " -a " + fishQuote(strings.Join(v.words, " "))
	case folders:
		return " -a '(__fish_complete_directories (commandline -ct))'"
	case files:
		return " -a '(__fish_complete_path (commandline -ct))'"
	}
	return ""
}

// fishQuote makes a text one word of fish.
func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
