package rulebook_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/cli"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/laws"
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// brawler is a game that also fights single battles: a line says how many of each side there are, and one die decides.
type brawler struct{ game.Rulebook }

func (b brawler) ReadBattle(text string) (game.Battle, []orders.Problem) {
	var out brawl
	var problems []orders.Problem
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		at := orders.Position{Line: i + 1, Col: 1}
		switch word, rest, _ := strings.Cut(line, " "); word {
		case "Seed":
			out.seed = rest
		case "A":
			out.men[0]++
		case "V":
			out.men[1]++
		case "?":
			problems = append(problems, orders.Problem{Position: at, Severity: orders.Warning,
				What: phrase.P("unknown-word", phrase.Str("got", line))})
		default:
			problems = append(problems, orders.Problem{Position: at, Severity: orders.Error,
				What: phrase.P("unknown-word", phrase.Str("got", line))})
		}
	}
	for _, p := range problems {
		if p.Severity == orders.Error {
			return nil, problems
		}
	}
	return out, problems
}

type brawl struct {
	seed string
	men  [2]int64
}

func (b brawl) Seed() string { return b.seed }

func (b brawl) Fight(s game.Seed) game.Fought {
	return brawled{men: b.men, first: s.Throw(1, 0, "brawl").N(b.men[0]+b.men[1]) < b.men[0]}
}

type brawled struct {
	men   [2]int64
	first bool
}

func (b brawled) Winner() phrase.Phrase {
	if b.first {
		return phrase.P("the-end")
	}
	return phrase.P("released")
}

func (b brawled) Left() [2]int64 { return [2]int64{250, 125} }

func (b brawled) Protocol(l phrase.Lang) []byte {
	return []byte(string(l) + ": " + b.Winner().Code + "\n")
}

// peaceful is another game, which fights no battles.
type peaceful struct{ game.Rulebook }

func (peaceful) Name() string { return "peaceful" }

// picky is a game that finds that many mistakes in every battle.
type picky struct {
	game.Rulebook
	mistakes int
}

func (p picky) ReadBattle(string) (game.Battle, []orders.Problem) {
	var out []orders.Problem
	for line := range p.mistakes {
		out = append(out, orders.Problem{Position: orders.Position{Line: line + 1, Col: 1}, Severity: orders.Error,
			What: phrase.P("unknown-word", phrase.Str("got", "picky"))})
	}
	return nil, out
}

// Without --rulebook the game that can read the text fights the battle. If none can, the mistakes are those of the
// game that finds fewest.
func TestBattleOfWhicheverGame(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct{ code, lines int }{"A\n": {fault.ExitDone, 1}, "? odd\nA\n": {fault.ExitDone, 1},
		"wrong\nworse\nworst\n": {fault.ExitNo, 2}, "wrong\nA\n": {fault.ExitNo, 1}} {
		var o, e bytes.Buffer
		books := []game.Rulebook{picky{peaceful{duel.Rules()}, 2}, brawler{duel.Rules()}}
		code := cli.Run(t.Context(), []string{"battle", "-"}, strings.NewReader(in), &o, &e, clitest.NoEnv, books)
		if code != want.code || strings.Count(o.String(), "\n") != want.lines {
			t.Errorf("%q: exit %d, %q, want %d and %d lines", in, code, o.String(), want.code, want.lines)
		}
	}
}

func brawls(t *testing.T, in string, args ...string) (code int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	books := []game.Rulebook{peaceful{duel.Rules()}, brawler{duel.Rules()}}
	code = cli.Run(t.Context(), append([]string{"battle"}, args...), strings.NewReader(in), &o, &e, clitest.NoEnv, books)
	return code, o.String(), e.String()
}

// One battle is told; the seed of the text decides it, without one it is "1".
// With one man on one side only, that side must win.
func TestBattleTold(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"A\n": "en: the-end\n", "V\n": "en: released\n",
		"Seed 9\nA\n": "en: the-end\n"} {
		if code, out, errs := brawls(t, in, "-"); code != fault.ExitDone || out != want || errs != "" {
			t.Errorf("%q: exit %d, %q, %q", in, code, out, errs)
		}
	}
	if _, out, _ := brawls(t, "A\n", "-", "--lang", "de"); out != "de: the-end\n" {
		t.Errorf("in German: %q", out)
	}
	var seen [2]bool
	for n := range 40 {
		in := "A\nV\n"
		if n > 0 {
			in = "Seed " + strings.Repeat("x", n) + "\n" + in
		}
		_, first, _ := brawls(t, in, "-")
		_, again, _ := brawls(t, in, "-")
		if first != again {
			t.Fatalf("the same seed fought twice: %q, %q", first, again)
		}
		seen[strings.Count(first, "released")] = true
		if n == 0 {
			if _, one, _ := brawls(t, "Seed 1\nA\nV\n", "-"); one != first {
				t.Errorf("without a seed %q, with Seed 1 %q", first, one)
			}
		}
	}
	if seen != [2]bool{true, true} {
		t.Errorf("40 seeds decide all alike: %v", seen)
	}
}

// Every bad line is named with its place, and nothing is fought. A warning alone goes to stderr beside the protocol.
func TestBattleNamesBadLines(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "battle.txt")
	if err := os.WriteFile(file, []byte("A\nwrong\n? odd\nworse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errs := brawls(t, "", file, "--rulebook", "duel")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != fault.ExitNo || errs != "" || len(lines) != 3 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	for i, want := range []string{":2:1: error: ", ":3:1: warning: ", ":4:1: error: "} {
		if !strings.HasPrefix(lines[i], file+want) || !strings.HasSuffix(lines[i], "[unknown-word]") {
			t.Errorf("line %d is %q, want %q", i+1, lines[i], want)
		}
	}
	code, out, errs = brawls(t, "A\n? odd\n", "-")
	if code != fault.ExitDone || out != "en: the-end\n" || !strings.HasPrefix(errs, "-:2:1: warning: ") {
		t.Errorf("exit %d, %q, %q", code, out, errs)
	}
}

// The distribution counts every battle, the commonest ending first. Three to one:
// of 10,000 about 7,500; 7,200 and 7,800 are seven standard deviations (43) away.
func TestBattleDistribution(t *testing.T) {
	t.Parallel()
	code, out, errs := brawls(t, "A\nV\nA\nA\n", "-", "--times", "10000")
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if code != fault.ExitDone || errs != "" || len(lines) != 3 || lines[0] != "10000 battles:" {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	var times [2]int
	for i := range times {
		for _, digit := range strings.Fields(lines[i+1])[0] {
			times[i] = 10*times[i] + int(digit-'0')
		}
		if !strings.HasSuffix(lines[i+1], "Left on average: attackers  25.0 %, defenders  12.5 %") {
			t.Errorf("line %d: %q", i+2, lines[i+1])
		}
	}
	if times[0]+times[1] != 10000 || times[0] < 7200 || times[0] > 7800 {
		t.Errorf("%v of 10000", times)
	}
	if _, again, _ := brawls(t, "A\nV\nA\nA\n", "-", "--times", "10000"); again != out {
		t.Errorf("fought again:\n%s\nfirst:\n%s", again, out)
	}
}

// For scripts the ending of one battle is counted like those of many.
func TestBattleForScripts(t *testing.T) {
	t.Parallel()
	code, out, errs := brawls(t, "A\n", "-", "--json")
	var answer battleJSON
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != fault.ExitDone || errs != "" {
		t.Fatalf("exit %d, %v, %q, %q", code, err, out, errs)
	}
	if answer.Times != 1 || len(answer.Endings) != 1 {
		t.Fatalf("%+v", answer)
	}
	want := endingJSON{Code: "the-end", Text: answer.Endings[0].Text, Times: 1, Attackers: 250, Defenders: 125}
	if answer.Endings[0] != want || want.Text == "" {
		t.Errorf("%+v", answer)
	}
	_, out, _ = brawls(t, "A\nV\nA\nA\n", "-", "--times", "100", "--json")
	if err := json.Unmarshal([]byte(out), &answer); err != nil || answer.Times != 100 || len(answer.Endings) != 2 ||
		answer.Endings[0].Times < answer.Endings[1].Times || answer.Endings[0].Times+answer.Endings[1].Times != 100 {
		t.Errorf("%v, %+v", err, answer)
	}
	page := laws.Content(t, "docs/gm-reference.en.md")
	if !strings.Contains(page, "`times`, `endings`: a list of `code`, `text`, `times`, `attackers`, `defenders`") {
		t.Error("docs/gm-reference.en.md does not name the keys")
	}
}

// What cannot be fought is a matter of usage.
func TestBattleRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"-", "--rulebook", "peaceful"}, "peaceful cannot fight single battles; possible: duel"},
		{[]string{"-", "--rulebook", "duell"}, "there is no rulebook duell"},
		{[]string{"-", "--times", "0"}, "must be 1 to 1000000"},
		{[]string{"-", "--times", "1000001"}, "must be 1 to 1000000"},
		{[]string{"/nowhere/at/all"}, "cannot be read"},
	} {
		code, out, errs := brawls(t, "A\n", c.args...)
		if code != fault.ExitUsage || out != "" || !strings.Contains(errs, c.says) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%v: exit %d, %q, %q, want %q", c.args, code, out, errs, c.says)
		}
	}
	var o, e bytes.Buffer
	code := cli.Run(t.Context(), []string{"battle", "-"}, strings.NewReader(""), &o, &e, clitest.NoEnv,
		[]game.Rulebook{peaceful{duel.Rules()}})
	if code != fault.ExitUsage || !strings.Contains(e.String(), "has no rulebook that can fight single battles") {
		t.Errorf("exit %d, %q", code, e.String())
	}
}

type battleJSON struct {
	Times   int          `json:"times"`
	Endings []endingJSON `json:"endings"`
}

type endingJSON struct {
	Code      string `json:"code"`
	Text      string `json:"text"`
	Times     int64  `json:"times"`
	Attackers int64  `json:"attackers"`
	Defenders int64  `json:"defenders"`
}
