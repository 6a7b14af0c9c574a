package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"

	"weltentor/worlds"
	"weltentor/worlds/game"
)

// list replaces the list of all rulebooks while an engine is built.
const list = `package worlds

import (
	"weltentor/worlds/game"
	only "weltentor/worlds/NAME"
)

// Rulebooks is the one of this engine.
func Rulebooks() []game.Rulebook { return []game.Rulebook{only.Rules()} }
`

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
	if !slices.ContainsFunc(worlds.Rulebooks(), func(rb game.Rulebook) bool { return rb.Name() == rulebook }) {
		return nil, fmt.Errorf("there is no rulebook %q", rulebook)
	}
	root, err := root()
	if err != nil {
		return nil, err
	}
	scratch, err := os.MkdirTemp("", "weltentor-table-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	only, overlay, out := filepath.Join(scratch, "only.go"), filepath.Join(scratch, "overlay.json"),
		filepath.Join(scratch, "engine.wasm")
	if err := os.WriteFile(only, []byte(strings.ReplaceAll(list, "NAME", rulebook)), 0o600); err != nil {
		return nil, err
	}
	without, err := unsaid(root)
	if err != nil {
		return nil, err
	}
	without[filepath.Join(root, "worlds", "worlds.go")] = only
	replace, err := json.Marshal(map[string]map[string]string{"Replace": without})
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		return nil, err
	}
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
