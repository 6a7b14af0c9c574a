// Package browser tests the players' pages in real browsers: Chromium, Firefox and WebKitGTK. It has only tests, which
// need the build tag `servers`.
package browser
