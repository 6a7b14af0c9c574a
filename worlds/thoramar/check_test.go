package thoramar

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// BenchmarkReceipt reads a sheet of 50 armies of all arms in a world of 400 × 228
// fields with 800 such realms, checks it, and puts all that a receipt tells into
// words.
func BenchmarkReceipt(b *testing.B) {
	h := hosts[len(hosts)-1]
	w := mobilise(b, h.width, h.height, h.realms)
	sheet := game.Sheet{Realm: 400, Turn: 1, Text: w.campaignOf(400)}
	b.ReportAllocs()
	begun := cpuTime()
	for b.Loop() {
		c, words, text := w.Check(sheet), w.at.Rules.Words("de"), []byte(nil)
		for i := range c.Problems {
			text = words.Append(text, c.Problems[i].What, nil)
		}
		for i := range c.InForce {
			text = words.Append(text, c.InForce[i].What, nil)
		}
		for _, list := range [][]phrase.Phrase{c.Idle, c.Outlook} {
			for i := range list {
				text = words.Append(text, list[i], nil)
			}
		}
		if len(c.InForce) == 0 || len(text) == 0 {
			b.Fatal("nothing is in force")
		}
	}
	b.ReportMetric(float64((cpuTime()-begun).Microseconds())/float64(b.N)/1000, "cpu-ms/op")
}

// Law 8: whatever a realm orders, the turn refuses no line that the receipt
// accepted without a caveat. Only one realm sends orders, so that what others
// order the same turn is no excuse.
func TestAcceptedIsNotRefused(t *testing.T) {
	const realms = 6
	w, _ := crowd(t, 60, 40, realms, 8)
	accepted, refused := 0, 0
	for round := range 60 {
		dice := game.Seed{byte(round)}.Throw(0, 0, "wild")
		realm := 1 + round%realms
		sheet := game.Sheet{Realm: realm, Turn: 1, Text: wildSheet(w, realm, dice)}
		named, strangers := map[int]bool{}, false
		got := w.Check(sheet)
		for _, p := range got.Problems {
			named[p.Line] = true
			strangers = strangers || p.What.Code == "stranger-in-field"
		}
		accepted += len(got.InForce)
		turn := turn.Begin(w.at, []game.Sheet{sheet}, game.Seed{9})
		gametest.Watched(t, turn)
		for _, r := range turn.Refused[realm] {
			refused++
			if r.What.Code == "no-such-army" && strangers {
				continue // its recruiting was in doubt, and the receipt said so
			}
			if r.Severity == orders.Error && !named[r.Line] {
				t.Errorf("round %d: line %d %q: %s", round, r.Line, strings.Split(sheet.Text, "\n")[r.Line-1],
					turn.Rules.Words("de").Say(r.What))
			}
		}
	}
	if accepted < 200 || refused < 200 {
		t.Errorf("%d lines accepted, %d refused: the sheets are too tame", accepted, refused)
	}
}

// wildSheet writes lines of all sections about fields near the capital and
// armies that may or may not be there.
func wildSheet(w *World, realm int, dice *game.Dice) string {
	var b strings.Builder
	n := func(lo, hi int64) int64 { return dice.Between(lo, hi) }
	pick := func(list ...string) string { return list[dice.N(int64(len(list)))] }
	xy := func() string {
		y := n(-2, 2)
		x := n(-2, 2)
		if y&1 != 0 && x == 0 {
			x = 1
		}
		return fmt.Sprint(x, " ", y)
	}
	b.WriteString("$B\n")
	for range 6 {
		fmt.Fprintln(&b, pick("STD", "BRG", "FES", "HST", "TSL", "TPL", "MIN"), pick("0 0", xy()),
			"Ort_"+pick("A", "B"))
		fmt.Fprintln(&b, pick("S", "W", "B"), pick("0 0", xy()), n(1, 6))
	}
	b.WriteString("$R\n")
	for range 6 {
		fmt.Fprintf(&b, "%s%s %d %d %s\n", pick("", "+"), pick("K.L", "K.M", "R.M", "F.L", "S.L", "P.K"), n(1, 12),
			n(1, 3000), pick("0 0", xy()))
	}
	b.WriteString("$G\n")
	for range 3 {
		fmt.Fprintln(&b, n(1, 9), n(1, 200000))
	}
	b.WriteString("$L\n")
	for range 3 {
		fmt.Fprintln(&b, n(1, 7), xy())
	}
	b.WriteString("$V\n")
	for range 3 {
		fmt.Fprintln(&b, n(1, 9), pick("K", "A", "P"))
	}
	b.WriteString("$A\n")
	for i := range 8 {
		fmt.Fprintf(&b, "%s %d %d%d00000000000 %s%s%s\n", pick("K.L", "K.M", "R.L", "R.M"), i+1, n(0, 6), n(0, 6),
			pick("V", "A", "P", "E", "Z"), pick("+", "-", ""), pick("", "", " K.M 77 400", " K.L 1", " STD", " S 4"))
	}
	b.WriteString("$S\nReichsname " + pick("Reich 2", "Neu") + "\n$N\n#" + fmt.Sprint(n(1, 9)) + "\nText\n#E\n")
	return b.String()
}

// Law 6 for receipts: what a realm cannot see changes no word of its receipt.
func TestReceiptShowsNothingUnseen(t *testing.T) {
	w, sheets := crowd(t, 60, 40, 6, 8)
	before := fmt.Sprint(w.Check(sheets[0]))
	clear := sight.Clear(w.at.State, w.at.Tables, 1)
	s := w.at.State.Clone()
	town := w.at.Tables.FindBuilding("STD")
	changed := 0
	for p := range s.Fields {
		if !clear.Has(game.Place(p)) && s.Fields[p].Owner == 0 && s.Fields[p].Building == nil {
			s.Fields[p].Owner = 2
			s.Fields[p].Building = &realm.Building{Kind: town.Code, Name: "X"}
			changed++
		}
	}
	for r := 2; r < len(s.Realms); r++ {
		s.Realms[r].Gold += 1000
		for _, a := range s.Armies[r] {
			if !clear.Has(a.At) {
				a.Men += 5
				a.KK = 7
			}
		}
	}
	if changed == 0 {
		t.Fatal("nothing is out of sight")
	}
	other := w.with(s)
	if after := fmt.Sprint(other.Check(sheets[0])); after != before {
		t.Errorf("the receipt tells of what is unseen:\n%s\n%s", before, after)
	}
}

// A sheet for a realm that is not in the game is an error, never a panic.
func TestCheckOfNobody(t *testing.T) {
	w := freshWorld(t, "n", 40, 30, 1)
	for _, realm := range []int{2, -1, 5000} {
		if c := w.Check(game.Sheet{Realm: realm, Text: "$G\n1 5\n"}); c.Errors() == 0 {
			t.Errorf("realm %d: no error", realm)
		}
	}
}

// The problems of text and of the world come in one list, by position.
func TestProblemsAreSorted(t *testing.T) {
	w := freshWorld(t, "sorted", 40, 30, 2)
	c := w.Check(game.Sheet{Realm: 1, Turn: 1, Text: "$G\n9 5\nunsinn\n8 5\n$B\nXXX\nBRG 0 0 X\n"})
	last := orders.Position{}
	for _, p := range c.Problems {
		if p.Line < last.Line {
			t.Errorf("line %d after line %d", p.Line, last.Line)
		}
		last = p.Position
	}
	if len(c.Problems) < 5 {
		t.Errorf("%d problems, want one for each of lines 2, 3, 4, 6, 7: %+v", len(c.Problems), c.Problems)
	}
}

// Receipts use each other's room: none sees what another left in it. Every realm's is
// the same after all others' as alone, also where several are written at a time.
func TestReceiptsShareNothing(t *testing.T) {
	const realms = 4
	w, sheets := crowd(t, 60, 40, realms, 8)
	var alone []game.Checked
	for _, s := range sheets {
		alone = append(alone, (&World{at: w.at}).Check(s))
	}
	done := make(chan string, 3)
	for range cap(done) {
		go func() {
			said := ""
			for range 3 {
				for i, s := range sheets {
					if !reflect.DeepEqual(w.Check(s), alone[i]) {
						said = fmt.Sprintf("the receipt of realm %d is another beside others", s.Realm)
					}
				}
			}
			done <- said
		}()
	}
	for range cap(done) {
		if said := <-done; said != "" {
			t.Error(said)
		}
	}
	b := w.rooms.Take(1)
	size := cap(b.Fields)
	if fields, at := b.Fields[:size], b.At[:size]; size < 2 || !reflect.DeepEqual(fields, make([]realm.Field, size)) ||
		!reflect.DeepEqual(at, make([][]*realm.Army, size)) {
		t.Error("the room is not blank, or there is none")
	}
}
