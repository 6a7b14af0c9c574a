package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
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

// The whole program's help lists each command once, in a group with a name, in both languages.
func TestHelpListsEveryCommand(t *testing.T) {
	t.Parallel()
	for _, lang := range phrase.Langs {
		var out strings.Builder
		v := call.NewVoice(lang, &out, &out)
		h := &helper{ctx: t.Context(), voice: v}
		app := newParser(&Grammar{}, h).Model.Node
		h.help(app)
		_, list, _ := strings.Cut(out.String(), v.Book.T("help.commands")+"\n")
		list, _, _ = strings.Cut(list, "\n\n")
		var names []string
		for _, g := range groups {
			head := "\n  " + v.Book.T("help.group-"+g) + " "
			if strings.Count("\n"+list, head) != 1 {
				t.Errorf("%s: no group %s in\n%s", lang, g, list)
			}
			list = strings.TrimPrefix(strings.Replace("\n"+list, head, "\n", 1), "\n")
		}
		for name := range strings.SplitSeq(strings.ReplaceAll(list, "\n", "·"), "·") {
			names = append(names, strings.TrimSpace(name))
		}
		for _, n := range app.Children {
			count := 0
			for _, name := range names {
				if name == n.Name {
					count++
				}
			}
			if want := map[bool]int{false: 1}[n.Hidden]; count != want {
				t.Errorf("%s: %s is listed %d times in\n%s", lang, n.Name, count, list)
			}
		}
	}
}

// Whoever types nothing but the program's name reads what to type first, and which worlds are here.
func TestBareProgramSaysHowToBegin(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"burg", "nordmark", "notes"} {
		if err := os.Mkdir(filepath.Join(home, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(home)
	says := func(lang string) string {
		t.Helper()
		var out, errs strings.Builder
		code := Run(t.Context(), []string{"--lang", lang}, nil, &out, &errs, func(string) string { return "" }, nil)
		if code != complaint.ExitUsage || out.Len() > 0 {
			t.Errorf("exit %d, %q", code, out.String())
		}
		return errs.String()
	}
	const en = "Weltentor runs games that are played by letters.\n\n" +
		"  weltentor play --browser    try a game, in the browser, against the machine\n" +
		"  weltentor new NAME          begin a game for people; it asks what it needs\n" +
		"  weltentor status            show how your games stand\n\n"
	const end = "All commands, by what they are for: weltentor help\n"
	if got := says("en"); got != en+end {
		t.Errorf("without worlds:\n%s", got)
	}
	for _, name := range []string{"nordmark", "burg"} {
		if err := os.WriteFile(filepath.Join(home, name, disk.FileName), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := says("en"); got != en+"Worlds here: burg, nordmark\n"+end {
		t.Errorf("with two worlds:\n%s", got)
	}
	if got := says("de"); !strings.Contains(got, "\nWelten hier: burg, nordmark\nAlle Befehle, nach Zweck: weltentor help\n") {
		t.Errorf("in German:\n%s", got)
	}
}
