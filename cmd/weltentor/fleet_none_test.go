//go:build !fleet

package main

// asHost is nothing where there is no fleet.
var asHost func(string) int
