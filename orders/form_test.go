package orders

import (
	"reflect"
	"testing"
)

func TestShape(t *testing.T) {
	got := Shape("army:army& plan:path13? ?~=+|- what*=Holz%lager/Camp|Burg at:place")
	want := Form{Parts: []Part{
		{Name: "army", Kind: AnArmy, Apart: true},
		{Name: "plan", Kind: APath, Optional: true, Digits: 13},
		{Kind: OneOf, Optional: true, Tight: true, Choices: []Choice{{"+", "+"}, {"-", "-"}}},
		{Name: "what", Kind: OneOf, Again: true, Choices: []Choice{{"Holz lager", "Camp"}, {"Burg", "Burg"}}},
		{Name: "at", Kind: APlace},
	}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// A line fits a form as it is read: in both languages, shortened, in any case; what is tight needs no blank, and all
// else does.
func TestFormFits(t *testing.T) {
	for shape, lines := range map[string]map[string]bool{
		"army:army& plan:path command=V|A ?~=+|-": {
			"K.M 1 122 V+": true, "  K.M  1 122  v ": true, "K.M 1 122 V +": true, "K.M1 122 V": false,
			"K.M 1 122 X": false, "K.M 1 122": false, "K.M 1 122 V+ 3": false,
		},
		"who:army command=Vorruecken/Advance|Halten/Hold steps:path?": {
			"1 Vorr 22": true, "1 vorrücken": true, "1 adv 2": true, "1 Hold": true, "1 Holder 1": true, "1 go": false,
		},
		"who:army =>|auf/at at:place* =Bau/House": {
			"E3 > 4/2 5/2 Bau": true, "E3 at 4/2 house": true, "E3 > Bau": false, "E3 > 4/2 bau 5/2": false,
		},
		"gold:number to:realm text:text?": {"1.000 2": true, "1.000 2 für alles": true, "tausend 2": false},
		"at:place& name:word":             {"2 -1 Burg": true, "2 Burg": false, "2 -1 Große Burg": false},
	} {
		for line, want := range lines {
			if got := Shape(shape).Fits(line); got != want {
				t.Errorf("%q fits %q: %v, want %v", line, shape, got, want)
			}
		}
	}
}
