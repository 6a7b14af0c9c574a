package thoramar

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"

	"golang.org/x/tools/txtar"
)

// sheetCase is a file of testdata/orders: an order text, what is wrong with it,
// its canonical print, and sentences that some problem must say.
type sheetCase struct {
	name, text, problems, printed string
	says                          []string
}

// sheetFiles are those that TestSheets plays.
func sheetFiles(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/orders/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	return files
}

func sheetCases(t testing.TB) []sheetCase {
	t.Helper()
	var out []sheetCase
	for _, file := range sheetFiles(t) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		c := sheetCase{name: filepath.Base(file)}
		for _, part := range txtar.Parse(b).Files {
			switch part.Name {
			case "orders":
				c.text = string(part.Data)
			case "problems":
				c.problems = string(part.Data)
			case "printed":
				c.printed = string(part.Data)
			case "says":
				c.says = append(c.says, strings.TrimSpace(string(part.Data)))
			default:
				t.Fatalf("%s: part %q", file, part.Name)
			}
		}
		out = append(out, c)
	}
	return out
}

func TestSheets(t *testing.T) {
	l, book := order.Language(), Rules().Words(phrase.De)
	for _, c := range sheetCases(t) {
		t.Run(c.name, func(t *testing.T) {
			f := l.Parse(c.text)
			var problems, said strings.Builder
			for _, p := range f.Problems {
				fmt.Fprintf(&problems, "%d:%d %s %s\n", p.Line, p.Col, p.Severity, p.What.Code)
				said.WriteString(book.Say(p.What) + "\n")
			}
			if problems.String() != c.problems {
				t.Errorf("problems:\n%swant:\n%s", &problems, c.problems)
			}
			if got := string(l.Print(nil, f)); got != c.printed {
				t.Errorf("printed:\n%swant:\n%s", got, c.printed)
			}
			for _, s := range c.says {
				if !strings.Contains(said.String(), s+"\n") {
					t.Errorf("nothing says:\n%s\nbut:\n%s", s, &said)
				}
			}
		})
	}
}

// Every code of the order texts is produced by a case; its sentence gets all
// its arguments; the languages have the same codes and arguments.
func TestOrderTexts(t *testing.T) {
	books := map[phrase.Lang]*phrase.Book{}
	for _, lang := range phrase.Langs {
		b, err := os.ReadFile("texts/orders." + string(lang) + ".toml")
		if err != nil {
			t.Fatal(err)
		}
		if books[lang], err = phrase.Load(lang, b); err != nil {
			t.Fatal(err)
		}
	}
	de, en := books[phrase.De], books[phrase.En]
	if !reflect.DeepEqual(de.Codes(), en.Codes()) {
		t.Fatalf("codes differ:\n%v\n%v", de.Codes(), en.Codes())
	}
	said := map[string]bool{}
	whole := Rules().Words(phrase.De)
	for _, c := range sheetCases(t) {
		for _, p := range order.Language().Parse(c.text).Problems {
			said[p.What.Code] = true
			if s := whole.Say(p.What); strings.ContainsAny(s, "{}`") {
				t.Errorf("%s lacks words: %s", p.What.Code, s)
			}
		}
	}
	for _, code := range de.Codes() {
		if !reflect.DeepEqual(de.Names(code), en.Names(code)) {
			t.Errorf("%s: arguments differ", code)
		}
		if strings.HasPrefix(code, "order.") && !said[code] {
			t.Errorf("no case produces %s", code)
		}
	}
}

// What was expected, in every place where a line can end too early.
func TestWants(t *testing.T) {
	l, book := order.Language(), Rules().Words(phrase.De)
	for _, s := range l.Sections {
		for _, example := range s.Examples {
			for i := range example {
				for _, p := range l.Parse("$" + string(rune(s.Letter)) + "\n" + example[:i] + "\n").Problems {
					if said := book.Say(p.What); strings.ContainsAny(said, "{}`") {
						t.Errorf("%q: %s", example[:i], said)
					}
				}
			}
		}
	}
}

// Every example of the table is accepted as it stands.
func TestExamples(t *testing.T) {
	l := order.Language()
	for _, s := range l.Sections {
		for _, example := range s.Examples {
			if f := l.Parse("$" + string(rune(s.Letter)) + "\n" + example); len(f.Lines) != 1 || f.Errors() > 0 {
				t.Errorf("%q: %v", example, f.Problems)
			}
		}
	}
}

// The order of the sections never matters (decision 3).
func TestSectionOrder(t *testing.T) {
	l := order.Language()
	for _, c := range sheetCases(t) {
		if c.name != "manual-beispielzug.txtar" {
			continue
		}
		parts := strings.Split(c.text, "$")[1:]
		dice := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			dice.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			text := "$" + strings.Join(parts, "\n$")
			if got := string(l.Print(nil, l.Parse(text))); got != c.printed {
				t.Fatalf("of\n%s\nprinted:\n%s", text, got)
			}
		}
	}
}

func TestSpecialKind(t *testing.T) {
	l := order.Language()
	for line, want := range map[string]realm.SpecialKind{
		"K.M 1 1220000000000 A+":            realm.NoMeaning,
		"K.M 1 1220000000000 A+ K.M 2 1000": realm.Split,
		"K.M 1 1220000000000 A+ K.M 2":      realm.Merge,
		"M.E 1 0 V M.E 2":                   realm.Merge,
		"R.L 1 1223400000000 P- S.S 3":      realm.Embark,
		"H.K 1 2 V H.S 1":                   realm.Embark,
		"Z.S 1 2 V S.L 1":                   realm.Embark,
		"Z.S 1 0 V S.L 1":                   realm.Accelerate,
		"Z.S 2 1230045600000 V- K.M 1":      realm.Accelerate,
		"K.M 1 0 V+ V.L 1":                  realm.Join,
		"M.K 1 0 V+ V.S 1":                  realm.Join,
		"Z.B 23 1230045600000 V- D.N 1 25":  realm.Summon,
		"Z.B 23 1230045600000 V- 12 14":     realm.FreeDemons,
		"Z.M 3 1230045600000 V- 12 14":      realm.Tame,
		"K.M 1 1234500000000 Z+ HST":        realm.Demolish,
		"K.M 2 1234500000000 Z S 5":         realm.Demolish,
		"D.N 2 1230000000000 A 24":          realm.Gate,
		"P.H 23 1324500000000 V 0 2":        realm.Bless,
		"H.K 2 2223300000000 V 0 2":         realm.Trade,
	} {
		f := l.Parse("$A\n" + line)
		if len(f.Lines) != 1 {
			t.Errorf("%s: %v", line, f.Problems)
			continue
		}
		if got := f.Lines[0].Order.(order.ArmyOrder).SpecialKind(); got != want {
			t.Errorf("%s: %d, want %d", line, got, want)
		}
	}
}

// FuzzOrders: whatever is read prints to what reads the same.
func FuzzOrders(f *testing.F) {
	l := order.Language()
	for _, c := range sheetCases(f) {
		f.Add(c.text)
	}
	for _, s := range l.Sections {
		for _, e := range s.Examples {
			f.Add("$" + string(rune(s.Letter)) + "\n" + e + "\n")
		}
	}
	book := Rules().Words(phrase.De)
	f.Fuzz(func(t *testing.T, text string) {
		first := l.Parse(text)
		for _, p := range first.Problems {
			if p.Line < 1 || p.Col < 1 || !book.Has(p.What.Code) {
				t.Fatalf("%+v", p)
			}
		}
		printed := string(l.Print(nil, first))
		again := l.Parse(printed)
		if again.Errors() > 0 {
			t.Fatalf("%v in what was printed:\n%s", again.Problems, printed)
		}
		if !reflect.DeepEqual(bySection(l, first), bySection(l, again)) {
			t.Fatalf("%v\nthen\n%v", first.Lines, again.Lines)
		}
		if scrubbed := l.Parse(orders.Scrub(text, first.Identity)); !reflect.DeepEqual(scrubbed.Lines, first.Lines) {
			t.Fatalf("%v\nscrubbed\n%v", first.Lines, scrubbed.Lines)
		}
	})
}

// bySection gives the orders in the order in which Print prints them.
func bySection(l *orders.Language, f *orders.File) []orders.Order {
	var out []orders.Order
	for _, s := range l.Sections {
		for _, line := range f.Lines {
			if line.Section == s.Letter {
				out = append(out, line.Order)
			}
		}
	}
	return out
}

// bigFile is a sheet as a great power of a late game sends it, over and over:
// the lines of the manual, with their comments, for armies 1 to 999.
func bigFile() string {
	var out strings.Builder
	out.WriteString("$I 4 geheim 12\n")
	for i := 1; i < 1000; i++ {
		fmt.Fprintf(&out, "$R\nK.M %d 660 1 1 ; Krieger in Stadt 1/1 rüsten\n", i)
		fmt.Fprintf(&out, "$B\nSTD 4 5 Die_Goldene ; Stadt mit dem Namen die Goldene errichten\n W 2 -1 34 ; Grenze "+
			"befestigen mit Wällen\n")
		fmt.Fprintf(&out, "$A\nF.M %d 5500000000000 V+ ; Fernkampfwaffe bewegen\nK.M %d 0000000000000 A+ ; "+
			"Hauptstadt verteidigen\n", i, i)
		fmt.Fprintf(&out, "R.M %d 2000000000000 E+ R.M %d 1000 ; Armee teilen und\nR.L %d 1414141414141 E+ ; dito.\n",
			i, 1000-i, i)
		fmt.Fprintf(&out, "K.S %d 1234500000000 Z+ HST\nZ.B %d 1230045600000 V- 12 14 ; befreien\nR.S %d "+
			"2000000000000 E+\n", i, i, i)
		fmt.Fprintf(&out, "$V\n%d K ; Vertrag lösen\n", i)
	}
	out.WriteString("$N\n#2\nHiermit erklären Wir Euch offiziell den Krieg.\n#E\n")
	return out.String()
}

func BenchmarkParse(b *testing.B) {
	l, text := order.Language(), bigFile()
	if f := l.Parse(text); f.Errors() > 1 { // R.M 500 cannot split from itself
		b.Fatalf("%d errors: %v", f.Errors(), f.Problems[:5])
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		l.Parse(text)
	}
}

// What the order file lets an army do is what T03 and T04 have numbers for: with a
// command that needs men of it, and with a price.
func TestLettersAgreeWithTheTables(t *testing.T) {
	numbers := tables.StandardTables()
	for i := range numbers.Unit {
		r := &numbers.Unit[i]
		kind := r.Unit[0]
		if kind == 'M' {
			continue // wild lizards plunder, tamed ones may not
		}
		for c, n := range map[realm.Command]int64{realm.Plunder: r.Plunder, realm.Conquer: r.Conquer,
			realm.Destroy: r.Destroy} {
			if (strings.IndexByte(order.Able(c), kind) >= 0) != (n > 0) {
				t.Errorf("%s needs %d men for command %c, and may order it: %v", r.Unit, n, c, n == 0)
			}
		}
		if (strings.IndexByte(tables.Priced, kind) >= 0) != (r.Cost > 0) {
			t.Errorf("%s costs %d", r.Unit, r.Cost)
		}
	}
}
