package rulekit

import (
	"errors"
	"testing"
)

func TestLast(t *testing.T) {
	var l last[string]
	reads := 0
	read := func(text []byte) (string, error) {
		if reads++; len(text) == 0 {
			return "", errors.New("empty")
		}
		return "read " + string(text), nil
	}
	for i, c := range []struct {
		text, want string
		reads      int
	}{{"a", "read a", 1}, {"a", "read a", 1}, {"", "", 2}, {"", "", 3}, {"a", "read a", 3}, {"b", "read b", 4},
		{"a", "read a", 5}} {
		got, err := l.of([]byte(c.text), read)
		if got != c.want || (err != nil) != (c.want == "") || reads != c.reads {
			t.Errorf("%d: %q is %q (%v) after %d readings, want %q after %d", i, c.text, got, err, reads,
				c.want, c.reads)
		}
	}
}
