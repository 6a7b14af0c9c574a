package thoramar

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/worlds/game"
)

// reading is what can be read in a full German report, and, made of facts, what they tell of it: row by row.
type reading struct {
	seen   map[string]map[string]int // by week and field: what is told of it, and how often
	events map[string]string         // by week, without blanks
	lists  map[string][]string       // fields, armies, money and so on
}

func newReading() *reading {
	return &reading{map[string]map[string]int{}, map[string]string{}, map[string][]string{}}
}

// add notes rows of a field in a week. Each army that looks there tells of it: what one tells twice is there twice.
func (r *reading) add(week int, at string, rows map[string]int) {
	key := fmt.Sprint(week, " ", at)
	if r.seen[key] == nil {
		r.seen[key] = map[string]int{}
	}
	for row, n := range rows {
		r.seen[key][row] = max(r.seen[key][row], n)
	}
}

var (
	rowOfWeek   = regexp.MustCompile(`(?m)^W(\d\d) ;-----.*\n\nEreignisse:\n\n`)
	rowOfField  = regexp.MustCompile(`^(\S+(?: \d+)?) *: *(-?\d+)/ *(-?\d+) : (\S{3}) +(\d+) (\S{3}) (.*)$`)
	rowOfArmy   = regexp.MustCompile(`^  A : *(\d+|\?)\.(\S\.\S) (\d+|\?) +(\d+)(?: W(\d\d))?$`)
	rowAlike    = regexp.MustCompile(`^(\S\.\S \d+) *: wie (\S\.\S \d+)$`)
	rowOfLand   = regexp.MustCompile(`^Feld *(-?\d+)/ *(-?\d+)( \(verloren\))?:$`)
	cellOfYield = regexp.MustCompile(`\[ *(-?\d+)/ *(-?\d+) (\S{3}) +(\d+)%(\^?)\]`)
	rowOfMuster = regexp.MustCompile(`^(\S\.\S \d+) +(\d+) +(\d+) (\S{3}) +(-?\d+) / +(-?\d+) +(-?\d+)(?: (.*))?$`)
	rowOfPlace  = regexp.MustCompile(`: *(-?\d+)/ *(-?\d+) +(\d+) GS \((.*)\)$`)
	rowOfMoney  = regexp.MustCompile(`^  (\S+) +(-?\d+) GS$`)
)

// read reads a report.
func read(text string) *reading {
	r := newReading()
	weeks := rowOfWeek.FindAllStringIndex(text, -1)
	turn := strings.Index(text, "\nSpielzug: ")
	turn += 1 + strings.IndexByte(text[turn+1:], '\n')
	r.events["0"] = bare(text[turn:weeks[0][0]])
	for i, at := range weeks {
		end := strings.Index(text, "Sichtungen auf eigenem Gebiet:")
		if i+1 < len(weeks) {
			end = weeks[i+1][0]
		}
		events, sightings, _ := strings.Cut(text[at[1]:end], "Sichtungen:\n")
		r.events[fmt.Sprint(i+1)] = bare(events)
		after := r.sightings(i+1, sightings)
		if i+1 == len(weeks) {
			r.events[fmt.Sprint(i+2)] = bare(after)
		}
	}
	part := func(from, to string) []string {
		_, rest, _ := strings.Cut(text, "\n"+from)
		rest, _, _ = strings.Cut(rest, "\n"+to)
		return strings.Split(rest, "\n")
	}
	r.land(strings.Fields(text)[1], part("Sichtungen auf eigenem Gebiet:\n", "Erträge:"))
	for _, c := range cellOfYield.FindAllStringSubmatch(strings.Join(part("Erträge:", "Geländestatistik:"), "\n"), -1) {
		r.list("yields", c[1]+"/"+c[2], c[3], c[4], c[5])
	}
	for _, line := range part("Rüstkapazitäten:\n", "Einnahmen ") {
		if m := rowOfPlace.FindStringSubmatch(line); m != nil {
			r.list("capacities", m[1]+"/"+m[2], m[3], m[4])
		}
	}
	sign := ""
	for _, line := range part("Rüstkapazitäten:\n", "Armee ") {
		if strings.HasPrefix(line, "Ausgaben") {
			sign = "-"
		}
		if m := rowOfMoney.FindStringSubmatch(line); m != nil {
			r.list("money", m[1], sign+m[2])
		}
		if gold, ok := strings.CutPrefix(line, "Reichsschatz: "); ok {
			r.list("money", "Reichsschatz", strings.Trim(gold, " GS"))
		}
	}
	for _, line := range part("Armee ", "\n") {
		if m := rowOfMuster.FindStringSubmatch(line); m != nil {
			r.list("armies", m[1], m[2], m[3], strings.ReplaceAll(m[4], "---", ""), m[5]+"/"+m[6], m[7], m[8])
		}
	}
	for _, line := range part("Verträge:\n", "Rüstkapazitäten:") {
		if line != "" {
			r.list("treaties", line)
		}
	}
	return r
}

func (r *reading) list(name string, words ...string) {
	r.lists[name] = append(r.lists[name], strings.Join(words, " | "))
}

// bare is a text without blanks and line ends: where a line was broken does not matter.
func bare(text string) string { return strings.Join(strings.Fields(text), "") }

// sightings reads those of a week, and gives what stands behind the last.
func (r *reading) sightings(week int, text string) string {
	lines, last, at, rows := strings.Split(text, "\n"), 0, "", map[string]int{}
	from := map[string]string{} // where armies stand
	next := func(to string) {
		if at != "" {
			r.add(week, at, rows)
		}
		at, rows = to, map[string]int{}
	}
	for i, line := range lines {
		if m := rowAlike.FindStringSubmatch(line); m != nil {
			next("")
			r.add(week, from[m[2]], map[string]int{"by " + m[1]: 1})
			last = i + 1
		} else if m := rowOfField.FindStringSubmatch(line); m != nil {
			next(m[2] + "/" + m[3])
			rows[strings.Join(m[4:7], " ")] = 1
			edges := strings.Fields(m[7])
			if _, direction, neighbour := strings.Cut(m[1], "R"); neighbour && !strings.Contains(m[1], ".") {
				d, _ := strconv.Atoi(direction)
				edges[0] = fmt.Sprint((d+2)%6+1, ":", edges[0])
			} else {
				if edges[0] != "-" {
					rows["state "+edges[0]] = 1
				}
				edges = edges[1:]
				if m[1] != "HST" {
					rows["by "+m[1]], from[m[1]] = 1, at
				}
			}
			for _, e := range edges {
				rows[e] = 1
			}
			last = i + 1
		} else if m := rowOfArmy.FindStringSubmatch(line); m != nil {
			if m[4] != "0" { // as one whose number is not told
				rows[strings.Join(m[1:5], " ")]++
			}
			last = i + 1
		}
	}
	next("")
	return strings.Join(lines[last:], "\n")
}

// land reads the sightings on own land: those of a lost field in which nobody of the realm is are of week 13.
func (r *reading) land(own string, lines []string) {
	for i, line := range lines {
		head := rowOfLand.FindStringSubmatch(line)
		if head == nil {
			continue
		}
		weeks := map[int]map[string]int{}
		week, at := 14, head[1]+"/"+head[2]
		if head[3] != "" {
			r.list("lost", at)
			week = 13
		}
		for _, line := range lines[i+1:] {
			m := rowOfArmy.FindStringSubmatch(line)
			if m == nil {
				break
			}
			if m[1] == own {
				week = 14 // own ones are told as they are now
			}
		}
		for _, line := range lines[i+1:] {
			m := rowOfArmy.FindStringSubmatch(line)
			if m == nil {
				break
			}
			w := week
			if m[5] != "" {
				w, _ = strconv.Atoi(m[5])
			}
			if weeks[w] == nil {
				weeks[w] = map[string]int{}
			}
			if m[4] != "0" {
				weeks[w][strings.Join(m[1:5], " ")]++
			}
		}
		for w, rows := range weeks {
			r.add(w, at, rows)
		}
	}
}

// told is the reading of facts.
func told(f *game.Facts) *reading {
	r := newReading()
	for _, w := range f.Weeks {
		for _, e := range w.Events {
			r.events[fmt.Sprint(w.Week)] += bare(e.Text)
		}
		for _, s := range w.Sightings {
			rows := map[string]int{}
			if s.Terrain != "" {
				building := s.Building
				if building == "" {
					building = "---"
				}
				rows[fmt.Sprint(s.Terrain, " ", s.Owner, " ", building)] = 1
				if s.State != "" {
					rows["state "+s.State] = 1
				}
				for _, e := range strings.Fields(s.Edges) {
					rows[e] = 1
				}
			}
			for _, name := range s.By {
				rows["by "+name] = 1
			}
			for _, a := range s.Armies {
				switch {
				case a.Unknown:
					rows[fmt.Sprint("? ", a.Kind, " ? ", a.Men)]++
				case a.Men > 0:
					rows[fmt.Sprint(a.Realm, " ", a.Name, " ", a.Men)]++
				case a.Realm != f.Realm.Number || !slices.Contains(s.By, a.Name):
					rows["nobody "+a.Name]++
				}
			}
			r.add(w.Week, s.At, rows)
		}
	}
	for _, field := range f.Fields {
		switch {
		case field.Words["lost"] != "":
			r.list("lost", field.At)
			continue
		case field.Values["blessed"] > 0:
			r.list("yields", field.At, field.Terrain, fmt.Sprint(field.Values["yield"]), "^")
		default:
			r.list("yields", field.At, field.Terrain, fmt.Sprint(field.Values["yield"]), "")
		}
		if left, ok := field.Values["capacity"]; ok {
			r.list("capacities", field.At, fmt.Sprint(left), field.Words["state"])
		}
	}
	for _, m := range f.Money {
		if m.Kind != "account" {
			r.list("money", m.Text, fmt.Sprint(m.Amount))
		}
	}
	for _, a := range f.Armies {
		if a.Realm == f.Realm.Number {
			r.list("armies", a.Name, fmt.Sprint(a.Men), fmt.Sprint(a.Values["experience"]), a.Words["fit"], a.At,
				fmt.Sprint(a.Values["movement"]), a.Words["special"])
		}
	}
	for _, p := range f.Parts {
		for _, said := range p.Said {
			if p.Name == "treaties" {
				r.list("treaties", said.Text)
			}
		}
	}
	return r
}

// same compares what a report tells with what its facts tell.
func same(t *testing.T, text, facts *reading) {
	t.Helper()
	for _, key := range slices.Sorted(maps.Keys(text.seen)) {
		if !maps.Equal(text.seen[key], facts.seen[key]) {
			t.Errorf("week and field %s: the report tells %v, the facts %v", key, text.seen[key], facts.seen[key])
		}
	}
	for key := range facts.seen {
		if text.seen[key] == nil {
			t.Errorf("week and field %s: the report tells nothing, the facts %v", key, facts.seen[key])
		}
	}
	for week := range 15 {
		if n := fmt.Sprint(week); text.events[n] != facts.events[n] {
			t.Errorf("week %s: the report tells %q, the facts %q", n, text.events[n], facts.events[n])
		}
	}
	for _, list := range []string{"yields", "capacities", "money", "armies", "treaties", "lost"} {
		if !slices.Equal(text.lists[list], facts.lists[list]) {
			t.Errorf("%s: the report tells\n%q\nthe facts\n%q", list, text.lists[list], facts.lists[list])
		}
	}
}
