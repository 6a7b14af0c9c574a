//go:build fleet && servers

package storetest

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet/server"
)

// others are the tests of packages that do not play on rows.
var others = []string{
	// They change bytes of a file or its pages, take it away, put another in its place, or lock it.
	"TestCutOffInACommit", "TestDamagedStoreIsNotRaised", "TestEveryPageMayBeDamaged", "TestOneByteOfTheFile",
	"TestPartOfAWorldIsMissing", "TestOpenSaysWhatIsWrong", "TestReadingBehindAStoppedCommand", "TestTooManyFreePages",
	// They are about the folder of a world: its file, its settings beside it, its rights.
	"TestAWorldWithoutSettings", "TestWorldIsOurOwn",
	// They are about copies of a file from before turns, which rows do not have, or its room on the disk.
	"TestAWholeCopyIsReadNowAndThen", "TestBackupsBeforeTurns", "TestCopiesOfALongGame", "TestCopiesOfPages",
	"TestCopiesWithinTheirRoom", "TestNoTurnWithoutABackup",
	"TestNoTurnWithoutACopy", "TestOneBackupIsKept", "TestPackedCopies", "TestPackedIsBounded",
	"TestPackedPagesAreBounded", "TestRehearseMakesRoom", "TestUnpackingTakesTheLock",
	// They play practice games by mail, which lie in folders beside their world. A fleet offers none.
	"TestPractice.*", "TestSixTurnsOfPractice",
	// They raise a store of an older schema, which rows never had. TestAStepRaisesAnyEngine is about the next ones.
	"TestRaisingKilledAtAnyInstant", "TestRaisingTakesTheLock", "TestStoredSchemas",
}

// TestPackagesOnPostgres runs the tests of all packages of resolve with worlds in a database, as they are, but the others.
// Each test founds its world in a file as ever, and it is moved when it is opened.
func TestPackagesOnPostgres(t *testing.T) {
	s := server.Start(t, "-c", "fsync=off")
	all, err := exec.Command("go", "test", "-tags", "fleet", "-list", "^("+strings.Join(others, "|")+")$",
		"weltentor/resolve/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range others {
		if !regexp.MustCompile(`(?m)^` + name + `$`).Match(all) {
			t.Errorf("there is no test %s", name)
		}
	}
	run := exec.Command("go", "test", "-tags", "fleet", "-count=1", "-timeout", "20m", "-skip",
		"^("+strings.Join(others, "|")+")$|^TestLetters$/^practice", "weltentor/resolve/...")
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
