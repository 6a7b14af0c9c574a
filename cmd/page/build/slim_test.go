package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Segments of data become one, with zeros between them, in whatever order they are. Data that end too early are refused.
func TestJoined(t *testing.T) {
	body := []byte{3, 0, 0x41, 5, 0x0b, 2, 'b', 'c', 0, 0x41, 2, 0x0b, 1, 'a',
		0, 0x41, 0xc0, 0, 0x0b, 1, 'd'} // 64 as a signed number
	want := slices.Concat([]byte{1, 0, 0x41, 0, 0x0b, 65, 0, 0, 'a', 0, 0, 'b', 'c'}, make([]byte, 64-7), []byte{'d'})
	if got, err := joined(body); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v %v", got, err)
	}
	module := slices.Concat([]byte("\x00asm\x01\x00\x00\x00\x0b"), []byte{byte(len(body))}, body)
	for n := range module {
		if got, err := slim(module[:n]); err == nil && n != 8 {
			t.Errorf("of the first %d bytes it makes %v", n, got)
		}
	}
}

// faulty is a program whose stack grows while memory is collected. It recovers from a fault of its own and prints how
// much it counted.
const faulty = `package main

import "runtime"

type hiddenType struct{ next *hiddenType; n int }

//go:noinline
func hiddenFunction(was *hiddenType, n int) int {
	if n == 0 {
		panic("fault")
	}
	var room [100]int
	room[n%100] = n
	if n%500 == 0 {
		runtime.GC()
	}
	defer func() {
		sum += was.n + room[n%100]
		if what := recover(); n < 2000 {
			panic(what)
		}
	}()
	return hiddenFunction(&hiddenType{was, n}, n-1)
}

var sum int

func main() {
	done := make(chan int)
	go func() {
		hiddenFunction(&hiddenType{n: 1}, 2000)
		done <- sum
	}()
	println(<-done)
}
`

// A program without the names of its functions does what it did.
func TestSlim(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, said)
		}
		return string(said)
	}
	put := func(name string, content []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("main.go", []byte(faulty))
	run("go", "build", "-trimpath", "-ldflags=-s -w -buildid=", "-gcflags=all=-l", "-o", "whole.wasm", "main.go")
	whole, err := os.ReadFile(filepath.Join(dir, "whole.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	small, err := slim(whole)
	if err != nil {
		t.Fatal(err)
	}
	put("small.wasm", small)
	for _, name := range []string{"main.hiddenFunction", "runtime/panic.go"} {
		if !bytes.Contains(whole, []byte(name)) || bytes.Contains(small, []byte(name)) {
			t.Errorf("%s is in neither or in both", name)
		}
	}
	many, _ := packed(whole)
	if few, err := packed(small); err != nil || len(few)*8 > len(many)*7 {
		t.Errorf("%d bytes packed, and without names %d, %v", len(many), len(few), err)
	}
	if _, err := exec.LookPath("node"); err != nil {
		return // browsers run such engines in cmd/page/browser
	}
	script := filepath.Join(strings.TrimSpace(run("go", "env", "GOROOT")), "lib", "wasm", "wasm_exec_node.js")
	// 1 to 2000 as the numbers of the calls, which are 2000·2001/2, and the same as those of the calls before
	if one, two := run("node", script, "whole.wasm"), run("node", script, "small.wasm"); one != two || one != "4002000\n" {
		t.Errorf("it prints %q and %q", one, two)
	}
}
