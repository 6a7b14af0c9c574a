package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
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
		walk(newParser(&grammar{}, &helper{voice: v}).Model.Node)
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

// Examples are what people copy: the command line must take every one of them.
func TestExamplesParse(t *testing.T) {
	t.Parallel()
	for _, lang := range phrase.Langs {
		v := call.NewVoice(lang, nil, nil)
		for _, code := range v.Book.Codes() {
			if !strings.HasPrefix(code, "example.") {
				continue
			}
			for _, line := range strings.Split(v.Book.T(code), "\n") {
				_, line, ok := strings.Cut(line, "weltentor ")
				if !ok {
					t.Errorf("%s %s: no weltentor in %q", lang, code, line)
					continue
				}
				line, _, _ = strings.Cut(line, " > ")
				if err := parses(v, line); err != nil {
					t.Errorf("%s %s: %q: %v", lang, code, line, err)
				}
			}
		}
	}
}

// parses returns what is wrong with a command line, without running it.
func parses(v *call.Voice, typed string) error {
	line := asked(shellWords(typed))
	_, err := newParser(&grammar{}, &helper{voice: v}, line...).Parse(line)
	return err
}

// shellWords splits at blanks outside of "…" and '…'.
func shellWords(s string) (words []string) {
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		word, inWord := "", true
		for inWord {
			end := strings.IndexAny(s, " \t\"'")
			if end < 0 {
				end = len(s)
			}
			word, s = word+s[:end], s[end:]
			if inWord = s != "" && strings.Contains(`"'`, s[:1]); inWord {
				quoted, rest, _ := strings.Cut(s[1:], s[:1])
				word, s = word+quoted, rest
			}
		}
		words = append(words, word)
	}
	return words
}

func TestShellWords(t *testing.T) {
	t.Parallel()
	got := shellWords(`edit b 'gold 1 100' --why "it's so" --at='x y' last`)
	if want := []string{"edit", "b", "gold 1 100", "--why", "it's so", "--at=x y", "last"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestHelpInGerman(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"realm", "add", "--help", "--lang", "de"}, nil, &out, &errs, noEnv, nil)
	if code != fault.ExitDone || errs.Len() > 0 {
		t.Fatalf("exit %d, %s", code, errs.String())
	}
	for _, want := range []string{"Aufruf: weltentor realm add", "Angaben:", "Optionen:", "Beispiele:",
		"--player-lang"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, out.String())
		}
	}
}

func noEnv(string) string { return "" }
