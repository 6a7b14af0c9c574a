// The editor's looks, for its shadow root. Colours come from the page's properties, which reach in.
export const css = `
:host { display: block; height: 100%; } .desk { background: var(--card); height: 100%; }
.o-lit { background: color-mix(in srgb, #F0B54A 28%, transparent); }
.cm-editor { color: var(--ink); font-size: 13px; height: 100%; }
.cm-editor.cm-focused { outline: 3px solid var(--focus); outline-offset: -3px; }
.cm-scroller { font-family: ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; line-height: 1.5; overflow: auto; }
.cm-editor .cm-content { padding: .4rem 0; caret-color: var(--ink); }
.cm-editor .cm-cursor { border-left-color: var(--ink); }
.cm-editor .cm-gutters { background: var(--soft); color: var(--ink); border-right: 1px solid var(--line); }
.cm-editor .cm-activeLine, .cm-editor .cm-activeLineGutter { background: color-mix(in srgb, var(--ink2) 12%, transparent); }
.cm-editor .cm-selectionBackground, .cm-editor.cm-focused .cm-selectionBackground { background: color-mix(in srgb, var(--focus) 35%, transparent) !important; }
.o-head { color: light-dark(#7a3b00, #ffc27a); font-weight: 700; }
.o-comment { color: light-dark(#5b5f68, #a9adb8); font-style: italic; }
.o-number { color: light-dark(#1d5c2b, #93d7a3); }
.o-army { color: light-dark(#003f9e, #9cc8ff); font-weight: 600; }
.o-to { color: light-dark(#6a1b9a, #d9b3ff); font-weight: 700; }
.o-text { color: light-dark(#3b2f7a, #cfc6ff); }
.o-meta { color: light-dark(#5b5f68, #a9adb8); }
.o-mark { color: var(--ink); border-bottom: 2px dotted var(--ink2); }
.cm-editor .cm-lintRange-error { text-decoration: underline wavy light-dark(#9b1c00, #ffb199) 1px; background-image: none; }
.cm-editor .cm-lintRange-warning { text-decoration: underline wavy light-dark(#7a5b00, #ffd97a) 1px; background-image: none; }
.cm-tooltip { background: var(--card) !important; color: var(--ink) !important; border: 1px solid var(--line) !important; max-width: min(36rem, 90vw); }
.cm-tooltip-autocomplete ul li { min-height: 2rem; padding: .3rem .5rem !important; }
.cm-tooltip-autocomplete ul li[aria-selected] { background: light-dark(#003f9e, #9cc8ff) !important; color: light-dark(#fff, #15171c) !important; }
.cm-completionDetail { opacity: .85; }
.cm-diagnostic { overflow-wrap: anywhere; }
.cm-panels { background: var(--soft) !important; color: var(--ink) !important; }
.cm-panel label { font-size: .95rem !important; display: inline-flex; align-items: center; gap: .3rem; min-height: 2.2rem; }
.cm-panel input:not([type=checkbox]), .cm-panel button { min-height: 2.2rem; font-size: 1rem !important; color: var(--ink) !important; background: var(--card) !important; border: 1px solid var(--line) !important; border-radius: .3rem; background-image: none !important; }
@media (max-width: 40rem) { .cm-lineNumbers .cm-gutterElement { min-width: 1.6em !important; padding: 0 2px !important; } }
`;
