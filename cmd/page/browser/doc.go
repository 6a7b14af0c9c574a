// Package browser tests the players' pages in real browsers: Chromium, Firefox and WebKitGTK. What can be asked without
// a browser is tested in cmd/page/web and cmd/page/engine. It has only tests, which need the build tag `servers`.
package browser
