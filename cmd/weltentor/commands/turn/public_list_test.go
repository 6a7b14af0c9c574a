package turn_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
)

// Worlds whose folders are in one with a list keep their places in it up to date, by themselves, and leave it when
// nothing is public any more. With its address the page names its picture. A list says where one can practise.
func TestPublicToKeepsTheList(t *testing.T) {
	t.Parallel()
	public := map[string]string{"public": `["newspaper", "standings"]`, "practice": "2"}
	one, two := clitest.NewCounter(t, public), clitest.NewCounter(t, public)
	second := filepath.Join(filepath.Dir(two.Dir), "second")
	if err := os.Rename(two.Dir, second); err != nil {
		t.Fatal(err)
	}
	www := t.TempDir()
	own := filepath.Join(www, filepath.Base(one.Dir))
	set := func(old, now string) {
		t.Helper()
		file := filepath.Join(one.Dir, "world.toml")
		text, err := os.ReadFile(file)
		if !strings.Contains(string(text), old) {
			t.Fatalf("%s has no %s: %v", file, old, err)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, now, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set(`public_to = ""`, `public_to = "`+own+`"`)
	set(`public_url = ""`, `public_url = "https://example.org/bovistan/"`)
	read := func(name string) string {
		raw, _ := os.ReadFile(filepath.Join(www, name))
		return string(raw)
	}
	if one.Cron(); read("index.html") != "" {
		t.Error("a list is written that nobody wanted")
	}
	one.Done("public", one.Dir, second, "-o", www)
	link := `href="` + filepath.Base(one.Dir) + `/index.html"`
	list := read("index.html")
	for _, want := range []string{link, `href="second/index.html"`, "?subject=PRACTICE"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list has no %s", want)
		}
	}
	one.Now = one.Now.AddDate(0, 0, 15)
	one.Cron()
	if page := read(filepath.Base(one.Dir) + "/index.html"); !strings.Contains(page, `href="../index.html"`) ||
		!strings.Contains(page, `<meta property="og:image" content="https://example.org/bovistan/card.png">`) {
		t.Errorf("the page is\n%.1500s", page)
	}
	if now := read("index.html"); now == list || !strings.Contains(now, link) || !strings.Contains(now, `href="second/index.html"`) {
		t.Errorf("after a turn the list is\n%.500s", now)
	}
	set(`public = ["newspaper", "standings"]`, `public = []`)
	one.Run("cron", one.Dir)
	if now := read("index.html"); strings.Contains(now, link) || !strings.Contains(now, `href="second/index.html"`) {
		t.Errorf("nothing is public any more, and the list is\n%.500s", now)
	}
}
