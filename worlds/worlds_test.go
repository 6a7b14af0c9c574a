package worlds

import (
	"reflect"
	"testing"

	"weltentor/worlds/belagerung"
	"weltentor/worlds/kolonien"
	"weltentor/worlds/terra"
	"weltentor/worlds/terramagica"
	"weltentor/worlds/thoramar"
)

// What Tables remembers for Effective is what Effective reads from its text, as another process does.
func TestEffectiveIsWhatTablesSays(t *testing.T) {
	rules := map[string]func() any{
		"thoramar": func() any { return thoramar.Rules() }, "terramagica": func() any { return terramagica.Rules() },
		"kolonien": func() any { return kolonien.Rules() }, "terra": func() any { return terra.Rules() },
		"belagerung": func() any { return belagerung.Rules() },
	}
	if len(rules) != len(Rulebooks()) {
		t.Fatalf("%d of %d games are here", len(rules), len(Rulebooks()))
	}
	call := func(rb any, name string, text []byte) any {
		out := reflect.ValueOf(rb).MethodByName(name).Call([]reflect.Value{reflect.ValueOf(text)})
		if !out[1].IsNil() {
			t.Fatal(out[1])
		}
		return out[0].Interface()
	}
	for name, made := range rules {
		for _, own := range []string{"", "practice = true\n"} {
			rb := made()
			text := call(rb, "Tables", []byte(own)).([]byte)
			if got, want := call(rb, "Effective", text), call(made(), "Effective", text); !reflect.DeepEqual(got, want) {
				t.Errorf("%s with %q: %+v, want %+v", name, own, got, want)
			}
		}
	}
}
