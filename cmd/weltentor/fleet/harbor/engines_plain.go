//go:build !fleet

package harbor

// Engines are those this program was built with: none.
var Engines map[string]Reach
