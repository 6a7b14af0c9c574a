package cli_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// theirs finds a program of the system that a test needs. If it is missing the test is skipped, or fails where all
// tests must run.
func theirs(t *testing.T, name string) (path string, here bool) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") == "true" {
		t.Fatalf("no %s: %v", name, err)
	}
	return path, err == nil
}

// completionCases are what somebody has typed before pressing Tab, and the words that are offered. A word with a / is
// a folder or a file that the test has made.
var completionCases = []struct{ typed, want string }{
	{"ver", "verify version"},
	{"realm a", "accept add"},
	{"realm q", ""},
	{"rep", "report"},
	{"realm --he", "--help"},
	{"pause --u", "--until"},
	{"cron --j", "--jobs"},
	{"--lang ", "de en"},
	{"--lang d", "de"},
	{"--lang de realm l", "list"},
	{"realm add --player-lang ", "de en"},
	{"realm add --computer U", "UTF8"},
	{"realm add --name Add --computer P", "PC"},
	{"rules ", names(worlds.Rulebooks())},
	{"completion ", "bash fish zsh"},
	{"status wor", "world/"},
	{"cron world wor", "world/"},
	{"submit world wo", "words.txt world/"},
	{"new --tables wor", "words.txt world/"},
	{"log world wor", ""},
	{"realm passwd world ", ""},
}

// names returns the names of rulebooks, in order.
func names(books []game.Rulebook) string {
	var list []string
	for _, b := range books {
		list = append(list, b.Name())
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// completed makes a folder with a world and a file in it, and runs a shell there for each
// case: with the script that the program prints, and what answers for the words typed.
func completed(t *testing.T, shell string, ask func(t *testing.T, script, typed string) *exec.Cmd) {
	t.Helper()
	if _, here := theirs(t, shell); !here {
		return
	}
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "here", "world"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, text, _ := clitest.Run(t, "", "completion", shell)
	script := filepath.Join(dir, "_weltentor")
	for name, content := range map[string]string{script: text, filepath.Join(dir, "here", "words.txt"): ""} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range completionCases {
		cmd := ask(t, script, "weltentor "+c.typed)
		cmd.Dir = filepath.Join(dir, "here")
		cmd.Env = append(os.Environ(), "HOME="+dir, "LC_ALL=C.UTF-8", "TERM=dumb")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.Output()
		if err != nil || errs.Len() > 0 {
			t.Errorf("%s, %q: %v\n%s", shell, c.typed, err, errs.String())
		}
		got := []string{}
		for line := range strings.Lines(string(out)) {
			word, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if word == "world" { // bash and zsh add the slash after a folder themselves
				word = "world/"
			}
			got = append(got, word)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s, %q: %q, want %q", shell, c.typed, got, c.want)
		}
	}
}

// TestCompletionInBash: bash itself offers what the commands take.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	completed(t, "bash", func(t *testing.T, script, typed string) *exec.Cmd {
		words := strings.Split(typed, " ")
		return exec.Command("bash", append([]string{"--norc", "-uc", `source "$1"; shift; COMP_WORDS=("$@");
			COMP_CWORD=$(($# - 1)); _weltentor; for w in "${COMPREPLY[@]}"; do echo "$w"; done`, "bash", script},
			words...)...)
	})
}

// TestCompletionBehindEquals: for bash `--lang=d` is three words.
func TestCompletionBehindEquals(t *testing.T) {
	t.Parallel()
	if _, here := theirs(t, "bash"); !here {
		return
	}
	_, script, _ := clitest.Run(t, "", "completion", "bash")
	for typed, want := range map[string]string{"weltentor --lang =": "de en", "weltentor --lang = e": "en",
		"weltentor --lang = de realm l": "list"} {
		out, err := exec.Command("bash", append([]string{"--norc", "-uc", script + `
			COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _weltentor; echo "${COMPREPLY[@]}"`, "bash"},
			strings.Fields(typed)...)...).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%q: %q, %v; want %q", typed, got, err, want)
		}
	}
}

// TestCompletionInFish: fish offers the same.
func TestCompletionInFish(t *testing.T) {
	t.Parallel()
	completed(t, "fish", func(t *testing.T, script, typed string) *exec.Cmd {
		return exec.Command("fish", "--no-config", "-c", `source $argv[1]; complete -C $argv[2]`, script, typed)
	})
}

// zshAsks presses Tab in a zsh of its own, on a terminal of its own, once that has read the
// script; what its completion would add is taken from compadd. Calls with -O, -D or -A only
// ask what would fit.
const zshAsks = `
zmodload zsh/zpty
cd $3
rm -f $1.out $1.end $1.ready
waits() {
  for i in {1..400}; do zpty -r -t z >/dev/null; [ -e $1 ] && return; sleep 0.05; done
  print -u2 no $1; exit 1
}
zpty z "zsh -f -i"
zpty -w z "PS1=; autoload -Uz compinit; compinit -u -d $1.dump; source $1"
zpty -w z "offered=$1.out ended=$1.end"
zpty -w z 'compadd() {
  case " $* " in
  *" -O "*|*" -D "*|*" -A "*) ;;
  *) local -a o; builtin compadd -O o "$@"; [ $#o -eq 0 ] || print -rl -- $o >>$offered ;;
  esac
  builtin compadd "$@"
}'
zpty -w z 'tab() { zle complete-word; print done >$ended }; zle -N tab; bindkey "^X" tab'
zpty -w z "print ready >$1.ready"
waits $1.ready
zpty -n -w z "$2"$'\x18'
waits $1.end
zpty -d z
[ ! -e $1.out ] || sort -u $1.out
`

// TestCompletionInZsh: so does zsh.
func TestCompletionInZsh(t *testing.T) {
	t.Parallel()
	completed(t, "zsh", func(t *testing.T, script, typed string) *exec.Cmd {
		here := filepath.Join(filepath.Dir(script), "here")
		return exec.Command("zsh", "-f", "-c", zshAsks, "zsh", script, typed, here)
	})
}

// The scripts tell flags with a value from those without one only by their names.
func TestFlagsOfOneNameAreAlike(t *testing.T) {
	t.Parallel()
	takes := map[string]bool{}
	var walk func(n *kong.Node)
	walk = func(n *kong.Node) {
		for _, f := range n.Flags {
			if known, seen := takes[f.Name]; seen && known == f.IsBool() {
				t.Errorf("--%s has a value behind one command and none behind another", f.Name)
			}
			takes[f.Name] = !f.IsBool()
		}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(cli.Commands(call.NewVoice(phrase.En, nil, nil)).Node)
	if len(takes) < 20 {
		t.Fatalf("only %d flags seen", len(takes))
	}
}

// TestManualPage: the page names every command, and man has nothing to say against it.
func TestManualPage(t *testing.T) {
	t.Parallel()
	for lang, want := range map[string][]string{
		"en": {"NAME\n       weltentor - run play-by-email games\n", "[--off] [--yes] DIR", "EXIT STATUS",
			"\n       75 ", "SEE ALSO\n       weltentor help start\n", "\n       man -L de weltentor\n",
			"weltentor realm free bovistan 4 --player Uli --mail uli@example.org --player-lang de\n"},
		"de": {"BEZEICHNUNG\n       weltentor - leitet Briefspiele per E-Mail\n", "RÜCKGABEWERT", "\n       75 ",
			"\n       weltentor help reference\n", "\n       man -L en weltentor\n"},
	} {
		code, page, errs := clitest.Run(t, "", "man", "--lang", lang)
		if code != complaint.ExitDone || errs != "" {
			t.Fatalf("exit %d, %s", code, errs)
		}
		for _, n := range cli.Commands(call.NewVoice(phrase.En, nil, nil)).Leaves(true) {
			if !strings.Contains(page, "\n.SS weltentor "+n.Path()+"\n") {
				t.Errorf("%s: the page does not name %s", lang, n.Path())
			}
		}
		if strings.Trim(page, "\n") != page[:len(page)-1] || !isASCII(page) {
			t.Errorf("%s: the page has empty lines at its ends, or is not ASCII", lang)
		}
		groff, here := theirs(t, "groff")
		if !here {
			continue
		}
		cmd := exec.Command(groff, "-man", "-ww", "-Tutf8", "-P-cbou", "-rLL=200n")
		cmd.Stdin = strings.NewReader(page)
		var said bytes.Buffer
		cmd.Stderr = &said
		shown, err := cmd.Output()
		if err != nil || said.Len() > 0 {
			t.Errorf("%s: %v\n%s", lang, err, said.String())
		}
		for _, w := range want {
			if !strings.Contains(string(shown), w) {
				t.Errorf("%s: no %q in what groff makes of the page:\n%s", lang, w, shown)
			}
		}
	}
}

func isASCII(s string) bool { return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0 }

// An unknown shell is refused, with the names of those that are known.
func TestCompletionOfNoShell(t *testing.T) {
	t.Parallel()
	code, out, errs := clitest.Run(t, "", "completion", "tcsh")
	if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, "bash, zsh, fish") {
		t.Errorf("exit %d, %q %q", code, out, errs)
	}
}
