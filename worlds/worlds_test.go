package worlds

import (
	"reflect"
	"testing"

	"weltentor/worlds/game"
)

// What Tables remembers for Effective is what Effective reads from its text, as another process does.
func TestEffectiveIsWhatTablesSays(t *testing.T) {
	call := func(rb game.Rulebook, name string, text []byte) any {
		out := reflect.ValueOf(rb).MethodByName(name).Call([]reflect.Value{reflect.ValueOf(text)})
		if !out[1].IsNil() {
			t.Fatal(rb.Name(), out[1])
		}
		return out[0].Interface()
	}
	for _, own := range []string{"", "practice = true\n"} {
		others := every()
		for i, rb := range every() {
			text := call(rb, "Tables", []byte(own)).([]byte)
			if got, want := call(rb, "Effective", text), call(others[i], "Effective", text); !reflect.DeepEqual(got, want) {
				t.Errorf("%s with %q: %+v, want %+v", rb.Name(), own, got, want)
			}
		}
	}
}
