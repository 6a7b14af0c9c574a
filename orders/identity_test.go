package orders

// identityCases are about the `$I` line.
var identityCases = []parseCase{
	{
		name:    "identity, with and without the turn",
		text:    "$I 4 geheim 12\n$I 4 geheim 12\n$A\nNord 3\n",
		printed: "$I 4 geheim 12\n$A\nNord 3\n",
	},
	{
		name:    "identity without a password",
		text:    "$I 4\n$A\nNord 3\n",
		printed: "$I 4\n$A\nNord 3\n",
	},
	{
		name:    "identity with the turn and no password",
		text:    "$I 4 - 12 ; ich\n$A\nNord 3\n",
		printed: "$I 4 - 12\n$A\nNord 3\n",
	},
	{
		name:    "a dash alone is no password",
		text:    "$I 4 -\n$A\nNord 3\n",
		printed: "$I 4\n$A\nNord 3\n",
	},
	{
		name:     "identity: the first good line counts",
		text:     "$I vier geheim\n$i 4 geheim ; ich\n$I 5 anders\n",
		problems: "1:1 error identity-form\n3:1 error identity-twice\n",
		printed:  "$I 4 geheim\n",
	},
	{
		name:     "turn 0 is none",
		text:     "$I 4 abc 0\n$A\nNord 3\n",
		problems: "1:1 warning identity-zero\n",
		printed:  "$I 4 abc\n$A\nNord 3\n",
	},
	{
		name:    "a password with blanks in it is one",
		text:    "$I 4 abcd efgh jkmn2 12\n$A\nNord 3\n",
		printed: "$I 4 abcdefghjkmn2 12\n$A\nNord 3\n",
	},
	{
		name:     "but not one that is none of ours",
		text:     "$I 4 abcd efgh jkmn\n$A\nNord 3\n",
		problems: "1:1 error identity-form\n",
		printed:  "$A\nNord 3\n",
	},
	{
		name:    "a password with one blank in it, hyphens or none",
		text:    "$I 4 abcd-efgh jkmn2\n$A\nNord 3\n",
		printed: "$I 4 abcd-efghjkmn2\n$A\nNord 3\n",
	},
	{
		name:    "with the turn behind it",
		text:    "$I 4 abcdefgh jkmn2 12\n$A\nNord 3\n",
		printed: "$I 4 abcdefghjkmn2 12\n$A\nNord 3\n",
	},
	{
		name:    "in capitals",
		text:    "$I 4 ABCDEFGH JKMZ9\n$A\nNord 3\n",
		printed: "$I 4 ABCDEFGHJKMZ9\n$A\nNord 3\n",
	},
	{
		name:     "twelve letters and another sign are no password of ours",
		text:     "$I 4 abcd!efgh jkmn\n",
		problems: "1:1 error identity-form\n",
	},
	{
		name:     "nor are thirteen",
		text:     "$I 4 abcd_efgh jkmn2\n",
		problems: "1:1 error identity-form\n",
	},
	{
		name:     "nor fourteen",
		text:     "$I 4 abcdefgh jkmn23\n",
		problems: "1:1 error identity-form\n",
	},
	{
		name:    "a realm's number has up to four digits",
		text:    "$I 9999 geheim\n",
		printed: "$I 9999 geheim\n",
	},
	{
		name:     "not five",
		text:     "$I 10000 geheim\n",
		problems: "1:1 error identity-form\n",
	},
	{
		name:     "another turn is another identity",
		text:     "$I 4 geheim 12\n$I 4 geheim 13\n",
		problems: "2:1 error identity-twice\n",
		printed:  "$I 4 geheim 12\n",
	},
	{
		name:     "so is another password",
		text:     "$I 4 geheim 12\n$I 4 anders 12\n",
		problems: "2:1 error identity-twice\n",
		printed:  "$I 4 geheim 12\n",
	},
	{
		name:     "nothing below another password is read, nor once both are masked",
		text:     "$I 4 geheim 12\n$A\nNord 3\n$I 4 anders 12\n$A\nSued 4\n",
		problems: "4:1 error identity-twice\n",
		printed:  "$I 4 geheim 12\n$A\nNord 3\n",
	},
	{
		name:     "a second one is one in whatever spelling, and nothing below it is read",
		text:     "$I 4 geheim\n$A\nNord 3\n$ I 5 anders\n$A\nSued 4\n",
		problems: "4:1 error identity-twice\n",
		printed:  "$I 4 geheim\n$A\nNord 3\n",
	},
	{
		name:     "with the realm's word, or in brackets, in a message too",
		text:     "$I 4 geheim\n$N\n#2\nGruß\n $Ident.: Reich (#5) anders\n$A\nSued 4\n",
		problems: "5:1 warning message-open\n5:1 error identity-twice\n",
		printed:  "$I 4 geheim\n$N\n#2\nGruß\n#E\n",
	},
	{
		name:     "a malformed one is another's, too",
		text:     "$I 4 geheim\n$A\nNord 3\n$I vier geheim\n$A\nSued 4\n",
		problems: "4:1 error identity-twice\n",
		printed:  "$I 4 geheim\n$A\nNord 3\n",
	},
	{
		name:     "below the end, another realm's is told in whatever spelling",
		text:     "$I 4 geheim\n$A\nNord 3\n$E\n$ I: Reich 5 anders\n$I 4 geheim\n",
		problems: "5:1 error identity-twice\n",
		printed:  "$I 4 geheim\n$A\nNord 3\n",
	},
	{
		name:    "no other line with a sign and a number is one",
		text:    "$I 4 geheim\n$N\n#2\n$ Igel 4\n$Idee 4\n$ 4\n#E\n",
		printed: "$I 4 geheim\n$N\n#2\n$ Igel 4\n$Idee 4\n$ 4\n#E\n",
	},
}
