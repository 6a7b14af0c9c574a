package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// study is a world in its second turn in which every command of the game master's pages can be typed. It has four
// realms, three players who wait, a question, orders, and letters sent and waiting.
type study struct {
	*clitest.Counter
	home     string
	table    string            // a world of a game that is also played at a table
	question string            // the number of a player's question
	failed   []string          // numbers of two letters that could not be delivered
	kept     map[string][]byte // the files of the worlds at the beginning of each command
	adopted  bool              // a copy was adopted before the worlds were put back
	consent  *stage.Consent    // a provider that takes no passwords
}

func newStudy(t *testing.T) *study {
	d := &study{Counter: clitest.NewCounter(t, map[string]string{"signup.open": "true", "signup.places": "4",
		"gm.mail": `"gm@demo.test"`, "public": `["sent", "standings", "turns", "newspaper"]`,
		"public_url": `"https://demo.test"`}), home: t.TempDir()}
	server := d.Office.(stage.Embedded).Server
	for _, a := range []string{"cleo@demo.test", "dora@demo.test", "w1@demo.test", "w2@demo.test", "w3@demo.test"} {
		if err := server.AddUser(a, stage.Password); err != nil {
			t.Fatal(err)
		}
	}
	d.Join("Graumark", "cleo@demo.test", "de", "UTF8")
	d.Join("Salzkueste", "dora@demo.test", "de", "UTF8")
	d.Mail(stage.Anna, "$R\nK.M 2 1000 0 0\n$E\n")
	d.Mail(4, "$R\nK.M 1 1000 0 0\n$E\n")
	for i := 1; i <= 3; i++ {
		from := fmt.Sprintf("w%d@demo.test", i)
		d.Writes(from, "SIGNUP", fmt.Sprintf("Name: W%d\nRealm: Wart%c\n", i, 'a'+i))
		asked := d.Got(from)[0]
		d.Writes(from, "Re: "+asked.Subject, "yes\n")
	}
	d.Writes("anna@demo.test", "Wo liegt das Meer?", "Das wüsste ich gern.\n")
	d.Done("turn", d.Dir, "--force")
	d.Done("send", d.Dir)
	d.Mail(4, "$R\nK.M 3 1000 0 0\n$E\n")
	d.Cron()
	d.Done("realm", "mail", d.Dir, "2", "gone@demo.test")
	var asked struct {
		Questions []struct{ Number int } `json:"questions"`
	}
	err := json.Unmarshal([]byte(d.Done("questions", d.Dir, "--json")), &asked)
	if err != nil || len(asked.Questions) != 1 {
		t.Fatalf("%+v, %v", asked, err)
	}
	d.question = fmt.Sprint(asked.Questions[0].Number)
	for name, text := range map[string]string{"orders.txt": "$R\nK.M 4 1000 0 0\n$E\n", "news.txt": "Hallo!\n",
		"answer.txt": "Im Norden.\n", "list.csv": "name,player,mail\nNeuland,Nora,nora@demo.test\n",
		"mail.eml": "From: dora@demo.test\r\nTo: game@demo.test\r\nSubject: x\r\n\r\n" + d.Players[3].Identity +
			"\r\n$R\r\nK.M 4 1000 0 0\r\n$E\r\n",
		"letter.eml": "From: dora@demo.test\r\nTo: game@demo.test\r\nSubject: x\r\n\r\n" + d.Players[3].Identity +
			"\r\n$R\r\nK.M 4 1000 0 0\r\n$E\r\n",
		"secret.txt":  stage.ConsentSecret,
		"march.txt":   "$A\n1 Halt\n$E\n",
		"last.txt":    "$S\nKampagnenende\n$E\n",
		"2_Army1.pdf": "%PDF-1.4\n"} {
		if err := os.WriteFile(filepath.Join(d.home, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d.fails("Erster Brief.\n", "Zweiter Brief.\n")
	d.plays()
	d.consent = stage.NewConsent(t, func(string) {})
	d.Done("backup", d.Dir, filepath.Join(d.home, "backup.db"))
	d.kept = map[string][]byte{}
	for _, name := range []string{"world.db", settings.File, "place"} { // without its place file the world counts as old
		for _, dir := range []string{d.Dir, d.table} {
			path := filepath.Join(dir, name)
			raw, err := os.ReadFile(path)
			if err != nil && (name != "place" || dir == d.Dir) {
				t.Fatal(err)
			}
			if err == nil {
				d.kept[path] = raw
			}
		}
	}
	return d
}

// fails writes to a player whose address no longer exists.
func (d *study) fails(texts ...string) {
	d.T.Helper()
	for _, text := range texts {
		file := filepath.Join(d.home, "text.txt")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			d.T.Fatal(err)
		}
		d.Done("tell", d.Dir, "2", "--file", file)
	}
	d.Run("send", d.Dir)
	for _, l := range d.undelivered() {
		d.failed = append(d.failed, fmt.Sprint(l.ID))
	}
	if len(d.failed) < 2 {
		d.T.Fatalf("%d letters have failed", len(d.failed))
	}
}

// undelivered are the letters that did not arrive.
func (d *study) undelivered() []outbox.OutboxRow {
	d.T.Helper()
	var s struct{ Undelivered []outbox.OutboxRow }
	if err := json.Unmarshal([]byte(d.Stands("--json")), &s); err != nil {
		d.T.Fatal(err)
	}
	return s.Undelivered
}

// plays founds a world that waits for its game master, who enters results.
func (d *study) plays() {
	d.T.Helper()
	do := func(line string) string {
		d.T.Helper()
		var out, errs strings.Builder
		args := d.Args(strings.Fields(strings.ReplaceAll(line, "bovistan", d.table))...)
		code := cli.Run(d.T.Context(), args, strings.NewReader(""), &out, &errs, clitest.NoEnv, worlds.Rulebooks())
		if code != complaint.ExitDone {
			d.T.Fatalf("%s: exit %d\n%s", line, code, &errs)
		}
		return out.String()
	}
	for _, rb := range worlds.Rulebooks()[1:] {
		d.table = filepath.Join(d.home, rb.Name())
		do("new bovistan --seed 3 --rulebook " + rb.Name())
		path := filepath.Join(d.table, settings.File)
		raw, err := os.ReadFile(path)
		if err != nil {
			d.T.Fatal(err)
		}
		raw = bytes.Replace(raw, []byte("\naddress = \"\""), []byte("\naddress = \"table@demo.test\""), 1)
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			d.T.Fatal(err)
		}
		do("realm add bovistan --name Moorland --player Anna --mail anna@demo.test")
		do("realm add bovistan --name Fenmark --player Bob --mail bob@demo.test")
		if strings.Contains(do("status --json bovistan"), `"waits-master"`) {
			return
		}
	}
	d.T.Fatal("no game waits for its master")
}

// shownCommands are the whole commands of a page, each once: in blocks, and between backticks.
func shownCommands(page string) (out []string) {
	block := false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			block = !block
			continue
		}
		shown := []string{line}
		if !block {
			shown = nil
			for i, part := range strings.Split(line, "`") {
				if i%2 == 1 {
					shown = append(shown, part)
				}
			}
		}
		for _, c := range shown {
			c, is := strings.CutPrefix(strings.TrimSpace(c), "weltentor ")
			if is && !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

// Every command on the pages for game masters is run in a world in which it makes sense. It must exit with 0, or with
// 1 for a page that this program was built without, or for a world in which something waits. A restore, an undo, what takes a realm away, or the adoption of an
// older copy exits with 2, since it lacks a yes. Mere names of commands are not run, and TestStartIsAllOneTypes types
// the page start.
func TestCommandsOfTheManualRun(t *testing.T) {
	var shown []string
	for _, page := range []string{"trouble.en", "trouble.de", "reference.en", "reference.de"} {
		for _, command := range shownCommands(laws.Content(t, "docs/gm-"+page+".md")) {
			if !slices.Contains(shown, command) {
				shown = append(shown, command)
			}
		}
	}
	d := newStudy(t)
	t.Chdir(d.home)
	ran := 0
	for _, command := range shown {
		err := cli.Reads(call.NewVoice(phrase.En, io.Discard, io.Discard), shellWords(command))
		if err != nil && (strings.HasPrefix(err.Error(), "missing ") || strings.HasPrefix(err.Error(), "expected ")) {
			continue
		}
		ran++
		d.restore()
		if before, needs := d.before(command); needs {
			d.types(before)
		}
		d.types(command)
	}
	if ran < 70 {
		t.Errorf("only %d commands were run", ran)
	}
}

// restore puts the worlds back to where a command finds them.
func (d *study) restore() {
	for path, raw := range d.kept {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			d.T.Fatal(err)
		}
	}
	d.Now = d.Now.Add(time.Minute)
}

// before is what must have been done for a command to make sense.
func (d *study) before(command string) (before string, needs bool) {
	for begins, first := range map[string]string{
		"turn bovistan --release":          "turn bovistan --hold --force",
		"turn bovistan --discard":          "turn bovistan --hold --force",
		"realm pay bovistan 4 5.00 --back": "realm pay bovistan 4 5.00",
		"redo bovistan":                    "undo bovistan --turn 1 --yes --why wrong",
		"publish bovistan":                 "closing bovistan --now --yes --why enough",
		"login bovistan":                   "login bovistan --client-id ID",
		"turn DIR --force":                 "submit DIR march.txt --realm 1",
	} {
		if strings.HasPrefix(command, begins) {
			return first, true
		}
	}
	return "", false
}

// types runs a command with the names that the pages make up in place of those of the study.
func (d *study) types(command string) {
	d.T.Helper()
	world := d.Dir
	of, _, table := strings.Cut(command, " DIR")
	if table && of != "pause" && of != "questions" {
		world = d.table
	}
	if strings.HasPrefix(command, "new ") {
		world = filepath.Join(d.T.TempDir(), "new")
	}
	line := strings.NewReplacer("/backup/bovistan-$(date +%F).db", filepath.Join(d.T.TempDir(), "copy.db"),
		"bovistan/backups/before-turn-00007", filepath.Join(d.Dir, "backups", "before-turn-00001"),
		"/backup/bovistan.db", filepath.Join(d.home, "backup.db"),
		`"…"`, "reason", "…", "--name Insel --player Otto --mail otto@demo.test",
		"2027-08-20", d.Now.AddDate(0, 0, 20).Format(time.DateOnly)).Replace(command)
	names := map[string]string{"bovistan": world, "DIR": world, "/home/gm/bovistan": world, "/home/gm/small": world, "fenmark": d.table, "/srv/www": d.T.TempDir(), "FILE": "last.txt", "7": "1", "127.0.0.1:8480": "127.0.0.1:0", "17": d.failed[0],
		"18": d.failed[1]}
	if strings.Contains(command, "--with") {
		names["FILE"] = "/dev/null"
	}
	if words := shellWords(line); words[0] == "login" && len(words) > 2 { // at a provider on this machine
		line = strings.NewReplacer(" --provider microsoft", "", " --client-secret-file FILE", "",
			" --client-secret-file DATEI", "", "--client-id ID", strings.Join(d.consent.Options("auth"), " ")+
				" --client-secret-file secret.txt", "/etc/weltentor/", d.home+"/").Replace(line)
	}
	if strings.HasPrefix(command, "questions") || strings.HasPrefix(command, "answer") {
		names["17"] = d.question
	}
	words := shellWords(line)
	for i, w := range words {
		if name, is := names[w]; is {
			words[i] = name
		}
	}
	if words[0] == "publish" { // the study's world is from a seed
		words = append(words, "--guessable")
	}
	want := complaint.ExitDone
	takes := words[0] == "realm" && (words[1] == "free" || words[1] == "forget")
	takes = takes || words[0] == "tell" && len(words) == 2 // it asks
	takes = takes || words[0] == "pause" && !slices.Contains(words, "--off") || words[0] == "closing" && slices.Contains(words, "--now")
	if (words[0] == "restore" || words[0] == "undo" || takes) && !slices.Contains(words, "--yes") {
		want = complaint.ExitUsage // it only looks
	}
	if words[0] == "status" && len(words) > 1 {
		want = complaint.ExitNo // a question is open, and letters came back
	}
	if words[0] == "adopt" && d.adopted && !slices.Contains(words, "--yes") {
		want = complaint.ExitUsage // the mailbox knows of earlier adoptions, and the world that was put back does not
	}
	if slices.Contains(words, "--domain") {
		want = complaint.ExitUsage // the study is shown at another name
	}
	d.adopted = d.adopted || words[0] == "adopt"
	if at := slices.Index(words, "--rulebook"); words[0] == "page" && at > 0 && pages.Version(words[at+1]) == "" {
		want = complaint.ExitNo // this program was built without pages
	}
	var errs strings.Builder
	out := &clitest.Watched{Words: clitest.ToVisit, Do: func(found []string) { d.consent.Visit(found[1]) }}
	ctx, end := context.WithCancel(d.T.Context())
	defer end()
	if words[0] == "run" || words[0] == "serve" {
		out = &clitest.Watched{Words: regexp.MustCompile("Ctrl-(C)"), Do: func([]string) { end() }}
	}
	code := cli.Run(ctx, d.Args(words...), strings.NewReader(""), out, &errs, clitest.NoEnv, worlds.Rulebooks())
	// The study's store is put back each time, so it is behind its mailbox once anything has left.
	behind := words[0] == "adopt" && code == complaint.ExitUsage && strings.Contains(errs.String(), "nothing has changed. If")
	if code != want && !behind {
		d.T.Errorf("weltentor %s: exit %d\n%s%s", command, code, out, &errs)
	}
}
