package external

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// harvest is a small engine: each year a farm sows some of its grain. The harvest is one to five times what was sown;
// mice eat a tenth of what was kept. Whoever has the most grain after the last year wins.
type harvest struct {
	years int
	sum   string
	leave map[string][]byte             // what it also leaves after a turn
	fault func(map[string][]byte) error // what goes wrong after a turn; nil: nothing
}

type farm struct {
	Name  string `json:"name"`
	Grain int64  `json:"grain"`
}

type harvestState struct {
	Year  int             `json:"year"`
	Farms map[string]farm `json:"farms"`
}

// harvestProtocol is its manifest.
func harvestProtocol() Protocol {
	p := Protocol{Name: "harvest", Title: map[string]string{"de": "Ernte", "en": "Harvest"}, Version: 1,
		State: []string{"state.json", "farms.txt", "seed"}, Token: "token", First: 1, Winners: "winners",
		Found:  Step{Run: []string{"harvest", "found"}},
		Turn:   Step{Run: []string{"harvest", "turn"}},
		Public: []string{"almanac.txt"},
		Check: Step{Run: []string{"harvest", "check", "{faction}"}, Files: []string{"farm-{faction}.json"},
			Orders: "orders/{faction}.txt", Out: "checked.txt", Mark: "!!", Below: true},
	}
	p.Join.File, p.Join.Line = "farms.txt", "{faction} {name}\n"
	p.Orders.File, p.Orders.Head, p.Orders.Forbidden = "orders/{faction}.txt", "farm {faction} {token}", []string{"password"}
	p.Clients = []Client{{Head: `#farm {faction} "{password}"`, End: "#end"}}
	p.Seed.File, p.Seed.Most = "seed", 1_000_000_000
	p.Report.Text, p.Report.Template = "report/{faction}.txt", "template-{faction}.txt"
	p.Report.Files, p.Report.Summary = []string{"farm-{faction}.json"}, 12
	return p
}

func (h *harvest) Sum() string { return cmp.Or(h.sum, strings.Repeat("a", 64)) }

func (h *harvest) Run(j Job) (map[string][]byte, error) {
	files := maps.Clone(j.Files)
	s := harvestState{Farms: map[string]farm{}}
	if raw, is := files["state.json"]; is {
		if err := json.Unmarshal(raw, &s); err != nil {
			return nil, err
		}
	}
	switch j.Argv[1] {
	case "found":
		files["seed"], files["farms.txt"] = nil, nil
	case "check":
		return files, h.check(files, j.Argv[2])
	case "turn":
		if err := h.turn(files, &s); err != nil {
			return nil, err
		}
	}
	files["state.json"], _ = json.Marshal(s)
	return files, nil
}

// sown reads a farm's orders: how much it sows, and what is no order.
func sown(files map[string][]byte, n string) (sow int64, bad []string) {
	for i, line := range strings.Split(string(files["orders/"+n+".txt"]), "\n") {
		line, _, _ = strings.Cut(line, ";")
		w := strings.Fields(line)
		switch {
		case len(w) == 0 || i == 0 && w[0] == "farm":
		case len(w) == 2 && w[0] == "sow":
			sow, _ = strconv.ParseInt(w[1], 10, 32)
		case w[0] != "crash":
			bad = append(bad, line)
		}
	}
	return sow, bad
}

func (h *harvest) check(files map[string][]byte, n string) error {
	if strings.Contains(string(files["orders/"+n+".txt"]), "sleep") {
		return errors.New("it was stopped after 5 s")
	}
	var own farm
	if err := json.Unmarshal(files["farm-"+n+".json"], &own); err != nil {
		return fmt.Errorf("reading farm %s: %w", n, err)
	}
	sow, bad := sown(files, n)
	var out strings.Builder
	for _, line := range strings.Split(string(files["orders/"+n+".txt"]), "\n") {
		out.WriteString(line + "\n")
		if slices.Contains(bad, line) {
			out.WriteString("!! " + strconv.Quote(line) + " is no order: sow N\n")
		}
	}
	if sow > own.Grain {
		fmt.Fprintf(&out, "!! you have %d of grain\n", own.Grain)
	}
	files["checked.txt"] = []byte(out.String())
	return nil
}

func (h *harvest) turn(files map[string][]byte, s *harvestState) error {
	for name, text := range files {
		if strings.HasPrefix(name, "orders/") && strings.Contains(string(text), "\ncrash\n") {
			return errors.New("exit status 134: out of seed corn")
		}
	}
	for _, line := range strings.Split(strings.TrimSpace(string(files["farms.txt"])), "\n") {
		if n, name, is := strings.Cut(line, " "); is && s.Farms[n].Name == "" {
			s.Farms[n] = farm{name, 100}
		}
	}
	seed, _ := strconv.ParseInt(strings.TrimSpace(string(files["seed"])), 10, 64)
	yield, best := seed%5+1, int64(0)
	for _, n := range slices.Sorted(maps.Keys(s.Farms)) {
		f := s.Farms[n]
		sow, bad := sown(files, n)
		sow, eaten := min(sow, f.Grain), int64(0)
		if s.Year == 0 {
			sow = 0
		} else {
			eaten = (f.Grain - sow) / 10
		}
		f.Grain += sow*(yield-1) - eaten
		best = max(best, f.Grain)
		s.Farms[n] = f
		var r strings.Builder
		fmt.Fprintf(&r, "Harvest, year %d: %s\r\n\r\n", s.Year, f.Name)
		if s.Year > 0 {
			fmt.Fprintf(&r, "You sowed %d; each grain brought %d. Mice ate %d.\r\n", sow, yield, eaten)
		}
		for _, line := range bad {
			fmt.Fprintf(&r, "Not done: %q is no order\r\n", line)
		}
		fmt.Fprintf(&r, "You have %d of grain.\r\n", f.Grain)
		files["report/"+n+".txt"] = []byte(r.String())
		files["farm-"+n+".json"], _ = json.Marshal(f)
		files["template-"+n+".txt"] = fmt.Appendf(nil, "farm %s token\n; you have %d of grain\nsow 0\n", n, f.Grain)
	}
	files["almanac.txt"] = fmt.Appendf(nil, "Each grain brought %d.\n", yield)
	if s.Year++; h.years > 0 && s.Year > h.years {
		for _, n := range slices.Sorted(maps.Keys(s.Farms)) {
			if s.Farms[n].Grain == best {
				files["winners"] = append(files["winners"], n+"\n"...)
			}
		}
	}
	maps.Copy(files, h.leave)
	if h.fault != nil {
		return h.fault(files)
	}
	return nil
}

// rulesOf is the rulebook of the engine, with a change of its manifest.
func rulesOf(t *testing.T, h *harvest, change ...func(*Protocol)) *Rulebook {
	t.Helper()
	p := harvestProtocol()
	for _, c := range change {
		c(&p)
	}
	rb, err := Rules(p, h)
	if err != nil {
		t.Fatal(err)
	}
	return rb
}
