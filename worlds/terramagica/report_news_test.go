package terramagica

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/report"
)

// atlas is what whoever reads the short reports of a realm knows: of each province the owner, people, walls and ways, and
// of each foreign army its province and men.
type atlas struct {
	own       string
	provinces map[string]map[string]string
	armies    map[string]string
}

var (
	rowOfArmy     = regexp.MustCompile(`^  (\d+\.[^:]+): (.*)$`)
	rowOfForeign  = regexp.MustCompile(`^(\d+\..+) in Provinz (\d+): (.*)$`)
	rowOfProvince = regexp.MustCompile(`^(\d+) [a-zA-ZüÜ ]+[,:;]`)
	taken         = regexp.MustCompile(`^(Ihr|Reich \d+) erobert Provinz (\d+)`)
	lost          = regexp.MustCompile(`^Ihr habt Provinz (\d+) an (Reich \d+) verloren`)
	gone          = regexp.MustCompile(`^  (?:(\S+) stand vor diesem Zug hier|keine fremde Armee$)`)
)

// rowsOf are the lines of a report, by heading, those that were wrapped put together.
func rowsOf(text string) map[string][]string {
	out, title, lines := map[string][]string{}, "", strings.Split(text, "\n")
	for i, line := range lines {
		switch list := out[title]; {
		case line == "" || strings.Trim(line, "-") == "":
		case i+1 < len(lines) && len(lines[i+1]) > 2 && strings.Trim(lines[i+1], "-") == "":
			title = line
		case strings.HasPrefix(line, "  ") && !rowOfArmy.MatchString(line) && !gone.MatchString(line) && len(list) > 0:
			list[len(list)-1] += " " + strings.TrimSpace(line)
		default:
			out[title] = append(list, line)
		}
	}
	return out
}

// province reads the row of a province.
func (a *atlas) province(row string, own bool) (number string, facts map[string]string) {
	facts = map[string]string{}
	number, rest, _ := strings.Cut(row, " ")
	parts := strings.Split(rest, "; ")
	head, numbers, _ := strings.Cut(parts[0], ": ")
	if n := regexp.MustCompile(`^\d+( von \d+)?`).FindString(numbers); n != "" {
		facts["people"] = n
	}
	for _, part := range parts[1:] {
		if ways, is := strings.CutPrefix(part, "Wege nach "); is {
			facts["ways"] = ways
		} else {
			facts["walls"] = part
		}
	}
	_, owner, _ := strings.Cut(head, ", ")
	owner = strings.TrimSuffix(owner, ", dessen Hauptprovinz")
	if own || strings.HasPrefix(owner, "Eure") {
		owner = a.own
	}
	if owner != "" {
		facts["owner"] = owner
	}
	return number, facts
}

// reads learns from the rows of a report.
func (a *atlas) reads(parts map[string][]string) {
	for _, title := range []string{"Was geschah", "Eure Provinzen", "Provinzen, die Ihr überblickt", "Nachbarprovinzen",
		"Befestigungen anderswo", "Neu in Sicht", "Fremde Armeen"} {
		at, listed := "", false
		for _, row := range parts[title] {
			if m := taken.FindStringSubmatch(row); m != nil {
				a.learn(m[2], map[string]string{"owner": strings.Replace(m[1], "Ihr", a.own, 1)})
			} else if m := lost.FindStringSubmatch(row); m != nil {
				a.learn(m[1], map[string]string{"owner": m[2]})
			} else if m := gone.FindStringSubmatch(row); m != nil {
				if delete(a.armies, m[1]); m[1] == "" {
					a.nobody(at)
				}
			} else if m := rowOfForeign.FindStringSubmatch(row); m != nil {
				a.armies[m[1]] = m[2] + ": " + m[3]
			} else if m := rowOfArmy.FindStringSubmatch(row); m != nil && title == "Neu in Sicht" {
				if !listed { // all that are there
					a.nobody(at)
				}
				listed = true
				a.armies[m[1]] = at + ": " + m[2]
			} else if rowOfProvince.MatchString(row) {
				var facts map[string]string
				at, facts = a.province(row, title == "Eure Provinzen")
				a.learn(at, facts)
				listed = false
			}
		}
	}
}

// nobody forgets all armies in a province.
func (a *atlas) nobody(at string) {
	maps.DeleteFunc(a.armies, func(_, where string) bool { return strings.HasPrefix(where, at+":") })
}

func (a *atlas) learn(number string, facts map[string]string) {
	if a.provinces[number] == nil {
		a.provinces[number] = map[string]string{}
	}
	for what, value := range facts {
		a.provinces[number][what] = value
	}
}

// The law of the short report: whoever reads only short reports knows, of each province and foreign army, all that the
// full one says, and everything that happened. A battle has at most eight lines. Three realms play by sensible orders; those
// who read German are read. Of the lines above the map more than half are news.
func TestShortReportsTellTheNews(t *testing.T) {
	lines, news, full, short, battles := 0, 0, 0, 0, 0
	for seed := range byte(4) {
		w := played(t, seed, 0)
		shown, knows, read := map[int]*game.Shown{}, map[int]*atlas{}, map[int]map[string]bool{}
		for _, r := range []int{1, 3} {
			shown[r], read[r] = &game.Shown{}, map[string]bool{}
			knows[r] = &atlas{own: fmt.Sprint("Reich ", r), provinces: map[string]map[string]string{}, armies: map[string]string{}}
			first := string(w.Welcome(r, shown[r]).Text)
			if first != string(w.Welcome(r, nil).Text) {
				t.Error("report 0 is not whole")
			}
			knows[r].reads(rowsOf(first))
		}
		for range 16 {
			if w.at.State.Over {
				break
			}
			o := w.Resolve(w.someSheets(seed), game.Seed{seed}, 1, nil).(*outcome)
			for _, r := range []int{1, 3} {
				text, whole := string(o.Report(r, shown[r]).Text), string(o.Report(r, nil).Text)
				knows[r].reads(rowsOf(text))
				battles += knows[r].holds(t, o, r, text, whole)
				n, fresh := conformance.Share(text, read[r], []string{"Was geschah", "Zeilen, die nicht galten",
					"Nachrichten"}, "Karte")
				lines, news = lines+n, news+fresh
				full, short = full+strings.Count(whole, "\n"), short+strings.Count(text, "\n")
			}
			w = o.After
		}
	}
	t.Logf("%d lines that are not blank, %d %% news; %d lines of short reports, %d of full ones, %d battles", lines,
		news*100/lines, short, full, battles)
	if news*100 < 55*lines || battles < 20 {
		t.Errorf("%d %% of the lines are news, with %d battles", news*100/lines, battles)
	}
}

// holds checks a short report against the full one, and counts its battles.
func (a *atlas) holds(t *testing.T, o *outcome, realm int, text, whole string) (battles int) {
	bad := func(format string, args ...any) {
		t.Errorf("turn %d, realm %d: "+format, append([]any{o.t.Number, realm}, args...)...)
	}
	parts := rowsOf(whole)
	seen := map[string]bool{}
	for _, title := range []string{"Provinzen, die Ihr überblickt", "Nachbarprovinzen", "Befestigungen anderswo"} {
		for _, row := range parts[title] {
			number, facts := a.province(row, false)
			seen[number] = title == "Provinzen, die Ihr überblickt"
			for what, value := range facts {
				if known := a.provinces[number][what]; known != value {
					bad("%s of province %s is %q, and known as %q", what, number, value, known)
				}
			}
		}
	}
	there := map[string]bool{}
	for _, row := range parts["Fremde Armeen"] {
		m := rowOfForeign.FindStringSubmatch(row)
		if there[m[1]] = true; a.armies[m[1]] != m[2]+": "+m[3] {
			bad("%s, and known is %q", row, a.armies[m[1]])
		}
	}
	flat := strings.Join(strings.Fields(text), " ")
	for army, where := range a.armies {
		if at, _, _ := strings.Cut(where, ":"); seen[at] && !there[army] {
			if delete(a.armies, army); !strings.Contains(flat, army) {
				bad("%s is gone from province %s, and nothing says so", army, at)
			}
		}
	}
	for _, e := range o.Told(realm) {
		said := o.After.at.Rules.Words(phrase.De).Say(e.Phrase)
		if army := e.Arg("army").S; slices.Contains([]string{"stays-out", "retreats", "routed-there"}, e.Code) {
			said = army
		}
		if !report.InProtocol(e.Code) && !slices.Contains([]string{"battle", "army-fell", "wall-fallen", "income", "upkeep", "takes-next",
			"marched"}, e.Code) && !strings.Contains(flat, said) {
			bad("not told %q", said)
		}
	}
	happened := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "Schlacht in ") {
			battles, happened = battles+1, 1
		} else if happened > 0 && strings.HasPrefix(line, "  ") {
			if happened++; happened > 8 {
				bad("a battle has more than eight lines:\n%s", text)
				happened = 0
			}
		} else {
			happened = 0
		}
	}
	return battles
}
