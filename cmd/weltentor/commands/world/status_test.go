package world

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/roster"
)

// If a game is over, status names the winners by number, realm and player, or says that nobody has won. If the game
// goes on, it says neither.
func TestStatusNamesWinners(t *testing.T) {
	realms := []gamemaster.RealmStatus{
		{RealmRow: roster.RealmRow{Number: 1, Name: "Moorland", Player: "Anna"}},
		{RealmRow: roster.RealmRow{Number: 2, Name: "Fenmark", Player: "Bob"}},
		{RealmRow: roster.RealmRow{Number: 3, Name: "Suedmark"}},
	}
	for _, c := range []struct {
		over    bool
		winners []int
		en, de  string
	}{
		{true, []int{2}, "Winner: 2 Fenmark (Bob)\n", "Gewonnen hat: 2 Fenmark (Bob)\n"},
		{true, []int{1, 3}, "Winners: 1 Moorland (Anna), 3 Suedmark\n",
			"Gewonnen haben: 1 Moorland (Anna), 3 Suedmark\n"},
		{true, nil, "Nobody has won.\n", "Niemand hat gewonnen.\n"},
		{false, nil, "", ""},
	} {
		for lang, want := range map[phrase.Lang]string{phrase.En: c.en, phrase.De: c.de} {
			var out bytes.Buffer
			say := &call.Call{Out: &out, Voice: call.NewVoice(lang, &out, &out)}
			if err := printStatus(say, gamemaster.Status{Over: c.over, Winners: c.winners, Realms: realms}, "",
				time.UTC); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), "inner") || strings.Contains(out.String(), "ewonnen") ||
				strings.Contains(out.String(), "won."); got != (want != "") ||
				!strings.Contains(out.String(), want) {
				t.Errorf("%s, over %t, winners %v:\n%s", lang, c.over, c.winners, out.String())
			}
		}
	}
}
