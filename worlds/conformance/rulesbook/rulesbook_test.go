package rulesbook

import (
	"slices"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/duel"
)

func TestNumbersAreWrittenInBothLanguages(t *testing.T) {
	de, en := &Writer{Lang: phrase.De}, &Writer{Lang: phrase.En}
	for _, c := range []struct{ got, want string }{
		{de.Num(1234567), "1.234.567"}, {en.Num(1234567), "1,234,567"},
		{en.Num(999), "999"}, {en.Num(-1000), "−1,000"}, {en.Num(-999), "−999"},
		{de.Part(1250, 1000), "1,25"}, {en.Part(1250, 1000), "1.25"},
		{en.Part(1005, 1000), "1.005"}, // 1005/1000: the zeros before the 5 stay
		{en.Part(40, 10), "4"}, {de.Part(20000001, 10000), "2.000,0001"},
		{en.Some(0), "–"}, {en.Some(7), "7"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// A part is written between its marks, and everything else stays.
func TestPartsAreWritten(t *testing.T) {
	parts := Parts{"tables": func() string { return "new" }}
	got, err := generated("a\n<!-- tables -->\nold\n<!-- end of tables -->\nb\n", parts)
	if want := "a\n<!-- tables -->\nnew\n<!-- end of tables -->\nb\n"; err != nil || got != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if _, err := generated("a\n<!-- tables -->\nold\n", parts); err == nil {
		t.Error("a part without its end was written")
	}
}

// Unused words are reported.
func TestUnsaidWords(t *testing.T) {
	w := &Writer{Test: t, Lang: phrase.En, said: map[string]bool{}, words: map[string]map[string][]string{
		"head":   {"name": {"Name", "name"}, "yes": {"ja", "yes"}},
		"number": {"hits": {"plain", "Treffer", "hits"}},
	}}
	if got := w.Say("head", "yes") + " " + w.Say("number", "hits"); got != "yes hits" {
		t.Errorf("said %q", got)
	}
	if got := w.unsaid(); !slices.Equal(got, []string{"head.name"}) {
		t.Errorf("unsaid are %v", got)
	}
}

// Of each kind of order some example has words. Of settings each has.
func TestOrdersWithoutWords(t *testing.T) {
	l := duel.Rules().Language()
	of := func(letter byte) orders.Section {
		return l.Sections[slices.IndexFunc(l.Sections, func(s orders.Section) bool { return s.Letter == letter })]
	}
	for _, c := range []struct {
		letter byte
		told   []string
		want   []string
	}{
		{'A', []string{"MITTE 2"}, nil},
		{'A', nil, []string{"hoch 4"}},
		{'T', []string{"hoch 4"}, []string{"G1 3 1"}},
		{'S', []string{"Freigabe ja", "Zip ja"}, []string{"Sprache de", "Computer UTF8"}},
	} {
		got := silent(of(c.letter), func(example string) string {
			if slices.Contains(c.told, example) {
				return example
			}
			return ""
		})
		if !slices.Equal(got, c.want) {
			t.Errorf("of $%c words are given to %q: %q have none, want %q", c.letter, c.told, got, c.want)
		}
	}
}

// What is wrong between rules, cases and tests is reported, and nothing else.
func TestUnheldRules(t *testing.T) {
	b := Of("anygame", `§[0-9]+\.[0-9]+`)
	rules := b.heads("**§1.1** One.\n**§1.2** Two, see §1.1.\n**§1.3** Three.\n")
	if !slices.Equal(rules, []string{"§1.1", "§1.2", "§1.3"}) {
		t.Fatalf("rules %v", rules)
	}
	there := func(test string) bool { return test == ". TestThere" }
	for _, c := range []struct {
		cases, byTests map[string]string
		want           []string
	}{
		{
			map[string]string{"a": "Rules §1.1, §1.2.\n-- start --\n§9.9"},
			map[string]string{"§1.3": ". TestThere"}, nil,
		},
		{
			map[string]string{"a": "-- start --\n§1.1", "b": "§1.2, §2.1"},
			map[string]string{"§1.2": ". TestThere", "§1.3": ". TestGone", "§3.1": ". TestThere"},
			[]string{
				"a: its head names no rule of docs/rules/anygame.md; wanted a line like `Rules §9.1, §9.2.`",
				"b: there is no rule §2.1",
				"no case shows §1.1 and no test is named that holds it",
				"§1.2 is shown by b: it needs no test named",
				`§1.3 is held by ". TestGone", which is not there`,
				"a test is named for §3.1, which is no rule",
			},
		},
	} {
		if got := b.unheld(rules, c.cases, c.byTests, there); !slices.Equal(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
