package call_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
)

func TestChooseLang(t *testing.T) {
	t.Parallel()
	cases := []struct {
		args string
		env  map[string]string
		want phrase.Lang
	}{
		{"status x", nil, phrase.En},
		{"status x", map[string]string{"LANG": "de_DE.UTF-8"}, phrase.De},
		{"status x", map[string]string{"LANG": "C"}, phrase.En},
		{"status x", map[string]string{"LC_ALL": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, phrase.En},
		{"status x --lang en", map[string]string{"LANG": "de_DE.UTF-8"}, phrase.En},
		{"--lang=de status x", nil, phrase.De},
	}
	for _, c := range cases {
		got := call.ChooseLang(strings.Fields(c.args), func(k string) string { return c.env[k] })
		if got != c.want {
			t.Errorf("%q %v: %s, want %s", c.args, c.env, got, c.want)
		}
	}
}

func TestGuess(t *testing.T) {
	t.Parallel()
	known := []string{"deadline", "zone", "imap.port", "smtp.port", "early"}
	cases := []struct{ word, want string }{
		{"dedline", "deadline"}, // one letter dropped
		{"imap.prot", "imap.port"},
		{"zon", "zone"},
		{"windmill", ""},
		{"ealry", "early"}, // two letters swapped
		{"zine", "zone"},
		{"zink", ""},         // two of four letters
		{"dead", "deadline"}, // the only one that begins so
	}
	for _, c := range cases {
		if got := call.Guess(c.word, known); got != c.want {
			t.Errorf("guess(%q) = %q, want %q", c.word, got, c.want)
		}
	}
}
