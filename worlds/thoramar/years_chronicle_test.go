package thoramar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// yearsPlayed is the game as it is played, and what has happened in it.
type yearsPlayed struct {
	test *testing.T
	y    *years
	hash [32]byte
	did  map[string]int
	last *outcome // of the turn before, for dump
}

// write has the players write their sheets.
func (c *yearsPlayed) write(w *World) []game.Sheet {
	at := &table{seed: c.y.seed(c.test).Sub("table"), peace: 12}
	for i := range w.at.State.Fields {
		f := &w.at.State.Fields[i]
		if b := f.Building; f.Owner != 0 && b != nil && b.Gate != 0 && b.Damage != tables.Ruin {
			at.gates = append(at.gates, b.Gate) // its owner knows it, and tells
		}
	}
	for r, list := range w.at.State.Armies[1:] {
		for _, a := range list {
			if a.Name.Type == 'D' {
				at.boasts = append(at.boasts, boast{r + 1, a.At})
			}
		}
	}
	out := c.master(w)
	for r := 1; r < len(w.at.State.Realms); r++ {
		m := minds[c.y.Realm[r-1].Mind]
		if m == nil {
			c.test.Fatalf("no mind %q", c.y.Realm[r-1].Mind)
		}
		if w.at.State.Realms[r].Fallen || m.silent > 0 && w.at.State.Turn >= m.silent {
			continue
		}
		out = append(out, game.Sheet{Realm: r, Turn: w.at.State.Turn, Text: newPlayer(w, r, m, at).sheet()})
	}
	return out
}

// master is the game master's sheet: what players have paid, once a year; the
// first time with a line that is none of his business.
func (c *yearsPlayed) master(w *World) []game.Sheet {
	if w.at.State.Turn%4 != 1 {
		return nil
	}
	text := ""
	for r := 1; r < len(w.at.State.Realms); r += 2 {
		text = Rules().Payment(text, r, 400)
	}
	if w.at.State.Turn == 1 {
		text += "$G\n99 400\n$R\nK.M 1 1000 0 0\n"
	}
	return []game.Sheet{{Realm: 0, Turn: w.at.State.Turn, Text: text}}
}

// turn resolves one turn and notes what happened in it.
func (c *yearsPlayed) turn(w *World, sheets []game.Sheet) *World {
	t := turn.Begin(w.at, sheets, c.y.seed(c.test))
	gametest.Watched(c.test, t)
	o := newOutcome(w, t)
	next := o.Next().(*World)
	events := t.Events()
	c.hash = link(c.hash, next, events)
	for i := range events {
		c.note(events[i].Phrase)
		c.works(w, events[i].Phrase)
	}
	for _, s := range sheets {
		c.receipt(w, t, s)
	}
	c.battles(w, events)
	for _, r := range o.Realms() {
		rep := o.Report(r, nil)
		c.spies(t, r, rep.Text)
		if bytes.Contains(rep.Text, []byte("gemischt")) || bytes.Contains(rep.Text, []byte("mixed, ")) {
			c.did["mixed formation"]++
		}
		if len(rep.Text) == 0 || len(rep.Summary) == 0 {
			c.test.Errorf("turn %d: realm %d gets an empty report", o.shared.Turn.Number, r)
		}
	}
	if dir := os.Getenv("YEARS_DUMP"); dir != "" {
		c.dump(dir, o, w, sheets)
		c.last = o
	}
	return next
}

// works notes a new capital, temple cities mended, and how badly damaged what
// is mended was.
func (c *yearsPlayed) works(w *World, p phrase.Phrase) {
	kind, at := "", game.Nowhere
	for _, a := range p.Args {
		switch a.Name {
		case "building":
			kind = strings.TrimPrefix(a.S, "building.")
		case "field":
			at = game.Place(a.N)
		}
	}
	switch p.Code {
	case "build-begun", "conversion-begun":
		if w.at.Tables.FindBuilding(kind).Capital {
			c.did["capital rebuilt"]++
		}
	case "repair-begun":
		if w.at.Tables.FindBuilding(kind).Temple {
			c.did["temple city mended"]++
		}
		if b := w.at.State.Fields[at].Building; b != nil {
			c.did["mended "+turn.DamageWord(b.Damage)]++
		}
	}
}

// battles notes in whose company fights were fought.
func (c *yearsPlayed) battles(w *World, events []game.Event) {
	for i, e := range events {
		if e.Code != "battle" || len(e.Realms) == 0 {
			continue
		}
		viewer := e.Realms[0]
		realms := map[string]map[string]bool{"battle-attacker": {}, "battle-defender": {}}
		for _, f := range events[i+1:] {
			if realms[f.Code] == nil {
				break
			}
			name := f.Args[0].S
			if !f.For(viewer) {
				continue
			}
			whose := name[:strings.IndexByte(name, '.')]
			realms[f.Code][whose] = true
			if len(whose) == 1 && whose[0] >= 'A' { // the viewer's own
				realms[f.Code][whose], realms[f.Code]["own"] = false, true
				for _, a := range w.at.State.Armies[viewer] {
					if f.Code == "battle-attacker" && a.Name.String() == name && a.Cargo() {
						c.did["landing under fire"]++
					}
				}
			}
		}
		for side, of := range realms {
			n := 0
			for _, in := range of {
				if in {
					n++
				}
			}
			if n > 1 {
				c.did[map[string]string{"battle-attacker": "joint attack", "battle-defender": "joint defence"}[side]]++
			}
		}
	}
}

// spies notes which armies that hide are found, and which are not.
func (c *yearsPlayed) spies(t *turn.Turn, viewer int, report []byte) {
	for r, list := range t.State.Armies {
		for _, a := range list {
			if r == viewer || r == 0 || a.Flag != realm.Hidden || sight.PlainLook(t.Turn, a) != sight.Unseen ||
				!sight.Shares(t.Turn, viewer, a.At) {
				continue
			}
			if bytes.Contains(report, fmt.Appendf(nil, "?.%v ?  %d\n", a.Name.Unit, a.Men)) {
				c.did["spy found"]++
			} else {
				c.did["spy unseen"]++
			}
		}
	}
}

// follows are refusals that may come of an order before them which another
// realm's orders undid or made possible after all: then there is other gold, an
// army less, or a priest has not been recharged.
var follows = map[string]bool{"too-little-gold": true, "capacity": true, "spell-poor": true, "no-such-army": true,
	"embark-nobody": true, "bless-foreign": true, "not-own-land": true}

// shaken is the first line whose outcome the receipt could not know: it named it
// itself, or another realm's orders of the turn decided it.
func shaken(problems []orders.Problem, refused []orders.Problem) int {
	first := 1 << 30
	for _, p := range problems {
		switch p.What.Code {
		case "partly", "edge-foreign", "edge-foe", "foe-in-field", "stranger-in-field", "too-little-gold":
			first = min(first, p.Line)
		}
	}
	for _, r := range refused {
		if unforeseen[r.What.Code] {
			first = min(first, r.Line)
		}
	}
	return first
}

// dump writes what players sent and got, for eyes, and what lay before them, for the pictures of the page.
func (c *yearsPlayed) dump(dir string, o *outcome, w *World, sheets []game.Sheet) {
	for _, r := range o.Realms() {
		name := fmt.Sprintf("%s/t%02d-r%02d", dir, o.shared.Turn.Number, r)
		if err := os.WriteFile(name+"-report.txt", o.Report(r, nil).Text, 0o644); err != nil {
			c.test.Fatal(err)
		}
	}
	for _, s := range sheets {
		name := fmt.Sprintf("%s/t%02d-r%02d", dir, o.shared.Turn.Number, s.Realm)
		if err := os.WriteFile(name+"-orders.txt", []byte(s.Text), 0o644); err != nil {
			c.test.Fatal(err)
		}
		if c.last == nil || s.Realm == 0 {
			continue
		}
		raw, err := json.Marshal(game.Table{Schema: game.TableSchema, Rulebook: Rules().Name(), Rules: Rules().Version(),
			World: c.y.Name, Address: "game@example.org", Realm: s.Realm, Lang: w.at.State.Realms[s.Realm].Lang,
			Turn: s.Turn, Deadline: "2030-03-29T20:00:00+01:00", Orders: s.Text, Tables: string(w.at.Tables.Text()),
			Known: w.Known(s.Realm), Facts: *c.last.Facts(s.Realm)})
		if err == nil {
			err = os.WriteFile(name+"-table.json", raw, 0o644)
		}
		if err != nil {
			c.test.Fatal(err)
		}
	}
}

// unforeseen are refusals that another realm's orders of the same turn can
// bring about.
var unforeseen = map[string]bool{
	"name.taken":     true, // another realm took it in this turn
	"cede-apart":     true, // the receiver may have given away the land that was touched
	"cede-unseen":    true,
	"edge-foe":       true, // the army's realm may have ended the treaty
	"edge-foreign":   true, // the field may have been given to another realm
	"foe-in-field":   true, // as edge-foe
	"undeliverable":  true, // the realm fell in this turn
	"tame-nobody":    true, // of others' armies another may have been first
	"free-nobody":    true,
	"spell-weak":     true,
	"summon-blessed": true, // foreign land: only its owner knows it is blessed
}

// receipt holds what the turn refused against the receipt (law 8).
func (c *yearsPlayed) receipt(w *World, t *turn.Turn, s game.Sheet) {
	got := w.Check(s)
	named := map[int]bool{}
	for _, p := range got.Problems {
		named[p.Line] = true
		c.did["receipt "+p.What.Code]++
	}
	for _, f := range got.InForce {
		c.did["receipt "+f.What.Code]++
		for _, a := range f.What.Args {
			if strings.HasPrefix(a.S, "forecast-") {
				c.did["receipt "+a.S]++
			}
		}
	}
	for _, p := range append(got.Idle, got.Outlook...) {
		c.did["receipt "+p.Code]++
	}
	doubt := shaken(got.Problems, t.Refused[s.Realm])
	for _, r := range t.Refused[s.Realm] {
		c.did["refused "+r.What.Code]++
		if r.Severity == orders.Error && !named[r.Line] && !unforeseen[r.What.Code] &&
			!(follows[r.What.Code] && doubt < r.Line) {
			c.test.Errorf("turn %d, realm %d: the turn refused line %d (%s: %s), its receipt did not", w.at.State.Turn,
				s.Realm, r.Line,
				r.What.Code, strings.Split(s.Text, "\n")[r.Line-1])
		}
	}
	for _, l := range t.Sheets[s.Realm].Lines {
		c.did["section "+string(rune(l.Section))]++
		if o, ok := l.Order.(order.ArmyOrder); ok {
			c.did[fmt.Sprintf("order %v %c", o.Army.Unit, o.Command)]++
			if k := o.SpecialKind(); k != realm.NoMeaning {
				c.did["special "+specialWords[k]]++
			}
		}
	}
}

var specialWords = map[realm.SpecialKind]string{realm.Split: "split", realm.Merge: "merge", realm.Embark: "embark",
	realm.Join: "join", realm.Summon: "summon", realm.FreeDemons: "free",
	realm.Accelerate: "accelerate", realm.Tame: "tame", realm.Demolish: "demolish", realm.Gate: "gate",
	realm.Bless: "bless", realm.Trade: "trade"}

// note counts an event, and what it happened to.
func (c *yearsPlayed) note(p phrase.Phrase) {
	c.did["event "+p.Code]++
	for _, a := range p.Args {
		unit := ""
		if i := strings.IndexByte(a.S, ' '); i >= 3 {
			unit = a.S[i-3 : i]
		}
		switch {
		case a.Name == "building", a.Name == "state", a.Name == "edge", a.Name == "cause":
			c.did["event "+p.Code+" "+strings.TrimPrefix(a.S, "building.")]++
		case a.Name == "army" && len(unit) == 3:
			c.did["event "+p.Code+" "+unit]++
		case a.Name == "treaty":
			c.did["event "+p.Code+" "+a.S]++
		}
	}
}

// missing lists what of the checklist has not happened.
func (c *yearsPlayed) missing() (out []string) {
	text, err := os.ReadFile(yearsFolder + "checklist.txt")
	if err != nil {
		c.test.Fatal(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		if line = strings.TrimSpace(line); line != "" && c.did[line] == 0 {
			out = append(out, line)
		}
	}
	return out
}

// list logs all that happened, and how often.
func (c *yearsPlayed) list() {
	var all []string
	for what, n := range c.did {
		all = append(all, fmt.Sprintf("%s\t%d", what, n))
	}
	sort.Strings(all)
	c.test.Log("\n" + strings.Join(all, "\n"))
}
