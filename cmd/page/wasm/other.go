//go:build !js

package main

import (
	"fmt"
	"os"
)

// main, on any other system, says what this program is for.
func main() {
	fmt.Fprintln(os.Stderr, "wasm: this is the engine of a page; `make build` builds it")
	os.Exit(2)
}
