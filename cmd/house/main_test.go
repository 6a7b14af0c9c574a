package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Two files that use each other are a knot, and a third is not part of it. Promoted methods count in a method set.
func TestReadings(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.25\n",
		"a/a.go": "package a\n\ntype Inner struct{ n int }\n\nfunc (i Inner) N() int { return twice(i.n) }\n",
		"a/b.go": "package a\n\nfunc twice(n int) int { return 2 * Inner{n}.n }\n",
		"a/c.go": "package a\n\ntype Outer struct{ Inner }\n\nfunc (o Outer) M() int { return o.N() }\n",
		"b/b.go": "package main\n\nimport \"example/a\"\n\nfunc main() { println(a.Outer{}.M()) }\n",
		"c/c.go": "package c // for tests\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rooms, module, err := measured(dir, map[string]stop{})
	if err != nil || module != "example" || len(rooms) != 3 {
		t.Fatalf("%d packages of %q, %v", len(rooms), module, err)
	}
	a := rooms[slices.IndexFunc(rooms, func(r room) bool { return r.path == "example/a" })]
	want := room{path: "example/a", files: 3, lines: 13, code: 8, exported: 2, fan: 1, linked: true, set: 2, of: "Outer", deep: 1, knot: 2,
		decls: 5, circle: 1, welded: 2} // Inner itself uses nothing: the circle is its method's
	if a != want {
		t.Errorf("%+v,\nwant %+v", a, want)
	}
	var out strings.Builder
	if err := show(&out, dir, 1); err != nil || strings.Count(out.String(), "\n") != 4 ||
		!strings.HasSuffix(out.String(), "use: 1\nlines of code without comments: 11\n") {
		t.Errorf("%v: %s", err, &out)
	}
}

// Whoever declares a record owns it. A type of the store, a function and the store itself do not count.
func TestOwnersOfRecords(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.25\n",
		"resolve/store/s.go": "package store\n\ntype Slot[V any] string\n\ntype Table[V any] struct{}\n\n" +
			"func Records[V any](name string) Table[V] { return Table[V]{} }\n\nvar inside = Records[int](\"x\")\n",
		"a/a.go": "package a\n\nimport \"example/resolve/store\"\n\nvar realms = store.Records[int](\"realms\")\n\n" +
			"const held store.Slot[int] = \"held\"\n\ntype mine = store.Slot[int]\n\nvar other = 1\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	if err := show(&out, dir, 1); err != nil || strings.Count(out.String(), "owner ") != 1 ||
		!regexp.MustCompile(`(?m)^owner a +held realms$`).MatchString(out.String()) {
		t.Errorf("%v: %s", err, &out)
	}
}

// A way goes through what a function names, in whatever package and list, each once. What calls through an interface is
// not on it, nor what ends it.
func TestWays(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module example\n\ngo 1.25\n",
		"resolve/intake/a.go": "package intake\n\nimport \"example/resolve/requests\"\n\nvar steps = []func(){one, press.Two}\n\n" +
			"func Accept() {\n\tfor _, s := range steps {\n\t\ts()\n\t}\n}\n",
		"resolve/intake/b.go":       "package intake\n\nfunc one() { unseen(nil) }\n\nfunc never() {}\n",
		"resolve/intake/c.go":       "package intake\n\nfunc unseen(i interface{ Do() }) { i.Do(); unseen(i) }\n",
		"resolve/requests/press.go": "package press\n\ntype T[V any] struct{}\n\nfunc Two() { T[int]{}.Do() }\n\nfunc (T[V]) Do() {}\n",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	want := "way of a letter: 4 files, 5 functions, 9 lines; most in resolve/intake 3/3 resolve/requests 1/2\n" +
		"way of orders, to their receipt: 3 files, 3 functions, 7 lines; most in resolve/intake 3/3\n"
	if err := show(&out, dir, 1); err != nil || !strings.Contains(out.String(), want) || strings.Contains(out.String(), "a turn") {
		t.Errorf("%v: %s, want\n%s", err, &out, want)
	}
}

// What passed is short, what failed is told whole, and the slowest come first.
// What a page names is run, if it is asked for, and no other line of the page. A command that fails shows all it says.
func TestFigures(t *testing.T) {
	page := "go test -bench Prose\n```sh\ngo test ./a -bench A\nmake mutate\nX=1 go test ./b -bench B\n```\n" +
		"```\ngo test ./c -bench C\n```\n```sh\ngo test ./d\ngo test ./e -bench E\n```\n"
	var ran []string
	var said strings.Builder
	all := figures(page, regexp.MustCompile("a|b"), &said, func(command string) ([]byte, error) {
		ran = append(ran, command)
		if strings.Contains(command, "./b") {
			return []byte("no such package\n"), errors.New("exit status 1")
		}
		return []byte("goos: linux\nBenchmarkA 1 2 ns/op\nPASS\n"), nil
	})
	if want := "go test ./a -bench A|X=1 go test ./b -bench B|go test ./e -bench E"; all || strings.Join(ran, "|") != want {
		t.Errorf("all ran: %t; %q", all, ran)
	}
	for passage, is := range map[string]bool{"cores, go": true, "$ go test ./a -bench A\nload before and after: ": true,
		"\nBenchmarkA 1 2 ns/op\n": true, "no such package\nexit status 1\n": true, "goos": false} {
		if strings.Contains(said.String(), passage) != is {
			t.Errorf("%q: want %t in\n%s", passage, is, said.String())
		}
	}
	said.Reset()
	if figures(page, regexp.MustCompile("/a"), &said, func(string) ([]byte, error) { return nil, nil }); strings.Contains(said.String(), "/b") {
		t.Errorf("not only /a:\n%s", said.String())
	}
}

func TestTimes(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	passed, err := times(strings.NewReader(`not json
{"Action":"output","Package":"a","Test":"TestQuick","Output":"said by who passed\n"}
{"Action":"pass","Package":"a","Test":"TestQuick","Elapsed":0.25}
{"Action":"output","Package":"a","Test":"TestSlow","Output":"what was wrong\n"}
{"Action":"fail","Package":"a","Test":"TestSlow","Elapsed":2}
{"Action":"pass","Package":"a","Test":"TestSlow/part","Elapsed":1}
{"Action":"output","Package":"a","Output":"FAIL\ta\t2.300s\n"}
{"Action":"fail","Package":"a","Elapsed":2.3}
{"Action":"output","Package":"b","Output":"ok  \tb\t0.100s\n"}
{"Action":"pass","Package":"b","Elapsed":0.1}
`), &out, 20)
	want := "not json\nwhat was wrong\nFAIL\ta\t2.300s\nok  \tb\t0.100s\n\nthe slowest of 2 tests:\n      2s a TestSlow\n   250ms a TestQuick\n"
	if passed || err != nil || out.String() != want {
		t.Errorf("passed: %v, %v\n%s\nwant\n%s", passed, err, &out, want)
	}
}
