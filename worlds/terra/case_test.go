package terra

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/conformance/cases"
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
//	            newcomer 1                      who has not mailed in a phase of orders yet
//	            battle 3 table 2/2 army 1 1 led 1 strength 4500 vs garrison 2 led 3
//	            battle 3 computed 2/2 army 1 1 vs garrison 0
//	            battle 3 table - mercenaries led 1 vs mercenaries led 2
//	orders 1    the sheet of realm 1, 0 the game master's
//	then 1      a later mail of the same phase
//	files 1     names of the files that came with the first, PDFs; `empty:Armee1.pdf` has nothing in it,
//	            `text:Armee1.pdf` is a text
//	check 1     its receipt, in German: `line! error`, `line? warning`, `line text`
//	            of what is in force, idle armies, the outlook
//	crossings   what the sheets contradict each other in, in German, and who owes an answer
//	due         when the phase may end
//	refused 1   what its report says did not count: `line: text`
//	events 1    what it is told, in German; `events 1 land spoils`: in these phases
//	sends 1     the files that come with its report
//	report 1    lines that stand in its report, in the order of the section
//	mail 1      lines that stand in the body of its mail, in the order of the section
//	letters 1   whether its report brings letters, and which
//	battles     all battles of the campaign afterwards; those just paired are counted on
//	            from those before, as if their numbers were not drawn
//	after       what there is afterwards, in the words of the section world
//	winners     the realms that have won
//
// Before and after the phase nothing may be broken, and what it refuses the receipt
// has named, but for a section `unforeseen 1` with the lines it could not know.
func TestCases(t *testing.T) {
	books.Held(t, heldByTests, cases.Files(t, "testdata/*.txtar"), func(c *cases.Case) { buildCase(c).play() })
}

// caseFile is a case and the world it makes.
type caseFile struct {
	*cases.Case
	world *World
}

func newCase(t *testing.T, text string) *caseFile { return buildCase(cases.New(t, text)) }

// sheets are those in force: of two mails what the rules make of them.
func (c *caseFile) sheets() []game.Sheet {
	out := c.Sheets(c.world.at.State.Turn)
	for i := range out {
		s := &out[i]
		for _, name := range strings.Fields(c.Text(fmt.Sprint("files ", s.Realm))) {
			f := game.File{Name: name, Type: "application/pdf", Data: []byte("%PDF-1.4"), Sum: "sum of " + name}
			if what, rest, found := strings.Cut(name, ":"); found {
				f.Name, f.Data = rest, []byte(map[string]string{"empty": "", "text": "<html>"}[what])
			}
			s.Files = append(s.Files, f)
		}
		if later := fmt.Sprint("then ", s.Realm); c.Has(later) {
			*s = c.world.Merge(*s, game.Sheet{Realm: s.Realm, Turn: s.Turn, Text: c.Text(later) + "\n"})
		}
	}
	return out
}

// play resolves the phase and holds the case against it.
func (c *caseFile) play() {
	c.world = cases.Edit(c.Case, c.world)
	sheets := c.sheets()
	out := c.world.Resolve(sheets, game.Seed{3}, 1, c.Edits())
	next := out.Next().(*World)
	for _, b := range next.Broken() {
		c.Test.Errorf("broken: %s", b)
	}
	played := cases.Played{World: c.world, Sheets: sheets, Outcome: out,
		Say: func(realm int, lang phrase.Lang, what phrase.Phrase) string {
			return string(c.world.at.Rules.Words(lang).Append(nil, orders.Brief(what), c.world.at.State.View(realm)))
		}}
	say := func(realm int, what phrase.Phrase) string { return played.Say(realm, phrase.De, what) }
	counted := c.counted(next)
	c.Hold(played, func(h cases.Head) (string, bool) {
		got := ""
		switch h.What {
		case "crossings":
			for _, x := range c.world.Compare(sheets) {
				got += fmt.Sprintf("%d: %s%s\n", x.Realm, say(x.Realm, x.What),
					map[bool]string{true: " (owes an answer)"}[x.Owes])
			}
		case "due":
			got = []string{"at the deadline", "not before the deadline", "now", "by hand"}[c.world.Due(sheets)]
		case "refused":
			for _, p := range out.Refused(h.Realm) {
				got += fmt.Sprintf("%d: %s\n", p.Line, say(h.Realm, p.What))
			}
		case "events":
			for _, e := range out.Annals().Events() {
				if e.For(h.Realm) && (len(h.More) == 0 || slices.Contains(h.More, e.Phase)) {
					got += say(h.Realm, e.Phrase) + "\n"
				}
			}
		case "report":
			got = c.found(counted.Replace(string(out.Report(h.Realm, nil).Text)), c.Text(fmt.Sprint("report ", h.Realm)))
		case "mail":
			got = c.found(counted.Replace(string(out.Report(h.Realm, nil).Summary)), c.Text(fmt.Sprint("mail ", h.Realm)))
		case "letters":
			_, got, _ = strings.Cut(string(out.Report(h.Realm, nil).Text), "\nNachrichten\n-----------\n")
			got, _, _ = strings.Cut(got, "\nEnde des Berichts")
		case "sends":
			for _, f := range out.Report(h.Realm, nil).Files {
				got += fmt.Sprintf("%s (%s)\n", f.Name, f.Sum)
			}
		case "battles":
			got = foughtBattles(next)
		case "after":
			got = described(c.world, next)
		case "winners":
			got = fmt.Sprint(next.Asked().Winners)
		default:
			return "", false
		}
		return counted.Replace(got), true
	}, "then", "files")
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
