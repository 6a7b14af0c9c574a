package terra

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// TestCases plays the cases of testdata: texts a player could check. A case is a
// comment and sections:
//
//	tables      TOML laid over the numbers of the rules; fields have no income
//	            unless it says otherwise
//	world       what there is on a map of 8 × 6 fields that ends at its edges. All is
//	            pasture with a garrison of 1000 that is nobody's; there are Nordland,
//	            Suedland and Westmark with 1000 in each treasury and nothing else, and
//	            all count from the south-western corner, odd rows without a 0; who
//	            gets neither field nor army here is a king without land:
//	            round 3
//	            phase results
//	            treasury 1 250
//	            field 2/2 forest 1 750          terrain, owner, garrison
//	            army 1 1 2/2 4500 hold          realm, number, field, status, command
//	            target 1 1 3/2                  where its steps lead
//	            off 1 2 3000                    an army off the map
//	            entered 1 1 2                   came as the second of this round
//	            plays 1 2                       who takes part at the table
//	            battle 3 table 2/2 army 1 1 led 1 strength 4500 vs garrison 2 led 3
//	            battle 3 computed 2/2 army 1 1 vs garrison 0
//	            battle 3 table - mercenaries led 1 vs mercenaries led 2
//	orders 1    the sheet of realm 1, 0 the game master's
//	then 1      a later mail of the same phase
//	files 1     names of the files that came with the first
//	check 1     its receipt, in German: `line! error`, `line? warning`, `line text`
//	            of what is in force, idle armies, the outlook
//	crossings   what the sheets contradict each other in, in German
//	due         when the phase may end
//	refused 1   what its report says did not count: `line: text`
//	events 1    what it is told, in German; `events 1 land spoils`: in these phases
//	sends 1     the files that come with its report
//	report 1    lines that stand in its report, in the order of the section
//	letters 1   whether its report brings letters, and which
//	battles     all battles of the campaign afterwards
//	after       what there is afterwards, in the words of the section world
//	winners     the realms that have won
//
// Before and after the phase nothing may be broken, and what it refuses the receipt
// has named, but for a section `unforeseen 1` with the lines it could not know.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			c := readCase(t, f)
			c.build()
			c.play()
		})
	}
	if len(files) < 20 {
		t.Errorf("only %d cases", len(files))
	}
}

type caseFile struct {
	test  *testing.T
	names []string
	body  map[string]string
	world *World
}

// readCase reads the sections of a case.
func readCase(t *testing.T, file string) *caseFile {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &caseFile{test: t, body: map[string]string{}}
	_, rest, _ := strings.Cut("\n"+string(raw), "\n-- ")
	for rest != "" {
		var head, body string
		head, rest, _ = strings.Cut(rest, " --\n")
		body, rest, _ = strings.Cut("\n"+rest, "\n-- ")
		if _, twice := c.body[head]; twice {
			t.Fatalf("%s: section %s twice", file, head)
		}
		c.names = append(c.names, head)
		c.body[head] = strings.TrimSpace(body)
	}
	return c
}

// sheets are those in force: of two mails what the rules make of them.
func (c *caseFile) sheets() []game.Sheet {
	var out []game.Sheet
	for n := range 5 {
		text, ok := c.body[fmt.Sprint("orders ", n)]
		if !ok {
			continue
		}
		s := game.Sheet{Realm: n, Turn: c.world.state.Turn, Text: text + "\n"}
		for _, name := range strings.Fields(c.body[fmt.Sprint("files ", n)]) {
			s.Files = append(s.Files, game.File{Name: name, Type: "application/pdf", Sum: "sum of " + name})
		}
		if later, ok := c.body[fmt.Sprint("then ", n)]; ok {
			s = c.world.Merge(s, game.Sheet{Realm: n, Turn: s.Turn, Text: later + "\n"})
		}
		out = append(out, s)
	}
	return out
}

// play resolves the phase and holds the sections against it.
func (c *caseFile) play() {
	sheets := c.sheets()
	out := c.world.Resolve(sheets, game.Seed{3})
	next := out.Next().(*World)
	for _, b := range next.Broken() {
		c.test.Errorf("broken: %s", b)
	}
	for _, name := range c.names {
		what, number, _ := strings.Cut(name, " ")
		n, got := 0, ""
		phases := strings.Fields(number) // behind the realm's number
		fmt.Sscan(number, &n)
		switch what {
		case "tables", "world", "orders", "then", "files", "unforeseen":
			continue
		case "check":
			got = c.receipt(sheets, n)
		case "crossings":
			for _, x := range c.world.Compare(sheets) {
				got += fmt.Sprintf("%d: %s\n", x.Realm, c.say(x.Realm, x.What))
			}
		case "due":
			got = []string{"at the deadline", "not before the deadline", "now", "by hand"}[c.world.Due(sheets)]
		case "refused":
			for _, p := range out.Refused(n) {
				got += fmt.Sprintf("%d: %s\n", p.Line, c.say(n, orders.Brief(p.What)))
			}
		case "events":
			for _, e := range out.Events() {
				if e.For(n) && (len(phases) < 2 || slices.Contains(phases[1:], e.Phase)) {
					got += c.say(n, e.Phrase) + "\n"
				}
			}
		case "report":
			got = c.found(string(out.Report(n).Text), c.body[name])
		case "letters":
			_, got, _ = strings.Cut(string(out.Report(n).Text), "\nNachrichten\n-----------\n")
			got, _, _ = strings.Cut(got, "\nEnde des Berichts")
		case "sends":
			for _, f := range out.Report(n).Files {
				got += fmt.Sprintf("%s (%s)\n", f.Name, f.Sum)
			}
		case "battles":
			got = foughtBattles(next)
		case "after":
			got = described(c.world, next)
		case "winners":
			got = fmt.Sprint(next.Asked().Winners)
		default:
			c.test.Fatalf("section %q", name)
		}
		if got = strings.TrimSpace(got); got != c.body[name] {
			c.test.Errorf("-- %s --\n%s\n-- want --\n%s", name, got, c.body[name])
		}
	}
	c.foretold(sheets, out)
}

// found gives the lines of a section that stand in a report, in the report's order.
func (c *caseFile) found(report, section string) string {
	got := ""
	for line := range strings.Lines(report) {
		for want := range strings.Lines(section + "\n") {
			if strings.TrimSpace(line) == strings.TrimSpace(want) {
				got += strings.TrimSpace(line) + "\n"
			}
		}
	}
	return got
}

// say puts a sentence into German, places as the realm counts them.
func (c *caseFile) say(realm int, what phrase.Phrase) string {
	return string(c.world.rules.Words(phrase.De).Append(nil, what, c.world.view(realm)))
}

// foretold: what the phase refuses the receipt has named (law 8).
func (c *caseFile) foretold(sheets []game.Sheet, out game.Outcome) {
	for _, s := range sheets {
		checked := c.world.Check(s)
		for _, p := range out.Refused(s.Realm) {
			named := slices.ContainsFunc(checked.Problems, func(q orders.Problem) bool { return q.Line == p.Line })
			unforeseen := slices.Contains(strings.Fields(c.body[fmt.Sprint("unforeseen ", s.Realm)]), fmt.Sprint(p.Line))
			if named == unforeseen {
				c.test.Errorf("line %d of realm %d is refused as %s: named in the receipt %t", p.Line, s.Realm, p.What.Code, named)
			}
		}
	}
}

func (c *caseFile) receipt(sheets []game.Sheet, realm int) string {
	var b strings.Builder
	for _, s := range sheets {
		if s.Realm != realm {
			continue
		}
		checked := c.world.Check(s)
		for _, p := range checked.Problems {
			mark := "!"
			if p.Severity == orders.Warning {
				mark = "?"
			}
			fmt.Fprintf(&b, "%d%s %s\n", p.Line, mark, c.say(realm, orders.Brief(p.What)))
		}
		for _, f := range checked.InForce {
			fmt.Fprintf(&b, "%d %s\n", f.Line, c.say(realm, f.What))
		}
		for _, p := range append(checked.Idle, checked.Outlook...) {
			b.WriteString(c.say(realm, p) + "\n")
		}
	}
	return b.String()
}
