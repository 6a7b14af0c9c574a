package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/examples"
	"weltentor/worlds"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// The demo plays to its end, and turn 1 is as examples/bovistan/derivation.md
// derives it by hand: each block there headed "report N" is a list of lines
// that stand in realm N's report, in this order.
func TestDemo(t *testing.T) {
	t.Parallel()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Rel(here, filepath.Join(t.TempDir(), "demo")) // a relative path, as somebody would type it
	if err != nil {
		t.Fatal(err)
	}
	code, out, errs := clitest.Run(t, "", "demo", dir, "--lang", "de")
	if code != complaint.ExitDone || errs != "" {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	// five realms, reports 0 to 3
	if !strings.Contains(out, "Alle 20 Berichte sind angekommen") || !strings.Contains(out, "Reich 1 : Bovistan") {
		t.Errorf("the demo said\n%s", out)
	}
	reportsFit(t, filepath.Join(dir, "world"))
	derived, err := examples.Files.ReadFile("bovistan/derivation.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(derived), "```report ")[1:]
	if len(blocks) != 5 {
		t.Fatalf("%d reports derived, want one a realm", len(blocks))
	}
	for _, block := range blocks {
		head, rest, _ := strings.Cut(block, "\n")
		body, _, closed := strings.Cut(rest, "```")
		if !closed {
			t.Fatalf("report %s: the block is not closed", head)
		}
		raw, err := os.ReadFile(demoReport(t, dir, "turn-1", head))
		if err != nil {
			t.Fatal(err)
		}
		report := string(raw)
		for line := range strings.Lines(body) {
			_, after, found := strings.Cut(report, "\n"+line)
			if !found {
				t.Errorf("report %s: no line %q where it is derived", head, line)
				continue
			}
			report = "\n" + after
		}
	}
	reportsAreNamedForTheirReaders(t, dir)
	landWalkedOver(t, string(derived), dir)
	shownInReadme(t, dir)
	shownToPlayers(t, dir)
	if code, out, errs := clitest.Run(t, "", "verify", filepath.Join(dir, "world"), "--lang",
		"de"); code != complaint.ExitDone ||
		strings.Count(out, "nachgespielt") != 3 {
		t.Errorf("verify: exit %d\n%s%s", code, out, errs)
	}
	verifyWitnessed(t, "the demo", filepath.Join(dir, "world"))
}

// demoReport returns the file of a report that the demo has kept, with its name in the reader's language.
func demoReport(t *testing.T, dir, turn, realm string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "reports", turn, "realm-"+realm+"-*.TXT"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%s, realm %s: files %q, error %v", turn, realm, files, err)
	}
	return files[0]
}

// Each player's report has its name in the player's language.
func reportsAreNamedForTheirReaders(t *testing.T, dir string) {
	t.Helper()
	var played examples.World
	if _, err := toml.Decode(laws.Content(t, "examples/bovistan/game.toml"), &played); err != nil {
		t.Fatal(err)
	}
	for i, r := range played.Realms {
		laidInTheDemo(t, dir, i+1, r.Lang)
		name, other := "ERGEBNIS.TXT", "REPORT.TXT"
		if r.Lang == "en" {
			name, other = other, name
		}
		if got := filepath.Base(demoReport(t, dir, "turn-1", strconv.Itoa(i+1))); got !=
			fmt.Sprintf("realm-%d-%s", i+1, name) {
			t.Errorf("realm %d reads %s, its report is kept as %s", i+1, r.Lang, got)
		}
		letters, err := filepath.Glob(filepath.Join(dir, "letters", r.Mail, "*.eml"))
		if err != nil {
			t.Fatal(err)
		}
		named := 0
		for _, letter := range letters {
			raw, err := os.ReadFile(letter)
			if err != nil {
				t.Fatal(err)
			}
			named += strings.Count(string(raw), name)
			if strings.Contains(string(raw), other) {
				t.Errorf("%s has a file %s for a reader of %s", letter, other, r.Lang)
			}
		}
		if named == 0 {
			t.Errorf("realm %d got no %s in %d letters", i+1, name, len(letters))
		}
	}
}

// The data for a player's page after the demo's last turn is there for each realm.
func laidInTheDemo(t *testing.T, dir string, realm int, lang string) {
	t.Helper()
	name := map[string]string{"de": "TISCH.json", "en": "TABLE.json"}[lang]
	raw, err := os.ReadFile(filepath.Join(dir, "table", fmt.Sprintf("realm-%d-%s", realm, name)))
	var laid game.Table
	if err == nil {
		err = json.Unmarshal(raw, &laid)
	}
	if err != nil || laid.Realm != realm || laid.Turn != 4 || laid.Facts.Turn != 3 {
		t.Errorf("realm %d: a table of realm %d that awaits orders of turn %d, with facts of turn %d (%v)", realm,
			laid.Realm, laid.Turn, laid.Facts.Turn, err)
	}
}

// The table of the land in derivation.md is what the armies saw as they walked.
func landWalkedOver(t *testing.T, derived, dir string) {
	t.Helper()
	rows := 0
	found := regexp.MustCompile(`(?m)^\| (\d) \| (-?\d+)/(-?\d+) \| (...) \| (MIN|–)`)
	for _, row := range found.FindAllStringSubmatch(derived, -1) {
		rows++
		raw, err := os.ReadFile(demoReport(t, dir, "turn-1", row[1]))
		if err != nil {
			t.Fatal(err)
		}
		building := strings.Replace(row[5], "–", "---", 1)
		if want := fmt.Sprintf(": %3s/%3s : %s 0 %s", row[2], row[3], row[4],
			building); !strings.Contains(string(raw), want) {
			t.Errorf("realm %s saw no %q", row[1], want)
		}
	}
	if rows != 6 {
		t.Errorf("%d rows of land", rows)
	}
}

// README shows of a receipt and of a letter with a report, in each language, what the demo has brought.
func shownInReadme(t *testing.T, dir string) {
	t.Helper()
	for _, page := range []struct{ file, reader, receipt, report string }{
		{"README.md", "ann", "Accepted: ", "Winter of year 1: "},
		{"README.de.md", "jost", "Angenommen: ", "Winter des Jahres 1: "},
	} {
		shownIn(t, page.file, filepath.Join(dir, "letters", page.reader+"@bovistan.example"), page.receipt, page.report)
	}
}

// shownIn compares the blocks of a page that begin so with the letters of a folder. A line "…" stands for lines that the
// page leaves out.
func shownIn(t *testing.T, page, folder string, begin ...string) {
	t.Helper()
	letters, err := filepath.Glob(filepath.Join(folder, "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, file := range letters {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(stage.OpenLetter(t, raw).Body, "\r\n", "\n"))+"\n")
	}
	for _, begins := range begin {
		_, block, _ := strings.Cut(laws.Content(t, page), "```\n"+begins)
		block, _, _ = strings.Cut(begins+block, "\n```")
		var parts []string
		for part := range strings.SplitSeq(block+"\n", "…\n") {
			parts = append(parts, regexp.QuoteMeta(part))
		}
		is := regexp.MustCompile(`\A` + strings.Join(parts, `(?s:.*\n)?`) + `\z`)
		if !slices.ContainsFunc(texts, is.MatchString) {
			t.Errorf("the demo has no letter that is, as in %s,\n%s", page, block)
		}
	}
}

// The mails of the example world are read as their senders meant them.
func TestExampleMails(t *testing.T) {
	t.Parallel()
	g := examples.Find("bovistan", "", false)
	for _, m := range g.Mails {
		raw, err := g.Raw(m, []string{"eins", "zwei", "three", "vier", "five"})
		if err != nil {
			t.Fatal(err)
		}
		code, out, errs := clitest.Run(t, string(raw), "read", "-", "--rulebook", worlds.Rulebooks()[0].Name(), "--lang",
			"en")
		switch {
		case strings.Contains(m.File, "away"):
			if code != complaint.ExitMachine {
				t.Errorf("%s: exit %d", m.File, code)
			}
		case code != complaint.ExitDone, strings.Contains(out, "PASSWORD"), !strings.HasPrefix(out, "$I "),
			strings.Contains(out, "Jost, Graumark"), strings.Contains(out, "> $A"):
			t.Errorf("%s: exit %d\n%s%s", m.File, code, out, errs)
		}
		if strings.Contains(m.File, "rike") && !strings.Contains(errs, "CP437") {
			t.Errorf("%s was not read as CP437: %s", m.File, errs)
		}
		for _, lang := range []string{"de", "en"} {
			if m.Shows[lang] == "" {
				t.Errorf("%s: what it shows is not said in %s", m.File, lang)
			}
		}
	}
}

// shownToPlayers: each block "receipt" of the players' pages is the text of a
// receipt that the demo sends.
func shownToPlayers(t *testing.T, dir string) {
	t.Helper()
	letters, err := filepath.Glob(filepath.Join(dir, "letters", "*", "*.eml"))
	if err != nil || len(letters) == 0 {
		t.Fatal("no letters", err)
	}
	said := ""
	for _, name := range letters {
		raw, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := mail.ReadMessage(raw)
		if err == nil && strings.HasPrefix(m.Header.Get("Content-Type"), "text/plain") {
			body, _ := io.ReadAll(quotedprintable.NewReader(m.Body))
			said += "\n" + strings.ReplaceAll(string(body), "\r\n", "\n")
		}
		raw.Close()
	}
	for _, lang := range []string{"de", "en"} {
		blocks := strings.Split(laws.Content(t, "docs/player."+lang+".md"), "```receipt\n")[1:]
		if len(blocks) == 0 {
			t.Errorf("docs/player.%s.md shows no receipt", lang)
		}
		for _, block := range blocks {
			block, _, _ = strings.Cut(block, "```")
			if !strings.Contains(said, "\n"+block) {
				t.Errorf("docs/player.%s.md shows a receipt that was not sent:\n%s", lang, block)
			}
		}
	}
}

// A rulebook without an example world has no demo; one that is not there neither,
// nor has an example that is not there, or not of the rulebook.
func TestDemoOfNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ rulebook, example, says string }{
		{"duel", "", "the rulebook duel has no example world"}, {"duell", "", "there is no rulebook duell"},
		{"", "nowhere", "there is no example world nowhere"},
		{"duel", examples.Names()[0], "there is no example world " + examples.Names()[0]},
	} {
		var out, errs bytes.Buffer
		args := []string{"demo", filepath.Join(t.TempDir(), "demo")}
		if c.rulebook != "" {
			args = append(args, "--rulebook", c.rulebook)
		}
		if c.example != "" {
			args = append(args, "--example", c.example)
		}
		code := cli.Run(t.Context(), args, strings.NewReader(""), &out, &errs, clitest.NoEnv, []game.Rulebook{duel.Rules()})
		if code != complaint.ExitUsage || out.Len() > 0 || !strings.Contains(errs.String(), c.says) {
			t.Errorf("%s %s: exit %d, %q, %q", c.rulebook, c.example, code, out.String(), errs.String())
		}
	}
}
