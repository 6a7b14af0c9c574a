package world_test

import (
	"path/filepath"
	"reflect"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/settings"
	"weltentor/worlds"
)

// A fresh world is kind without being asked, in every game: also where a reminder a day before would be too early. A
// file without these settings, as running worlds have, is as it was.
func TestFreshWorldsAreKind(t *testing.T) {
	t.Parallel()
	for _, rb := range worlds.Rulebooks() {
		dir := filepath.Join(t.TempDir(), "w")
		clitest.Must(t, "new", dir, "--rulebook", rb.Name(), "--seed", "7")
		s, err := settings.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		reminder := 24
		if s.Deadline == "1 day" {
			reminder = 12
		}
		if s.Reminder != reminder || s.Grace != 24 || s.Press != "now" || len(s.Public) != 4 ||
			!reflect.DeepEqual(s.Missed, []string{"2 warn", "3 offer", "5 standing"}) ||
			!reflect.DeepEqual(s.With, []string{"picture"}) {
			t.Errorf("%s: %+v", rb.Name(), s)
		}
	}
	old, err := settings.Parse([]byte("name = \"Old\"\n"))
	if err != nil || old.Reminder+old.Grace+len(old.Public)+len(old.Missed)+len(old.With) > 0 {
		t.Errorf("%+v, %v", old, err)
	}
}
