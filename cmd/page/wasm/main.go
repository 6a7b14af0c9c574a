//go:build js && wasm

// Command wasm is the engine of a player's page, for WebAssembly. It sets a global function engine, which the page's
// worker calls, and has no logic of its own: that is package engine. It serves the first of the rulebooks;
// `cmd/page/build` links only one.
package main

import (
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"weltentor/cmd/page/engine"
	"weltentor/worlds"
)

func main() {
	// The collector has no thread of its own here. A page's heap is small, so memory is cheaper than the time in which it
	// answers nothing.
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(most)
	e := engine.New(worlds.Rulebooks()[0])
	js.Global().Set("engine", js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(e, args) }))
	select {}
}

// garbage is how much the heap may grow, in percent, before unused memory is collected.
const garbage = 800

// most is how many bytes the heap may have before it is collected sooner: a phone has little.
const most = 256 << 20

// answer answers a call of the worker. The arguments are the name of the function and its arguments, as strings. A
// panic is an answer too; after it the page starts a new worker.
func answer(e *engine.Engine, args []js.Value) (out string) {
	defer func() {
		if what := recover(); what != nil {
			out = engine.Panicked(fmt.Sprint(what))
		}
	}()
	var does string
	var with []string
	for i, a := range args {
		if i == 0 {
			does = a.String()
			continue
		}
		with = append(with, a.String())
	}
	return string(e.Answer(does, with, within))
}

// within reports, by the browser's clock, whether there is time left.
func within(ms int) func() bool {
	end := time.Now().Add(time.Duration(ms) * time.Millisecond)
	return func() bool { return time.Now().Before(end) }
}
