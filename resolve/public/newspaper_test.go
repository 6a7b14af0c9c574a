package public_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Turns that other rules resolved are reported in their words, as far as the present rules have them. The newspaper
// says that something may be missing. It is unknown then how many realms were asked.
func TestTheNewspaperOfOtherRules(t *testing.T) {
	t.Parallel()
	all := func(s *world.Settings) { s.Public = public.Parts }
	w := worldtest.Found(t, worldtest.Tiny{Shouts: true}, 2, all)
	w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	w.Advance(worldtest.Friday)
	w.Reopen(worldtest.Tiny{Shouts: true, Edition: 2}, all)
	page, err := master.PublicOf(w.World)
	must(t, err)
	text := string(page.Text(phrase.En, public.Columns))
	for _, want := range []string{"  Reich1 shouts from the deep.\n",
		"  An earlier version of the rules resolved this turn, so something may be\n    missing here.\n",
		"Turn 1 (27 November 2026): 1 realm sent orders.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if !page.Newspaper[0].Older || page.Turns[0].Asked != 0 || page.Turns[0].Missed != 0 {
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
	page, err := master.PublicOf(w.World)
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
	if _, err := master.PublicOf(w.World); err == nil || !strings.Contains(err.Error(), "the events of turn 1") {
		t.Error(err)
	}
}

// Realms that nobody plays do not count among those that owe orders, neither now nor in past turns without theirs.
func TestAVacantRealmIsNotWaitedFor(t *testing.T) {
	t.Parallel()
	w := worldtest.Found(t, worldtest.Tiny{}, 3, func(s *world.Settings) { s.Public = public.Parts })
	w.Send(1, "$I 1 PASSWORD\n$A\ndig 9\n", receipt.Taken)
	w.Advance(worldtest.Friday)
	must(t, players.Vacate(w.World, 3, w.ClockAt))
	page, err := master.PublicOf(w.World)
	must(t, err)
	if len(page.Sent) != 2 || page.Turns[0].Asked != 2 || page.Turns[0].Missed != 1 {
		t.Errorf("%+v %+v", page.Sent, page.Turns)
	}
	must(t, players.Vacate(w.World, 1, w.ClockAt))
	page, err = master.PublicOf(w.World)
	must(t, err)
	if len(page.Sent) != 1 || page.Turns[0].Asked != 2 || page.Turns[0].Sent != 1 {
		t.Errorf("%+v %+v", page.Sent, page.Turns)
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
		page, err := master.PublicOf(w.World)
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
