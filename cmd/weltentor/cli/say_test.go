package cli_test

import (
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/orders/phrase"
)

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
				if err := cli.Reads(v, shellWords(line)); err != nil {
					t.Errorf("%s %s: %q: %v", lang, code, line, err)
				}
			}
		}
	}
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
