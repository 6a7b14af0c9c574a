//go:build fleet && servers

package storetest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet/postgres/server"
)

// others are the tests of rooms that do not play on rows.
var others = []string{
	// They damage a file, take it away, put another in its place, or open it behind the store's back.
	"TestCutOffInACommit", "TestDamagedAddress", "TestDamagedStoreIsNotRaised", "TestEveryPageMayBeDamaged",
	"TestOneBitOfAnyValue", "TestOneByteOfTheFile", "TestPartOfAWorldIsMissing", "TestPracticeAheadOfItsRecord",
	"TestOpenSaysWhatIsWrong", "TestReadingBehindAStoppedCommand", "TestTogetherMeetsDamage", "TestTooManyFreePages",
	"TestAWorldWithoutSettings", "TestWorldIsOurOwn",
	// They are about copies of a file, its pages and its room.
	"TestAPlayerIsForgotten", "TestBackupsBeforeTurns", "TestClockBefore", "TestCopiesOfALongGame", "TestCopiesOfPages",
	"TestForgedLettersFillNoDisk", "TestNoTurnWithoutABackup", "TestNoTurnWithoutACopy", "TestOneBackupIsKept",
	"TestPackedCopies", "TestPackedIsBounded",
	"TestPackedPagesAreBounded", "TestRehearseMakesRoom", "TestStrangersFillNoStore", "TestUnpackingTakesTheLock",
	// They raise a store of an older schema, which rows never had.
	"TestRaisingKilledAtAnyInstant", "TestRaisingTakesTheLock", "TestStoredSchemas",
	// They ship pages to a journal.
	"TestARaisedStoreIsAWholeEntry", "TestAWorldGoesFromHostToHost", "TestAnotherStoreIsAWholeEntry",
	"TestChosenReminders", "TestRehearsingIsNoEntry", "TestTheGistOfAnEntry", "TestWhatIsForgottenLeavesTheJournal",
	// They look several times after a kill, and a commit of the dead process may come in between.
	"TestChangeByHandKilledAtAnyInstant", "TestListKilledAtAnyInstant",
}

// TestRoomsOnRows runs the tests of all rooms of resolve with worlds in a database, as they are, but the others. Each
// test founds its world in a file as ever, and it is moved when it is opened.
func TestRoomsOnRows(t *testing.T) {
	s := server.Start(t, "-c", "fsync=off")
	all, err := exec.Command("go", "test", "-tags", "fleet", "-list", "^("+strings.Join(others, "|")+")$",
		"weltentor/resolve/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		if !strings.Contains("\n"+string(all), "\n"+name+"\n") {
			t.Errorf("there is no test %s", name)
		}
	}
	run := exec.Command("go", "test", "-tags", "fleet", "-count=1", "-timeout", "20m", "-skip",
		"^("+strings.Join(others, "|")+")$", "weltentor/resolve/...")
	run.Env = append(os.Environ(), "ROWS="+s.URL())
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pool, err := pgxpool.New(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	worlds := 0
	if err := pool.QueryRow(t.Context(), "select count(*) from weltentor.world").Scan(&worlds); err != nil || worlds < 300 {
		t.Errorf("only %d worlds were in rows (%v)", worlds, err)
	}
}
