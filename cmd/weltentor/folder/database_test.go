package folder_test

import (
	"errors"
	"fmt"
	"testing"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
)

// What a database does not confirm is for later, in both languages.
func TestFaultsOfADatabase(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err    error
		exit   int
		de, en string
	}{
		{fmt.Errorf("%w: no route to host", faults.ErrUnconfirmed), 75,
			"w: ob die Änderung gilt, ist unbekannt, denn die Datenbank hat nicht geantwortet: no route to host",
			"w: unknown whether the change counts, because the database has not answered: no route to host"},
		{fmt.Errorf("%w: nordmark", faults.ErrFenced), 75,
			"w: ein anderer Rechner hat diese Welt inzwischen geändert; hier wurde nichts geändert. " +
				"Versucht es noch einmal",
			"w: another host has changed this world meanwhile; nothing was changed here. Try again"},
	} {
		var said *complaint.Complaint
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
