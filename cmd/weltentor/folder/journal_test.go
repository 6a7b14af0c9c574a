package folder_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
)

// What a journal does not confirm is for later, in both languages; if it has lost what it had
// confirmed nothing may go on.
func TestFaultsOfAJournal(t *testing.T) {
	t.Parallel()
	j := &storetest.Journal{}
	st, err := storetest.New(t.TempDir())
	if err == nil {
		err = st.Join(&store.Link{Journal: j, World: "nordmark", Patience: time.Millisecond}, true)
	}
	if err != nil {
		t.Fatal(err)
	}
	_, lost := store.CatchUp(t.Context(), st.Dir, nil, &storetest.Journal{}, "nordmark")
	j.Fail = func(bool) error { return errors.New("no route to host") }
	unsure := st.Update(func(*store.Tx) error { return nil })
	j.Fail = nil
	for _, c := range []struct {
		err    error
		exit   int
		de, en string
	}{
		{lost, 2, "w: das Journal des Verbunds hat verloren, was es bestätigt hatte; die Welt steht darum auf allen " +
			"Rechnern still: das Journal von nordmark endet bei Eintrag 0, bestätigt war Eintrag 1",
			"w: the fleet's journal has lost what it had confirmed, so the world stands still on all hosts: " +
				"the journal of nordmark ends at entry 0, and entry 1 was confirmed"},
		{unsure, 75, "w: unbekannt, ob die Änderung gilt, denn das Journal hat nicht geantwortet: no route to host",
			"w: unknown whether the change counts, because the journal has not answered: no route to host"},
		{fmt.Errorf("%w: nordmark", faults.ErrFenced), 75,
			"w: ein anderer Rechner hat diese Welt inzwischen geändert; hier wurde nichts geändert. " +
				"Versucht es noch einmal",
			"w: another host has changed this world meanwhile; nothing was changed here. Try again"},
	} {
		var said *fault.Complaint
		if !errors.As(folder.StoreError((&call.Call{}), "w", c.err), &said) || said.Exit != c.exit {
			t.Errorf("%v ends with %+v, want %d", c.err, said, c.exit)
			continue
		}
		for lang, want := range map[phrase.Lang]string{phrase.De: c.de, phrase.En: c.en} {
			if got := said.Say(texts.Book(lang)); got != want {
				t.Errorf("%s:\n%s\nwant\n%s", lang, got, want)
			}
		}
	}
}
