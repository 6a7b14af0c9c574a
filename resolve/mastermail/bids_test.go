package mastermail

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/schedule"
)

// Codes for requests that were stored before each request had arguments of its own allow the same as before. They are
// written here as version 1 wrote them.
func TestOldRequestsAreRead(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 28, 18, 0, 0, 0, time.UTC)
	for raw, want := range map[string]bid{
		`{"verb":"tell","realms":[1,2],"text":"hi"}`:               &telling{Realms: []int{1, 2}, Text: "hi"},
		`{"verb":"tell","text":"hi"}`:                              &telling{Text: "hi"},
		`{"verb":"pause","at":"2026-11-28T18:00:00Z"}`:             &timing{verb: letter.BidPause, At: at},
		`{"verb":"pause"}`:                                         &timing{verb: letter.BidPause},
		`{"verb":"resume"}`:                                        &timing{verb: letter.BidResume},
		`{"verb":"deadline","at":"2026-11-28T18:00:00Z"}`:          &timing{verb: letter.BidDeadline, At: at},
		`{"verb":"close","after":7,"text":"over"}`:                 &closing{After: 7, Why: "over"},
		`{"verb":"close","text":"over"}`:                           &closing{Why: "over"},
		`{"verb":"go-on"}`:                                         &goingOn{},
		`{"verb":"free","realms":[2],"mail":"p@example.org"}`:      &freeing{Realm: 2, Mail: "p@example.org"},
		`{"verb":"accept","signup":3,"mail":"p@example.org"}`:      &accepting{Signup: 3, Mail: "p@example.org"},
		`{"verb":"bot","realms":[2]}`:                              &botting{Realm: 2, on: true},
		`{"verb":"no-bot","realms":[2]}`:                           &botting{Realm: 2},
		`{"verb":"hold"}`:                                          &holding{on: true},
		`{"verb":"release","after":4,"at":"2026-11-28T18:00:00Z"}`: &releasing{Release: schedule.Release{Turn: 4, At: at}},
		`{"verb":"undo","after":4,"text":"a mistake"}`:             &undoing{Undo: schedule.Undo{Turn: 4, Why: "a mistake"}},
		`{"verb":"redo","after":4}`:                                &redoing{Redo: schedule.Redo{Turn: 4}},
		`{"verb":"preview"}`:                                       &previewing{},
		`{"verb":"orders","realms":[2]}`:                           &looking{Look: schedule.Look{Realm: 2}},
	} {
		var token correspondence.Token
		err := json.Unmarshal([]byte(`{"for":"answer","mail":"gm@example.org","bidding":`+raw+`}`), &token)
		if err != nil || token.For != letter.BidsGame {
			t.Fatalf("%s: %v, for %s", raw, err, token.For)
		}
		o, err := correspondence.Args[correspondence.Bidding](token)
		if err != nil {
			t.Fatal(err)
		}
		got := bids[o.Verb]()
		if err := json.Unmarshal(o.Args, got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v, want %+v", raw, got, err, want)
		}
	}
}
