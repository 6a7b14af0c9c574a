package order_test

import (
	"fmt"
	"reflect"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
)

// read gives what a sheet's lines are printed as, and the lines where something is wrong, a W before warnings.
func read(text string) (lines, wrong []string) {
	s := rulekit.ReadSheet(order.Language(), game.Sheet{Realm: 1, Text: text})
	for _, l := range s.Lines {
		lines = append(lines, string(l.Order.Print(nil, phrase.De)))
	}
	for _, p := range s.Problems {
		sign := ""
		if p.Severity != "error" {
			sign = "W "
		}
		wrong = append(wrong, fmt.Sprint(sign, p.Line))
	}
	return lines, wrong
}

// Armies are called K.M 1, k.m 1 or KM1; a plan of fewer than 13 digits is filled with 0, surplus zeros are dropped
// with a warning, and surplus steps and digits from 7 on are wrong.
func TestArmyLines(t *testing.T) {
	const whole = "[K.M 1 1220000000000 A+]"
	for text, want := range map[string][2]string{
		"K.M 1 1220000000000 A+":  {whole, "[]"},
		"k.m 1 1220000000000 a+":  {whole, "[]"},
		"KM1 122 A+":              {whole, "[]"},
		"KM 1 122 A+ ; hinüber":   {whole, "[]"},
		"K.M 1 12200000000000 A+": {whole, "[W 2]"},
		"K.M 1 12200000000001 A+": {"[]", "[2]"},
		"K.M 1 127 A+":            {"[]", "[2]"},
		"K.M 1000 122 A+":         {"[]", "[2]"},
		"K.X 1 122 A+":            {"[]", "[2]"},
	} {
		lines, wrong := read("$A\n" + text + "\n")
		if got := fmt.Sprint(lines); got != want[0] || fmt.Sprint(wrong) != want[1] {
			t.Errorf("%s is read as %s, %v; want %s, %s", text, got, wrong, want[0], want[1])
		}
	}
}

// Sums may have dots or commas between thousands; a section's letter is enough, in any case; a remark is none of it.
func TestSectionsAndSums(t *testing.T) {
	for _, text := range []string{"$G\n2 20000\n", "$g (eld)\n2 20.000\n", "$Geldtransfer\n2 20,000 ; Zins\n"} {
		if lines, wrong := read(text); fmt.Sprint(lines) != "[2 20000]" || wrong != nil {
			t.Errorf("%q is read as %v, %v", text, lines, wrong)
		}
	}
	if lines, wrong := read("$X\n2 20\n3 30\n$G\n2 20\n"); fmt.Sprint(lines) != "[2 20]" || len(wrong) != 1 {
		t.Errorf("below an unknown letter: %v, %v", lines, wrong)
	}
}

// A plan may be printed without the weeks at its end in which the army stays. It is read as the same order.
func TestBrief(t *testing.T) {
	for line, want := range map[string]string{
		"K.M 1 1220000000000 A+ K.M 2 1000": "K.M 1 122 A+ K.M 2 1000", "K.S 1 0000000000000 E+": "K.S 1 0 E+",
		"R.L 1 0000123450000 V": "R.L 1 000012345 V", "R.L 1 1111111111111 V": "R.L 1 1111111111111 V",
	} {
		read := order.Language().Parse("$A\n" + line)
		got := string(order.Brief{ArmyOrder: read.Lines[0].Order.(order.ArmyOrder)}.Print(nil, phrase.En))
		if again := order.Language().Parse("$A\n" + got); got != want || !reflect.DeepEqual(again.Lines[0].Order, read.Lines[0].Order) {
			t.Errorf("%s is %s", line, got)
		}
	}
}
