package public_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Turns that other rules resolved are reported in their words, as far as the present rules have them. The newspaper
// says that something may be missing. How many realms were asked is stored with the turn.
func TestTheNewspaperOfOtherRules(t *testing.T) {
	t.Parallel()
	all := func(s *world.Settings) { s.Public = public.Parts }
	w := worldtest.Found(t, worldtest.Tiny{Shouts: true}, 2, all)
	w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	w.Advance(worldtest.Friday)
	w.Reopen(worldtest.Tiny{Shouts: true, Edition: 2}, all)
	page, err := gamemaster.PublicOf(w.World)
	must(t, err)
	text := string(page.Text(phrase.En, public.Columns))
	for _, want := range []string{"  Reich1 shouts from the deep.\n",
		"  An earlier version of the rules resolved this turn, so something may be\n    missing here.\n",
		"Turn 1 (27 November 2026): 1 of 2 realms sent orders.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if !page.Newspaper[0].Older || page.Turns[0].Asked != 2 || page.Turns[0].Missed != 1 {
		t.Errorf("%+v %+v", page.Newspaper, page.Turns)
	}
}

// A newspaper with news begins with what the chronicler calls the turn. One without has nothing of his.
func TestTheNewspaperHasADateline(t *testing.T) {
	t.Parallel()
	all := func(s *world.Settings) { s.Public = public.Parts }
	w := worldtest.Found(t, worldtest.Telling{Handful: worldtest.Handful{Tiny: worldtest.Tiny{Shouts: true}}}, 2, all)
	w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	w.Advance(worldtest.Friday)
	w.Advance(worldtest.Friday.AddDate(0, 0, 7))
	page, err := gamemaster.PublicOf(w.World)
	must(t, err)
	text := string(page.Text(phrase.En, public.Columns))
	if !strings.Contains(text, "  How things stood in gallery 1.\n") || strings.Contains(text, "gallery 2") {
		t.Error(text)
	}
}

// The newspaper changes nothing that is stored about a turn except its letters.
func TestWhatIsPublicChangesNoHash(t *testing.T) {
	t.Parallel()
	hash := func(change func(*world.Settings)) string {
		w := worldtest.Found(t, worldtest.Tiny{Shouts: true}, 2, change)
		w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
		return w.Advance(worldtest.Friday).Hash
	}
	one, two := hash(func(s *world.Settings) { s.Public = public.Parts }), hash(func(*world.Settings) {})
	if one != two {
		t.Errorf("%s, and where nothing is public %s", one, two)
	}
}

// If a store has lost a turn's record, the error says so, and there is no page.
func TestADamagedTurnHasNoPage(t *testing.T) {
	t.Parallel()
	w := worldtest.Found(t, worldtest.Tiny{Shouts: true}, 2, func(s *world.Settings) { s.Public = public.Parts })
	w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	w.Advance(worldtest.Friday)
	must(t, w.Update(func(tx *store.Tx) error {
		store.Remove(tx.Bucket([]byte("turns")).Bucket(store.U32(1)), []byte("events"))
		return nil
	}))
	if _, err := gamemaster.PublicOf(w.World); err == nil || !strings.Contains(err.Error(), "the events of turn 1") {
		t.Error(err)
	}
}

// Realms that nobody plays do not count among those that owe orders. In past turns they count as they did then.
func TestAVacantRealmIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	w := worldtest.Found(t, worldtest.Tiny{}, 3, func(s *world.Settings) { s.Public = public.Parts })
	w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	w.Advance(worldtest.Friday)
	must(t, players.Vacate(w.World, 3, w.ClockAt))
	page, err := gamemaster.PublicOf(w.World)
	must(t, err)
	if len(page.Sent) != 2 || page.Turns[0].Asked != 3 || page.Turns[0].Missed != 2 {
		t.Errorf("%+v %+v", page.Sent, page.Turns)
	}
	must(t, players.Vacate(w.World, 1, w.ClockAt))
	page, err = gamemaster.PublicOf(w.World)
	must(t, err)
	if len(page.Sent) != 1 || page.Turns[0].Asked != 3 || page.Turns[0].Sent != 1 {
		t.Errorf("%+v %+v", page.Sent, page.Turns)
	}
}

// What is told of a past turn is stored with it. Of four realms the machine plays two, and the players of the others send
// nothing: none of two has sent orders, whoever takes which seat later. Where the machine is hidden, its realms have sent
// some, nothing is told of the turn that runs, and none is named as free.
func TestWhoSentOrdersIsToldForEver(t *testing.T) {
	t.Parallel()
	depth := 3
	for hidden, want := range map[bool]string{false: "0 of 2", true: "2 of 4"} {
		w := worldtest.Found(t, worldtest.BotTiny{Depth: &depth}, 2, func(s *world.Settings) {
			s.Public, s.BotsHidden, s.Signup = public.Parts, hidden, true
		})
		m, err := players.Manner(w.World, "", "")
		must(t, err)
		for _, name := range []string{"Moor", "Heath"} {
			_, err := players.AddLocal(w.World, []players.LocalRealm{{Joining: game.Joining{Name: name, Lang: phrase.De}, Bot: &m}}, w.ClockAt)
			must(t, err)
		}
		page, err := gamemaster.PublicOf(w.World)
		must(t, err)
		running := string(page.Text(phrase.En, public.Columns)) + string(store.MustJSON(page))
		if says := strings.Contains(running, "this game says nothing of who has sent orders"); says != hidden ||
			(len(page.Sent) > 0) == hidden || (len(page.Free) > 0) == hidden || strings.Contains(running, "machine plays)") == hidden {
			t.Errorf("hidden %t: %s", hidden, running)
		}
		w.Advance(worldtest.Friday)
		told := func(when string) {
			page, err := gamemaster.PublicOf(w.World)
			must(t, err)
			if text := string(page.Text(phrase.En, public.Columns)); !strings.Contains(text, "Turn 1 (27 November 2026): "+want+" realms sent orders.") ||
				len(page.Turns[0].MissedBy) != 2 || page.Turns[0].Missed != 2 {
				t.Errorf("hidden %t, %s: %s", hidden, when, text)
			}
		}
		told("at first")
		_, err = players.Bot(w.World, 1, &m, false, w.ClockAt)
		must(t, err)
		must(t, players.Vacate(w.World, 2, w.ClockAt))
		told("after realm 1 went to the machine and 2 to nobody")
		_, err = players.Bot(w.World, 3, nil, false, w.ClockAt)
		must(t, err)
		must(t, players.HandTo(w.World, 4, roster.ApplicantRow{Player: "Kim", Mail: "kim@one.example"}, w.ClockAt))
		told("after players came")
		w.Settings.BotsHidden = !hidden
		told("after the setting changed")
		w.Verified()
	}
}

// If only each realm itself knows whether it owes orders, what is public is the same whoever owes some, and whoever has
// sent some: now, and of the turns before.
func TestWhatIsPublicKeepsWhoOwesOrders(t *testing.T) {
	t.Parallel()
	var pages []string
	for owing := 1; owing <= 3; owing++ {
		free := slices.DeleteFunc([]int{1, 2, 3}, func(n int) bool { return n == owing })
		w := worldtest.Found(t, worldtest.Tiny{Free: free[:len(free)-owing/3], Secret: true}, 3,
			func(s *world.Settings) { s.Public = public.Shown{public.Sent, public.Turns, public.Newspaper} })
		for turn := range 2 {
			w.Send(owing, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 9\n", owing), receipt.Taken)
			if turn == 0 {
				w.Advance(worldtest.Friday)
			}
		}
		page, err := gamemaster.PublicOf(w.World)
		must(t, err)
		pages = append(pages, string(store.MustJSON(page))+string(page.Text(phrase.En, public.Columns)))
	}
	if pages[0] != pages[1] || pages[1] != pages[2] {
		t.Errorf("%s", strings.Join(pages, "\n---\n"))
	}
	for _, want := range []string{"In this phase it is not public who sends orders.", "\nTurn 1 (27 November 2026).\n"} {
		if !strings.Contains(pages[0], want) {
			t.Errorf("no %q in\n%s", want, pages[0])
		}
	}
}
