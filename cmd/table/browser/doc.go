// Package browser tries the players' pages in real browsers: Chromium, Firefox and WebKitGTK. Its tests
// are part of the build with the tag `servers` only.
package browser
