// Package harvest is a small engine that runs in a test and not as a program, and its manifest.
package harvest

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

	"weltentor/orders"
	"weltentor/worlds/external"
)

// Engine is a small engine: each year a farm sows some of its grain. The harvest is one to five times what was sown;
// mice eat a tenth of what was kept. Whoever has the most grain after the last year wins.
type Engine struct {
	Years   int                           // 0: for ever
	Program string                        // its sum; "": some
	Leave   map[string][]byte             // what it also leaves after a turn
	Found   func(map[string][]byte)       // what is different in a founding; nil: nothing
	Fault   func(map[string][]byte) error // what goes wrong after a turn; nil: nothing
}

// farm is a player.
type farm struct {
	Name  string `json:"name"`
	Grain int64  `json:"grain"`
}

type harvestState struct {
	Year  int             `json:"year"`
	Farms map[string]farm `json:"farms"`
}

// Protocol is its manifest.
func Protocol() external.Protocol {
	p := external.Protocol{Name: "harvest", Title: map[string]string{"de": "Ernte", "en": "Harvest"}, Version: 1,
		State: []string{"state.json", "farms.txt", "seed"}, Token: "token", First: 1, Winners: "winners",
		Found:  external.Step{Run: []string{"harvest", "found"}},
		Turn:   external.Step{Run: []string{"harvest", "turn"}},
		Public: []string{"almanac.txt"},
		Check: external.Step{Run: []string{"harvest", "check", "{faction}"}, Files: []string{"farm-{faction}.json"},
			Orders: "orders/{faction}.txt", Out: "checked.txt", Mark: "!!", Below: true},
	}
	p.Join.File, p.Join.Line = "farms.txt", "{faction} {name}\n"
	p.Orders.File, p.Orders.Head, p.Orders.Forbidden = "orders/{faction}.txt", "farm {faction} {token}", []string{"password"}
	p.Clients = []orders.Client{{Head: `#farm {faction} "{password}"`, End: "#end"}}
	p.Seed.File, p.Seed.Most = "seed", 1_000_000_000
	p.Report.Text, p.Report.Template = "report/{faction}.txt", "template-{faction}.txt"
	p.Report.Files, p.Report.Summary = []string{"farm-{faction}.json"}, 12
	return p
}

// Sum is that of the program.
func (h *Engine) Sum() (string, error) { return cmp.Or(h.Program, strings.Repeat("a", 64)), nil }

// Run runs a step.
func (h *Engine) Run(j external.Job) (map[string][]byte, error) {
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
		if h.Found != nil {
			h.Found(files)
		}
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

func (h *Engine) check(files map[string][]byte, n string) error {
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

func (h *Engine) turn(files map[string][]byte, s *harvestState) error {
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
	if s.Year++; h.Years > 0 && s.Year > h.Years {
		for _, n := range slices.Sorted(maps.Keys(s.Farms)) {
			if s.Farms[n].Grain == best {
				files["winners"] = append(files["winners"], n+"\n"...)
			}
		}
	}
	maps.Copy(files, h.Leave)
	if h.Fault != nil {
		return h.Fault(files)
	}
	return nil
}

// Rules is the rulebook of an engine, with changes of its manifest.
func Rules(t testing.TB, h *Engine, change ...func(*external.Protocol)) *external.Rulebook {
	t.Helper()
	p := Protocol()
	for _, c := range change {
		c(&p)
	}
	rb, err := external.Rules(p, h)
	if err != nil {
		t.Fatal(err)
	}
	return rb
}
