package mailing

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/worldtest"
)

// edition is all files of one writing. Each begins with the sum of what follows, and every other one has a file that the
// one before lacks.
func edition(n int) (map[string][]byte, noted) {
	files := map[string][]byte{}
	for i, name := range []string{"index.html", "public.json", "feed.en.xml", "card.png", []string{card, "public.en.txt"}[n%2]} {
		text := bytes.Repeat(fmt.Appendf(nil, "%d of %s\n", n, name), 300*(i+1))
		files[name] = fmt.Appendf(nil, "%x\n%s", sha256.Sum256(text), text)
	}
	return files, noted{World: "w", Files: slices.Sorted(maps.Keys(files))}
}

// editionOf reads which edition a file is of; 0: it is not whole.
func editionOf(file string) (n int) {
	raw, err := os.ReadFile(file)
	sum, text, _ := bytes.Cut(raw, []byte("\n"))
	if err != nil || string(sum) != fmt.Sprintf("%x", sha256.Sum256(text)) {
		return 0
	}
	fmt.Sscan(string(text), &n)
	return n
}

// A process that writes edition after edition is killed at any instant. Then each file is whole, what the page names is
// not older than the page, and the note names all that is there. The next run leaves its own files and nothing else.
func TestKilledWriter(t *testing.T) {
	const writes = "PUBLISH_UNTIL_KILLED"
	if to := os.Getenv(writes); to != "" {
		for n := editionOf(filepath.Join(to, "index.html")) + 1; ; n++ {
			files, note := edition(n)
			if _, err := publishAll(to, files, note); err != nil {
				t.Fatal(err)
			}
		}
	}
	to := t.TempDir()
	page := filepath.Join(to, "index.html")
	for bout := range worldtest.Bouts(20, 200) {
		was := editionOf(page)
		child := exec.Command(os.Args[0], "-test.run=^TestKilledWriter$")
		child.Env = append(os.Environ(), writes+"="+to)
		worldtest.Must(t, child.Start())
		for end := time.Now().Add(time.Minute); editionOf(page) <= was && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(20 * time.Millisecond))))
		worldtest.Must(t, child.Process.Kill())
		child.Wait()
		n := editionOf(page)
		if n <= was {
			t.Fatalf("bout %d: edition %d came after %d", bout, n, was)
		}
		complete(t, to, n)
		if bout%2 == 0 { // every other time the next one is killed as well
			continue
		}
		files, note := edition(n + 1)
		_, err := publishAll(to, files, note)
		worldtest.Must(t, err)
		if got, want := names(t, to), slices.Sorted(slices.Values(append(note.Files, ".weltentor.json"))); !slices.Equal(got, want) {
			t.Errorf("bout %d: the next run leaves %q, not %q", bout, got, want)
		}
	}
}

func complete(t *testing.T, to string, n int) {
	t.Helper()
	files, _ := edition(n)
	for name := range files {
		if is := editionOf(filepath.Join(to, name)); is != n && is != n+1 {
			t.Errorf("the page is of edition %d, and %s of %d", n, name, is)
		}
	}
	noted := notedIn(to)
	for _, name := range names(t, to) {
		switch {
		case strings.HasPrefix(name, unfinished) || name == note:
		case editionOf(filepath.Join(to, name)) == 0:
			t.Errorf("edition %d: %s is not whole", n, name)
		case !slices.Contains(noted.Files, name):
			t.Errorf("edition %d: the note does not name %s", n, name)
		}
	}
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	worldtest.Must(t, err)
	for _, f := range files {
		all = append(all, f.Name())
	}
	return all
}
