package receipt_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// The receipt of a second letter for the turn says what it changes. Blanks and the case of a section's letter make no
// difference, and bad lines do not count. If a line was there twice and now is once, one is removed. Lines that the
// world refuses are said not to count.
func TestReceiptTellsChanges(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	if _, d := b.Receipt("dig 1\ndig 2\ndig 2\ndig 3\nswim\n"); strings.Contains(d.Text, "gegenüber") {
		t.Errorf("the first letter changes nothing:\n%s", d.Text)
	}
	_, d := b.Receipt("dig 2\nswim\n  dig 4 ; tief\n$N\n#M\nGuten Tag\n#E\n")
	want := "\nÄnderungen gegenüber Euren früheren Befehlen für diesen Zug (- entfällt, + ist neu):\n" +
		"  - $A dig 2\n  + $A dig 4\n  + $N #M Guten Tag\n  1 Zeile wie bisher.\n\n"
	if !strings.Contains(d.Text, want) {
		t.Errorf("no %q in:\n%s", want, d.Text)
	}
	if gone := " gelten nicht mehr:\n  $A dig 1\n  $A dig 3\nReich 1"; !strings.Contains(d.Text, gone) {
		t.Errorf("no %q in:\n%s", gone, d.Text)
	}
	if _, d := b.Receipt("dig 4\ndig 2\n$n\n#M\nGuten Tag\n#E\n"); !strings.Contains(d.Text,
		"\nEure Befehle sind dieselben wie bisher, in anderer Reihenfolge: 3 Zeilen.\n") {
		t.Errorf("another order:\n%s", d.Text)
	}
	if _, d := b.Receipt("dig 4\ndig 2\n$N\n#M\nGuten Tag\n#E\n"); !strings.Contains(d.Text,
		"\nEure Befehle sind dieselben wie bisher: 3 Zeilen.\n") {
		t.Errorf("the same again:\n%s", d.Text)
	}
	if _, d := b.Receipt("dig 4\ndig 12\nfly\ndig 3 twice\n"); !strings.Contains(d.Text,
		"\n  - $N #M Guten Tag\n  + $A dig 12 (gilt nicht)\n  + $A fly (gilt nicht)\n  + $A dig 3 "+
			"twice\n  1 Zeile wie bisher.\n") || !strings.Contains(d.Text, " gilt nicht mehr:\n  $A dig 2\nReich 1") {
		t.Errorf("void lines:\n%s", d.Text)
	}
	// A letter without a good line changes nothing.
	if a, d := b.Receipt("swim\n"); a.Fate != receipt.Kept || strings.Contains(d.Text, "gegenüber") {
		t.Errorf("%s:\n%s", a.Fate, d.Text)
	}
}

// If a game keeps what an earlier letter said about something else, the receipt says so, and not that everything is
// replaced.
func TestReceiptTellsWhatStays(t *testing.T) {
	t.Parallel()
	for adds, want := range map[bool][2]string{
		true: {" ersetzt von Euren früheren Befehlen nur, was er nennt; alles andere gilt weiter.\n",
			"Ein neuer Brief bis dahin ersetzt nur, was er nennt.\n"},
		false: {" ersetzt Eure früheren Befehle für diesen Zug, auch die, die er nicht wiederholt.\n",
			"Ein neuer Brief bis dahin ersetzt diesen.\n"},
	} {
		b := worldtest.Found(t, worldtest.Tiny{Adds: adds}, 1)
		_, first := b.Receipt("dig 1\n")
		_, second := b.Receipt("dig 2\n")
		if strings.Contains(first.Text, want[0]) || !strings.Contains(first.Text, want[1]) ||
			!strings.Contains(second.Text, want[0]) || !strings.Contains(second.Text, want[1]) {
			t.Errorf("adds %t:\n%s\n---\n%s", adds, first.Text, second.Text)
		}
		b.Asks(1, "BEFEHLE", "")
		b.Asks(1, "VORLAGE", "")
		if got := b.Sent("", b.ClockAt); len(got) != 2 ||
			strings.Contains(got[0].Text, "Eine neue Befehlsdatei ersetzt nur, was sie nennt;") != adds ||
			strings.Contains(got[0].Text, "ersetzt alles") == adds ||
			strings.Contains(got[1].Text, "Eine ausgefüllte Vorlage ersetzt sie ganz") == adds ||
			strings.Contains(got[1].Text, "Schickt Ihr sie unverändert zurück, bewirkt sie nichts") != adds {
			t.Errorf("adds %t: %+v", adds, got)
		}
		if strings.Contains(second.Text, "Wir graben 1 tief.") != adds {
			t.Errorf("adds %t:\n%s", adds, second.Text)
		}
	}
}

// If the game keeps the earlier orders beside a letter, the receipt says so, although other letters replace them. The
// lines in force count both.
func TestReceiptTellsThatOrdersStay(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{Keeps: true}, 1)
	b.Receipt("dig 1\ndig 2\n")
	_, d := b.Receipt("hope\n$N\n#M\nHi\n#E\n")
	for _, want := range []string{" ersetzt von Euren früheren Befehlen nur, was er nennt; alles andere gilt weiter.\n",
		"Ein neuer Brief bis dahin ersetzt diesen.\n", "Wir graben 1 tief."} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("no %q in\n%s", want, d.Text)
		}
	}
	st, err := gamemaster.StatusOf(b.World, worldtest.Friday)
	if err != nil || st.Realms[0].Good != 4 { // two depths, a hope and a message
		t.Errorf("%+v, %v", st.Realms[0], err)
	}
	if _, d := b.Receipt("dig 3\n"); !strings.Contains(d.Text,
		" ersetzt Eure früheren Befehle für diesen Zug, auch die, die er nicht wiederholt.\n") {
		t.Errorf("replaced whole:\n%s", d.Text)
	}
}

// However much has changed, a receipt names 40 lines of each kind.
func TestChangesAreBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Receipt(strings.Repeat("dig 1\n", 3000))
	_, d := b.Receipt(strings.Repeat("dig 2\n", 1000))
	for _, want := range []string{
		strings.Repeat("  $A dig 1\n", 40) + "  … und 2960 mehr\n",
		strings.Repeat("  + $A dig 2\n", 40) + "  … und 960 mehr\n",
	} {
		if strings.Count(d.Text, want) != 1 || strings.Contains(d.Text, want[:strings.Index(want, "\n")+1]+want) {
			t.Errorf("no %.60q … in:\n%.3000s", want, d.Text)
		}
	}
}

// Problems come first, then who has no orders, then what is new. What happens without trouble comes last.
func TestReceiptBringsProblemsFirst(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Receipt("dig 1\n")
	_, d := b.Receipt("fly\ndig 5 twice\nswim\ndig 12\n")
	last := -1
	for _, head := range []string{"Zum Teil angenommen; 3 Zeilen", "Reich 1 ", "Gelesen aus: ", "Ihr habt Zeit bis ",
		"Fehlerhaft, gilt nicht", "Gilt nur zum Teil", "Gibt es in dieser Welt noch nicht",
		"Änderungen gegenüber Euren", "Das geschieht", "Aussicht:"} {
		at := strings.Index(d.Text, head)
		if at <= last {
			t.Errorf("%q stands at %d, what comes before it at %d:\n%s", head, at, last, d.Text)
		}
		last = at
	}
}

// A warning that is not about a line comes before those about lines, and makes no line bad.
func TestReceiptBewares(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	a, d := b.Receipt("dig 9\nfly\n")
	if a.Good != 1 || a.Bad != 0 ||
		!strings.Contains(d.Text, "> fly\n\nHinweis:\n  Der Schacht knarrt.\n\nDas geschieht") {
		t.Errorf("%+v\n%s", a, d.Text)
	}
}

// A world without a name is called by its folder in every letter.
func TestWorldWithoutName(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Reopen(worldtest.Tiny{}, func(s *world.Settings) { s.Name = "" })
	tag := fmt.Sprintf("[%s Z1] ", filepath.Base(b.Dir))
	if _, d := b.Receipt("dig 1\n"); !strings.HasPrefix(d.Subject, tag) || d.FromName != filepath.Base(b.Dir) {
		t.Errorf("subject %q from %q, want %q", d.Subject, d.FromName, tag)
	}
}

// Lines that the language reads and the world refuses are not in force. The letter with the orders in force says the
// same about them as the receipt.
func TestWhatDoesNotCountIsNotInForce(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	b.Sent("", worldtest.Day0.Add(time.Hour))
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\ndig 99\n", receipt.Taken)
	first := b.Sent("", b.ClockAt)[0].Text
	if !strings.Contains(first, "1 line good, 1 bad") {
		t.Fatalf("the receipt says\n%s", first)
	}
	b.Asks(2, "ORDERS", "")
	text := b.Sent("", b.ClockAt)[0].Text
	counts, void, found := strings.Cut(text, "1 line does not count, as the receipt said:\n")
	if !found || !strings.Contains(counts, "In force: 1 order,") || strings.Contains(counts, "dig 99") ||
		!strings.HasPrefix(void, "  dig 99\n") {
		t.Errorf("in force:\n%s", text)
	}
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 4\n", receipt.Taken)
	if text := b.Sent("", b.ClockAt)[0].Text; !strings.Contains(text, "  - $A dig 99 (did not count)\n") ||
		!strings.Contains(text, " no longer counts:\n  $A dig 3\n") {
		t.Errorf("the changes:\n%s", text)
	}
}

// The letter about grace says what a new letter does to the orders that are there.
func TestGraceTellsWhatStays(t *testing.T) {
	t.Parallel()
	for adds, want := range map[bool]string{true: "ersetzt nur, was er nennt.\n", false: "ersetzt sie.\n"} {
		b := worldtest.Found(t, worldtest.Tiny{Adds: adds}, 2, worldtest.Hours(0, 6))
		b.Sent("", worldtest.Day0)
		b.ClockAt = worldtest.Day0.Add(time.Hour)
		b.Send(1, "$I 1 PASSWORD\n$A\ndig 1\n", receipt.Taken)
		b.Sent("", b.ClockAt)
		b.Waits(worldtest.Friday, "waits-deadline")
		if got := b.Sent("", worldtest.Friday); len(got) != 2 ||
			!strings.Contains(got[0].Text,
				"Eure Befehle liegen vor; Ihr habt nichts zu tun. Ein neuer Brief bis dahin "+want) {
			t.Errorf("adds %t: %+v", adds, got)
		}
	}
}

// bilingual is an order that has words in either language.
type bilingual struct{}

func (bilingual) Print(dst []byte, lang phrase.Lang) []byte {
	if lang == phrase.En {
		return append(dst, "Hold"...)
	}
	return append(dst, "Halten"...)
}

// Lines are compared in their canonical words, and shown in the reader's. Nobody writes the head of a section that opens.
func TestChangesAreShownInTheReadersWords(t *testing.T) {
	t.Parallel()
	language := &orders.Language{Sections: []orders.Section{{Letter: 'A'}}}
	line := letter.Canonical(language, []orders.Line{{Section: 'A', Order: bilingual{}}})
	if len(line) != 1 || line[0].Text != "$A Halten" || line[0].Shown(language, phrase.En) != "$A Hold" ||
		line[0].Shown(language, phrase.De) != "$A Halten" ||
		line[0].Shown(&orders.Language{Opens: 'A'}, phrase.En) != "Hold" {
		t.Errorf("%+v", line)
	}
}
