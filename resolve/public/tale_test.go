package public_test

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/public"
	"weltentor/worlds/game"
)

// The page of a game that is over says who won, or who is ahead by how much, and until when somebody else had most.
func TestWhoWonAndWhenItTurned(t *testing.T) {
	t.Parallel()
	same := func(s string) public.Words { return public.Words{phrase.En: s, phrase.De: s} }
	chart := game.Chart{Terrains: []game.ChartTerrain{{Name: "meadow", Ground: "meadow"}}, Cells: []game.ChartCell{{}, {H: 2}}}
	names := map[int]string{1: "Ann", 2: "Bob", 3: "Cid"}
	for _, c := range []struct {
		what    string
		counts  [][3]int64 // of the realms, at the beginning and after each turn
		winners []public.Realm
		says    []string
	}{
		{"Bob passes Ann in the third turn, and Cid never led", [][3]int64{{2, 2, 2}, {4, 3, 1}, {5, 4, 1}, {5, 8, 1}}, nil,
			[]string{"Bob leads after 3 turns, 3 fields ahead of Ann", "Bob liegt nach 3 Zügen vorn, 3 Felder vor Ann",
				"Until turn 2, Ann had the most fields.", "Bis Zug 2 hatte Ann die meisten Felder."}},
		{"nobody else ever had more", [][3]int64{{2, 2, 2}, {2, 3, 1}}, nil,
			[]string{"Bob leads after 1 turn, just ahead of Ann", "everything is open"}},
		{"two are level", [][3]int64{{2, 2, 2}, {3, 3, 1}}, nil, []string{"Ann and Bob are level after 1 turn", "everything is open"}},
		{"the rules say who won", [][3]int64{{2, 2, 2}, {4, 3, 1}, {1, 8, 1}}, []public.Realm{{Realm: 3, Name: "Cid"}},
			[]string{"Cid wins after 2 turns", "Cid gewinnt nach 2 Zügen", "Until turn 1, Ann had the most fields."}},
	} {
		story := &public.Story{Charts: map[phrase.Lang]game.Chart{phrase.En: chart, phrase.De: chart},
			Counts: []public.Column{{Title: public.Words{phrase.En: "fields", phrase.De: "Felder"}}}}
		for turn, n := range c.counts {
			story.Turns = append(story.Turns, public.StoryTurn{Turn: turn, Owners: []int{1, 2}, Buildings: []string{"", ""}, Names: names,
				Counts: map[int][]int64{1: {n[0]}, 2: {n[1]}, 3: {n[2]}}})
		}
		page := public.Page{World: "Bovistan", GameOver: true, Turn: len(c.counts), Title: same("over"), Winners: c.winners}
		files, err := public.Game{Page: page, Story: story, Name: same("A game")}.Pages()
		must(t, err)
		text := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(string(files["index.html"]), "")
		for _, want := range c.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page does not say %q", c.what, want)
			}
		}
	}
}
