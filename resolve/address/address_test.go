package address

import (
	"strings"
	"testing"
)

// Two forms of a domain are the same address. Letters before the @ that only look alike are not.
func TestSameAddress(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Anna@Example.ORG", "anna@example.org", true},
		{" anna@example.org ", "anna@example.org", true},
		{"anna@müller.example", "anna@xn--mller-kva.example", true},
		{"anna@MÜLLER.example", "ANNA@XN--MLLER-KVA.EXAMPLE", true},
		{"anna@mu\u0308ller.example", "anna@müller.example", true}, // as macOS writes it
		{"anna@straße.example", "anna@strasse.example", false},
		{"anna@straße.example", "anna@xn--strae-oqa.example", true},
		{"anna@пример.example", "anna@xn--e1afmkfd.example", true},
		{"ſara@example.org", "sara@example.org", false},
		{"\u212aim@example.org", "kim@example.org", false},  // the Kelvin sign
		{"k\u0130m@example.org", "kim@example.org", false},  // I with a dot
		{"\u2126@example.org", "\u03c9@example.org", false}, // the Ohm sign, and omega
		{"Änne@example.org", "änne@example.org", false},
		{"ÄNNE@example.org", "Änne@example.org", true},
		{"kim@example.org.", "Kim@Example.org", true},
		{"kim@müller.example.", "kim@xn--mller-kva.example", true},
		{"kim@example.org\u3002", "kim@example.org", true},
		{"kim.@example.org", "kim@example.org", false},
		{"jörg@example.org", "jorg@example.org", false},
		{"anna@mueller.example", "anna@müller.example", false},
		{"anna@müller.example", "anna@müller.example.org", false},
		{"anna@\u200d.example", "anna@.example", false},
	} {
		if Same(c.a, c.b) != c.same || Same(c.b, c.a) != c.same {
			t.Errorf("%q and %q: %v, want %v", c.a, c.b, !c.same, c.same)
		}
	}
}

// The domain is sent in ASCII, and nothing else changes.
func TestWire(t *testing.T) {
	long := strings.Repeat("ü", 600)
	for mail, want := range map[string]string{
		"Anna@Example.ORG":    "Anna@Example.ORG",
		"Anna@Müller.example": "Anna@xn--mller-kva.example",
		"jörg@müller.example": "jörg@xn--mller-kva.example",
		"jörg@example.org":    "jörg@example.org",
		"anna@例え.テスト":         "anna@xn--r8jz45g.xn--zckzah",
		"anna":                "anna",
		"":                    "",
		"anna@" + long:        "anna@" + long, // longer than any domain
	} {
		if got := Wire(mail); got != want {
			t.Errorf("%q: %q, want %q", mail, got, want)
		}
	}
}

// A domain without a dot is local.
func TestLocal(t *testing.T) {
	for mail, want := range map[string]bool{
		"ann@localhost": true, "ann@example": true, "ann@example.": true, "ann@müller": true,
		"ann@example.org": false, "ann@müller.example": false, "ann": false, "": false,
	} {
		if got := Local(mail); got != want {
			t.Errorf("%q: %v, want %v", mail, got, want)
		}
	}
}

// An address is found in whatever form a program quotes it, and nothing else is.
func TestFinder(t *testing.T) {
	found := Finder([]string{"p2@x2.example"})
	for text, want := range map[string]string{
		"p2@x2.example":                 "*",
		"<mailto:p2%40x2.example>":      "<mailto:*>",
		"write to p2 @ x2.example, Bob": "write to *, Bob",
		"P2 @\nX2.example":              "*",
		"p2 at x2.example":              "p2 at x2.example",
		"p3@x2.example":                 "p3@x2.example",
	} {
		if got := found.ReplaceAllString(text, "*"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if Finder(nil) != nil {
		t.Error("nobody's addresses are found")
	}
}
