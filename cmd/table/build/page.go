package main

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed page.html
var frame string

//go:embed boot.js
var boot string

// parts are what the frame of a page is filled with.
type parts struct {
	Rulebook             string
	Policy               string
	Style, Boot          string
	App, Worker, Machine string // packed, in base64
}

// page is the page of a rulebook.
func page(rulebook string) ([]byte, error) {
	root, err := house()
	if err != nil {
		return nil, err
	}
	read := func(name string) (text string) {
		var raw []byte
		if err == nil {
			raw, err = os.ReadFile(filepath.Join(root, "cmd", "table", "web", "dist", name))
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
	p := parts{Rulebook: rulebook, Style: style, Boot: boot}
	for to, from := range map[*string]string{&p.App: app, &p.Worker: string(exec) + "\n" + worker,
		&p.Machine: string(engine)} {
		packed, err := pack([]byte(from))
		if err != nil {
			return nil, err
		}
		*to = base64.StdEncoding.EncodeToString(packed)
	}
	p.Policy = policy([]string{boot, app}, style)
	var out bytes.Buffer
	t, err := template.New("page").Parse(frame)
	if err == nil {
		err = t.Execute(&out, p)
	}
	return out.Bytes(), err
}

// policy is what the browser lets the page do: to run its own scripts and engine, and nothing else.
func policy(scripts []string, style string) string {
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	var hashes []string
	for _, s := range scripts {
		hashes = append(hashes, hash(s))
	}
	return strings.Join([]string{
		"default-src 'none'", "script-src " + strings.Join(hashes, " ") + " 'wasm-unsafe-eval'",
		"style-src " + hash(style), "worker-src blob:", "img-src data: blob:", "base-uri 'none'", "form-action 'none'",
	}, "; ")
}
