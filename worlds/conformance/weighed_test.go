package conformance

import (
	"strings"
	"testing"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// An event without meaning is found, unless it is named as daily business, and so is what names none. The duel has no
// meanings, so nothing is asked of it until one of its events has one.
func TestEventsWithoutMeaningCatch(t *testing.T) {
	weighed := lawNamed(t, "what happens means something, or is daily business")
	paired := faultyRules{duel.Rules(), faults{facts: func(f game.Facts) game.Facts {
		for i := range f.Weeks {
			f.Weeks[i].Events = append([]game.FactEvent(nil), f.Weeks[i].Events...)
			for k := range f.Weeks[i].Events {
				if e := &f.Weeks[i].Events[k]; e.Code == "paired" {
					e.Tone = game.Warn
				}
			}
		}
		return f
	}}}
	ex := smallExample(6, "$A\nhoch 4\n")
	if said := verdict(weighed, duel.Rules(), ex); said != "" {
		t.Errorf("a game without meanings is blamed: %s", said)
	}
	said := verdict(weighed, paired, ex)
	if !strings.Contains(said, "the event not-told means nothing") || strings.Contains(said, "paired") {
		t.Errorf("of paired and not-told the first has a meaning, and the law says %q", said)
	}
	ex.Daily = []string{"not-told", "first-thrust", "list-kept"}
	if said := verdict(weighed, paired, ex); said != "" {
		t.Errorf("what is daily business is blamed: %s", said)
	}
	ex.Daily = append(ex.Daily, "nothing-such")
	if said := verdict(weighed, paired, ex); !strings.Contains(said, "names nothing-such") {
		t.Errorf("an event that is not there is named, and the law says %q", said)
	}
}
