package turns_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/replay"
	"weltentor/resolve/schedule"
	"weltentor/resolve/seal"
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
	_, err := gamemaster.Edit(b.World, []string{"set", "3", "500"}, worldtest.Why, true, b.ClockAt)
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
	lines := strings.SplitAfter(string(raw), "\n")
	return lines[:len(lines)-1]
}

// resealed is a public file whose host had changed its lines before he sealed them: marks and seals are over his own. nil:
// he changes nothing.
func resealed(t *testing.T, file []byte, change func(line *replay.Line)) []byte {
	t.Helper()
	lines := publicLines(t, file)
	var h replay.Head
	var f replay.Founding
	must(t, json.Unmarshal([]byte(lines[0]), &h))
	must(t, json.Unmarshal([]byte(h.Founding), &f))
	key, _ := base64.RawURLEncoding.DecodeString(h.Key)
	seed, err := game.ParseSeed(f.Seed)
	must(t, err)
	world := sha256.Sum256([]byte(h.Founding))
	at, hash := seal.Founding{World: hex.EncodeToString(world[:]), Rulebook: h.Rulebook, Rules: f.Rules, Dice: seal.Dice(seed[:]),
		Tables: f.Tables, State: f.State, Key: seal.KeyMark(key)}.Seal(), ""
	for n, raw := range lines[1:] {
		var l replay.Line
		must(t, json.Unmarshal([]byte(raw), &l))
		if change != nil {
			change(&l)
		}
		for _, g := range l.Gone {
			g.Former = at
			at = seal.Of(*g)
		}
		for i := range l.Leaves {
			for _, s := range l.Sheets {
				if s.Realm == l.Leaves[i].Realm {
					l.Leaves[i].Sheet = s.Mark()
				}
			}
		}
		if !l.End {
			hash = l.Record.Chain(l.Turn, hash, fmt.Sprintf("%s %d", h.Rulebook, f.Rules), f.Seed)
			at = seal.Of(game.SealedTurn{Turn: l.Turn, Former: at, Hash: hash,
				Root: seal.Plant(l.Turn, replay.Salted(seed[:], l.Turn, l.Leaves)).Root()})
		}
		l.Seal = at
		lines[n+1] = string(l.Bytes())
	}
	return zipped(strings.Join(lines, ""))
}

func zipped(text string) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}

func prove(file []byte) (replay.Proven, error) {
	return proveBy(worldtest.Handful{}, file)
}

func proveBy(rules game.Rulebook, file []byte) (replay.Proven, error) {
	book := func(string) (game.Rulebook, error) { return rules, nil }
	return replay.Prove(bytes.NewReader(file), book, nil, func(int) {})
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
	if note := wording.Words(phrase.En).Say(shown.Notes[0]); !strings.Contains(note, "Before turn 1 the game master made changes by hand: set 3 500.") {
		t.Errorf("the change by hand: %s", note)
	}
	must(t, b.View(func(tx *store.Tx) error {
		last, err := chronicle.LastSeal(tx)
		founding, _ := chronicle.FoundingSeal(tx)
		undone := chronicle.UndoneOf(tx, 1)
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

// A world whose first seals do not follow from its founding, as of an older version of the program, says so.
func TestPublishOlderSeals(t *testing.T) {
	t.Parallel()
	b := worldtest.Played(t)
	worldtest.EditStore(t, b.Dir, func(tx *store.Tx) error {
		chronicle.PutSigner(tx, bytes.Repeat([]byte{5}, 32)) // the founding's seal is over its key
		return nil
	})
	_, err := schedule.Close(b.World, 0, "enough", b.ClockAt)
	must(t, err)
	var f *phrase.Fault
	if _, err := turns.Publish(b.World, false); !errors.As(err, &f) || !strings.Contains(f.In(phrase.En), "turn 1 was resolved by a version") {
		t.Errorf("published: %v", err)
	}
	if v, err := turns.Verify(b.World); err != nil || !strings.Contains(strings.Join(v.Wrong, "\n"), "an older version of the program") {
		t.Errorf("verified: %v, %q", err, v.Wrong)
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
	cut := func(from, to, now string) func(string) string {
		return func(s string) string {
			before, rest, is := strings.Cut(s, from)
			_, after, ends := strings.Cut(rest, to)
			if !is || !ends {
				t.Errorf("nothing is between %s and %s:\n%s", from, to, s)
			}
			return before + now + after
		}
	}
	for name, f := range map[string]struct {
		line  int
		forge func(string) string
		says  string
	}{
		"a blank more":      {1, swap(`dig 2\n`, `dig  2\n`), "turn 1, realm 1: another sheet"},
		"a sheet dropped":   {3, cut(`,"sheets":[`, `],"seal`, `,"seal`), "turn 3, realm 2: the sheet"},
		"sheets swapped":    {1, swap(`"sheets":[{"realm":1`, `"sheets":[{"realm":2`), "turn 1, realm 2: another sheet"},
		"a place less":      {1, swap(`"at":[9,10]`, `"at":[9]`), "turn 1, realm 1: another sheet"},
		"another place":     {1, swap(`"at":[9,10]`, `"at":[9,11]`), "turn 1, realm 1: another sheet"},
		"another leaf":      {2, swap(`"sheet":"","report":"`, `"sheet":"","report":"A`), "turn 2: its seal"},
		"a seal":            {2, swap(`"seal":"`, `"seal":"A`), "turn 2: its seal"},
		"an undone seal":    {1, swap(`"former":"`, `"former":"A`), "turn 1: a seal of a turn"},
		"undone hidden":     {1, cut(`"gone":[`, `],`, ""), "turn 1: its seal"},
		"undone at the end": {4, swap(`"turn":3,`, `"turn":3,"gone":[null],`), "turn 4: a seal of a turn"},
		"a state":           {2, swap(`"events":"`, `"events":"0`), "turn 2: its seal"},
		"a change by hand":  {1, swap(`"500"`, `"501"`), "turn 1: who joined"},
		"a realm less":      {2, cut(`"joins":[`, `],"record`, `"record`), "turn 2: who joined"},
		"the seed":          {0, swap(`\"seed\":\"07`, `\"seed\":\"08`), "the seed and the numbers"},
		"a number":          {0, swap(`"tables":["`, `"tables":["#\n`), "the seed and the numbers"},
		"another key":       {0, func(s string) string { return regexp.MustCompile(`"key":"..`).ReplaceAllString(s, `"key":"AA`) }, "turn 1: a seal"},
		"a turn dropped":    {2, func(string) string { return "" }, "turn 2 is missing"},
		"a turn twice":      {2, func(s string) string { return s + s }, "turn 3 is missing"},
		"cut at a line":     {4, func(string) string { return "" }, "after turn 3"},
		"cut within a line": {2, func(s string) string { return s[:len(s)/2] + "\n" }, "after turn 1"},
		"an earlier end":    {4, swap(`"turn":3`, `"turn":2`), "turn 4 is missing"},
		"a later line":      {4, func(s string) string { return s + s }, "turn 4 is missing"},

		"a key in another case": {1, swap(`"leaves"`, `"Leaves"`), "before its first turn"},
		"a key twice":           {2, swap(`,"seal":`, `,"seal":"","seal":`), "after turn 1"},
		"a key twice, two ways": {1, swap(`,"text":`, `,"TEXT":"$A\ndig 8\n","text":`), "before its first turn"},
		"a key more":            {4, swap(`,"end"`, `,"said":"hello","end"`), "after turn 3"},
		"a record at the end":   {4, swap(`,"seal"`, `,"record":{"schema":4},"seal"`), "after turn 3"},
		"a blank":               {2, swap(`"turn":2,`, `"turn": 2,`), "after turn 1"},
		"another escape":        {2, swap(`"turn":2,`, `"\u0074urn":2,`), "after turn 1"},
		"another end of a line": {2, swap("}\n", "}\r\n"), "after turn 1"},
		"no end of a line":      {4, swap("}\n", "}"), "after turn 3"},
		"a salt":                {2, swap(`"salt":""`, `"salt":"x"`), "after turn 1"},
		"a time":                {2, swap(`,"rules":`, `,"at":"2020-01-01T00:00:00Z","rules":`), "after turn 1"},
		"a file's bytes":        {3, swap(`","at":[`, `","files":[{"name":"a","type":"b","data":"YQ=="}],"at":[`), "after turn 2"},
		"who changed by hand":   {1, swap(`"Player":"","Kind":"","Culture":"","Lang":"","Computer":"","edit"`, `"Player":"x","Kind":"","Culture":"","Lang":"","Computer":"","edit"`), "before its first turn"},
		"whom it was for":       {1, swap(`]},"realm":0`, `]},"realm":3`), "before its first turn"},
		"another realm joins":   {2, swap(`"realm":4,"rules"`, `"realm":5,"rules"`), "turn 2: who joined"},
		"text of who is away":   {1, swap(`}],"seal"`, `},{"realm":3,"text":"hello","absent":true}],"seal"`), "before its first turn"},
	} {
		lines := publicLines(t, file)
		lines[f.line] = f.forge(lines[f.line])
		shown, err := prove(zipped(strings.Join(lines, "")))
		if err != nil || shown.False == nil || !strings.Contains(said(shown), f.says) {
			t.Errorf("%s: %v, says %q, want %q", name, err, said(shown), f.says)
		}
	}
	for name, packed := range map[string][]byte{
		"packed and cut": file[:len(file)-100], "more behind": append(bytes.Clone(file), 0), "twice": append(bytes.Clone(file), file...),
		"another sum": append(bytes.Clone(file[:len(file)-1]), file[len(file)-1]+1),
	} {
		if shown, err := prove(packed); err != nil || shown.False == nil || !strings.Contains(said(shown), "cut") {
			t.Errorf("%s: %v, %q", name, err, said(shown))
		}
	}
}

// A host seals what he likes. But what nobody can have sent, and what cannot have happened, is found all the same.
func TestResealedImpossibly(t *testing.T) {
	t.Parallel()
	closed, err := turns.Publish(ended(t, "5").World, false)
	must(t, err)
	short := worldtest.Handful{Tiny: worldtest.Tiny{Fault: "over"}}
	over := worldtest.Found(t, short, 2)
	over.Advance(worldtest.Friday)
	whole, err := turns.Publish(over.World, true)
	must(t, err)
	at := func(turn int, change func(l *replay.Line)) func(*replay.Line) {
		return func(l *replay.Line) {
			if l.Turn == turn && !l.End {
				change(l)
			}
		}
	}
	gone := func(turns ...int) func(*replay.Line) {
		return func(l *replay.Line) {
			for _, turn := range turns {
				if l.End {
					l.Gone = append(l.Gone, &game.SealedTurn{Turn: turn, Hash: "h", Root: "r"})
				}
			}
		}
	}
	for name, f := range map[string]struct {
		file   []byte
		change func(*replay.Line)
		says   string
	}{
		"nothing":          {closed, nil, ""},
		"another order":    {closed, at(1, func(l *replay.Line) { l.Sheets[0].At = []int{10, 9} }), "turn 1, realm 1: another sheet"},
		"one line for two": {closed, at(1, func(l *replay.Line) { l.Sheets[0].At = []int{9, 9} }), "turn 1, realm 1: another sheet"},
		"no line":          {closed, at(1, func(l *replay.Line) { l.Sheets[0].At = []int{0, 9} }), "turn 1, realm 1: another sheet"},
		"orders missed":    {closed, at(3, func(l *replay.Line) { l.Sheets[0].Missed = true }), "turn 3, realm 2: another sheet"},
		"no such realm":    {closed, at(2, func(l *replay.Line) { l.Leaves = append(l.Leaves, game.Leaf{Realm: 9}) }), "turn 2: the seal names a realm 9"},
		"no report":        {closed, at(2, func(l *replay.Line) { l.Leaves = l.Leaves[:1] }), "turn 2, realm 2: the seal lacks"},
		"no leaf":          {closed, at(2, func(l *replay.Line) { l.Leaves = nil }), "turn 2, realm 1: the seal lacks"},
		"an empty report":  {closed, at(2, func(l *replay.Line) { l.Leaves[0].Report = "" }), "turn 2, realm 1: the seal lacks"},
		"two readings":     {closed, at(2, func(l *replay.Line) { l.Record.Sheets += "\nafter A\nevents E\nundone " }), "damaged after turn 1"},
		"two reports": {closed, at(2, func(l *replay.Line) { l.Leaves[0].Report = "z\nsheet S\nreport R" }),
			"damaged after turn 1"},
		"taken back":     {closed, gone(4, 5, 4), ""},
		"back too early": {closed, gone(3), "turn 4: a seal of a turn"},
		"back too late":  {closed, gone(4, 6), "turn 4: a seal of a turn"},
		"over":           {whole, nil, ""},
		"after the end":  {whole, gone(2), "turn 2: a seal of a turn"},
	} {
		file, rules, early := resealed(t, f.file, f.change), worldtest.Handful{}, bytes.Equal(f.file, closed)
		if !early {
			rules = short
		}
		shown, err := proveBy(rules, file)
		if f.change == nil && strings.Join(publicLines(t, file), "") != strings.Join(publicLines(t, f.file), "") {
			t.Errorf("%s: changed all the same", name)
		}
		if err != nil || f.says == "" && shown.False != nil || !strings.Contains(said(shown), f.says) {
			t.Errorf("%s: %v, says %q, want %q", name, err, said(shown), f.says)
		}
		notes := map[bool][]string{true: {"proven.edited", "proven.not-over"}}[early]
		if got := codes(shown.Notes); shown.False == nil && !slices.Equal(got, notes) {
			t.Errorf("%s: notes %v", name, got)
		}
	}
}

// A history that was played otherwise does not contradict itself, but has other seals than the readers' letters.
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
		"older seals":   zipped(strings.Replace(head, "public 2", "public 1", 1)),
		"a head twice":  zipped(strings.Replace(head, `{"format"`, `{"Format":"","format"`, 1)),
		"two seeds":     zipped(strings.Replace(head, `\"seed\"`, `\"Seed\":\"08\",\"seed\"`, 1)),
		"another key":   zipped(strings.Replace(head, `","tables"`, `\n","tables"`, 1)),
		"a name in it":  append([]byte{0x1f, 0x8b, 8, 0x80}, file[4:]...),
		"a seed":        zipped(strings.Replace(head, `\"seed\":\"07`, `\"sown\":\"07`, 1)),
		"a bomb":        zipped(head + strings.Repeat(" ", 20<<20)),
		"many turns":    zipped(head + `{"turn":1000000,"seal":""}` + "\n"),
		"bomb for head": zipped(strings.Repeat("[", 20<<20)),
	} {
		if shown, err := prove(hostile); !errors.Is(err, faults.ErrPublish) {
			t.Errorf("%s: %v, %q", name, err, said(shown))
		}
	}
}

func codes(said []phrase.Phrase) (all []string) {
	for _, s := range said {
		all = append(all, s.Code)
	}
	return all
}

func said(shown replay.Proven) string {
	if shown.False == nil {
		return ""
	}
	return wording.Words(phrase.En).Say(*shown.False)
}
