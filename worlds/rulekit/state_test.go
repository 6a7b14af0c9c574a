package rulekit

import (
	"strings"
	"testing"
)

type small struct {
	Schema int
	Gold   int
}

// A state is read as it was written; what is of another schema, has what this version
// does not know, is cut off or goes on behind its end is refused with the reason.
func TestDecode(t *testing.T) {
	raw := Encode(&small{Schema: 2, Gold: 5})
	if string(raw) != `{"Schema":2,"Gold":5}` {
		t.Errorf("written as %s", raw)
	}
	if s, err := Decode[small](raw, 2); err != nil || *s != (small{2, 5}) {
		t.Errorf("%+v, %v", s, err)
	}
	for text, want := range map[string]string{
		`{"Schema":1,"Gold":5}`:          "schema 1, this version reads 2",
		`{"Gold":5}`:                     "schema 0, this version reads 2",
		`{"Schema":2,"Gold":5,"Mana":1}`: "unknown field",
		`{"Schema":2,"Gold":5`:           "unexpected end of JSON",
		`{"Schema":2,"Gold":5}{}`:        "after top-level value",
		`{"Schema":2,"Gold":"much"}`:     "cannot unmarshal",
	} {
		if s, err := Decode[small]([]byte(text), 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v, want %q", text, s, err, want)
		}
	}
}
