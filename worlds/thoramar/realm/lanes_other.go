//go:build !js

package realm

// alone says that nothing is played side by side, which is so only in a player's page.
const alone = false
