package orders

import (
	"strings"
	"testing"
)

// Lines of orders are those of sections of orders, up to the end; no letter and no free text has any.
func TestFollow(t *testing.T) {
	text := "-Hello; orders are below\n-$I 1 PASSWORD\n-a\n-$A\n+1 2 ; b\n+`1 2`\n-`$N`\n-a\n-#7\n-a; b\n-$50\n" +
		"-#E\n-a\n-$K\n-a; b\n-$50\n-#7\n-a\n-  $A\n-$A\n+\n+a\n- $A\n+a\n-$Q\n-a\n-$A\n+#7\n+a\n-$E\n-$A\n-a"
	is := small().Follow()
	for i, line := range strings.Split(text, "\n") {
		if is(line[1:]) != (line[0] == '+') {
			t.Errorf("line %d: %s", i+1, line)
		}
	}
	is = small().Follow()
	if is("$A"); !is("a") || is("-- ") || is("$A") || is("a") {
		t.Error("a signature is read")
	}
}
