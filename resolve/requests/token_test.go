package requests

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
)

// Codes that were stored before each request had arguments of its own allow the same as before. They are written here as
// version 1 wrote them.
func TestOldCodesAreRead(t *testing.T) {
	t.Parallel()
	at := `,"mail":"p@example.org","asked":"2026-11-20T18:00:00Z"}`
	for raw, want := range map[string]any{
		`{"for":"pause","realm":1,"turns":3` + at:                                   away{3},
		`{"for":"pause","realm":1` + at:                                             away{},
		`{"for":"remind","realm":1,"turns":12` + at:                                 early{12},
		`{"for":"close","realm":1,"turns":1` + at:                                   ballot{true},
		`{"for":"close","realm":1` + at:                                             ballot{},
		`{"for":"more-time","realm":1,"turn":4` + at:                                ofTurn{4},
		`{"for":"substitute","realm":1,"turns":2,"substitute":"s@example.org"` + at: players.Substitution{Turns: 2, Mail: "s@example.org"},
		`{"for":"stands-in","realm":1,"turns":2` + at:                               players.Substitution{Turns: 2},
		`{"for":"address","realm":1,"substitute":"n@example.org"` + at:              move{"n@example.org"},
		`{"for":"letter","realm":1,"letter":{"to":"2,3","text":"hi"}` + at:          correspondence.Unsent{To: "2,3", Text: "hi"},
		`{"for":"signup","join":{"player":"P","name":"N"}` + at:                     roster.Applicant{Player: "P", Name: "N"},
		`{"for":"answer","answer":{"number":7,"text":"hi"}` + at:                    correspondence.Answer{Number: 7, Text: "hi"},
	} {
		var token correspondence.Token
		if err := json.Unmarshal([]byte(raw), &token); err != nil {
			t.Fatal(err)
		}
		got := reflect.New(reflect.TypeOf(want))
		if len(token.Args) > 0 {
			if err := json.Unmarshal(token.Args, got.Interface()); err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
		}
		if !reflect.DeepEqual(got.Elem().Interface(), want) {
			t.Errorf("%s allows %+v, want %+v", raw, got.Elem(), want)
		}
		again, err := json.Marshal(token)
		var same correspondence.Token
		if err != nil || json.Unmarshal(again, &same) != nil || !reflect.DeepEqual(same, token) {
			t.Errorf("%s is stored as %s, which differs (%v)", raw, again, err)
		}
		if !token.Asked.Equal(time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)) || token.Mail != "p@example.org" {
			t.Errorf("%s: %+v", raw, token)
		}
	}
}
