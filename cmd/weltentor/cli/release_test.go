package cli_test

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/laws"
	"weltentor/orders/phrase"
	"weltentor/worlds"
)

// The program names the newest version that the release notes have a list for, by the command and by the flag that
// people try first. Before the first release it is the version that the list at the top is to be.
func TestVersionIsThatOfTheNotes(t *testing.T) {
	t.Parallel()
	notes := laws.Content(t, "docs/changes.md")
	heads := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(notes, -1)
	if len(heads) == 0 || heads[0][1] != "Unreleased" {
		t.Fatalf("the lists of docs/changes.md are %q, want Unreleased first", heads)
	}
	for _, h := range heads[1:] {
		if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(h[1]) {
			t.Errorf("docs/changes.md has a list for %q, which is not a version", h[1])
		}
	}
	newest := regexp.MustCompile(`(?m)^(?:## |This becomes )(\d+\.\d+\.\d+)(?:$|, the first release: )`).FindStringSubmatch(notes)
	if newest == nil || newest[1] != call.Release {
		t.Fatalf("docs/changes.md begins with %q, the program says %s", newest, call.Release)
	}
	for _, lang := range []string{"de", "en"} {
		code, said, errs := clitest.Run(t, "", "version", "--lang", lang)
		if code != complaint.ExitDone || errs != "" || !strings.HasPrefix(said, "weltentor "+newest[1]) {
			t.Errorf("version in %s: exit %d, %q%s", lang, code, said, errs)
		}
		if n := strings.Count(said, "\n"); n != 1+len(worlds.Rulebooks()) {
			t.Errorf("version in %s has %d lines:\n%s", lang, n, said)
		}
		for _, args := range [][]string{{"--version"}, {"--version", "status"}, {"cron", "--version"}} {
			if code, out, errs := clitest.Run(t, "", append(args, "--lang", lang)...); code != complaint.ExitDone ||
				out != said || errs != "" {
				t.Errorf("%q: exit %d, %q%s, want what `version` says", args, code, out, errs)
			}
		}
	}
	if _, help, _ := clitest.Run(t, "", "--help", "--lang", "en"); strings.Contains(help, "--version ") {
		t.Errorf("the flag is in a list of flags:\n%s", help)
	}
}

// The pages name the files of a release as `make dist` does, by the release that this is.
func TestPagesNameThePackages(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`weltentor[-_](\d+\.\d+\.\d+)[-_][a-z0-9._-]*\.(deb|rpm|apk|pkg\.tar\.zst|tar\.gz)`)
	for page, kinds := range map[string]int{"start": 4, "reference": 5} {
		for _, lang := range phrase.Langs {
			file := "docs/gm-" + page + "." + string(lang) + ".md"
			seen := map[string]bool{}
			for _, found := range name.FindAllStringSubmatch(laws.Content(t, file), -1) {
				if found[1] != call.Release {
					t.Errorf("%s has %s, the release is %s", file, found[0], call.Release)
				}
				seen[found[2]] = true
			}
			if len(seen) != kinds {
				t.Errorf("%s names %d kinds of files, want %d: %v", file, len(seen), kinds, seen)
			}
		}
	}
}
