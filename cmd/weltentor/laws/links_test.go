package laws

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	pageLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.*)$`)
	fenced   = regexp.MustCompile("(?ms)^```.*?^```$")
)

// anchor returns how a link names a heading.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// brokenLinks returns the links of a page that lead nowhere: to no file of the project, or to no heading of a page.
// read returns a page's text, and false if the project has no such file.
func brokenLinks(file, text string, read func(file string) (string, bool)) (broken []string) {
	for _, m := range pageLink.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
			continue
		}
		to, part, named := strings.Cut(m[1], "#")
		of := path.Join(path.Dir(file), to)
		if to == "" {
			of = file
		}
		target, exists := read(of)
		titles := heading.FindAllStringSubmatch(target, -1)
		if !exists || named && !slices.ContainsFunc(titles, func(t []string) bool { return anchor(t[1]) == part }) {
			broken = append(broken, m[1])
		}
	}
	return broken
}

// Every link of a page to another page, or to a part of one, works.
func TestPagesLinkToWhatIsThere(t *testing.T) {
	t.Parallel()
	files := Tracked(t)
	read := func(file string) (string, bool) {
		for _, f := range files {
			if f == file {
				return Content(t, f), true
			}
			if strings.HasPrefix(f, file+"/") {
				return "", true
			}
		}
		return "", false
	}
	for _, file := range files {
		if path.Ext(file) != ".md" {
			continue
		}
		for _, link := range brokenLinks(file, Content(t, file), read) {
			t.Errorf("%s links to %s, which is not there", file, link)
		}
	}
}

// sourceName matches a source file that a page names: by its path, the end of it, or its name.
var sourceName = regexp.MustCompile("`([a-z0-9_./-]+\\.go)`")

// unknownSources returns the source files that a page names and the project does not have.
func unknownSources(text string, files []string) (unknown []string) {
	for _, m := range sourceName.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		if strings.HasPrefix(m[1], "github.com/") {
			continue // the name of a module with this ending
		}
		if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix("/"+f, "/"+m[1]) }) {
			unknown = append(unknown, m[1])
		}
	}
	return unknown
}

// The project has each source file that a page names. So a page cannot name a file that was moved.
func TestPagesNameSourcesThatExist(t *testing.T) {
	t.Parallel()
	files, seen := Tracked(t), 0
	for _, file := range files {
		if path.Ext(file) != ".md" || file == "docs/rulebook.md" { // its reader makes the files
			continue
		}
		seen += len(sourceName.FindAllString(Content(t, file), -1))
		for _, name := range unknownSources(Content(t, file), files) {
			t.Errorf("%s names %s, which is not there", file, name)
		}
	}
	if seen < 5 {
		t.Errorf("only %d source files are named", seen)
	}
	got := unknownSources("`a.go`, `b/a.go`, `x/b/a.go`, `/a.go`, `github.com/x/y.go` and `bb.go`",
		[]string{"x/b/a.go", "c/abb.go"})
	if !slices.Equal(got, []string{"/a.go", "bb.go"}) {
		t.Errorf("unknown are %q, want /a.go and bb.go", got)
	}
}

// commentedSource matches a source file that a comment names by the end of its path.
var commentedSource = regexp.MustCompile(`(?:^|[ ("])([a-z][a-z0-9_-]*(?:/[a-z0-9_.-]+)*/[a-z0-9_.-]+\.(?:go|toml))\b`)

// The project has each source file that a comment names with its folder.
func TestCommentsNameSourcesThatExist(t *testing.T) {
	t.Parallel()
	files, seen := Tracked(t), 0
	for _, file := range files {
		if ext := path.Ext(file); ext != ".go" && ext != ".toml" {
			continue
		}
		mark := map[string]string{".go": "//", ".toml": "#"}[path.Ext(file)]
		for line := range strings.Lines(Content(t, file)) {
			_, comment, _ := strings.Cut(line, mark)
			for _, m := range commentedSource.FindAllStringSubmatch(comment, -1) {
				seen++
				if !slices.ContainsFunc(files, func(f string) bool { return strings.HasSuffix("/"+f, "/"+m[1]) }) {
					t.Errorf("%s: a comment names %s, which is not there", file, m[1])
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d source files are named", seen)
	}
}

var (
	// testName matches a test, a benchmark or a fuzz target that a page names.
	testName = regexp.MustCompile("`((?:Test|Benchmark|Fuzz)[A-Z]\\w*)`")
	// folderName matches a folder, or a file without extension, that a page names by its path from the top.
	folderName = regexp.MustCompile("`((?:orders|worlds|resolve|mailer|cmd|examples)(?:/[a-z0-9_-]+)+)/?`")
)

// unknown returns the names of some kind that a page has and the project does not.
func unknown(name *regexp.Regexp, text string, known []string) (missing []string) {
	for _, m := range name.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		if !slices.Contains(known, m[1]) {
			missing = append(missing, m[1])
		}
	}
	return missing
}

// The project has each test and folder that a page names.
func TestPagesNameTestsAndFoldersThatExist(t *testing.T) {
	t.Parallel()
	tests, folders, seen := testsIn(t, "./..."), Tracked(t), 0
	for _, file := range Tracked(t) {
		for folder := path.Dir(file); folder != "."; folder = path.Dir(folder) {
			folders = append(folders, folder)
		}
	}
	for _, file := range Tracked(t) {
		if path.Ext(file) != ".md" || file == "docs/rulebook.md" || file == "docs/changes.md" { // names of later or earlier times
			continue
		}
		text := Content(t, file)
		seen += len(testName.FindAllString(text, -1)) + len(folderName.FindAllString(text, -1))
		for _, name := range slices.Concat(unknown(testName, text, tests), unknown(folderName, text, folders)) {
			t.Errorf("%s names %s, which is not there", file, name)
		}
	}
	if seen < 100 {
		t.Errorf("only %d tests and folders are named", seen)
	}
	text := "`TestOne`, `TestTwo`, `worlds/one`, `worlds/two`, `worlds/GAME` and `orders`\n```\n`TestThree`\n```\n"
	if got := unknown(testName, text, []string{"TestOne"}); !slices.Equal(got, []string{"TestTwo"}) {
		t.Errorf("unknown tests are %q", got)
	}
	if got := unknown(folderName, text, []string{"worlds/one"}); !slices.Equal(got, []string{"worlds/two"}) {
		t.Errorf("unknown folders are %q", got)
	}
}

// TestBrokenLinks: links that lead nowhere are found, and others are not.
func TestBrokenLinks(t *testing.T) {
	t.Parallel()
	pages := map[string]string{"docs/a.md": "# One\n\n## What is left?\n", "README.md": "# R\n", "x": ""}
	read := func(file string) (string, bool) {
		text, is := pages[file]
		return text, is
	}
	for link, broken := range map[string]bool{
		"a.md": false, "a.md#what-is-left": false, "#one": false, "../README.md": false, "https://a.b/c": false,
		"b.md": true, "a.md#what": true, "#two": true, "README.md": true, "../x#one": true,
	} {
		got := brokenLinks("docs/a.md", pages["docs/a.md"]+"See [it]("+link+").\n```\n[x](y)\n```\n", read)
		if len(got) > 0 != broken {
			t.Errorf("%s: broken are %q", link, got)
		}
	}
}
