//go:build !js

package realm

// alone tells that nothing is played side by side: only in a player's page.
const alone = false
