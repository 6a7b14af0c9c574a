package external_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/harvest"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// A manifest that cannot be is refused in a sentence that begins with the key.
func TestManifestsAreRefused(t *testing.T) {
	for told, change := range map[string]func(*external.Protocol){
		`name: "Ernte 2" is not a word`:         func(p *external.Protocol) { p.Name = "Ernte 2" },
		`title: "fr" is not a language`:         func(p *external.Protocol) { p.Title["fr"] = "Récolte" },
		`title: "{x}" is not a title`:           func(p *external.Protocol) { p.Title["de"] = "{x}" },
		`version: it is missing, or below 1`:    func(p *external.Protocol) { p.Version = 0 },
		`state: no file lives`:                  func(p *external.Protocol) { p.State = nil },
		`state: "/etc/passwd" is not the name`:  func(p *external.Protocol) { p.State = []string{"/etc/passwd"} },
		`state: "[" is not the name`:            func(p *external.Protocol) { p.State = []string{"["} },
		`turn.run: there is no command`:         func(p *external.Protocol) { p.Turn.Run = nil },
		`check.mark: it is missing`:             func(p *external.Protocol) { p.Check.Mark = "" },
		`join: file and line`:                   func(p *external.Protocol) { p.Join.Line = "" },
		`orders.file: it is missing`:            func(p *external.Protocol) { p.Orders.File = "" },
		`orders.file: "orders" needs {faction}`: func(p *external.Protocol) { p.Orders.File = "orders" },
		`orders.file: "../{faction}" is not the name of a file below`: func(p *external.Protocol) {
			p.Orders.File = "../{faction}"
		},
		`report.text: "{name}.{faction}" is not the name`: func(p *external.Protocol) { p.Report.Text = "{name}.{faction}" },
		`report.files: "r.{faction}*" would have files of other realms`: func(p *external.Protocol) {
			p.Report.Files = []string{"r.{faction}*"}
		},
		`report.files: "*{faction}.cr" would have files of other realms`: func(p *external.Protocol) {
			p.Report.Files = []string{"*{realm}.cr"}
		},
		`report.files: "r.[x{faction}]" would have files of other realms`: func(p *external.Protocol) {
			p.Report.Files = []string{"r.[x{faction}]"}
		},
		`orders.file: "{turn}{faction}" would have files`: func(p *external.Protocol) { p.Orders.File = "{turn}{faction}" },
		`check.files: "state.json" needs {faction}`:       func(p *external.Protocol) { p.Check.Files = []string{"state.json"} },
		`seed.most: 0 is no bound`:                        func(p *external.Protocol) { p.Seed.Most = 0 },
		`alive: file and find belong together`:            func(p *external.Protocol) { p.Alive.File = "x" },
		`kinds: "Elf" is not a word of its own`:           func(p *external.Protocol) { p.Kinds = []string{"elf", "Elf"} },
		`winners: "won.{faction}" is a file of the whole`: func(p *external.Protocol) { p.Winners = "won.{faction}" },
		`check.files: "own.{faction}*" is a pattern`:      func(p *external.Protocol) { p.Check.Files = []string{"own.{faction}*"} },
		`rename: two files get one name`:                  func(p *external.Protocol) { p.Rename = map[string]string{"a": "c", "b": "c"} },
		`orders.head: "{faction} {token}" does not begin`: func(p *external.Protocol) { p.Orders.Head = "farm\n{faction} {token}" },
		`orders.longest: -1 is no length`:                 func(p *external.Protocol) { p.Orders.Longest = -1 },
		`orders.forbidden: "!!" is not one word`:          func(p *external.Protocol) { p.Orders.Forbidden = []string{"!!"} },
		`orders.forbidden: "a b" is not one word`:         func(p *external.Protocol) { p.Orders.Forbidden = []string{"a b"} },
		`clients.head: "#x {faction}" has not a word`:     func(p *external.Protocol) { p.Clients = []orders.Client{{Head: "#x {faction}"}} },
		`rename: "b" is renamed itself`:                   func(p *external.Protocol) { p.Rename = map[string]string{"a": "b", "b": "c"} },
		`token: it is not one line`:                       func(p *external.Protocol) { p.Token = "a\nb" },
	} {
		p := harvest.Protocol()
		change(&p)
		if _, err := external.Rules(p, &harvest.Engine{}); err == nil || !strings.HasPrefix(err.Error(), told) {
			t.Errorf("want %s, got %v", told, err)
		}
	}
}

// begun is a world of two farms that the engine has set up. Each grain brings one.
func begun(t *testing.T, h *harvest.Engine, change ...func(*external.Protocol)) game.World {
	t.Helper()
	change = append(change, func(p *external.Protocol) { p.Seed.Most = 1 })
	w, err := harvest.Rules(t, h, change...).Found(game.Founding{})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Amsel", "Bussard"} {
		if w, _, err = w.Join(game.Joining{Name: name, Player: "P", Lang: phrase.En}, game.Seed{}); err != nil {
			t.Fatal(err)
		}
	}
	return played(w).Next()
}

func played(w game.World, sheets ...string) game.Outcome {
	var in []game.Sheet
	for i, text := range sheets {
		in = append(in, game.Sheet{Realm: i + 1, Turn: w.Asked().Turn, Text: text})
	}
	return w.Resolve(in, game.Seed{}, 1, nil)
}

// fails returns what a turn fails with.
func fails(t *testing.T, w game.World) (f *game.Failed) {
	t.Helper()
	defer func() {
		if err, is := recover().(error); !is || !errors.As(err, &f) {
			t.Errorf("the turn does not fail: %v", err)
			f = &game.Failed{}
		}
	}()
	played(w)
	return nil
}

// Whatever a program leaves that cannot be, the turn fails with a sentence.
func TestHostileFiles(t *testing.T) {
	for told, leave := range map[string]map[string][]byte{
		`it left a file with the name "../x"`:                {"../x": nil},
		`it left a file with the name "/etc/x"`:              {"/etc/x": nil},
		`it left a file with the name "a//b"`:                {"a//b": nil},
		`it left a file with the name "a\nb"`:                {"a\nb": nil},
		`it left a file with the name "a\\b"`:                {`a\b`: nil},
		`it left a file with the name "a\u202eb"`:            {"a\u202eb": nil},
		"the report of realm 1 and its files are 16 MB; 16 ": {"almanac.txt": make([]byte, 16<<20)},
	} {
		h := &harvest.Engine{}
		w := begun(t, h)
		h.Leave = leave
		if f := fails(t, w); !strings.HasPrefix(f.What, "engine harvest: "+told) || f.Always {
			t.Errorf("want %s, got %+v", told, f)
		}
	}
	for told, change := range map[string]func(map[string][]byte){
		"it wrote no report for realm 2 into report/2.txt": func(f map[string][]byte) { delete(f, "report/2.txt") },
		"there is no file seed":                            func(f map[string][]byte) { delete(f, "seed") },
		"it left 20001 files; 20000 are the most": func(f map[string][]byte) {
			for i := range 20_001 - len(f) {
				f[fmt.Sprint("x", i)] = nil
			}
		},
	} {
		h := &harvest.Engine{}
		w := begun(t, h)
		h.Fault = func(files map[string][]byte) error { change(files); return nil }
		if f := fails(t, w); !strings.HasPrefix(f.What, "engine harvest: "+told) {
			t.Errorf("want %s, got %+v", told, f)
		}
	}
}

// Lines that begin like the head of an order file would give orders for others. The program's own words pass.
func TestForbiddenOrders(t *testing.T) {
	rb := harvest.Rules(t, &harvest.Engine{}, func(p *external.Protocol) {
		p.Orders.Head, p.Orders.Foot = "GAME two\nERESSEA {faction} \"{token}\"", "NÄCHSTER"
		p.Clients = []orders.Client{{Head: `PARTEI {faction} "{password}"`, End: "NÄCHSTER"}, {Head: `Z {faction} "{password}"`}}
	})
	w := begun(t, &harvest.Engine{})
	w, err := rb.Open(w.State(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for line, wrong := range map[string]bool{
		"password x": true, "@PASSWORD x": true, `"password" x`: true, "passwords": false, "passw x": true, "x password": false,
		`eressea 2 "token"`: true, `Partei 2 "token"`: true, "PART 2 token": true, "NAECHSTER": true, "nächster": true,
		"p 2": false, "parteien": false, "sow 1": false, `\ERESSEA 2 token`: true, "~eressea 2": true, "(PARTEI) 2": true, "password=x": true,
		"game 1": true, "P𝐀RTEI 2": true, "PARTИEI 2": true, "paſſword x": true, "ereſſea 2": true, "éressea 2": true, "größe 2": false,
		`E\RESSEA 2 token`: true, `P"ARTEI" 2`: true, `F'X`: false, "N\\ÄCHSTER": true, "p.a.s.s.word x": true, "\\g\\ame 1": true,
		"z 2": true, "zap 2": false,
	} {
		c := w.Check(game.Sheet{Realm: 1, Turn: 2, Text: "$I 1 ***\n$B\n" + line + "\n"})
		if (len(c.Handed) == 0) != wrong {
			t.Errorf("%q: %+v", line, c)
		}
	}
	// a line may end in the next one
	for text, handed := range map[string]int{"E\\\nRESSEA 2 token\n": 1, "x\\\nERESSEA\n": 1, "x\\\nsow 1\n": 2, "p\\\nass\\\nword x": 2} {
		if c := w.Check(game.Sheet{Realm: 1, Turn: 2, Text: "$I 1 ***\n$B\n" + text}); len(c.Handed) != handed {
			t.Errorf("%q: %+v", text, c)
		}
	}
}

// checker is an engine whose checker writes this.
type checker struct {
	*harvest.Engine
	out map[string][]byte
	got *string // the orders that it found
}

func (c checker) Run(j external.Job) (map[string][]byte, error) {
	if j.Argv[1] != "check" {
		return c.Engine.Run(j)
	}
	if c.got != nil {
		*c.got = string(j.Files["orders/1.txt"])
	}
	return c.out, nil
}

// What a player ordered, and what a turn reported, is not there in the next turn, even if the manifest keeps all files.
func TestNothingComesAgain(t *testing.T) {
	w := begun(t, &harvest.Engine{}, func(p *external.Protocol) { p.State = []string{"*", "*/*"} })
	w = played(w, "$B\nsow 100\n", "$B\nsow 1\n").Next()
	report := string(played(w).Report(1, nil).Text)
	if !strings.Contains(report, "You sowed 0;") {
		t.Errorf("without orders: %s", report)
	}
}

// A line that ends in a backslash is joined by many engines with the next one: with what was written below it, and no
// other. A program may take no more bytes than it says.
func TestJoinedLines(t *testing.T) {
	h, got := &harvest.Engine{}, ""
	p := harvest.Protocol()
	p.Orders.Longest = 20
	rb, err := external.Rules(p, checker{h, nil, &got})
	if err != nil {
		t.Fatal(err)
	}
	w, err := rb.Open(begun(t, h).State(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"say a \\\nb\nsow 1\n":          "say a \\\nb\nsow 1\n",
		"say a \\\npassword b\nsow 1\n": "say a \\\n\nsow 1\n",
		"say a \\\n\nsow 1\n":           "say a \\\n\nsow 1\n",
		"sow 1\nsay a \\\n":             "sow 1\nsay a \\\n\n",
		// 20 and 21 bytes, in a line and in two
		"say ääääääää\nsow 1\n":          "say ääääääää\nsow 1\n",
		"say ääääääääe\nsow 1\n":         "sow 1\n",
		"say ääää\\\neeeeeeee\nsow 1\n":  "say ääää\\\neeeeeeee\nsow 1\n",
		"say ääää\\\neeeeeeeee\nsow 1\n": "say ääää\\\n\nsow 1\n",
	} {
		w.Check(game.Sheet{Realm: 1, Turn: 2, Text: "$B\n" + text + "$E\n"})
		if got != "farm 1 token\n"+want {
			t.Errorf("of %q the program gets %q", text, got)
		}
	}
}

// A complaint is told at the line that it is about: above or below it. What is about the lines around the orders, which
// the machine writes, is about the letter. A checker that fails says so, and the orders count.
func TestChecker(t *testing.T) {
	h := &harvest.Engine{}
	const head, foot = "farm 1 token\n", "end\n"
	for _, c := range []struct {
		below bool
		out   string
		want  map[int]string // by line of the sheet; 0: the letter
	}{
		{true, head + "sow 5\n!! little\nsow  6\n!! again\n" + foot, map[int]string{2: "little", 3: "again"}},
		{false, head + "!! little\nsow 5\n!! again !!\nsow 6\n" + foot, map[int]string{2: "little", 3: "again"}},
		{true, head + "!! who\n\nsow 5\nsow 6\n" + foot + "!! late\n", map[int]string{0: "late"}},
		{false, "!! who\n" + head + "sow 5\n\nsow 6\n!! late\n" + foot, map[int]string{0: "late"}},
		{true, "", map[int]string{}},
	} {
		p := harvest.Protocol()
		p.Check.Below, p.Orders.Foot, p.Seed.Most = c.below, "end", 1
		rb, err := external.Rules(p, checker{h, map[string][]byte{"checked.txt": []byte(c.out)}, nil})
		if err != nil {
			t.Fatal(err)
		}
		w, err := rb.Open(begun(t, h).State(), nil)
		if err != nil {
			t.Fatal(err)
		}
		got := map[int]string{}
		for _, p := range w.Check(game.Sheet{Realm: 1, Turn: 2, Text: "$B\nsow 5\nsow 6\n$E\n"}).Problems {
			got[p.Line] = p.What.Arg("said").S
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("below %v, %q: %v", c.below, c.out, got)
		}
	}
	rb, err := external.Rules(harvest.Protocol(), checker{h, nil, nil})
	if err != nil {
		t.Fatal(err)
	}
	w, err := rb.Open(begun(t, h).State(), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := w.Check(game.Sheet{Realm: 1, Turn: 2, Text: "$B\nsow 5\n$E\n"})
	if len(c.Problems) != 1 || c.Problems[0].What.Code != external.Unchecked || c.Problems[0].Severity != orders.Warning ||
		c.Problems[0].What.Arg("why").S != "it left no file checked.txt" || len(c.Handed) != 1 {
		t.Errorf("a checker that leaves nothing: %+v", c)
	}
}

// A realm knows its own files and no others.
func TestKnown(t *testing.T) {
	w := begun(t, &harvest.Engine{}, func(p *external.Protocol) { p.State = append(p.State, "farm-*.json") })
	known := w.Known(1)
	own, other := encoded(t, `{"name":"Amsel","grain":100}`), encoded(t, `{"name":"Bussard","grain":100}`)
	if !bytes.Contains(known, own) || bytes.Contains(known, other) {
		t.Errorf("realm 1 knows %s", known)
	}
}

// encoded is a file as JSON has it.
func encoded(t *testing.T, text string) []byte {
	raw, err := json.Marshal([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Trim(raw, `"=`)
}

// A file that is text comes as text, JSON as such, and what programs read as it is.
func TestAttachments(t *testing.T) {
	h := &harvest.Engine{Leave: map[string][]byte{"all.txt": []byte("Gr\xfc\xdfe\r\n"), "world.cr": []byte("VERSION 1\r\n"),
		"good.json": []byte("{}"), "bad.json": []byte("{"), "x/all.txt": []byte("another\n"), "x/REPORT.TXT": []byte("none\n"),
		"x/NEWS": []byte("Grüße\r\n"), "x/latin": []byte("Gr\xfc\xdfe\r\n"), "x/data": []byte("a\x01\r\n")}}
	w := begun(t, h, func(p *external.Protocol) {
		p.Public = []string{"all.txt", "*.cr", "*.json", "x/*"}
		p.Report.Files = nil
	})
	files := map[string]string{}
	for _, f := range played(w).Report(1, nil).Files {
		files[f.Name] = f.Type + " " + string(f.Data)
	}
	for name, want := range map[string]string{
		"all.txt": "text/plain Grüße\n", "world.cr": "application/octet-stream VERSION 1\r\n", "good.json": "application/json {}",
		"bad.json": "application/octet-stream {", "x-all.txt": "text/plain another\n", "x-REPORT.TXT": "text/plain none\n",
		"NEWS": "text/plain Grüße\n", "latin": "application/octet-stream Gr\xfc\xdfe\r\n", "data": "application/octet-stream a\x01\r\n",
	} {
		if files[name] != want {
			t.Errorf("%s is %q", name, files[name])
		}
	}
}

// The report is the program's text, in UTF-8 and with our line ends, without what is invisible.
func TestReportText(t *testing.T) {
	h := &harvest.Engine{}
	w := begun(t, h)
	h.Leave = map[string][]byte{"report/1.txt": []byte("Gr\xfc\xdfe\r\n\tEins\x1b[1m\x00\n")}
	r := played(w, "$N\n#2\nPsst\n").Report(1, nil)
	if got := string(r.Text); got != "Grüße\n\tEins [1m \n" {
		t.Errorf("the report is %q", got)
	}
	h.Leave["report/1.txt"] = bytes.Repeat([]byte("long "), 1_000_000)
	r = played(w).Report(1, nil)
	if len(r.Text) < 5_000_000 || len(r.Summary) > 2_000 {
		t.Errorf("of a report of %d bytes, %d are in the mail's body", len(r.Text), len(r.Summary))
	}
}

// Who is no longer in the file of the living has left the game, and gets a last report. The game ends when there are
// winners.
func TestAliveAndWinners(t *testing.T) {
	h := &harvest.Engine{Years: 1}
	w := begun(t, h, func(p *external.Protocol) { p.Alive.File, p.Alive.Find = "farms.txt", "{faction} " })
	h.Fault = func(files map[string][]byte) error {
		files["farms.txt"] = []byte("2 Bussard\n")
		delete(files, "report/1.txt")
		files["winners"] = []byte("2 99 2\nnobody\n")
		return nil
	}
	out := played(w)
	if r := out.Report(1, nil); string(r.Text) != "Your faction has left the game, and the game's program has written no report "+
		"for it.\n" {
		t.Errorf("the last report is %q", r.Text)
	}
	next := out.Next()
	if a := next.Asked(); !next.Realms()[0].Fallen || !a.Over || len(a.Winners) != 1 || a.Winners[0] != 2 || len(a.Realms) > 0 {
		t.Errorf("%+v, %+v", next.Realms(), a)
	}
}

// The first line of a file names the turn, and newcomers choose a kind.
func TestTitleAndKinds(t *testing.T) {
	h := &harvest.Engine{Leave: map[string][]byte{"date": []byte("\"May\", \x07Year 3“\nand more\n")}}
	w := begun(t, h, func(p *external.Protocol) {
		p.Report.Title, p.Kinds, p.Join.Line = "date", []string{"elf", "orc"}, "{faction} {name} the {kind}\n"
	})
	if got := w.Title(phrase.En); got != "Turn 2, \"May, Year 3\"" {
		t.Errorf("the turn is %q", got)
	}
	if _, _, err := w.Join(game.Joining{Name: "Circe", Kind: "troll"}, game.Seed{}); err == nil ||
		err.Error() != `there is no kind "troll": choose elf, orc` {
		t.Errorf("a troll: %v", err)
	}
	w, n, err := w.Join(game.Joining{Name: "Circe", Kind: "orc", Lang: phrase.En}, game.Seed{})
	if err != nil || n != 3 {
		t.Fatal(n, err)
	}
	if r := played(w).Report(3, nil); !strings.HasPrefix(string(r.Text), "Harvest, year 1: Circe the orc\n") {
		t.Errorf("the orc's report is %q", r.Text)
	}
}

// A running game moves in with its files and its realms, whatever they are called.
func TestMovedIn(t *testing.T) {
	rb := harvest.Rules(t, &harvest.Engine{}, func(p *external.Protocol) { p.State = append(p.State, "seed*") })
	m := &game.Moved{Turn: 8, Files: map[string][]byte{"seed": nil, "farms.txt": nil,
		"state.json": []byte(`{"year":7,"farms":{"42":{"name":"$$$","grain":1000}}}`)},
		Realms: []game.Realm{{Number: 42, Name: "$$$", Lang: phrase.De}}}
	w, err := rb.Found(game.Founding{Moved: m})
	if err != nil {
		t.Fatal(err)
	}
	if a := w.Asked(); a.Turn != 8 || a.Setup || len(a.Realms) != 1 || a.Realms[0] != 42 || rb.Repeats(w.State()) {
		t.Errorf("%+v", a)
	}
	if r := played(w).Report(42, nil); !strings.HasPrefix(string(r.Text), "Harvest, year 7: $$$\n") {
		t.Errorf("its report is %q", r.Text)
	}
	for told, w := range map[string]game.World{"Das Spiel ist hierher umgezogen. Eure Partei behält ihre Nummer, 42": w,
		"Eure Partei hat die Nummer 42. Ihr nächster Bericht": played(w).Next()} {
		if r := w.Welcome(42, nil); !strings.Contains(string(r.Text), told) {
			t.Errorf("no %s in %s", told, r.Text)
		}
	}
	_, n, err := w.Join(game.Joining{Name: "Circe"}, game.Seed{})
	if err != nil || n != 43 {
		t.Errorf("the next is realm %d, %v", n, err)
	}
	for told, spoil := range map[string]func(*game.Moved){
		"there is no file farms.txt":           func(m *game.Moved) { delete(m.Files, "farms.txt") },
		`"seeda\nb" is not the name of a file`: func(m *game.Moved) { m.Files["seeda\nb"] = nil },
		`realm 42: "a\nb" is not a name`:       func(m *game.Moved) { m.Realms[0].Name = "a\nb" },
		"realm 0 is not where it belongs":      func(m *game.Moved) { m.Realms[0].Number = 0 },
		"it awaits turn 0":                     func(m *game.Moved) { m.Turn = 0 },
	} {
		bad := *m
		bad.Files, bad.Realms = maps.Clone(m.Files), append([]game.Realm{}, m.Realms...)
		spoil(&bad)
		if _, err := rb.Found(game.Founding{Moved: &bad}); err == nil || !strings.HasPrefix(err.Error(), told) {
			t.Errorf("want %s, got %v", told, err)
		}
	}
}

// Who moves in must be in the game by its files, and whom the list forgets is told, if a file that stays knows it.
func TestMovedInIsCompared(t *testing.T) {
	all := []string{"farms.txt", "alive-*"}
	for _, c := range []struct {
		state            []string
		file, find       string
		absent, unlisted []int
	}{
		{all, "farms.txt", "<{faction}>", []int{8}, []int{2, 34, 35}}, // guards and monsters have numbers below 2
		{all, "farms.txt", "\n{realm} {name}\n", []int{7, 8}, nil},
		{all, "alive-{faction}", "yes", []int{7}, []int{5}},
		{all, "farms.txt", "{faction}>", []int{8}, []int{2, 34, 35, 80}},
		{[]string{"farms.txt"}, "alive-{faction}", "yes", nil, nil},
		{all, "gone.txt", "{faction}", nil, nil},
		{all, "", "", nil, nil},
	} {
		blind := !slices.Contains(c.state, "alive-*") || c.file == "gone.txt"
		rb := harvest.Rules(t, &harvest.Engine{}, func(p *external.Protocol) {
			p.State, p.First, p.Alive.File, p.Alive.Find = c.state, 2, c.file, c.find
		})
		m := &game.Moved{Turn: 8, Files: map[string][]byte{"farms.txt": []byte("<1><2><07><34><35><7>80>\n12 Zwölf\n"),
			"alive-8": []byte("yes"), "alive-7": []byte("no"), "alive-5": []byte("yes"), "alive-12": []byte("yes")}}
		m.Files["farms.txt"] = append(m.Files["farms.txt"], "<12><99999>"...)
		for n, name := range map[int]string{7: "Sieben", 8: "Acht", 12: "Zwölf"} {
			m.Realms = append(m.Realms, game.Realm{Number: n, Name: name, Lang: phrase.De})
		}
		got, err := rb.Compare(m)
		if err != nil || !slices.Equal(got.Absent, c.absent) || !slices.Equal(got.Unlisted, c.unlisted) || got.Blind != blind {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
}

// A file that a turn needs may be missing, and the program may wait for the token where a game that moves in has passwords.
func TestMovedInIsComplete(t *testing.T) {
	seats := []game.Realm{{Number: 1, Name: "Amsel", Lang: phrase.De}}
	for _, c := range []struct {
		state     []string
		head      string
		files     string
		missing   string
		tokenless bool
	}{
		{[]string{"a", "b"}, "farm {faction}", "a b", "", false},
		{[]string{"a", "b"}, "farm {faction}", "b farms.txt", "a", false},
		{[]string{"*"}, "farm {faction}", "a", "farms.txt", false},
		{[]string{"a", "b"}, "farm {token}", "a b", "", true},
		{[]string{"a", "b"}, "farm {token}", "a b token", "", true}, // nobody keeps the third
		{[]string{"*"}, "farm {token}", "farms.txt token", "", false},
	} {
		rb := harvest.Rules(t, &harvest.Engine{}, func(p *external.Protocol) {
			p.State, p.Orders.Head = c.state, c.head
			if c.state[0] == "*" {
				p.Alive.File, p.Alive.Find = "farms.txt", "{faction}"
			}
		})
		m := &game.Moved{Turn: 8, Files: map[string][]byte{}, Realms: seats}
		for name := range strings.FieldsSeq(c.files) {
			m.Files[name] = []byte("1 " + name)
		}
		got, err := rb.Compare(m)
		if err != nil || got.Missing != c.missing || got.Tokenless != c.tokenless {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
}

// A number that says who is in the game is a whole one: that of farm 1 is not in 12 or 31.
func TestAliveByWholeNumbers(t *testing.T) {
	h := &harvest.Engine{}
	state := begun(t, h).State()
	for _, c := range []struct {
		find, text string
		gone       bool
	}{
		{"{faction}|", "1|", false},
		{"{faction}|", "x1|\n", false},
		{"{faction}|", "12|31|1|", false},
		{"{faction}|", "12|", true},
		{"{faction}|", "31|", true},
		{"{faction}|", "2|31|\n11|", true},
		{"no {faction}", "no 1", false},
		{"no {faction}", "no 12", true},
		{"no {faction}", "no 12 no 1", false},
		{"{faction}", "11 111", true},
	} {
		w, err := harvest.Rules(t, h, func(p *external.Protocol) { p.Alive.File, p.Alive.Find = "living", c.find }).Open(state, nil)
		if err != nil {
			t.Fatal(err)
		}
		h.Leave = map[string][]byte{"living": []byte(c.text)}
		if got := played(w).Next().Realms()[0].Fallen; got != c.gone {
			t.Errorf("%+v: gone %v", c, got)
		}
	}
}

// A template is the program's, without what would be read as a head.
func TestTemplate(t *testing.T) {
	h := &harvest.Engine{Leave: map[string][]byte{
		"template-1.txt": []byte("farm 1 token\r\nsow 0\n  $I 2 x\n`$N`\n` $S\n$E\npassword y\n\nsow\t5 ; x\n")}}
	if got := begun(t, h).Template(1); got != "$B\nsow 0\nsow 5 ; x\n$E\n" {
		t.Errorf("it is %q", got)
	}
}
