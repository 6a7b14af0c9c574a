package order_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/thoramar/founding"
)

// Each number of an order has a least and a greatest value: both can be written, and what is one
// less or one more is the line's only problem.
func TestNumbersOfOrders(t *testing.T) {
	const most = 1_000_000_000
	l := founding.Rules().Language()
	for _, c := range []struct {
		lines     string
		low, high int
	}{
		{"$A\nK.M %d 2 V+", 1, 999},
		{"$A\nK.M 1 2 V+ %d", 1, 999},
		{"$A\nK.M 7 2 V+ K.M %d", 1, 999},
		{"$A\nK.M 7 2 V+ K.M 2 %d", 1, most},
		{"$A\nZ.M 1 2 V+ %d 0", -9999, 9999},
		{"$A\nZ.M 1 2 V+ 1 %d", -9999, 9999},
		{"$A\nK.M 1 2 Z+ S %d", 1, 6},
		{"$A\nK.M 1 %d V+", 0, 6},
		{"$B\nSTD %d 0 Ort", -9999, 9999},
		{"$B\nSTD 1 %d Ort", -9999, 9999},
		{"$B\nS 0 0 %d", 1, 6},
		{"$R\nK.M %d 500 0 0", 1, 999},
		{"$R\nK.M 1 %d 0 0", 1, most},
		{"$R\nK.M 1 500 %d 0", -9999, 9999},
		{"$R\nK.M 1 500 1 %d", -9999, 9999},
		{"$G\n%d 500", 1, 999},
		{"$G\n2 %d", 1, most},
		{"$L\n%d 1 1", 1, 999},
		{"$V\n%d A", 1, 999},
		{"$T\nK.M 1 %d Halten", 1, 10},
	} {
		for n, want := range map[int]int{c.low: 0, c.high: 0, c.low - 1: 1, c.high + 1: 1} {
			text := fmt.Sprintf(c.lines, n)
			if got := l.Parse(text).Problems; len(got) != want {
				t.Errorf("%q: %d problems, want %d: %v", text, len(got), want, got)
			}
		}
	}
}

// A line of $R with one number too many for its army, which would be right if the three digits behind its count belonged
// to it, is an error that asks; what is right as it is stays right.
func TestThousandsPartedByABlank(t *testing.T) {
	l := founding.Rules().Language()
	for _, c := range []struct{ line, want string }{
		{"K.M 1 1 000 0 0", "order.joined 1000"},
		{"+K.M 1 2 500 0 0", "order.joined 2500"},
		{"K.M 1 1 000 1 1", "order.joined 1000"}, // not "there is no field 0/1"
		{"P.K 1 1 000 -3 4", "order.joined 1000"},
		{"S.L 1 1 000 0 0 2", "order.joined 1000"},
		{"S.L 1 500 120 40 3", ""}, // 500 ships in 120/40, built in direction 3
		{"S.L 1 20 000 0 2", ""},
		{"K.M 1 1000 0 0", ""},
		{"K.M 1 1.000 0 0", ""},
		{"K.M 1 1 00 0 0", "order.needless-direction"}, // not three digits
		{"K.M 1 1 120 0 6", "order.joined 1120"},
		{"K.M 1 1 000 000 0 0", "surplus"},              // two too many
		{"K.M 1 1 000 0 1", "order.needless-direction"}, // 1000 at 0/1: no such field
		{"K.M 1 1 -00 0 0", "order.needless-direction"},
		{"K.X 1 1 000 0 0", "order.unit"},
	} {
		got := ""
		for _, p := range l.Parse("$R\n" + c.line).Problems {
			got = strings.TrimSpace(p.What.Code + " " + p.What.Arg("right").S)
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

// Words too many, too few, or in a wrong section are named, each by its own problem.
func TestWordsOfOrders(t *testing.T) {
	for text, want := range map[string]string{
		"$A\nK.M 1 2 Z+ HST":          "",
		"$A\nK.M 1 2 Z+ HST 5":        "surplus",
		"$A\nK.M 1 2 Z+ HST 5 5":      "surplus",
		"$A\nK.M 1 2 Z+ S 5":          "",
		"$A\nK.M 1 2 Z+ S":            "missing",
		"$A\nK.M 1 2 Z+ S 5 5":        "surplus",
		"$A\nK.M 1 2 V+ K.M 2":        "",
		"$A\nK.M 1 2 V+ K.M 2 7 7":    "surplus",
		"$T\nK.M 1 3 Halten":          "",
		"$A\nK.M 1 3 Halten":          "order.elsewhere",
		"$T\nK.M 1 2 V+":              "order.elsewhere",
		"$G\nK.M 1 2 V+":              "order.elsewhere",
		"$V\n2 20000":                 "order.elsewhere",
		"$B\n2 A":                     "order.elsewhere",
		"$R\nSTD 2 4 Sewastopol":      "order.elsewhere",
		"$B\n+K.M 1 2500 0 0":         "order.elsewhere",
		"$T\nK.M 1 3":                 "missing",
		"$T\n1 K.M 3 Halten":          "unexpected",
		"$T\nK.M 1 3 Halten Halten":   "surplus",
		"$G\n2 20000 20000":           "surplus",
		"$L\n2 1 1 1":                 "surplus",
		"$V\n2 A A":                   "surplus",
		"$R\nK.M 1 500 0 0 2":         "order.needless-direction",
		"$R\nS.L 1 20 0 0 2":          "",
		"$R\nS.L 1 20 0 0":            "missing",
		"$B\nS 0 0 1116 2":            "surplus",
		"$A\nK.M 1 22222222222222 V+": "order.plan-long",
	} {
		got := ""
		for _, p := range founding.Rules().Language().Parse(text).Problems {
			got += p.What.Code
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
