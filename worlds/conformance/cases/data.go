package cases

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Data compares a value with JSON that was written for it by hand.
func Data[T any](t *testing.T, what string, got T, want string) {
	t.Helper()
	indented := func(raw []byte) string {
		var out bytes.Buffer
		if err := json.Indent(&out, raw, "", " "); err != nil {
			t.Fatalf("%s: %v in %s", what, err, raw)
		}
		return out.String()
	}
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	// Both are decoded and encoded again, so that the order of names does not matter.
	var g, w any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatalf("%s: %v in %s", what, err, want)
	}
	if err := json.Unmarshal(raw, &g); err != nil {
		t.Fatalf("%s: %v in %s", what, err, raw)
	}
	one, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	other, err := json.Marshal(w)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one, other) {
		t.Errorf("%s: got\n%s\nwant\n%s", what, indented(one), indented(other))
	}
}
