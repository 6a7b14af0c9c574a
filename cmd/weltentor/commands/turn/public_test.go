package turn_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/resolve/public"
)

// What everybody may know: the game master names it in world.toml, players ask for it by mail, each report
// comes with the newspaper, and `public` prints it or writes it for a web server.
func TestPublic(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"public": `["newspaper", "sent", "standings", "turns"]`})
	d.Mail(stage.Anna, "$R\nK.M 2 1000 0 0\n$E\n")
	d.Cron()
	d.Fresh(stage.Anna)
	d.Says("public", d.Done("public", d.Dir, "--lang", "en"), "\nOrders have come from: 1 Moorland.\n",
		"\nNothing yet from: 2 Fenmark.\n", "\nNo turn has been resolved yet.\n")
	d.Writes("anna@demo.test", "Stand", "")
	d.Says("the answer", d.One(stage.Anna).Body, "Befehle sind gekommen von: 1 Moorland.",
		"Neu im Spiel: 1 Moorland, 2 Fenmark.")

	d.Now = d.Now.AddDate(0, 0, 15)
	d.Cron()
	for realm, file := range map[int]string{stage.Anna: "ZEITUNG.TXT", stage.Bob: "NEWS.TXT"} {
		letters := d.Fresh(realm)
		if len(letters) != 1 || !strings.Contains(letters[0].Files[file], "1  Moorland") ||
			!strings.Contains(letters[0].Body, file+" · ") {
			t.Errorf("realm %d: %+v", realm, letters)
		}
	}

	page := func() (p public.Page) {
		t.Helper()
		if err := json.Unmarshal([]byte(d.Done("public", d.Dir, "--json")), &p); err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := page()
	if p.Turn != 2 || len(p.Turns) != 1 || p.Turns[0].Sent != 1 || p.Turns[0].Asked != 2 || p.Turns[0].Missed != 1 ||
		len(p.Sent) != 2 || p.Sent[0].Sent || p.Sent[0].Name != "Moorland" || p.Deadline.IsZero() {
		t.Errorf("%+v", p)
	}
	all := d.Done("public", d.Dir, "--json")
	if strings.Contains(all, "nna") || strings.Contains(strings.ReplaceAll(all, stage.GameAddress, ""), "@") {
		t.Errorf("a player is named:\n%s", all)
	}
	var answer any
	if err := json.Unmarshal([]byte(all), &answer); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	clitest.KeysOf("", answer, keys)
	named := laws.Content(t, "docs/data.en.md")
	for key := range keys {
		if name := key[strings.LastIndex(key, ".")+1:]; !strings.Contains(named, "`"+name+"`") {
			t.Errorf("docs/data.en.md does not name %q", key)
		}
	}

	// Nothing about a held turn is public, not even that it is held.
	d.Done("turn", d.Dir, "--hold", "--force", "--yes")
	if held := page(); held.Turn != 2 || held.Sent != nil || len(held.Turns) != 1 || len(held.Newspaper) != 1 ||
		!held.Deadline.IsZero() {
		t.Errorf("while turn 2 is held: %+v", held)
	}
	d.Done("turn", d.Dir, "--discard", "--why", "wrong")
	if p := page(); len(p.Turns) != 2 || len(p.Turns[0].Undone) != 1 || !p.Turns[0].At.IsZero() {
		t.Errorf("after turn 2 was taken back: %+v", p.Turns)
	}
}

// The files are whole, readable by everybody, and untouched as long as they would be the same.
func TestPublicFiles(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"public": `["standings"]`})
	www := filepath.Join(t.TempDir(), "www", "bovistan")
	if out := d.Done("public", d.Dir, "-o", www); out != "" {
		t.Errorf("it says %q", out)
	}
	read := func(name string) string {
		t.Helper()
		raw, err := os.ReadFile(filepath.Join(www, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	files, err := os.ReadDir(www)
	var names []string
	for _, f := range files {
		info, _ := f.Info()
		if f.Name() == public.Practice { // where the program has pages
			continue
		}
		names = append(names, f.Name())
		if info.Mode().Perm() != 0o644 {
			t.Errorf("%s has the mode %s", f.Name(), info.Mode())
		}
	}
	if want := []string{".weltentor.json", "feed.de.xml", "feed.en.xml", "index.html", "public.de.txt",
		"public.en.txt", "public.json"}; !slices.Equal(names, want) || err != nil {
		t.Errorf("%v, want %v (%v)", names, want, err)
	}
	d.Says("the German page", read("public.de.txt"), "\nDie Reiche\n----------\n  1  Moorland\n  2  Fenmark\nSolange es läuft, nennt dieses Spiel keine Zahlen:")
	d.Says("the English page", read("public.en.txt"), "\nRealms\n------\n  1  Moorland\n  2  Fenmark\nWhile it runs, this game publishes no numbers:")
	if read("public.json") != d.Done("public", d.Dir, "--json") {
		t.Error("the file is not what --json prints")
	}
	if strings.Contains(read("public.en.txt")+read("public.json"), "ent orders") ||
		strings.Contains(read("public.json"), `"sent": `) {
		t.Error("who has sent is not public")
	}
	then := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	same, other := filepath.Join(www, "public.de.txt"), filepath.Join(www, "public.en.txt")
	for _, err := range []error{os.Chtimes(same, then, then), os.WriteFile(other, nil, 0o644)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	d.Done("public", d.Dir, "-o", www)
	if info, err := os.Stat(same); err != nil || !info.ModTime().Equal(then) {
		t.Error("a file that stayed the same was written", err)
	}
	if read("public.en.txt") == "" {
		t.Error("a file that was empty was not written")
	}
	if left, _ := filepath.Glob(filepath.Join(www, ".public-*")); len(left) > 0 {
		t.Errorf("%v is left behind", left)
	}
	blocked := filepath.Join(www, "public.json")
	for _, c := range []struct {
		exit int
		says string
		args []string
	}{
		{complaint.ExitUsage, "with `-o` the JSON is in the folder", []string{"-o", www, "--json"}},
		{complaint.ExitUsage, blocked + " cannot be written", []string{"-o", blocked}},
	} {
		code, out, said := d.Run(append([]string{"public", d.Dir, "--lang", "en"}, c.args...)...)
		if code != c.exit || !strings.Contains(said, c.says) || out != "" {
			t.Errorf("public %v: %d %q %q, want %q", c.args, code, out, said, c.says)
		}
	}
}

// By default nothing is public, and the exit code is 1. An unknown word is refused with the four that exist.
func TestNothingIsPublic(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	www := filepath.Join(t.TempDir(), "www")
	for lang, want := range map[string]string{
		"en": "nothing is public in this world: " + d.Dir + "/world.toml says so.",
		"de": "In dieser Welt ist nichts öffentlich"} {
		code, out, said := d.Run("public", d.Dir, "-o", www, "--lang", lang)
		if code != complaint.ExitNo || out != "" || !strings.Contains(said, want) ||
			!strings.Contains(said, `"sent", "standings", "turns", "newspaper"`) {
			t.Errorf("%d %q %q", code, out, said)
		}
	}
	if _, err := os.Stat(www); err == nil {
		t.Error("there is a folder")
	}
	file := filepath.Join(d.Dir, "world.toml")
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for wrong, word := range map[string]string{`["sent", "scores"]`: "scores", `["Sent"]`: "Sent", `[""]`: ""} {
		text := strings.Replace(string(raw), "public = []", "public = "+wrong, 1)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		want := file + `: public = "` + word + `": it must be one of "sent", "standings", "turns", "newspaper"`
		for _, command := range []string{"public", "status", "check"} {
			args := []string{command, d.Dir, "--lang", "en"}
			if command == "check" {
				args = []string{command, "--world", d.Dir, os.DevNull, "--realm", "1", "--lang", "en"}
			}
			if code, _, said := d.Run(args...); code != complaint.ExitUsage || !strings.Contains(said, want) {
				t.Errorf("%s with %s: %d %q", command, wrong, code, said)
			}
		}
	}
}

// cron writes the public pages after a turn and when orders come, runs the game master's program then, and otherwise
// touches nothing. If the program fails, the game master hears of it and nothing else comes of it. If nothing is public any
// more, the pages go.
func TestPublicTo(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	www := filepath.Join(t.TempDir(), "www", "bovistan")
	ran := filepath.Join(t.TempDir(), "ran")
	set := func(public, after string) {
		t.Helper()
		file := filepath.Join(d.Dir, "world.toml")
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(raw), "\n")
		for i, line := range lines {
			for key, value := range map[string]string{"public": public, "public_to": `"` + www + `"`, "public_after": after} {
				if strings.HasPrefix(line, key+" = ") {
					lines[i] = key + " = " + value
				}
			}
		}
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	page := func() string {
		raw, _ := os.ReadFile(filepath.Join(www, "index.html"))
		return string(raw)
	}
	times := func() int {
		raw, _ := os.ReadFile(ran)
		return strings.Count(string(raw), "x")
	}
	set(`["sent", "turns", "newspaper", "standings"]`, `["sh", "-c", "printf x >>`+ran+`"]`)
	d.Cron()
	first := page()
	if !strings.Contains(first, "Moorland") || strings.Contains(first, "nna") || times() != 1 {
		t.Errorf("the program ran %d times after\n%.300s", times(), first)
	}
	d.Cron()
	if page() != first || times() != 1 {
		t.Errorf("nothing has changed, and the program ran %d times", times())
	}
	d.Mail(stage.Anna, "$R\nK.M 2 1000 0 0\n$E\n")
	d.Cron()
	if page() == first || times() != 2 {
		t.Errorf("orders have come, and the program ran %d times", times())
	}
	d.Now = d.Now.AddDate(0, 0, 15)
	d.Cron()
	if !strings.Contains(page(), `id="t1"`) || times() != 3 {
		t.Errorf("a turn is resolved, and the program ran %d times", times())
	}

	set(`["sent"]`, `["sh", "-c", "echo full >&2; exit 3"]`)
	heard := ""
	for range 2 { // cron prints in the next round what it cannot mail
		_, out, said := d.Run("cron", d.Dir, "--lang", "en")
		heard += out + said
		d.Now = d.Now.Add(time.Hour)
	}
	if !strings.Contains(heard, "sind nicht auf dem neuesten Stand: sh: exit status 3: full") {
		t.Errorf("the game master hears nothing of the program: %s", heard)
	}
	set(`[]`, `[]`)
	d.Run("cron", d.Dir)
	if left, _ := os.ReadDir(www); len(left) > 0 {
		t.Errorf("nothing is public, and %v is left", left)
	}
}

// Who resolves, takes back and sends by hand needs no cron for the public pages. A copy of the world leaves them alone.
func TestPublicToByHand(t *testing.T) {
	t.Parallel()
	www := filepath.Join(t.TempDir(), "www")
	d := clitest.NewCounter(t, map[string]string{"public": `["sent", "turns", "newspaper"]`, "public_to": `"` + www + `"`,
		"public_after": `["sh", "-c", "printf x >>` + www + `/ran"]`})
	d.Cron()
	read := func(name string) string {
		raw, _ := os.ReadFile(filepath.Join(www, name))
		return string(raw)
	}
	writes := func(turn int, command ...string) {
		t.Helper()
		page, ran := read("index.html"), read("ran")
		d.Done(command...)
		if read("index.html") == page || read("ran") != ran+"x" ||
			!strings.Contains(read("public.json"), fmt.Sprintf(`"turn": %d,`, turn)) {
			t.Errorf("%v: public_after ran %q, then %q, after\n%.300s", command, ran, read("ran"), read("public.json"))
		}
	}
	undo := []string{"undo", d.Dir, "--turn", "1", "--yes", "--why", "x"}
	writes(2, "turn", d.Dir, "--force", "--yes")
	writes(1, undo...)
	writes(2, "redo", d.Dir)
	writes(1, undo...)
	d.Done("turn", d.Dir, "--force", "--yes", "--hold")
	writes(2, "turn", d.Dir, "--release")
	d.Done("send", d.Dir)
	d.Mail(stage.Anna, "$R\nK.M 2 1000 0 0\n$E\n")
	d.Done("poll", d.Dir)
	writes(2, "send", d.Dir)

	copied, page := filepath.Join(t.TempDir(), "copied"), read("index.html")
	if out, err := exec.Command("cp", "-a", d.Dir, copied).CombinedOutput(); err != nil {
		t.Fatal(string(out))
	}
	d.Done("turn", copied, "--force", "--yes")
	if read("index.html") != page {
		t.Errorf("a copy of the world has written the pages")
	}
}

// Several worlds are written together, with a page that lists them.
func TestPublicWorlds(t *testing.T) {
	t.Parallel()
	one, two := clitest.NewCounter(t, map[string]string{"public": `["standings"]`}), clitest.NewCounter(t,
		map[string]string{"public": `["sent"]`})
	moved := filepath.Join(filepath.Dir(two.Dir), "second")
	if err := os.Rename(two.Dir, moved); err != nil {
		t.Fatal(err)
	}
	www := t.TempDir()
	one.Done("public", one.Dir, moved, "-o", www)
	raw, err := os.ReadFile(filepath.Join(www, "index.html"))
	if err != nil || !strings.Contains(string(raw), `href="second/index.html"`) ||
		!strings.Contains(string(raw), `href="`+filepath.Base(one.Dir)+`/index.html"`) {
		t.Errorf("%v %.500s", err, raw)
	}
	for _, dir := range []string{"second", filepath.Base(one.Dir)} {
		if page, err := os.ReadFile(filepath.Join(www, dir, "index.html")); err != nil || !strings.Contains(string(page), `href="../index.html"`) {
			t.Errorf("%s: %v", dir, err)
		}
	}
	if code, _, said := one.Run("public", one.Dir, moved, "--lang", "en"); code != complaint.ExitUsage || !strings.Contains(said, "with `-o`") {
		t.Errorf("%d %s", code, said)
	}
	if code, _, said := one.Run("public", one.Dir, one.Dir, "-o", www, "--lang", "en"); code != complaint.ExitUsage ||
		!strings.Contains(said, "two of the worlds") {
		t.Errorf("%d %s", code, said)
	}
}

// A file that the game has not written is never replaced, also not that of the page for practice, and nothing is half
// done. Neither is a world's own folder written into.
func TestPublicFilesReplaceNobodys(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"public": `["standings"]`})
	for _, name := range []string{"index.html", "public.json"} {
		www := t.TempDir()
		if err := os.WriteFile(filepath.Join(www, name), []byte("20 years of work"), 0o644); err != nil {
			t.Fatal(err)
		}
		code, _, said := d.Run("public", d.Dir, "-o", www, "--lang", "en")
		left, err := os.ReadDir(www)
		if raw, _ := os.ReadFile(filepath.Join(www, name)); code != complaint.ExitUsage || string(raw) != "20 years of work" ||
			len(left) != 1 || err != nil || !strings.Contains(said, filepath.Join(www, name)+" was not written by the game") {
			t.Errorf("%s: exit %d, %v, %q\n%s", name, code, left, raw, said)
		}
	}
	if code, _, said := d.Run("public", d.Dir, "-o", d.Dir, "--lang", "en"); code != complaint.ExitUsage ||
		!strings.Contains(said, "is the folder of a world") {
		t.Errorf("exit %d\n%s", code, said)
	}
}
