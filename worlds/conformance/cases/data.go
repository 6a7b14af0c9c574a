package cases

import (
	"encoding/json"
	"testing"
)

// Data compares a value with JSON that was written for it by hand.
func Data[T any](t *testing.T, what string, got T, want string) {
	t.Helper()
	// Both are decoded and encoded again, so that the order of names does not matter.
	indented := func(raw []byte) string {
		var v any
		err := json.Unmarshal(raw, &v)
		if err == nil {
			raw, err = json.MarshalIndent(v, "", " ")
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", what, err, raw)
		}
		return string(raw)
	}
	raw, err := json.Marshal(got)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if one, other := indented(raw), indented([]byte(want)); one != other {
		t.Errorf("%s: got\n%s\nwant\n%s", what, one, other)
	}
}
