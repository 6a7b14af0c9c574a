package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// list replaces the list of all rulebooks where a program has one.
const list = `package worlds

import (
	"weltentor/worlds/game"
	only "weltentor/worlds/NAME"
)

// Rulebooks is the one of this program.
func Rulebooks() []game.Rulebook { return []game.Rulebook{only.Rules()} }
`

// rulebooks returns the names of all rulebooks, the default first. They are read from the list that package worlds has,
// since importing it would compile all games before the first page is made.
func rulebooks(root string) (names []string, err error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "worlds", "worlds.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if made, is := n.(*ast.SelectorExpr); is && made.Sel.Name == "Rules" {
			names = append(names, fmt.Sprint(made.X))
		}
		return true
	})
	if names == nil {
		return nil, fmt.Errorf("%s lists no rulebook", filepath.Join(root, "worlds", "worlds.go"))
	}
	return names, nil
}

// overlay writes into a folder how a program is built that has one rulebook and in which other files are replaced, too. It
// returns the file for go build.
func overlay(root, rulebook, folder string, replaced map[string]string) (file string, err error) {
	only := filepath.Join(folder, "only.txt") // Go would take a file of its own for a package
	if err := os.WriteFile(only, []byte(strings.ReplaceAll(list, "NAME", rulebook)), 0o600); err != nil {
		return "", err
	}
	replaced[filepath.Join(root, "worlds", "worlds.go")] = only
	raw, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return "", err
	}
	file = filepath.Join(folder, "overlay.json")
	return file, os.WriteFile(file, raw, 0o600)
}

// root returns the root of the module: the nearest folder upwards that has a go.mod.
func root() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, none := os.Stat(filepath.Join(dir, "go.mod")); none == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			err = errors.New("no go.mod from here upwards")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// unsaid returns an overlay without the sentences that no page needs. Of the machine's words a page uses only those about
// the judgement of orders and of public files, and no chronicler speaks in it.
func unsaid(root string) (map[string]string, error) {
	out := map[string]string{}
	for _, pattern := range []string{"resolve/wording/texts/*.*.toml", "worlds/*/texts/tale.*.toml"} {
		files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no sentences below %s: %w", root, err)
		}
		for _, f := range files {
			if !strings.HasPrefix(filepath.Base(f), "proven.") {
				out[f] = ""
			}
		}
	}
	return out, nil
}

// wasm builds the engine of a rulebook, without the others.
func wasm(rulebook string) ([]byte, error) {
	root, err := root()
	if err != nil {
		return nil, err
	}
	names, err := rulebooks(root)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, rulebook) {
		return nil, fmt.Errorf("there is no rulebook %q, only %s", rulebook, strings.Join(names, ", "))
	}
	scratch, err := os.MkdirTemp("", "weltentor-table-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	without, err := unsaid(root)
	if err != nil {
		return nil, err
	}
	overlay, err := overlay(root, rulebook, scratch, without)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(scratch, "engine.wasm")
	// Without inlining an engine is an eighth smaller when packed, and a check takes the same time.
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-gcflags=all=-l",
		"-overlay", overlay, "-o", out, "weltentor/cmd/page/wasm")
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0", "GOWASM=", "GOFLAGS=")
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the engine of %s: %w\n%s", rulebook, err, said)
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		return nil, err
	}
	return slim(raw)
}

// glue returns the script that runs WebAssembly, from the Go that built the engine.
func glue() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("ask go for its folder: %w", err)
	}
	version, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("ask go for its version: %w", err)
	}
	if v := strings.TrimSpace(string(version)); v != runtime.Version() {
		return nil, fmt.Errorf("this was built by %s, and the engine would be by %s", runtime.Version(), v)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

// packed packs an engine: a seventh smaller than by gzip, for which browsers have no decoder. The same bytes always give
// the same result.
func packed(engine []byte) ([]byte, error) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
		zstd.WithWindowSize(window))
	if err != nil {
		return nil, err
	}
	return e.EncodeAll(engine, nil), e.Close()
}

// window is how far back an engine repeats itself when it is packed. The page moves so many bytes for each of its blocks
// when it unpacks it step by step: eight times as many save three thousandths, and take three times as long.
const window = 2 << 20

// pack packs bytes; the same bytes always give the same result.
func pack(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(raw); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}
