package world_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/replay"
	"weltentor/resolve/seal"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// published is a game by mail that is over: its public file, the seals of its letters as they were printed, and the
// receipts of realm 1 as files.
type published struct {
	*stage.Play
	file            string
	seals, receipts []string
	first           string // the letter with report 0
	told            string // the last report of realm 2, with a private message
	late            string // a receipt for a turn that was not played
}

func publishes(t *testing.T, founding ...string) published {
	t.Helper()
	addresses := []string{"anna@demo.test", "bert@demo.test"}
	p := published{Play: stage.NewPlay(t, clitest.InProcess(worlds.Rulebooks()...), "", nil, func(p *stage.Play) stage.Office {
		return stage.NewEmbedded(t, func() time.Time { return p.Now }, addresses...)
	}, append(founding, "--size", "40x30")...)}
	for _, a := range addresses {
		p.Join(clitest.Named(a), a, "en", game.UTF8)
	}
	p.Cron()
	printed := func(l stage.Letter) {
		p.seals = append(p.seals, regexp.MustCompile(`(Announced before the founding|Dice|[Ss]eal( \d)?|Key): ([A-Z2-7]{4} ?){8}`).FindAllString(l.Body, -1)...)
	}
	p.Fresh(1)
	p.Send(p.Players[0].Address, "FAIR", "")
	p.Cron()
	begin := p.One(1)
	p.first = begin.Body
	printed(begin)
	for turn := 1; turn <= 2; turn++ {
		for _, height := range []string{"1000", "2000"} {
			p.Mail(1, "$R\nK.M 1 "+height+" 0 0\n$N\n#2\nAt dawn we ride\n#E\n$E\nYours, Anna\n")
			p.Cron()
			all := p.Office.Inbox(t, addresses[0])
			name := "receipt-" + string(rune('0'+len(p.receipts))) + ".eml"
			p.Write(name, string(all[len(all)-1]))
			p.receipts = append(p.receipts, filepath.Join(p.Dir, name))
			p.One(1)
		}
		if turn == 2 { // the game master's orders are of no realm
			p.Write("master.txt", "$G\n1 500\n")
			p.Done("submit", p.Dir, "0", filepath.Join(p.Dir, "master.txt"))
		}
		p.Done("turn", p.Dir, "--force")
		p.Cron()
		printed(p.One(1))
		all := p.Fresh(2)
		p.told = all[len(all)-1].Files["REPORT.TXT"]
	}
	p.Mail(1, "$R\nK.M 1 1000 0 0\n")
	p.Cron()
	all := p.Office.Inbox(t, addresses[0])
	p.Write("late.eml", string(all[len(all)-1]))
	p.late = filepath.Join(p.Dir, "late.eml")
	p.file = filepath.Join(p.Dir, "game.jsonl.gz")
	if code, _, errs := p.Run("publish", p.Dir, "-o", p.file); code != complaint.ExitUsage || !strings.Contains(errs, "closing") {
		t.Errorf("a game that runs: exit %d\n%s", code, errs)
	}
	p.Done("closing", p.Dir, "--now", "--yes", "--why", "enough")
	if len(founding) > 0 {
		p.Done("publish", p.Dir, "-o", p.file)
		return p
	}
	if code, _, errs := p.Run("publish", p.Dir, "-o", p.file); code != complaint.ExitUsage || !strings.Contains(errs, "--guessable") {
		t.Errorf("a world from a seed: exit %d\n%s", code, errs)
	}
	if _, err := os.Stat(p.file); err == nil {
		t.Error("a file was written all the same")
	}
	p.Done("publish", p.Dir, "-o", p.file, "--guessable")
	p.Done("publish", p.Dir, "-o", p.file, "--guessable") // over itself
	toml := filepath.Join(p.Dir, settings.File)
	if code, _, errs := p.Run("publish", p.Dir, "-o", toml, "--guessable"); code != complaint.ExitUsage || !strings.Contains(errs, "world.toml exists; choose another name") {
		t.Errorf("over the settings: exit %d\n%s", code, errs)
	}
	return p
}

// text is the public file, unpacked.
func (p published) text() string {
	p.T.Helper()
	f, err := os.Open(p.file)
	if err != nil {
		p.T.Fatal(err)
	}
	defer f.Close()
	var text []byte
	z, err := gzip.NewReader(f)
	if err == nil {
		text, err = io.ReadAll(z)
	}
	if err != nil {
		p.T.Fatal(err)
	}
	return string(text)
}

// forge writes a file beside the public one, with its text changed. Whatever is to be changed must be there.
func (p published) forge(old, now string) string {
	p.T.Helper()
	text := p.text()
	if !strings.Contains(text, old) {
		p.T.Fatalf("%q is not in\n%s", old, text)
	}
	return p.packed(zipped(strings.Replace(text, old, now, 1)))
}

func zipped(text string) string {
	var b strings.Builder
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.String()
}

// packed writes a file beside the public one.
func (p published) packed(text string) string {
	p.Write("forged.jsonl.gz", text)
	return filepath.Join(p.Dir, "forged.jsonl.gz")
}

// endsWith is the public file with seals at its end, as of turns that were taken back.
func (p published) endsWith(turns ...int) string {
	text := p.text()
	last := regexp.MustCompile(`"seal":"([A-Z2-7]{32})","end":true}\n$`).FindStringSubmatch(text)[1]
	end := replay.Line{Turn: 2, Seal: last, End: true}
	was := string(end.Bytes())
	for _, turn := range turns {
		end.Gone = append(end.Gone, &game.SealedTurn{Turn: turn, Former: end.Seal, Hash: "h", Root: "r"})
		end.Seal = seal.Of(*end.Gone[len(end.Gone)-1])
	}
	return p.forge(was, string(end.Bytes()))
}

// A finished game is published. Whoever has its file plays it again without the world, and compares it with letters.
// Nothing private is in it.
func TestPublicFile(t *testing.T) {
	t.Parallel()
	p := publishes(t)
	text := p.text()
	for _, private := range []string{"demo.test", "dawn", "Yours", strings.Fields(p.Players[0].Identity)[2]} {
		if strings.Contains(text, private) {
			t.Errorf("%q is in the file:\n%s", private, text)
		}
	}
	verify := func(want int, says string, args ...string) {
		t.Helper()
		code, out, errs := p.Run(append([]string{"verify", "--lang", "en", "--public"}, args...)...)
		if out += errs; code != want || !strings.Contains(out, says) {
			t.Errorf("%v: exit %d, want %d and %q\n%s", args, code, want, says, out)
		}
	}
	verify(complaint.ExitDone, "The file does not contradict itself, but it was compared with nobody's letters", p.file)
	verify(complaint.ExitUsage, "--json goes with a world alone", p.file, "--json")
	own := []string{p.file}
	for _, s := range p.seals {
		own = append(own, "--seal", s)
	}
	for _, r := range p.receipts {
		own = append(own, "--receipt", r)
	}
	if len(own) != 1+2*(5+4) {
		t.Fatalf("letters have brought %q", own)
	}
	verify(complaint.ExitDone, "true: 2 turns, 2 realms; your 9 seals and receipts match", own...)
	verify(complaint.ExitDone, "The game is not over in this file", p.file)
	verify(complaint.ExitDone, "Turn 3 was not played in this file", p.file, "--receipt", p.late)
	verify(complaint.ExitNo, "another sheet than that of your receipt 1", p.file, "--receipt", p.receipts[0])
	verify(complaint.ExitNo, "no turn of this file has your seal", p.file, "--seal", strings.Repeat("ABCD ", 8))
	verify(complaint.ExitUsage, "is not a seal", p.file, "--seal", "Seal 7: ABCD")
	verify(complaint.ExitUsage, "it is not a file of `weltentor publish`", p.receipts[0])
	verify(complaint.ExitNo, "turn 1, realm 1: another sheet", p.forge("K.M 1 2000 0 0", "K.M 1 2001 0 0"))
	verify(complaint.ExitUsage, "name a world", p.file, p.Dir)

	mine, gold := filepath.Join(p.Dir, "MINE.TXT"), regexp.MustCompile(`(?m)^Treasury +: +`)
	p.Write("MINE.TXT", p.told)
	if at := gold.FindStringIndex(p.told); at == nil || !strings.Contains(p.told, "At dawn we ride") {
		t.Fatalf("the report of realm 2:\n%s", p.told)
	}
	verify(complaint.ExitDone, "Turn 2, realm 2: each line of", p.file, "--report", mine)
	verify(complaint.ExitUsage, "name a world", p.file, "--realm", "2")
	verify(complaint.ExitUsage, "--realm or --turn is wrong: "+p.file+" has 2 realms and 2 turns", p.file, "--report", mine, "--turn", "7")
	verify(complaint.ExitUsage, "--realm or --turn is wrong: "+p.file+" has 2 realms and 2 turns", p.file, "--report", mine, "--realm", "3")
	verify(complaint.ExitUsage, "does not begin as a report", p.file, "--report", p.receipts[0])
	p.Write("MINE.TXT", gold.ReplaceAllString(p.told, "${0}9"))
	verify(complaint.ExitNo, "Turn 2, realm 2: 1 line of", p.file, "--report", mine)
	verify(complaint.ExitNo, "  Line ", p.file, "--report", mine, "--realm", "2", "--turn", "2")
	if code, out, errs := p.Run("verify", "--lang", "de", "--public", p.file); code != complaint.ExitDone ||
		!strings.Contains(out, "widerspricht sich nicht, wurde aber mit keinem Brief verglichen") {
		t.Errorf("in German: exit %d\n%s%s", code, out, errs)
	}
}

// A host announces the mark of a secret, and founds when a public value is known. Report 0 has both, the seed is made from
// secret and value, and whoever has the public file sees it, with the rules and by Python.
func TestPublicFileOfAnAnnouncedWorld(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	master, none, value := filepath.Join(dir, "master"), filepath.Join(dir, "none"), "3 14 15 92 65 35"
	said := clitest.Must(t, "new", none, "--master", master, "--lang", "en")
	if again := clitest.Must(t, "new", none, "--master", master, "--lang", "en"); again != said {
		t.Errorf("the mark of the same secret:\n%s%s", said, again)
	}
	secret, err := os.ReadFile(master)
	if info, _ := os.Stat(master); err != nil || info.Mode().Perm() != 0o600 || len(secret) != 65 {
		t.Errorf("%s: %v, %q", master, err, secret)
	}
	other := filepath.Join(dir, "other")
	if err := os.WriteFile(other, secret[1:], 0o600); err != nil {
		t.Fatal(err)
	}
	for says, args := range map[string][]string{
		"needs --master": {"--announced", value}, "goes with --seed": {"--announced", value, "--master", master, "--seed", "7"},
		"plain letters": {"--announced", "a\nb", "--master", master}, "not a secret": {"--announced", value, "--master", other},
	} {
		if code, _, errs := clitest.Run(t, "", append([]string{"new", none, "--lang", "en"}, args...)...); code != complaint.ExitUsage ||
			!strings.Contains(errs, says) {
			t.Errorf("%v: exit %d, %s", args, code, errs)
		}
	}
	if _, err := os.Stat(none); err == nil {
		t.Error("a world was founded")
	}

	p := publishes(t, "--master", master, "--announced", value)
	if _, mark, _ := strings.Cut(p.seals[0], ": "); !strings.Contains(said, mark) || !strings.Contains(p.first, ": "+value) {
		t.Errorf("announced was\n%s\nand report 0 has\n%s", said, p.first)
	}
	mixed := sha256.Sum256([]byte("weltentor announced 1\nmaster " + string(secret) + "value " + value + "\n"))
	if text := p.text(); !strings.Contains(text, fmt.Sprintf(`\"seed\":\"%x\"`, mixed[:16])) {
		t.Errorf("another seed:\n%.400s", text)
	}
	p.Done("verify", p.Dir)
	forged := p.forge(value, "3 14 15 92 65 36")
	for file, says := range map[string]string{p.file: "true", forged: "false: the seed is not made from the announced value"} {
		code, out, errs := p.Run("verify", "--lang", "en", "--public", file, "--seal", p.seals[0])
		if out += errs; (code == 0) != (file == p.file) || !strings.Contains(out, says) || code == 0 && !strings.Contains(out, ": "+value) {
			t.Errorf("%s: exit %d\n%s", file, code, out)
		}
		if python, err := exec.LookPath("python3"); err == nil {
			out, err := exec.Command(python, "../../../../examples/verify/verify.py", file, p.seals[0]).CombinedOutput()
			if (err == nil) != (file == p.file) || !strings.Contains(string(out), says) {
				t.Errorf("%s: %v\n%s", file, err, out)
			}
		}
	}

	lie := game.Founding{Seed: game.Seed{1}, Announced: &game.Announced{Master: strings.TrimSpace(string(secret)), Value: value}}
	own := game.File{Name: settings.File, Data: settings.Fresh(texts.Book(phrase.En), nil)}
	if err := players.Found(none, worlds.Rulebooks()[0], lie, p.Now, own); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := clitest.Run(t, "", "verify", none); code != complaint.ExitNo || !strings.Contains(out+errs, "announced value") {
		t.Errorf("a seed of the host's choice: exit %d\n%s%s", code, out, errs)
	}
}

// secondVerifier is the verifier in Python with the arguments of its command line, as often as it is called in one
// process: starting it takes longer than what it does.
func secondVerifier(t *testing.T, python string) func(args []string) (code int, out string) {
	const again = `
import contextlib, io, json, sys
sys.path.insert(0, "../../../../examples/verify")
import verify
for line in sys.stdin:
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = verify.main(json.loads(line))
    print(json.dumps([code, out.getvalue()]), flush=True)
`
	cmd := exec.Command(python, "-B", "-c", again)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v\n%s", err, &errs)
		}
	})
	asks, answers := json.NewEncoder(in), json.NewDecoder(from)
	return func(args []string) (code int, out string) {
		t.Helper()
		if err := asks.Encode(args); err != nil {
			t.Fatal(err)
		}
		if err := answers.Decode(&[]any{&code, &out}); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, &errs)
		}
		return code, out
	}
}

// A second verifier, in another language, checks seals and orders without playing: it says true and false as the first
// does, but for what only playing shows. It needs Python, which must be there where all tests run.
func TestPublicFileByPython(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		return
	}
	p := publishes(t)
	raw, err := os.ReadFile(p.file)
	if err != nil {
		t.Fatal(err)
	}
	whole := string(raw)
	second := secondVerifier(t, python)
	verify := func(want int, says string, args ...string) {
		t.Helper()
		if code, out := second(args); code != want || !strings.Contains(out, says) {
			t.Errorf("%v: exit %d, want %d and %q\n%s", args, code, want, says, out)
		}
	}
	verify(0, "true: 2 turns, not played again; compared with nobody's letters", p.file)
	for file, want := range map[string]int{p.file: 0, p.endsWith(2): 1} { // as a command of its own
		cmd := exec.Command(python, "-B", "../../../../examples/verify/verify.py", file)
		if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != want {
			t.Errorf("exit %d, want %d\n%s", cmd.ProcessState.ExitCode(), want, out)
		}
	}
	verify(0, "your 2 seals are in it", p.file, p.seals[0], p.seals[len(p.seals)-1])
	verify(1, "has your seal", p.file, strings.Repeat("ABCD ", 8))
	for _, s := range p.seals {
		verify(0, "your 1 seals are in it", p.file, s)
	}
	verify(2, "is not a file", p.receipts[0])
	const edit = `{"Name":"","Player":"","Kind":"","Culture":"","Lang":"","Computer":"","edit":{"verb":"give","args":["gold","5"],` +
		`"events":[]},"realm":0,"rules":1,"tables":"","after":""}`
	tables := regexp.MustCompile(`"tables":"[0-9a-f]{64}"`).FindString(p.text())
	verify(0, "before turn 1 the game master made changes by hand: give gold 5", p.forge(`"joins":[`,
		`"joins":[`+strings.Replace(edit, `"tables":""`, tables, 1)+`,`))
	verify(0, "not checked: whether turns and changes by hand go by the rules", p.file)
	both := func(want int, says, file string) {
		t.Helper()
		verify(want, says, file)
		if code, out, errs := p.Run("verify", "--lang", "en", "--public", file); code != want {
			t.Errorf("the program: exit %d, not %d: %s%s", code, want, out, errs)
		}
	}
	both(0, "true", p.endsWith(3, 4, 3))
	both(1, "does not follow", p.endsWith(2))
	both(1, "does not follow", p.endsWith(3, 5))
	both(1, "cut short", p.packed(whole[:len(whole)-20]))
	both(1, "cut short", p.packed(whole[:len(whole)-1]+"\x7f"))
	both(1, "cut short", p.packed(whole+"\x00\x00"))
	both(1, "cut short", p.packed(whole+whole))
	both(2, "another way", p.packed(whole[:3]+"\x80"+whole[4:]))
	both(2, "larger than any game", p.forge(`{"turn":2`, strings.Repeat(" ", 9<<20)+`{"turn":2`))
	both(2, "more turns than any game", p.forge(`{"turn":2`, `{"turn":1000000`))
	key := regexp.MustCompile(`"key":"[^"]*`).FindString(p.text())
	both(1, "turn 1: its seal", p.forge(key[:10], `"key":"AAA`))
	both(2, "is not a file", p.forge(key, `"key":"AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA`)) // one that any signature fits
	for _, f := range [][2]string{{`{"format"`, `{"Format":"","format"`}, {`\"seed\":\"`, `\"seed\":\"ff`}, {`public 2`, `public 1`},
		{`\"width\":40`, `\"width\":40,\"Width\":50`}, {`\"width\":40`, `\"width\":40.0`}, {`","tables"`, `=","tables"`}} {
		both(2, "is not a file", p.forge(f[0], f[1]))
	}
	joins := regexp.MustCompile(`"joins":\[.*?\],`).FindString(p.text())
	last := joins[strings.LastIndex(joins, `{"Name"`) : len(joins)-2]
	third := strings.Replace(last, `"realm":2`, `"realm":3`, 1)
	both(1, "does not lead to the state", p.forge(joins, ""))                         // nobody has joined
	both(1, "does not lead to the state", p.forge(","+last, ""))                      // one has not
	both(1, "no report", p.forge(last+"]", last+","+third+"]"))                       // one more has
	both(1, "for which there is no place", p.forge(`{"turn":2,`, `{"turn":2,`+joins)) // they have joined again
	both(1, "does not lead to the state", p.forge(`{"turn":2,`, `{"turn":2,"joins":[`+third+"],"))
	both(1, "does not exist", p.forge(`],"seal":`, `,{"realm":3,"absent":true}],"seal":`))
	first, _, _ := strings.Cut(p.text(), "\n")
	var head replay.Head
	if err := json.Unmarshal([]byte(first), &head); err != nil {
		t.Fatal(err)
	}
	head.Tables = append(head.Tables, head.Tables[0]+"\n")
	slices.SortFunc(head.Tables, func(a, b string) int {
		x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
		return bytes.Compare(x[:], y[:])
	})
	both(1, "that no turn uses", p.forge(first+"\n", string(head.Bytes())))
	slices.Reverse(head.Tables)
	both(2, "is not a file", p.forge(first+"\n", string(head.Bytes())))
	both(2, "another way", p.packed(whole[:8]+"\x00"+whole[9:]))
	for _, f := range []struct{ old, now, says string }{
		{"K.M 1 2000 0 0", "K.M 1  2000 0 0", "turn 1, realm 1: another sheet"},
		{`"at":[`, `"at":[1,`, "turn 1, realm 1: another sheet"},
		{`"at":[3]`, `"at":[4]`, "turn 1, realm 1: another sheet"},
		{`"realm":1,"text"`, `"realm":2,"text"`, "turn 1, realm 2: another sheet"},
		{`"before":"`, `"before":"0`, "turn 1: who joined"},
		{`"sheets":[{`, `"others":[{`, "cut short"},
		{`"sheets":[{`, `"sheets":[{"realm":0,"absent":true,"text":"x"},{`, "cut short"},
		{`"sheets":[{`, `"sheets":[{"realm":0,"text":"x","absent":true},{`, ""},
		{`"sheets":[{`, `"sheets":[{"realm":3,"absent":true},{`, ""},
		{`"leaves"`, `"Leaves"`, "cut short"},
		{`"text":"`, `"TEXT":"","text":"`, "cut short"},
		{`,"seal":`, `,"seal":"","seal":`, "cut short"},
		{`,"end":true`, `,"said":"x","end":true`, "cut short"},
		{`,"end":true`, `,"end":true,"end":true`, "cut short"},
		{`"realm":1,"salt":"`, `"realm":"1","salt":"`, "cut short"},
		{`"salt":"`, `"salt":"x`, "turn 1: it has salts"},
		{`{"turn":2`, `{"turn":2.0`, "cut short"},
		{`{"turn":2`, `{ "turn":2`, "cut short"},
		{`{"turn":2`, `{"\u0074urn":2`, "cut short"},
		{`{"turn":2`, `{"turn":null,"turn":2`, "cut short"},
		{`"schema":`, `"schema":99999999999999999999`, "cut short"},
		{`"end":true}` + "\n", `"end":true}`, "cut short"},
		{`"end":true}` + "\n", `"end":true}` + "\r\n", "cut short"},
		{`"end":true}` + "\n", `"end":true}` + "\n\n", "something follows"},
		{`"tables":["`, `"tables":["#\n`, "the numbers of the founding"},
		{`"report":"`, `"report":"A`, "turn 1: its seal"},
		{`"report":"`, `"report":"z\nsheet S\nreport R`, "cut short"},
		{`"events":"`, `"events":"0`, "turn 1: its seal"},
		{`{"turn":2`, `{"turn":3`, "turn 2 is missing"},
		{`"end":true`, `"end":false`, "cut short"},
	} {
		both(1, "false: "+f.says, p.forge(f.old, f.now))
	}
}
