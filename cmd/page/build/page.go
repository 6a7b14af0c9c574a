package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/template"
)

//go:embed page.html
var frame string

//go:embed boot.js
var boot string

// parts are the contents for the frame of a page.
type parts struct {
	Rulebook, Policy, Boot      string
	Style, App, Worker, Machine string // packed, in the format of written; the Machine by zstd
}

// page makes the page of a rulebook.
func page(rulebook string) ([]byte, error) {
	root, err := root()
	if err != nil {
		return nil, err
	}
	read := func(name string) (text string) {
		var raw []byte
		if err == nil {
			raw, err = os.ReadFile(filepath.Join(root, "cmd", "page", "web", "dist", name))
		}
		return string(raw)
	}
	app, worker, style := read("app.js"), read("worker.js"), read("app.css")
	if err != nil {
		return nil, err
	}
	exec, err := glue()
	if err != nil {
		return nil, err
	}
	engine, err := wasm(rulebook)
	if err != nil {
		return nil, err
	}
	boot := strings.Replace(boot, "{{DIGITS}}", strconv.Quote(digits), 1)
	p := parts{Rulebook: rulebook, Policy: policy(boot, app), Boot: boot}
	for _, part := range []struct {
		to   *string
		pack func([]byte) ([]byte, error)
		from string
	}{{&p.Style, pack, style}, {&p.App, pack, app}, {&p.Worker, pack, string(exec) + "\n" + worker}, {&p.Machine, packed, string(engine)}} {
		raw, err := part.pack([]byte(part.from))
		if err != nil {
			return nil, err
		}
		*part.to = written(raw)
	}
	var out bytes.Buffer
	t, err := template.New("page").Parse(frame)
	if err == nil {
		err = t.Execute(&out, p)
	}
	if err == nil {
		err = fits(rulebook, out.Len(), mostPage)
	}
	return out.Bytes(), err
}

// mostPage is the maximum size of a page in bytes, since it is mailed. One whose engine keeps the names of its functions
// has room, too.
const mostPage = 3_100_000

// fits refuses a page that is too large.
func fits(rulebook string, size, most int) error {
	if size > most {
		return fmt.Errorf("the page of %s has %d bytes, more than %d: take something out of its bundle or its engine",
			rulebook, size, most)
	}
	return nil
}

// policy allows the page to run its own scripts and engine, and nothing else.
func policy(scripts ...string) string {
	var hashes []string
	for _, s := range scripts {
		sum := sha256.Sum256([]byte(s))
		hashes = append(hashes, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + strings.Join(hashes, " ") + " 'wasm-unsafe-eval'",
		"worker-src blob:", "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}

// digits are the digits with which a page writes its bytes: all visible characters but those with a meaning in HTML.
const digits = "!\"#$%'()*+,-./0123456789:;=?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"

// written writes bytes as text: 13 bits, the lowest first, are two digits to the base of 91. That is a thirteenth shorter
// than base64. Zeros fill up the last 13, and the first digit says how many bytes they add.
func written(raw []byte) string {
	pairs := (8*len(raw) + 12) / 13
	out := []byte{digits[13*pairs/8-len(raw)]}
	held, bits := 0, 0
	for i := 0; len(out) <= 2*pairs; bits -= 13 {
		for ; bits < 13 && i < len(raw); i, bits = i+1, bits+8 {
			held |= int(raw[i]) << bits
		}
		n := held & (1<<13 - 1)
		out, held = append(out, digits[n/91], digits[n%91]), held>>13
	}
	return string(out)
}
