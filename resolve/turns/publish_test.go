package turns_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/replay"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// ended is a game that was closed after three turns: with letters, a change by hand, a turn that was taken back, and a
// realm that joined late. dig is what realm 2 digs last.
func ended(t *testing.T, dig string) *worldtest.Game {
	t.Helper()
	b := worldtest.Found(t, worldtest.Handful{}, 3)
	worldtest.EditStore(t, b.Dir, func(tx *store.Tx) error {
		chronicle.PutSigner(tx, bytes.Repeat([]byte{5}, 32))
		return nil
	})
	b.Send(1, "$I 1 PASSWORD 1\n; comment\n$N\n#2\nAt dawn\n#E\n$A\n\ndig 2\ndig 4\n", receipt.Taken)
	b.Send(2, "$I 2 PASSWORD 1\n$A\ndig 3\n$E\nyours sincerely\n", receipt.Taken)
	_, err := master.Edit(b.World, []string{"set", "3", "500"}, worldtest.Why, true, b.ClockAt)
	must(t, err)
	b.Advance(worldtest.Friday)
	if _, err := turns.Publish(b.World, false); !errors.Is(err, faults.ErrPublish) {
		t.Errorf("a game that runs: %v", err)
	}
	b.Undo(worldtest.Friday.AddDate(0, 0, 1))
	b.Redo(worldtest.Friday.AddDate(0, 0, 2))
	_, _, err = players.AddRealm(b.World, game.Joining{Name: "Late"}, "late@example.org", b.ClockAt)
	must(t, err)
	b.Advance(worldtest.Friday.AddDate(0, 0, 14))
	b.Send(2, "$I 2 PASSWORD 3\n$A\ndig "+dig+"\n", receipt.Taken)
	b.Advance(worldtest.Friday.AddDate(0, 0, 28))
	_, err = schedule.Close(b.World, 0, "enough", b.ClockAt)
	must(t, err)
	return b
}

// publicLines are the lines of a game's public file.
func publicLines(t *testing.T, file []byte) []string {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	must(t, err)
	raw, err := io.ReadAll(r)
	must(t, err)
	return strings.SplitAfter(strings.TrimSuffix(string(raw), "\n"), "\n")
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

func prove(file []byte) (replay.Proven, error) {
	book := func(string) (game.Rulebook, error) { return worldtest.Handful{}, nil }
	return replay.Prove(bytes.NewReader(file), book, func(int) {})
}

// A game that is over is published and played again. The file has the seals of all letters, and nothing private.
func TestPublish(t *testing.T) {
	t.Parallel()
	b := ended(t, "5")
	file, err := turns.Publish(b.World, false)
	must(t, err)
	lines := publicLines(t, file)
	all := strings.Join(lines, "")
	for _, private := range []string{"dawn", "example.org", "comment", "sincerely", b.Passwords[1]} {
		if strings.Contains(all, private) {
			t.Errorf("%q is in it:\n%s", private, all)
		}
	}
	if !strings.Contains(all, "Spieler 2") || !strings.Contains(all, `"set"`) {
		t.Errorf("a player or the change by hand is missing:\n%s", all)
	}
	shown, err := prove(file)
	must(t, err)
	if shown.False != nil || shown.Turns != 3 || shown.Realms != 4 || len(lines) != 5 {
		t.Errorf("%d lines, %+v", len(lines), shown)
	}
	must(t, b.View(func(tx *store.Tx) error {
		last, err := chronicle.LastSeal(tx)
		founding, _ := chronicle.FoundingSeal(tx)
		undone, _ := chronicle.UndoneOf(tx, 1)
		if s, there := shown.Seals[last]; !there || s != (replay.Sealed{Turn: 3}) {
			t.Errorf("the last seal: %+v", s)
		}
		if s := shown.Seals[founding.Dice]; len(undone) != 1 || len(shown.Seals) != 7 || s.Turn != 0 {
			t.Errorf("seals: %+v", shown.Seals)
		}
		return err
	}))
}

// Without a secret of its own, a world is published only if the game master says so: letters could be guessed.
func TestPublishGuessable(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	_, err := schedule.Close(b.World, 0, "enough", b.ClockAt)
	must(t, err)
	if _, err := turns.Publish(b.World, false); !errors.Is(err, faults.ErrPublish) {
		t.Errorf("guessable letters: %v", err)
	}
	_, err = turns.Publish(b.World, true)
	must(t, err)
	b.Reopen(worldtest.Tiny{Edition: 2})
	if _, err := turns.Publish(b.World, true); !errors.Is(err, faults.ErrPublish) {
		t.Errorf("turns of other rules: %v", err)
	}
}

// Whatever is changed in a public file is found, with the turn and, where it is one realm's, with the realm.
func TestForgedPublicFiles(t *testing.T) {
	t.Parallel()
	file, err := turns.Publish(ended(t, "5").World, false)
	must(t, err)
	swap := func(old, now string) func(string) string {
		return func(s string) string {
			if !strings.Contains(s, old) {
				t.Errorf("nothing has %s:\n%s", old, s)
			}
			return strings.Replace(s, old, now, 1)
		}
	}
	for name, f := range map[string]struct {
		line  int
		forge func(string) string
		says  string
	}{
		"a blank more":      {1, swap(`dig 2\n`, `dig  2\n`), "turn 1, realm 1: another sheet"},
		"a sheet dropped":   {3, swap(`"sheets":[`, `"gone":[],"none":[`), "turn 3, realm 2: the sheet"},
		"sheets swapped":    {1, swap(`"sheets":[{"realm":1`, `"sheets":[{"realm":2`), "turn 1, realm 2: another sheet"},
		"another line":      {1, swap(`"at":[9,10]`, `"at":[9]`), "turn 1, realm 1: another sheet"},
		"another leaf":      {2, swap(`"sheet":"","report":"`, `"sheet":"","report":"A`), "turn 2: its seal"},
		"a seal":            {2, swap(`"seal":"`, `"seal":"A`), "turn 2: its seal"},
		"an undone seal":    {1, swap(`"former":"`, `"former":"A`), "turn 1: a seal of a turn"},
		"undone hidden":     {1, swap(`"gone"`, `"going"`), "turn 1: its seal"},
		"a state":           {2, swap(`"events":"`, `"events":"0`), "turn 2: its seal"},
		"a change by hand":  {1, swap(`"500"`, `"501"`), "turn 1: who joined"},
		"a realm less":      {2, swap(`"joins"`, `"join"`), "turn 2: who joined"},
		"the seed":          {0, swap(`\"seed\":\"07`, `\"seed\":\"08`), "the seed and the numbers"},
		"a number":          {0, swap(`"tables":["`, `"tables":["#\n`), "the seed and the numbers"},
		"a turn dropped":    {2, func(string) string { return "" }, "turn 2 is missing"},
		"a turn twice":      {2, func(s string) string { return s + s }, "turn 3 is missing"},
		"cut at a line":     {4, func(string) string { return "" }, "after turn 3"},
		"cut within a line": {2, func(s string) string { return s[:len(s)/2] + "\n" }, "after turn 1"},
		"an earlier end":    {4, swap(`"turn":3`, `"turn":2`), "turn 4 is missing"},
		"a later line":      {4, func(s string) string { return s + "\n" + s }, "turn 4 is missing"},
	} {
		lines := publicLines(t, file)
		lines[f.line] = f.forge(lines[f.line])
		shown, err := prove(zipped(strings.Join(lines, "")))
		if err != nil || shown.False == nil || !strings.Contains(said(shown), f.says) {
			t.Errorf("%s: %v, says %q, want %q", name, err, said(shown), f.says)
		}
	}
	shown, err := prove(file[:len(file)-100])
	if err != nil || shown.False == nil || !strings.Contains(said(shown), "cut") {
		t.Errorf("packed and cut: %v, %q", err, said(shown))
	}
}

// A history that was played otherwise is whole in itself, but has other seals than the readers' letters.
func TestResealedPublicFile(t *testing.T) {
	t.Parallel()
	seals := func(dig string) (map[string]replay.Sealed, string) {
		b, last := ended(t, dig), ""
		file, err := turns.Publish(b.World, false)
		must(t, err)
		shown, err := prove(file)
		must(t, err)
		must(t, b.View(func(tx *store.Tx) (err error) {
			last, err = chronicle.LastSeal(tx)
			return err
		}))
		return shown.Seals, last
	}
	_, mine := seals("5")
	others, _ := seals("6")
	if _, there := others[mine]; there {
		t.Error("the other history has the last seal, too")
	}
}

// What is no public file, or too much, is refused at once.
func TestHostilePublicFiles(t *testing.T) {
	t.Parallel()
	file, err := turns.Publish(ended(t, "5").World, false)
	must(t, err)
	head := publicLines(t, file)[0]
	for name, hostile := range map[string][]byte{
		"nothing":       nil,
		"no gzip":       []byte(head),
		"empty":         zipped(""),
		"no JSON":       zipped("hello\n"),
		"another file":  zipped(`{"format":"weltentor table 1"}` + "\n"),
		"a seed":        zipped(strings.Replace(head, `\"seed\":\"07`, `\"sown\":\"07`, 1)),
		"a bomb":        zipped(head + strings.Repeat(" ", 20<<20)),
		"many turns":    zipped(head + `{"turn":1000000}` + "\n"),
		"bomb for head": zipped(strings.Repeat("[", 20<<20)),
	} {
		if shown, err := prove(hostile); !errors.Is(err, faults.ErrPublish) {
			t.Errorf("%s: %v, %q", name, err, said(shown))
		}
	}
}

func said(shown replay.Proven) string {
	if shown.False == nil {
		return ""
	}
	return wording.Words(phrase.En).Say(*shown.False)
}
