package kolonien

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/tables"
)

// Whose ships lie at sea no realm sees (rules §9.1): neither what it knows nor the chances that
// its receipt names tell from which haven they have fled.
func TestPiratesAtSeaAreOfNoHaven(t *testing.T) {
	w := newCase(t, `
-- world --
land 8 9 20 26
haven 20 P-MIL 2 P1 2
haven 26 P-MIL 2 P1 2
fleet 1 1 3 ESK 3
-- tables --
[rules]
dice_sides = 6
`).world
	fled := func(from, other int) *World {
		s := w.at.State.Clone()
		s.Areas[from-1].Haven.Away, s.Areas[other-1].Haven.Ships = 4, tables.Ships{}
		return w.with(s)
	}
	one, two := fled(20, 26), fled(26, 20)
	if bytes.Equal(one.State(), two.State()) {
		t.Fatal("nothing was changed")
	}
	if a, b := one.Known(1), two.Known(1); !bytes.Equal(a, b) || !strings.Contains(string(a), `"Pirates":[{"At":4,`) {
		t.Errorf("it knows\n%s\nand\n%s", a, b)
	}
	sheet := game.Sheet{Realm: 1, Turn: 1, Text: "$A\nFlotte_1 4\n"}
	a, b := one.Check(sheet), two.Check(sheet)
	if !reflect.DeepEqual(a, b) || len(a.InForce) == 0 || a.InForce[0].What.Code != "will-fight-at-sea" {
		t.Errorf("it is told\n%v\nand\n%v", a, b)
	}
}

// What is opened takes no more memory than what it is opened from lets expect.
func TestOpenKnownStaysSmall(t *testing.T) {
	w := newCase(t, "-- world --\nland 8 9\n").world
	known := string(w.Known(1))
	for _, many := range []string{strings.Repeat("{},", 1<<18), strings.Repeat("null,", 1<<18),
		strings.Repeat(" ", 1<<22)} {
		wrong := strings.Replace(known, `"Areas":[`, `"Areas":[`+many, 1)
		_, err := Rules().OpenKnown([]byte(wrong), w.at.Tables.Text())
		if err == nil || !strings.HasPrefix(err.Error(), "known: ") || !strings.Contains(err.Error(), "too many") {
			t.Errorf("%d bytes: %v", len(wrong), err)
		}
	}
}

// FuzzOpenKnown: whatever bytes come, they are an error, or what they open answers.
func FuzzOpenKnown(f *testing.F) {
	w, err := Rules().Found(game.Founding{Seed: game.Seed{5}, Width: 8, Height: 6})
	for _, j := range joinings {
		if err == nil {
			w, _, err = w.Join(j, game.Seed{5})
		}
	}
	if err != nil {
		f.Fatal(err)
	}
	rules, numbers := Rules(), w.(*World).at.Tables.Text()
	for range 6 {
		var sheets []game.Sheet
		for n := range w.Realms() {
			f.Add(w.(*World).Known(n + 1))
			d := game.Seed{5}.Throw(w.Asked().Turn, 0, "sheet", int64(n))
			sheets = append(sheets,
				game.Sheet{Realm: n + 1, Turn: w.Asked().Turn, Text: sensible(w.(*World), n+1, d)})
		}
		w = w.Resolve(sheets, game.Seed{5}, 1, nil).Next()
	}
	const text = "$V\n2 K\n$B\n4 Kolonie\n$R\n49 INF 2\n49 KAR 1\n$A\nCortez 4\nCortez an Flotte_1\nFlotte_1 8\n" +
		"Cortez von Flotte_1\nFlotte_1 gibt TRA 1 Flotte_2\n"
	f.Fuzz(func(t *testing.T, raw []byte) {
		if k, err := rules.OpenKnown(raw, numbers); err == nil {
			conformance.Answers(k, text)
		}
	})
}
