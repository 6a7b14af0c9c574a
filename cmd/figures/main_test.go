package main

import (
	"errors"
	"regexp"
	"strings"
	"testing"
)

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

// What passed is short, what failed is told whole, and the slowest come first.
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
