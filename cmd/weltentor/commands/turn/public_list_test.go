package turn_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"weltentor/cmd/page/pages"
	"weltentor/cmd/weltentor/clitest"
	"weltentor/resolve/public"
	"weltentor/worlds"
)

// Worlds whose folders are in one with a list keep their places in it up to date, by themselves, and leave it when
// nothing is public any more. With its address the page says where it is; it names no picture, since this game has no map. A list says where one can practise.
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
		!strings.Contains(page, `<meta property="og:url" content="https://example.org/bovistan/index.html">`) || strings.Contains(page, "card.png") {
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

// Worlds in folders of one name have folders of their own in a list. A running one shows the game beside it that is over;
// where the program has pages, each has one to practise on. Nothing is left once nothing is public.
func TestPublicOfTwoFoldersOfOneName(t *testing.T) {
	t.Parallel()
	listed := map[string]string{"public": `["newspaper", "standings"]`}
	one, two := clitest.NewCounter(t, listed), clitest.NewCounter(t, listed)
	clubs, www := t.TempDir(), t.TempDir()
	var dirs []string
	for club, dir := range map[string]string{"east": one.Dir, "west": two.Dir} {
		to := filepath.Join(clubs, club, "bovistan")
		if err := errors.Join(os.Mkdir(filepath.Dir(to), 0o700), os.Rename(dir, to)); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, to)
	}
	slices.Sort(dirs)
	one.Done("public", dirs[0], dirs[1], "-o", www)
	list, err := os.ReadFile(filepath.Join(www, "index.html"))
	for _, name := range []string{"east-bovistan", "west-bovistan"} {
		page, missing := os.ReadFile(filepath.Join(www, name, "index.html"))
		tries := filepath.Join(www, name, public.Practice, "index.html")
		_, without := os.Stat(tries)
		built := pages.Version(worlds.Rulebooks()[0].Name()) != ""
		if err := errors.Join(err, missing); err != nil || !strings.Contains(string(list), `href="`+name+`/index.html"`) ||
			(without == nil) != built || strings.Contains(string(page), `href="practice/index.html"`) != built {
			t.Errorf("%s: %v, practice: %v", name, err, without)
		}
	}
}
