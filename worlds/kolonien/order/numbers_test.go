package order

import (
	"fmt"
	"testing"
)

// Each number of an order has a least and a greatest value: both can be written, and what is one
// less or one more is the line's only problem. A line as its example has it holds the rest.
func TestNumbersOfOrders(t *testing.T) {
	for _, c := range []struct {
		lines     string
		low, high int
	}{
		{"$A\nCortez %d", 1, 9999},
		{"$A\nFlotte_1 %d", 1, 9999},
		{"$A\nFlotte_%d 14", 1, 99},
		{"$A\nCortez an Flotte_%d", 1, 99},
		{"$A\nFlotte_1 zu Flotte_%d", 1, 99},
		{"$A\nCortez nimmt INF %d", 1, 99},
		{"$A\nFlotte_1 gibt TRA %d", 1, 99},
		{"$A\nFlotte_1 nimmt TRA 1 Flotte_%d", 1, 99},
		{"$K\nCortez rueckzug verlust %d", 1, 100},
		{"$K\nCortez rueckzug cf %d", 1, 999},
		{"$K\nCortez rueckzug immer nach %d", 1, 9999},
		{"$K\nFlotte_1 rueckzug immer nach 12 Flotte_%d", 1, 99},
		{"$R\n%d INF 2", 1, 9999},
		{"$R\n14 INF %d", 1, 99},
		{"$R\n14 TRA %d", 1, 99},
		{"$R\n14 TRA 1 Flotte_%d", 1, 99},
		{"$B\n%d Ausbau", 1, 9999},
		{"$V\n%d P", 1, 999},
	} {
		for n, want := range map[int]int{c.low: 0, c.high: 0, c.low - 1: 1, c.high + 1: 1} {
			text := fmt.Sprintf(c.lines, n)
			if got := Language().Parse(text).Problems; len(got) != want {
				t.Errorf("%q: %d problems, want %d: %v", text, len(got), want, got)
			}
		}
	}
}

// Of several losses each is named once, and only what can be lost: units of a leader, ships of a
// fleet; the leader himself is always last.
func TestLossesOfOrders(t *testing.T) {
	for text, want := range map[string]string{
		"Cortez verluste MIL INF ART CAV":  "",
		"Cortez verluste LIN":              "",
		"Cortez verluste kein":             "",
		"Flotte_1 verluste TRA LIN_S":      "",
		"Cortez verluste MIL INF MIL":      "order.kind-twice",
		"Flotte_1 verluste TRA TRA":        "order.kind-twice",
		"Cortez verluste MIL Anfuehrer":    "order.leader-last",
		"Cortez verluste MIL cortez":       "order.leader-last",
		"Cortez verluste TRA":              "order.kind",
		"Flotte_1 verluste MIL":            "order.class",
		"Flotte_1 attacke ja":              "order.topic-fleet",
		"Flotte_1 belagerung ja":           "order.topic-fleet",
		"Flotte_1 regiment ja":             "order.topic-fleet",
		"Cortez verluste":                  "missing",
		"Cortez rueckzug verlust 50 nach":  "missing",
		"Cortez rueckzug nie":              "",
		"Cortez rueckzug verlust 50 %":     "",
		"Cortez rueckzug verlust 50 um 12": "surplus",
	} {
		got := ""
		for _, p := range Language().Parse("$K\n" + text).Problems {
			got += p.What.Code
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Words that may stand at the end of a line, or be left out, in both languages.
func TestWordsOfOrders(t *testing.T) {
	for _, text := range []string{
		"$A\nCortez nimmt INF 1", "$A\nCortez nimmt INF 1 Garnison", "$A\nCortez takes INF 1 Garrison",
		"$A\nCortez gibt INF 1 Garnison", "$A\nCortez gibt INF 1 Pizarro", "$A\nFlotte_1 gibt TRA 1",
		"$R\n14 INF 2", "$R\n14 INF 2 Garnison", "$R\n14 LIN 2 Regiment", "$R\n14 INF 2 Cortez", "$R\n14 TRA 1",
		"$R\n14 Anfuehrer", "$R\n14 Anfuehrer Drake", "$R\n14 Leader Drake", "$R\n14 Arzt Cortez",
	} {
		if got := Language().Parse(text).Problems; len(got) != 0 {
			t.Errorf("%q: %v", text, got)
		}
		if got := Language().Parse(text + " 7 zu_viel").Problems; len(got) != 1 {
			t.Errorf("%q and more: %v", text, got)
		}
	}
}
