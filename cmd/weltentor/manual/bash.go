package manual

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"
)

// Shells are the shells that Complete supports.
var Shells = []string{"bash", "zsh", "fish"}

// errShell says that Complete does not support a shell.
var errShell = errors.New("no such shell")

// Complete writes a script by which a shell completes the commands of a program, their flags, and those values that
// can be known.
func Complete(w io.Writer, shell string, app *kong.Node, choices Choices) error {
	script := map[string]func(program string, top *command) string{"bash": bash, "zsh": zsh, "fish": fish}[shell]
	if script == nil {
		return fmt.Errorf("%s: %w", shell, errShell)
	}
	_, err := io.WriteString(w, script(app.Name, commandOf(app, choices)))
	return err
}

// bashFrame reads the words before the cursor: which command they are, how many arguments it has already, and whether
// a flag waits for its value. It needs no bash newer than 3.2, that of macOS, and not the package bash-completion. To
// bash, `=` is a word of its own.
const bashFrame = `# bash completion of PROGRAM, made by "PROGRAM completion bash"

_PROGRAM() {
    local cur=${COMP_WORDS[COMP_CWORD]} command= waits= behind= word kind line i
    local -i arguments=0
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [ "$word" = = ]; then
            continue
        elif [ -n "$waits" ]; then
            waits=
        elif [ -n "$behind" ]; then
            arguments+=1
        elif [ "$word" = -- ]; then
            behind=yes
        elif [ "${word#-}" != "$word" ]; then
            _PROGRAM_takes "$word" && waits=$word
        elif _PROGRAM_is "$command${command:+ }$word"; then
            command=$command${command:+ }$word
        else
            arguments+=1
        fi
    done
    [ "$cur" = = ] && cur=
    COMPREPLY=()
    if [ -n "$waits" ]; then
        kind=$(_PROGRAM_kind "$command $waits")
    elif [ -z "$behind" ] && [ "${cur#-}" != "$cur" ]; then
        kind=$(_PROGRAM_kind "$command -")
    else
        kind=$(_PROGRAM_kind "$command $arguments")
    fi
    case $kind in
    folders) set -- -d ;;
    files) set -- -f ;;
    *) set -- -W "${kind#words }" ;;
    esac
    [ "$1" = -W ] || compopt -o filenames 2>/dev/null
    while IFS= read -r line; do
        [ -z "$line" ] || COMPREPLY+=("$line")
    done <<<"$(compgen "$@" -- "$cur")"
}

# the flags that have a value
_PROGRAM_takes() {
    case $1 in
    TAKING) return 0 ;;
    esac
    return 1
}

_PROGRAM_is() {
    case $1 in
    COMMANDS) return 0 ;;
    esac
    return 1
}

# what can follow a command: "COMMAND -" are its flags, "COMMAND --flag" the values of one,
# "COMMAND 0" what its first argument may be
_PROGRAM_kind() {
    case $1 in
KINDS    esac
}

complete -F _PROGRAM PROGRAM
`

func bash(program string, top *command) string {
	var commands []string
	var kinds strings.Builder
	for _, c := range top.all() {
		if c.path != "" {
			commands = append(commands, bashQuote(c.path))
		}
		bashKinds(&kinds, c)
	}
	return strings.NewReplacer("PROGRAM", program, "TAKING", strings.Join(top.taking(), " | "),
		"COMMANDS", strings.Join(commands, " | "), "KINDS", kinds.String()).Replace(bashFrame)
}

// bashKinds writes a line for everything that can follow a command.
func bashKinds(b *strings.Builder, c *command) {
	row := func(pattern, answer string) { fmt.Fprintf(b, "    %s) echo %s ;;\n", pattern, bashQuote(answer)) }
	var names []string
	for _, f := range c.flags {
		names = append(names, f.name)
		if answer := bashKind(f); answer != "" {
			row(bashQuote(c.path+" "+f.name), answer)
		}
	}
	row(bashQuote(c.path+" -"), "words "+strings.Join(names, " "))
	for i, a := range c.arguments {
		pattern := bashQuote(fmt.Sprint(c.path, " ", i))
		if a.more {
			pattern = bashQuote(c.path+" ") + "[0-9]*"
		}
		if answer := bashKind(a); answer != "" {
			row(pattern, answer)
		}
	}
	names = nil
	for _, child := range c.children {
		names = append(names, child.name)
	}
	if len(names) > 0 {
		row(bashQuote(c.path+" 0"), "words "+strings.Join(names, " "))
	}
}

func bashKind(v value) string {
	switch v.kind {
	case choice:
		return "words " + strings.Join(v.words, " ")
	case folders:
		return "folders"
	case files:
		return "files"
	}
	return ""
}

// bashQuote makes a text one word of a shell.
func bashQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
