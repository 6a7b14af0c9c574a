package thoramar

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
)

// knowledge is what a reader of reports has read, by subject: a field's ground, its edges, where an army was last. It
// knows nothing of the program's own record.
type knowledge map[string]string

// learns notes a fact, and reports whether it is news. That there is nothing is no news if nothing was there.
func (k knowledge) learns(subject, value string) bool {
	was := k[subject]
	k[subject] = value
	return was != value
}

// leaf is a line of a report as it is read.
type leaf struct {
	part string
	text string
	news bool
}

// partOf names the parts of a report by their headings, in both languages.
var partOf = map[string]string{"Ereignisse:": "events", "Events:": "events", "Zeilen, die nicht galten:": "refused",
	"Lines that did not count:": "refused", "Erträge:": "yields", "Yields:": "yields", "Geländestatistik:": "land",
	"Terrain:": "land", "Verträge:": "treaties", "Treaties:": "treaties", "Rüstkapazitäten:": "capacities",
	"Recruiting capacities:": "capacities", "Sichtungen auf eigenem Gebiet:": "own", "Sightings on your own land:": "own",
	"Sichtungen:": "sightings", "Sightings:": "sightings", "Eure Hauptstadt und das Land ringsum:": "sightings",
	"Your capital and the land around it:": "sightings", "Nachrichten:": "messages", "Messages:": "messages",
	"Kampfstärken Eurer Armeen:": "strengths", "Fighting strengths of your armies:": "strengths", "Karte:": "map", "Map:": "map"}

var (
	rowOfWay   = regexp.MustCompile(`^  A : *(\d+|\?)\.(\S\.\S) (\d+|\?) +(\d+)(?: W(\d\d))?(?: \((.*)\))?$`)
	rowOfOwned = regexp.MustCompile(`^(?:Feld|Land) *(-?\d+)/ *(-?\d+)`)
	aStop      = regexp.MustCompile(`W(\d\d) (-?\d+/-?\d+)`)
	aWeek      = regexp.MustCompile(`^W(\d\d) ;-----`)
	aLabel     = regexp.MustCompile(`^\D*[^:]*`)
)

// seenArmy is the last of an army in a turn, and the fields where it was.
type seenArmy struct {
	week  int
	last  string
	where []string
}

// reader reads one report. week is that of its sightings, 13 in a short one.
type reader struct {
	knows  knowledge
	own    string // the number of the reader's realm
	week   int
	armies map[string]*seenArmy
	leaves []leaf
}

// readNews reads a report, line by line, and learns from it.
func readNews(text string, own int, knows knowledge) *reader {
	r := &reader{knows: knows, own: strconv.Itoa(own), week: realm.Weeks, armies: map[string]*seenArmy{}}
	part, at, news := "head", "", false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := aWeek.FindStringSubmatch(line); m != nil {
			r.week, _ = strconv.Atoi(m[1])
			continue
		}
		if name, is := partOf[line]; is {
			part, at = name, ""
			r.leaves = append(r.leaves, leaf{part: part, text: line})
			continue
		}
		switch {
		case line == "":
			continue
		case part == "own" || part == "sightings":
			at, news = r.row(line, part, at)
		case strings.HasPrefix(line, "Einnahmen ") || strings.HasPrefix(line, "Income "):
			part = "money"
		case strings.HasPrefix(line, "Armee ") || strings.HasPrefix(line, "Army "):
			part = "armies"
			r.leaves = append(r.leaves, leaf{part: part, text: line})
			continue
		}
		switch part {
		case "events":
			news = news && strings.HasPrefix(line, "  ") || !strings.HasSuffix(line, ":")
		case "refused", "messages":
			news = true
		case "yields":
			news = r.yields(line)
		case "land", "treaties", "capacities", "money", "strengths":
			news = r.knows.learns(part+" "+aLabel.FindString(line), line)
		case "armies":
			switch m := rowOfMuster.FindStringSubmatch(line); {
			case m != nil:
				news = r.knows.learns("own "+m[1], line)
			default: // which are gone, and new
				news = true
			}
		case "head", "map":
			news = false
		}
		if line == "Ende der Auswertung." || line == "End of report." {
			news = false
		}
		r.leaves = append(r.leaves, leaf{part, line, news})
	}
	return r
}

// yields reads cells, or the sentence below them.
func (r *reader) yields(line string) (news bool) {
	cells := cellOfYield.FindAllStringSubmatch(line, -1)
	for _, c := range cells {
		news = r.knows.learns("yield "+c[1]+"/"+c[2], c[4]+c[5]) || news
	}
	if len(cells) == 0 {
		return r.knows.learns("yields", line)
	}
	return news
}

// row reads a row of the sightings: of a field, or of an army in the field above. It returns the field.
func (r *reader) row(line, part, at string) (string, bool) {
	if m := rowOfOwned.FindStringSubmatch(line); m != nil && part == "own" {
		return m[1] + "/" + m[2], strings.Contains(line, "(")
	}
	if m := rowOfField.FindStringSubmatch(line); m != nil {
		at = m[2] + "/" + m[3]
		news := r.knows.learns("ground "+at, m[4]+m[5]+m[6])
		if dir, is := strings.CutPrefix(m[1], "R"); is && len(dir) == 1 {
			d, _ := strconv.Atoi(dir)
			return at, r.knows.learns(fmt.Sprint("edge ", at, " ", (d+2)%6+1), strings.ReplaceAll(m[7], "-", "")) || news
		}
		news = r.knows.learns("state "+at, strings.Trim(m[7][:1], "-")) || news
		for _, e := range strings.Fields(m[7])[1:] {
			news = r.knows.learns("edge "+at+" "+e[:1], strings.ReplaceAll(e[2:], "-", "")) || news
		}
		return at, news
	}
	if cellOfYield.MatchString(line) { // in report 0
		return at, r.yields(line)
	}
	m := rowOfWay.FindStringSubmatch(line)
	if m == nil || m[1] == r.own {
		return at, false
	}
	return at, r.army(m, part, at)
}

// army reads the row of a foreign army.
func (r *reader) army(m []string, part, at string) bool {
	name := m[1] + "." + m[2] + " " + m[3]
	if m[1] == "?" {
		name += at + " " + m[4]
	}
	week := r.week
	if part == "own" {
		week = realm.Weeks + 1
	}
	if m[5] != "" {
		week, _ = strconv.Atoi(m[5])
	}
	s := r.armies[name]
	if s == nil {
		s = &seenArmy{}
		r.armies[name] = s
	}
	for _, stop := range aStop.FindAllStringSubmatch(m[6], -1) {
		s.where = append(s.where, stop[2])
	}
	s.where = append(s.where, at)
	if week >= s.week {
		s.week, s.last = week, at+" "+m[4]
	}
	return true // its week is one of this turn
}

// share is how many percent of the lines that are not blank are news, with and without the map.
func (r *reader) share() (whole, mapless int) {
	lines, drawn, news := 0, 0, 0
	for _, l := range r.leaves {
		if lines++; l.part == "map" {
			drawn++
		}
		if l.news {
			news++
		}
	}
	return news * 100 / lines, news * 100 / (lines - drawn)
}

// played short: see yearsShort.
type shortTurn struct {
	turn, realm int
	o           *outcome
	text        string
	record      int // bytes
}

// yearsShort plays the twelve years up to a turn and calls see with each realm's short report: with the default
// settings, counted against what the realm was shown before.
func yearsShort(t *testing.T, turns int, see func(shortTurn)) {
	y := readYears(t)
	c, w := &yearsPlayed{test: t, y: y, did: map[string]int{}}, y.found(t)
	shown := map[int]*game.Shown{}
	for r := range w.at.State.Realms[1:] {
		shown[r+1] = &game.Shown{}
		w.Welcome(r+1, shown[r+1])
	}
	for range turns {
		o := w.resolve(2, false, c.write(w), y.seed(t))
		s := o.After.at.State.Clone()
		for r := range s.Realms {
			s.Realms[r].Settings = founding.Untouched
		}
		w, o.After = o.After, o.After.with(s)
		for _, r := range o.Realms() {
			text := string(o.Report(r, shown[r]).Text)
			see(shortTurn{o.shared.Turn.Number, r, o, text, len(shown[r].Bytes())})
		}
	}
}

// designed are lines of realm 2's report of turn 24, as the design of short reports has them: what was lost and what it was
// worth, by whose order works fell, who won, which armies were in only some of the fights, where they came from.
const designed = `4.R.M 2 hat Euch Feld 4/3 genommen, mit der Mine (im Herbst 22.730 GS).
K.S 1 hält 5/8 (Festung) besetzt; Land eines Reiches fällt erst, wenn die
  Armee einen ganzen Zug dort gestanden hat.
R.S 1 hat die Mine auf 3/8 leicht beschädigt.

K.L 7 hat auf Euren Befehl Eure Festung auf -1/-1 leicht beschädigt. Der
  Ausbau (Heilige Stadt, 30.000 GS in Zug 23) ist verloren.

W1, Kampf um Feld 0/6: K.L 6: 150 -> 0 gegen 1.R.M 2: 1025, danach V.L 3: 3627
  -> 2975 gegen 1.R.M 2: 1025 -> 723. Ihr haltet das Feld. 1.R.M 2 weicht nach
  1/7.

W1, W2, Kampf um Feld -2/5: 1.K.M 11: 2419 -> 1683 gegen 3.K.M 8: 311 -> 220
  (W1), 3.K.S 1: 942 -> 639 (W2), 3.K.S 4: 1059 -> 747 (W1). Die Angreifer

Fort: K.L 5 (450), K.L 6 (150). Neu: R.M 9, V.L 6.

46 Felder insgesamt                     67710 GS jeden Herbst (zuvor 68160)

  A :  4.K.L 8  1089 W03 (W01 6/9, W02 5/9)

   3               bst-bst-bst-bst+hst+hst+tst+tst+tst-was
                          *                        MIN!
`

// newsAt are the turns whose figures are counted.
var newsAt = []int{6, 12, 24}

// The twelve years with default settings. Of each report, this test counts the lines and those that are news to somebody
// who has read the realm's earlier reports: the median is at least half, and 60 % without the map, which is always whole.
// A report has at most 320 lines, and the median of turn 24 at most 220. The law: whoever reads the short reports knows, of each field and each foreign army, what
// the full report of the turn says last, and each field in which such an army was.
//
//	YEARS_DUMP=/some/folder go test ./worlds/thoramar -run TestShortReportsTellTheNews -v
//
// writes them down, and says the figures.
func TestShortReportsTellTheNews(t *testing.T) {
	conformance.Wasteful(t)
	knows := map[int]knowledge{}
	lengths, shares, land, records := map[int][]int{}, map[int][]int{}, map[int][]int{}, map[int][]int{}
	yearsShort(t, newsAt[len(newsAt)-1], func(s shortTurn) {
		if dir := os.Getenv("YEARS_DUMP"); dir != "" {
			if err := os.WriteFile(fmt.Sprintf("%s/s%02d-r%02d.txt", dir, s.turn, s.realm), []byte(s.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if knows[s.realm] == nil {
			knows[s.realm] = knowledge{}
			readNews(string(s.o.Before.Welcome(s.realm, nil).Text), s.realm, knows[s.realm])
		}
		short := readNews(s.text, s.realm, knows[s.realm])
		s.holds(t, short, knows[s.realm])
		for passage := range strings.SplitSeq(designed, "\n\n") {
			if s.turn == 24 && s.realm == 2 && !strings.Contains(s.text, strings.TrimRight(passage, "\n")+"\n") &&
				!strings.Contains(s.text, strings.TrimRight(passage, "\n")+" ") {
				t.Errorf("the report of turn 24 has no\n%s", passage)
			}
		}
		whole, mapless := short.share()
		lengths[s.turn] = append(lengths[s.turn], strings.Count(s.text, "\n"))
		shares[s.turn], land[s.turn] = append(shares[s.turn], whole), append(land[s.turn], mapless)
		records[s.turn] = append(records[s.turn], s.record)
	})
	for _, turn := range newsAt {
		slices.Sort(lengths[turn])
		t.Logf("turn %d: %v lines, median %d; news %v %%, median %d, without the map %d; records of %v bytes", turn,
			lengths[turn], median(lengths[turn]), shares[turn], median(shares[turn]), median(land[turn]), records[turn])
		if all, but := median(shares[turn]), median(land[turn]); all < 50 || but < 60 {
			t.Errorf("turn %d: %d %% of a report are news, %d %% without the map", turn, all, but)
		}
		if got := slices.Max(lengths[turn]); got > 320 {
			t.Errorf("turn %d: a report has %d lines", turn, got)
		}
	}
	if got := median(lengths[24]); got > 220 {
		t.Errorf("turn 24: the median report has %d lines", got)
	}
}

func median(list []int) int {
	list = slices.Sorted(slices.Values(list))
	return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
}

// holds checks the law of a report: what the full one says is known.
func (s shortTurn) holds(t *testing.T, short *reader, knows knowledge) {
	bad := func(format string, args ...any) {
		t.Errorf("turn %d, realm %d: "+format, append([]any{s.turn, s.realm}, args...)...)
	}
	told := knowledge{}
	full := readNews(string(s.o.Report(s.realm, nil).Text), s.realm, told)
	for subject, value := range told {
		kind, _, _ := strings.Cut(subject, " ")
		if slices.Contains([]string{"ground", "edge", "state", "yield", "treaties", "own"}, kind) && knows[subject] != value {
			bad("%s is %q in the full report, and known as %q", subject, value, knows[subject])
		}
	}
	for name, f := range full.armies {
		known, is := short.armies[name]
		if !is {
			bad("%s was last at %s, and is not in the short report", name, f.last)
			continue
		}
		if known.last != f.last {
			bad("%s is last at %s in the full report, at %s in the short one", name, f.last, known.last)
		}
		for _, at := range f.where {
			if !slices.Contains(known.where, at) {
				bad("%s was in %s, and is told to have been in %v", name, at, known.where)
			}
		}
	}
	s.eventful(bad)
}

// eventful checks that the events name all own armies and all fields that those of the full report name.
func (s shortTurn) eventful(bad func(string, ...any)) {
	_, events, _ := strings.Cut(s.text, "\n\n")
	events = strings.Join(strings.Fields(events), " ")
	for _, e := range s.o.Told(s.realm) {
		if report.IsDetail(e.Code) && e.Code != "battle-attacker" && e.Code != "battle-defender" {
			continue
		}
		for _, a := range e.Args {
			named := a.S
			if a.Name == "field" && strings.HasSuffix(e.Code, "-losses") {
				continue // a line a terrain
			}
			if a.Name == "field" && a.Kind == phrase.Place {
				x, y := s.o.After.at.State.Grid.Relative(s.o.After.at.State.Realms[s.realm].Origin, game.Place(a.N))
				named = fmt.Sprint(x, "/", y)
			} else if a.Name != "army" || a.S == "" || a.S[0] < 'A' {
				continue
			}
			if !strings.Contains(events, named) {
				bad("%s names %s %s, and the short report does not", e.Code, a.Name, named)
			}
		}
	}
}
