package engine

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"weltentor/mailer/plain"
	"weltentor/orders/phrase"
	"weltentor/worlds"
	"weltentor/worlds/game"
)

// table returns the table of the first realm of a fresh world.
func table(t testing.TB, rb game.Rulebook) game.Table {
	t.Helper()
	tables, err := rb.Tables(nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := rb.Found(game.Founding{Seed: game.Seed{1}, Tables: tables})
	if err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		next, _, err := w.Join(game.Joining{Name: "Reich" + string(rune('A'+n)), Player: "P" + strconv.Itoa(n),
			Lang: phrase.En}, game.Seed{byte(n)})
		if err != nil {
			break
		}
		w = next
	}
	return game.Table{Schema: game.TableSchema, Rulebook: rb.Name(), Rules: rb.Version(), Realm: 1, Lang: phrase.En,
		Turn: w.Asked().Turn, Tables: string(tables), Known: w.Known(1), Facts: game.Facts{Schema: game.FactsSchema}}
}

func raw(t testing.TB, value any) []byte {
	t.Helper()
	out, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The engine refuses a table if it cannot answer as the machine does, with a code for the reason.
func TestOpenRefuses(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	good := table(t, rb)
	for _, c := range []struct {
		change func(*game.Table)
		code   string
	}{
		{func(*game.Table) {}, ""},
		{func(x *game.Table) { x.Rulebook = "chess" }, "other-rulebook"},
		{func(x *game.Table) { x.Schema++ }, "page-old"},
		{func(x *game.Table) { x.Facts.Schema++ }, "page-old"},
		{func(x *game.Table) { x.Rules++ }, "page-old"},
		{func(x *game.Table) { x.Rules-- }, "table-old"},
		{func(x *game.Table) { x.Schema = 0 }, "no-table"},
		{func(x *game.Table) { x.Known = x.Known[:len(x.Known)-1] }, "table-damaged"},
		{func(x *game.Table) { x.Tables = "?" }, "table-damaged"},
		{func(x *game.Table) { x.Realm = 99 }, "table-damaged"},
		{func(x *game.Table) { x.World = strings.Repeat("x", mostTable) }, "table-large"},
	} {
		x := good
		c.change(&x)
		_, err := New(rb).Open(raw(t, x))
		var f *Fault
		if errors.As(err, &f); (err == nil) != (c.code == "") || err != nil && f.Code != c.code {
			t.Errorf("%v, want %q", err, c.code)
		}
	}
	for _, bad := range []string{"", "null", "[]", "{}", `{"schema":1}`, `"x"`, `{"schema":"1","rulebook":"x"}`} {
		if _, err := New(rb).Open([]byte(bad)); err == nil || err.Error() != "no-table" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A page that is older than the data says where the new one is.
func TestOldPageNamesTheNewOne(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	x := table(t, rb)
	x.Rules, x.Page = x.Rules+1, "https://example.org/t.html"
	var answer struct{ Fault Fault }
	if err := json.Unmarshal(New(rb).Answer("open", []string{string(raw(t, x))}, nil), &answer); err != nil {
		t.Fatal(err)
	}
	if answer.Fault.Code != "page-old" || answer.Fault.Args["page"] != x.Page {
		t.Errorf("%+v", answer)
	}
}

// A table of each rulebook can be opened, its template is read without an error, and it is described in both
// languages.
func TestOpens(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		e, x := New(rb), table(t, rb)
		o, err := e.Open(raw(t, x))
		if err != nil {
			t.Errorf("%s: %v", rb.Name(), err)
			continue
		}
		if game := rb.Words(phrase.En).T("game"); o.Game != game || game == "" {
			t.Errorf("%s: the game is called %q, not %q", rb.Name(), o.Game, game)
		}
		if o.Realm != 1 || o.Turn != x.Turn || o.Lang != phrase.En || len(o.Realms) == 0 || o.Realms[0].Number != 1 {
			t.Errorf("%s: %+v", rb.Name(), o)
		}
		c, err := e.Check("$I 1 - " + strconv.Itoa(x.Turn) + "\n" + o.Template)
		if err != nil || c.Bad > 0 || o.Takes != (c.Refused == "") {
			t.Errorf("%s: %v %+v", rb.Name(), err, c)
		}
		de, err := e.Speak(phrase.De)
		if err != nil || de.Lang != phrase.De || de.Title == "" || de.Template != o.Template {
			t.Errorf("%s in German: %v %+v", rb.Name(), err, de)
		}
	}
}

// The `$I` line says who sends orders: those for another realm, or for a turn that is over, would not be looked at.
func TestCheckRefuses(t *testing.T) {
	rb := worlds.Rulebooks()[0]
	e, x := New(rb), table(t, rb)
	if _, err := e.Check("$I 1"); err == nil || err.Error() != "no-table" {
		t.Errorf("before a table: %v", err)
	}
	x.Turn = 1
	if _, err := e.Open(raw(t, x)); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"$I 1 geheim-wort 1": "", "$I 1": "", "": "", "$I 2 x 1": "realm 2",
	} {
		c, err := e.Check(line + "\n$N\n#A\nhello\n")
		if err != nil || (c.Refused == "") != (want == "") || !strings.Contains(strings.ToLower(c.Refused), want) {
			t.Errorf("%q: %v %q", line, err, c.Refused)
		}
	}
	if _, err := e.Check(strings.Repeat("x", mostText+1)); err == nil || err.Error() != "text-large" {
		t.Errorf("a long text: %v", err)
	}
	c, err := e.Check("$I 1 abcd-efgh-ijklm 1\n$N\n#2\nabcd-efgh-ijklm\n$Q\n")
	if err != nil || strings.Contains(c.Page, "efgh") {
		t.Errorf("a password is shown: %v %s", err, c.Page)
	}
}

// Each part of a form has a name in both languages: a noun, and no sentence with an article. The title of a form has the
// words of its lines, and no other form of the section has it.
func TestSectionsInBothLanguages(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		de, en := New(rb).Sections(phrase.De), New(rb).Sections(phrase.En)
		if len(de) == 0 || len(de) != len(en) {
			t.Errorf("%s: %d and %d sections", rb.Name(), len(de), len(en))
		}
		for i := range de {
			titles := map[string]bool{}
			for k, f := range de[i].Forms {
				if f.Title == "" || titles[f.Title] || en[i].Forms[k].Title == "" {
					t.Errorf("%s $%s: the form %d is called %q", rb.Name(), de[i].Letter, k, f.Title)
				}
				titles[f.Title] = true
				for n, p := range f.Parts {
					for _, article := range []string{"Ein ", "Eine ", "Der ", "Die ", "A ", "An ", "The "} {
						if strings.HasPrefix(p.Title, article) || strings.HasPrefix(en[i].Forms[k].Parts[n].Title, article) {
							t.Errorf("%s $%s: %q is no label", rb.Name(), de[i].Letter, p.Title)
						}
					}
					q := en[i].Forms[k].Parts[n]
					if (p.Name != "") != (p.Title != "") || strings.HasPrefix(p.Title, "`") || p.Kind != q.Kind {
						t.Errorf("%s $%s: %+v and %+v", rb.Name(), de[i].Letter, p, q)
					}
				}
			}
		}
	}
}

// An example is in the words of the reader, and each field has its value of it.
func TestExamplesInBothLanguages(t *testing.T) {
	found := false
	for _, rb := range worlds.Rulebooks() {
		for _, s := range New(rb).Sections(phrase.En) {
			for _, f := range s.Forms {
				if found = found || f.Example == "Cortez takes INF 2"; f.Example == "Cortez takes INF 2" && (f.Title != "Leader gives/takes Unit Number" ||
					f.Parts[0].Example != "Cortez" || f.Parts[3].Example != "2" || f.Parts[2].Title != "Unit" || f.Parts[2].Hint != "A unit such as INF") {
					t.Errorf("%+v", f)
				}
			}
		}
	}
	if !found {
		t.Error("no form shows how units are taken")
	}
}

func TestUnknownCall(t *testing.T) {
	got := string(New(worlds.Rulebooks()[0]).Answer("fly", nil, nil))
	if got != `{"fault":{"code":"unknown-call","args":{"what":"fly"}}}` {
		t.Error(got)
	}
}

// The text of a panic becomes valid JSON, whatever is in it.
func TestPanicked(t *testing.T) {
	var got struct{ Fault Fault }
	err := json.Unmarshal([]byte(Panicked("a\x07\"b\xff\U000e0001")), &got)
	if err != nil || got.Fault.Code != "panic" || got.Fault.Args["what"] != "a\a\"b\ufffd\U000e0001" {
		t.Errorf("%+v, %v", got, err)
	}
}

// The page finds the realm and turn of a text as the game does. Its own reader, in TypeScript, must pass the same
// cases.
func TestIdentityCases(t *testing.T) {
	raw, err := os.ReadFile("../../../orders/testdata/identity.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Text        string
		Realm, Turn int
	}
	if err := json.Unmarshal(raw, &cases); err != nil || len(cases) < 20 {
		t.Fatal(err, len(cases))
	}
	for _, c := range cases {
		realm, turn := 0, 0
		if id := worlds.Rulebooks()[0].Language().Parse(plain.Text(c.Text)).Identity; id != nil {
			realm, turn = id.Realm, id.Turn
		}
		if realm != c.Realm || turn != c.Turn {
			t.Errorf("%q: realm %d, turn %d, want %d and %d", c.Text, realm, turn, c.Realm, c.Turn)
		}
	}
}

// A desk is there for each rulebook that is a Planner, and its marches are answered. Without a table, and without a
// Planner, the fault says so.
func TestDesk(t *testing.T) {
	for _, rb := range worlds.Rulebooks() {
		e, x := New(rb), table(t, rb)
		if _, err := e.March(`{"army":"1"}`, "1", ""); err == nil || err.Error() != "no-table" {
			t.Errorf("%s: before a table: %v", rb.Name(), err)
		}
		if _, err := e.Desk(); err == nil || err.Error() != "no-table" {
			t.Errorf("%s: a desk before a table: %v", rb.Name(), err)
		}
		if _, err := e.Open(raw(t, x)); err != nil {
			t.Fatal(err)
		}
		desk, err := e.Desk()
		if err != nil {
			t.Fatal(err)
		}
		known, err := rb.OpenKnown(x.Known, []byte(x.Tables))
		if err != nil {
			t.Fatal(err)
		}
		if _, plans := known.(game.Planner); !plans {
			if _, err := e.Reach(`{"army":"1"}`, ""); desk != nil || err == nil || err.Error() != "no-desk" {
				t.Errorf("%s is no planner: %v %v", rb.Name(), desk, err)
			}
			continue
		}
		if desk == nil {
			t.Errorf("%s: no desk", rb.Name())
		}
		for _, bad := range []string{"", "[", `"x"`} {
			if _, err := e.Reach(bad, ""); err == nil || err.Error() != "broken" {
				t.Errorf("%s: a mover %q: %v", rb.Name(), bad, err)
			}
		}
		if _, err := e.March(`{"army":"1"}`, "17", ""); err == nil || err.Error() != "broken" {
			t.Errorf("%s: direction 7: %v", rb.Name(), err)
		}
		if _, err := e.March(`{"army":"nobody"}`, "1206", "$V\n"); err != nil {
			t.Errorf("%s: nobody's march: %v", rb.Name(), err)
		}
	}
}
