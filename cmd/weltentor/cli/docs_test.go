package cli_test

import (
	"io"
	"path"
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/laws"
	"weltentor/orders/phrase"
)

// Every command that a page shows exists, with its flags; those in blocks and
// table cells are whole, and the command line takes them.
func TestPagesShowCommandsThatExist(t *testing.T) {
	t.Parallel()
	shell := regexp.MustCompile(`\$\([^)]*\)`)
	seen := 0
	for _, file := range laws.Tracked(t) {
		if path.Ext(file) != ".md" || strings.HasPrefix(file, "docs/rules/") {
			continue
		}
		block := false
		for line := range strings.Lines(laws.Content(t, file)) {
			if strings.HasPrefix(line, "```") {
				block = !block
				continue
			}
			var shown []string
			if block {
				shown = []string{line}
			} else {
				for i, part := range strings.Split(line, "`") {
					if i%2 == 1 {
						shown = append(shown, part)
					}
				}
			}
			for _, c := range shown {
				c := strings.ReplaceAll(" "+c, " /usr/bin/weltentor ", " weltentor ")
				at := strings.LastIndex(c, " weltentor ")
				if at < 0 {
					continue
				}
				args := c[at+len(" weltentor "):]
				seen++
				args, _, _ = strings.Cut(args, " > ")
				args = strings.ReplaceAll(shell.ReplaceAllString(args, "X"), "…", "")
				err := cli.Reads(call.NewVoice(phrase.En, io.Discard, io.Discard), shellWords(args))
				if err != nil && (block || !strings.HasPrefix(err.Error(), "missing ") &&
					!strings.HasPrefix(err.Error(), "expected ")) {
					t.Errorf("%s: %q: %v", file, strings.TrimSpace(c), err)
				}
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d commands found", seen)
	}
}

// Every key of an answer in JSON is on the page for programs.
func TestThePageForProgramsNamesTheJSON(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	page := laws.Content(t, "docs/data.en.md")
	identity := d.Join()
	d.Mail("one", identity+"\n$A\nR.L 99 0 V+\n")
	d.Done("poll", d.Dir)
	for _, out := range []string{d.Stands("--json"), d.Done("check", "--json", "-"),
		d.Done("orders", "--json", d.Dir, "1")} {
		for _, key := range regexp.MustCompile(`"([a-z_]{3,})":`).FindAllStringSubmatch(out, -1) {
			if !strings.Contains(page, "`"+key[1]+"`") {
				t.Errorf("docs/data.en.md does not name %q", key[1])
			}
		}
	}
}

// The game master's pages have a word about every command that anybody sees in the help.
func TestGameMastersPageNamesTheCommands(t *testing.T) {
	t.Parallel()
	for _, lang := range phrase.Langs {
		file := "docs/gm-reference." + string(lang) + ".md"
		page := laws.Content(t, file)
		for _, leaf := range cli.Commands(call.NewVoice(lang, nil, nil)).Leaves(true) {
			if path := "weltentor " + leaf.Path(); !strings.Contains(page, path) &&
				!strings.Contains(page, "`"+strings.TrimPrefix(path, "weltentor ")) {
				t.Errorf("%s does not name `%s`", file, path)
			}
		}
	}
}
