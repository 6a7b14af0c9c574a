package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
	"weltentor/worlds"
)

func TestExitCodes(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	orders := filepath.Join(t.TempDir(), "orders.txt")
	if err := os.WriteFile(orders, []byte("$I 1 x\n$N\n#M\nhallo\n#E\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.txt")
	if err := os.WriteFile(bad, []byte("$A\nnonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		args string
		want int
		says string
	}{
		{"version", complaint.ExitDone, "weltentor"},
		{"--help", complaint.ExitDone, "backup · restore"},
		{"cron --help", complaint.ExitDone, "crontab"},
		{"chek " + orders, complaint.ExitUsage, "did you mean check?"},
		{"stat DIR", complaint.ExitUsage, "did you mean status?"},
		{"check", complaint.ExitUsage, "missing"},
		{"check --jsn " + orders, complaint.ExitUsage, "--json"},
		{"check " + orders, complaint.ExitDone, "0 errors"},
		{"check " + bad, complaint.ExitNo, "1 error"},
		{"check " + orders + " --rulebook nothing", complaint.ExitUsage, "no rulebook nothing"},
		{"check " + orders + " --realm 1", complaint.ExitUsage, "--realm needs a world"},
		{"check " + orders + " --world DIR --realm 1", complaint.ExitDone, "0 errors"},
		{"check " + orders + " --world DIR --realm 9", complaint.ExitUsage, "no realm 9; `weltentor realm list"},
		{"check " + orders + ".missing", complaint.ExitUsage, "cannot be read"},
		{"status DIR", complaint.ExitDone, "Deadline: 2027-03-05 20:00 UTC"},
		{"status DIR/nowhere", complaint.ExitUsage, "no world here"},
		{"new DIR", complaint.ExitUsage, "already a world here"},
		{"new DIR/..", complaint.ExitUsage, "this folder is not empty"},
		{"new DIR-2 --size 7", complaint.ExitUsage, "not a size"},
		{"new DIR-2 --size 0x7", complaint.ExitUsage, "not a size"},
		{"new DIR-2 --rulebook nothing", complaint.ExitUsage, "no rulebook"},
		{"realm list DIR", complaint.ExitDone, "Moorland"},
		{"realm add DIR --name X --player Y --mail nonsense", complaint.ExitUsage, "not a mail address"},
		{"realm add DIR --name X --player Y --mail x@y.example --computer Abacus", complaint.ExitUsage, "UTF8, PC, Amiga"},
		{"realm add DIR --name X --player Y --mail x@y.example --culture nonsense", complaint.ExitUsage, "nonsense"},
		{"realm add DIR --name X --player Y", complaint.ExitUsage, "--mail"},
		{"realm mail DIR 1 anna@test.example second@test.example", complaint.ExitDone, ""},
		{"realm mail DIR 9 anna@test.example", complaint.ExitUsage, "no realm 9; `weltentor realm list"},
		{"realm passwd DIR 1", complaint.ExitDone, "$I 1 "},
		{"realm passwd DIR 9", complaint.ExitUsage, "no realm 9; `weltentor realm list"},
		{"report DIR 1 0", complaint.ExitDone, "Moorland"},
		{"report DIR 1 7", complaint.ExitNo, "no such report"},
		{"report DIR 9", complaint.ExitUsage, "no realm 9; `weltentor realm list"},
		{"submit DIR " + orders + " --realm 1", complaint.ExitDone, "0 errors"},
		{"submit DIR 1 " + bad, complaint.ExitNo, "earlier orders stay"},
		{"submit DIR " + orders + " --realm 9", complaint.ExitUsage, "no realm 9; `weltentor realm list"},
		{"turn DIR", complaint.ExitDone, "waits for its deadline"},
		{"verify DIR", complaint.ExitDone, ""},
		{"backup DIR DIR-copy.db", complaint.ExitDone, "a copy"},
		{"backup DIR DIR-copy.db", complaint.ExitUsage, "-copy.db exists; choose another name"},
		{"--at yesterday status DIR", complaint.ExitUsage, "yesterday"},
		{"cron DIR/nowhere", complaint.ExitUsage, "no world here"},
	}
	for _, c := range cases {
		args := strings.Fields(strings.ReplaceAll(c.args, "DIR", d.Dir))
		code, out, errs := d.Run(args...)
		if code != c.want || !strings.Contains(out+errs, c.says) {
			t.Errorf("%q: exit %d, want %d; no %q in:\n%s%s", c.args, code, c.want, c.says, out, errs)
		}
		if code == complaint.ExitUsage && strings.Count(errs, "\n") != 1 {
			t.Errorf("%q complains in more or less than one line: %q", c.args, errs)
		}
	}
	if info, err := os.Stat(d.Dir + "-copy.db"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v, %v", info, err)
	}
	if _, err := os.Stat(d.Dir + "-2"); err == nil {
		t.Error("a refused `new` left something")
	}
}

// If a folder has no world, the command says so, even if it is open to others. A folder with a part of a world must be
// closed.
func TestNoWorldBeforeOpenToOthers(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	dir := filepath.Join(t.TempDir(), "plain")
	for _, part := range []string{"", "notes.txt", "world.toml", "world.db", "backups"} {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		want := "can be read by others: `chmod 700 " + dir
		switch part {
		case "", "notes.txt":
			want = "no world here"
		}
		if part != "" {
			if err := os.Symlink("nowhere", filepath.Join(dir, part)); err != nil {
				t.Fatal(err)
			}
		}
		for _, args := range []string{"status DIR", "verify DIR", "report DIR 1", "log DIR", "realm list DIR",
			"cron DIR", "backup DIR DIR.db"} {
			code, out, errs := d.Run(strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
			if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, want) {
				t.Errorf("%s with %q: exit %d, %s%s", args, part, code, out, errs)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := d.Run("status", file); code != complaint.ExitUsage || !strings.Contains(errs, "is not a folder") {
		t.Errorf("a file: exit %d, %s", code, errs)
	}
}

// A folder's name is quoted in commands to copy, where a shell needs it.
func TestCommandsToCopyAreQuoted(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	dir := filepath.Join(t.TempDir(), "a b")
	if code, _, errs := d.Run("status", dir); code != complaint.ExitUsage ||
		!strings.Contains(errs, "weltentor: "+dir+": ") || !strings.Contains(errs, "`weltentor new '"+dir+"'`") {
		t.Errorf("exit %d, %s", code, errs)
	}
	told := d.Done("new", dir, "--seed", "7", "--size", "40x30")
	d.Lists("new", told, dir+": founded", "in "+dir+"/world.toml", "`weltentor realm add '"+dir+"' …`",
		"`weltentor cron '"+dir+"'`")
}

// Before the game has an address no letter may be queued, since it would have no sender. The command says which
// setting is missing, and `new` has said so before.
func TestAddressComesFirst(t *testing.T) {
	t.Parallel()
	d := clitest.EmptyTable(t)
	told := d.Done("new", d.Dir, "--seed", "7", "--size", "40x30")
	for i, step := range []string{"world.toml fill in address, [imap], [smtp] and gm.mail", "password_file",
		"realm add " + d.Dir, "cron " + d.Dir} {
		if want := fmt.Sprintf("\n  %d. ", i+1); !strings.Contains(told, want) ||
			!strings.Contains(told[strings.Index(told, want):], step) {
			t.Errorf("step %d is not %q in\n%s", i+1, step, told)
		}
	}
	before := d.Fingerprint()
	for _, args := range []string{"realm add DIR --name A --player B --mail b@test.example",
		"turn DIR --force", "poll DIR"} {
		code, out, errs := d.Run(strings.Fields(strings.ReplaceAll(args, "DIR", d.Dir))...)
		if code != complaint.ExitUsage || out != "" ||
			!strings.Contains(errs, "world.toml: address is needed here and is empty") ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: exit %d, %q %q", args, code, out, errs)
		}
	}
	if d.Fingerprint() != before {
		t.Error("something changed")
	}
	d.CronSays(complaint.ExitUsage, "world.toml: address is needed here and is empty")
	d.Now = d.Now.Add(5 * time.Minute)
	d.CronSays(complaint.ExitUsage, "") // told
	if out := d.Stands(); !strings.HasPrefix(out, filepath.Base(d.Dir)+": Turn 1") {
		t.Errorf("a world without a name is told by its folder, not:\n%s", out)
	}
}

// A clock before the last turn's is refused, and nothing happens.
func TestClockGoesForward(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Now = d.Now.AddDate(-1, 0, 0)
	before := d.Fingerprint()
	if code, _, errs := d.Run("turn", d.Dir, "--force", "--yes"); code != complaint.ExitUsage ||
		!strings.Contains(errs, "before the last turn") {
		t.Errorf("exit %d, %q", code, errs)
	}
	if d.Fingerprint() != before {
		t.Error("something changed")
	}
}

// While one command is at work, a second one that writes comes later, cron goes
// without a word, and readers are served.
func TestLockedWorld(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	orders := filepath.Join(t.TempDir(), "orders.txt")
	if err := os.WriteFile(orders, []byte("$N\n#M\nhallo\n#E\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	lock, err := disk.Lock(d.Dir)
	if err != nil {
		t.Fatal(err)
	}
	before := d.Fingerprint()
	for _, args := range []string{"turn DIR", "poll DIR", "send DIR", "submit DIR " + orders + " --realm 1",
		"realm passwd DIR 1",
		"realm mail DIR 1 x@y.example", "realm add DIR --name X --player Y --mail x@y.example"} {
		code, out, errs := d.Run(strings.Fields(strings.ReplaceAll(args, "DIR", d.Dir))...)
		if code != complaint.ExitLater || out != "" || !strings.Contains(errs, "another command is working") {
			t.Errorf("%q: exit %d, %q %q", args, code, out, errs)
		}
	}
	if code, out, errs := d.Run("cron", d.Dir); code != complaint.ExitDone || out+errs != "" {
		t.Errorf("cron: exit %d, %q %q", code, out, errs)
	}
	if d.Fingerprint() != before {
		t.Error("something changed")
	}
	for _, args := range []string{"status DIR", "status --json DIR", "report DIR 1", "realm list DIR", "verify DIR",
		"check " + orders + " --world DIR --realm 1", "backup DIR DIR.copy"} {
		d.Done(strings.Fields(strings.ReplaceAll(args, "DIR", d.Dir))...)
	}
	if err := lock.Unlock(); err != nil {
		t.Fatal(err)
	}
	d.Done("turn", d.Dir)
}

// A setting misspelt: every command says so in one line, and nothing changes.
func TestMisspeltSetting(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	raw, err := os.ReadFile(filepath.Join(d.Dir, settings.File))
	if err != nil {
		t.Fatal(err)
	}
	d.Write(settings.File, strings.Replace(string(raw), "deadline = ", "dedline = ", 1))
	before := d.Fingerprint()
	for _, args := range []string{"status DIR", "cron DIR", "turn DIR --force", "poll DIR", "send DIR",
		"realm list DIR", "realm passwd DIR 1", "verify DIR", "report DIR 1", "backup DIR DIR.copy"} {
		code, out, errs := d.Run(strings.Fields(strings.ReplaceAll(args, "DIR", d.Dir))...)
		if code != complaint.ExitUsage || out != "" || !strings.Contains(errs, "no setting dedline; did you mean deadline?") ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%q: exit %d, %q %q", args, code, out, errs)
		}
	}
	if d.Fingerprint() != before {
		t.Error("something changed")
	}
}

// A store that is cut off, empty or no store at all is told in one line.
func TestHalfWrittenWorld(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	store := filepath.Join(d.Dir, "world.db")
	whole, err := os.ReadFile(store)
	if err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{"empty": nil, "cut off": clitest.CutOff(t, whole),
		"no store": bytes.Repeat([]byte("x"), 64<<10)} {
		if err := os.WriteFile(store, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{{"status", d.Dir}, {"cron", d.Dir}} {
			code, out, errs := d.Run(args...)
			if code != complaint.ExitUsage || out != "" || strings.Count(errs, "\n") != 1 {
				t.Errorf("%s, %s: exit %d, %q %q", name, args[0], code, out, errs)
			}
		}
		if now, err := os.ReadFile(store); err != nil || !bytes.Equal(now, raw) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// Every example of the rulebook passes `check`, section by section.
func TestCheckTakesTheExamples(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		for _, s := range rb.Language().Sections {
			if s.Kind != orders.Lines {
				continue
			}
			text := "$" + string(s.Letter) + "\n" + strings.Join(s.Examples, "\n") + "\n"
			code, out, errs := clitest.Run(t, text, "check", "-", "--rulebook", rb.Name(), "--lang", "en")
			if code != complaint.ExitDone || errs != "" || !strings.Contains(out, "-: 0 errors") {
				t.Errorf("%s: exit %d\n%s%s\n%s", text, code, out, errs, text)
			}
		}
	}
}

func TestCheckFormat(t *testing.T) {
	t.Parallel()
	text := "$I 1 x\n$A\nK.M 1 1220000000000 A+\nR.X 2 0 V\n"
	code, out, errs := clitest.Run(t, text, "check", "-", "--lang", "en")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	// line 4 of the file, the name of the army in column 1
	if code != complaint.ExitNo || errs != "" || len(lines) != 2 || !strings.HasPrefix(lines[0], "-:4:1: error: ") ||
		!strings.HasSuffix(lines[0], "]") ||
		lines[1] != "-: 1 error, 0 warnings, 1 order counts (rules: "+clitest.GameOf(0,
			phrase.En)+"; choose others with DIR or --rulebook)" {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	code, german, _ := clitest.Run(t, text, "check", "-", "--lang", "de")
	if code != complaint.ExitNo || !strings.HasPrefix(german, "-:4:1: error: ") || strings.Split(german, "\n")[0] == lines[0] ||
		!strings.Contains(german, "1 Fehler") {
		t.Errorf("German: exit %d\n%s", code, german)
	}
	code, out, _ = clitest.Run(t, text, "check", "-", "--json", "--lang", "en")
	var got clitest.CheckJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != complaint.ExitNo {
		t.Fatalf("exit %d, %v\n%s", code, err, out)
	}
	if got.File != "-" || got.Errors != 1 || got.Warnings != 0 || got.Orders != 1 || got.More != 0 ||
		len(got.Problems) != 1 {
		t.Fatalf("%+v", got)
	}
	if p := got.Problems[0]; p.Line != 4 || p.Col != 1 || p.Severity != orders.Error || p.Code == "" || p.Text == "" {
		t.Errorf("%+v", p)
	}
}

// Whatever is handed to `check` is read to its end: the first 200 problems are
// shown, then a count.
func TestCheckBadInput(t *testing.T) {
	t.Parallel()
	utf16le := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune("$A\r\nK.M 1 1220000000000 A+\r\n$N\r\n#A\r\nGrüße\r\n#E\r\n")) {
		utf16le = append(utf16le, byte(u), byte(u>>8))
	}
	var broken strings.Builder // every section, each with a line that is not an order
	for _, s := range worlds.Rulebooks()[0].Language().Sections {
		broken.WriteString("$" + string(s.Letter) + "\n~~~\n#~~~\n")
	}
	cases := []struct {
		name, text string
		code       int
		says       string
	}{
		{"1 MB of bad lines", "$A\n" + strings.Repeat("K.M 1 9 A+\n", 1<<20/11), complaint.ExitNo, " more problems"},
		{"10 MB in one line", "$A\n" + strings.Repeat("x", 10<<20), complaint.ExitNo, "1 error"},
		{"NUL bytes", strings.Repeat("\x00", 4096), complaint.ExitDone, "0 errors"},
		{"NUL in an order", "$A\nK.M 1 122\x000000000 A+\n", complaint.ExitDone, "1 order counts"},
		{"UTF-16", string(utf16le), complaint.ExitDone, "2 orders count"},
		{"every section broken", broken.String(), complaint.ExitNo, "errors"},
		{"nothing", "", complaint.ExitDone, "[no-orders]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := clitest.Run(t, c.text, "check", "-", "--lang", "en")
			lines := strings.Count(out, "\n")
			if code != c.code || errs != "" || !strings.Contains(out, c.says) || lines > orders.Kept+4 {
				t.Errorf("exit %d, %d lines, %q\n%.2000s", code, lines, errs, out)
			}
		})
	}
	_, out, _ := clitest.Run(t, "$I 1 x\n$A\nK.M 2 0 V\n"+strings.Repeat("K.M 1 9 A+\n", 300), "check", "-", "--lang",
		"en")
	// 300 bad lines: 200 shown, 100 counted, the summary
	if strings.Count(out, "\n") != 202 || !strings.Contains(out, "\n… and 100 more problems\n-: 300 errors") {
		t.Errorf("300 bad lines: %d lines, ends %q", strings.Count(out, "\n"), out[len(out)-200:])
	}
}

// Orders entered by hand may be just as bad.
func TestSubmitBadInput(t *testing.T) {
	t.Parallel()
	d := clitest.NewTable(t)
	d.Join()
	for name, text := range map[string]string{"lines": "$A\n" + strings.Repeat("K.M 1 9 A+\n", 1<<20/11),
		"NUL": strings.Repeat("\x00", 4096), "10 MB in one line": strings.Repeat("$", 10<<20)} {
		file := filepath.Join(t.TempDir(), "orders")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := d.Run("submit", d.Dir, file, "--realm", "1"); code > complaint.ExitNo ||
			strings.Count(out, "\n") > orders.Kept+4 {
			t.Errorf("%s: exit %d, %.500s %s", name, code, out, errs)
		}
	}
	d.Done("verify", d.Dir)
}

func TestRead(t *testing.T) {
	t.Parallel()
	mail := func(more, body string) string {
		return "From: a@b.example\r\nTo: c@d.example\r\nSubject: x\r\n" + more + "\r\n" +
			strings.ReplaceAll(body, "\n", "\r\n")
	}
	cases := []struct {
		name, raw string
		code      int
		out, says string
	}{
		{"orders", mail("Content-Type: text/plain; charset=iso-8859-1\r\n",
			"Hallo,\n$I 4 geheim\n$N\n#A\nGr\xfc\xdfe\n#E\n"), complaint.ExitDone,
			"$I 4 geheim\n$N\n#A\nGrüße\n#E\n", "ISO-8859-1"},
		{"no orders", mail("", "Wann geht es weiter?\n"), complaint.ExitNo, "", "no orders found"},
		{"a machine", mail("Auto-Submitted: auto-replied\r\n", "$A\nK.M 1 1 A\n"), complaint.ExitMachine, "", "machine"},
		{"nothing", "", complaint.ExitNo, "", "not a mail"},
	}
	for _, c := range cases {
		code, out, errs := clitest.Run(t, c.raw, "read", "-", "--lang", "en")
		if code != c.code || !strings.HasSuffix(out, c.out) || c.out == "" && out != "" ||
			!strings.Contains(errs, c.says) {
			t.Errorf("%s: exit %d, %q, %q", c.name, code, out, errs)
		}
	}
}
