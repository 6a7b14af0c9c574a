// Text and glyphs have a contrast of 4.5 or more with what they stand on, in light and dark: counted from the tokens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';

const css = readFileSync(new URL('../src/page.css', import.meta.url), 'utf8');
const look = JSON.parse(readFileSync(new URL('../../../../resolve/picture/symbols.json', import.meta.url), 'utf8'));

const schemes = ['light', 'dark'];
// token is a colour of the page's sheet in a scheme.
const token = (name, scheme) => {
  const both = css.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`)), one = css.match(new RegExp(`--${name}: (#\\w+)`));
  assert.ok(both || one, `no token ${name}`);
  return both ? both[scheme === 'light' ? 1 : 2] : one[1];
};
const ground = (name, scheme) => look.palette[scheme][name] ?? look.palette.light[name];
const parts = (c) => [1, 3, 5].map((i) => parseInt(c.slice(i, i + 2), 16));
const mixed = (a, b, share) => parts(a).map((x, i) => x * share + parts(b)[i] * (1 - share));
// contrast as WCAG counts it.
const bright = (rgb) => rgb.map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)).reduce((sum, x, i) => sum + x * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (a, b) => { const [x, y] = [a, b].map((c) => bright(typeof c === 'string' ? parts(c) : c)).sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
const least = (what, a, b, want = 4.5) => assert.ok(contrast(a, b) >= want, `${what}: ${contrast(a, b).toFixed(2)}`);

test('contrast is counted as WCAG counts it', () => {
  assert.equal(contrast('#000000', '#FFFFFF'), 21);
  assert.equal(contrast('#777777', '#FFFFFF').toFixed(2), '4.48');
});

test('the tokens of the page', () => {
  for (const scheme of schemes) {
    const of = (ink, ...on) => { for (const o of on) least(`${ink} on ${o}, ${scheme}`, token(ink, scheme), token(o, scheme)); };
    of('ink', 'card', 'card2', 'bg');
    of('ink2', 'card', 'card2', 'bg');
    for (const ink of ['acc', 'ok', 'warn', 'bad']) of(ink, 'card', 'card2');
    of('warn', 'warnbg');
    of('accink', 'acc');
    of('card', 'ink', 'ok');
    of('barink', 'bar', 'barline');
    of('barink2', 'bar');
    of('hotink', 'hot');
    for (const on of ['card', 'bg']) least(`the ring of the focus on ${on}, ${scheme}`, token('focus', scheme), token(on, scheme), 3);
    // rows that are marked: what they are mixed of
    least(`a row with orders, ${scheme}`, token('ink2', scheme), mixed(token('acc', scheme), token('card', scheme), 0.08));
    least(`an army without orders, ${scheme}`, token('warn', scheme), mixed(token('hot', scheme), token('card', scheme), 0.13));
  }
});

test('the map: its ink on every ground, through the halo that its words have', () => {
  const seen = Number(css.match(/\.t-label \{[^}]*stroke-opacity: (\.\d+)/)[1]); // of the faintest halo
  for (const scheme of schemes) {
    least(`ink on its halo, ${scheme}`, ground('ink', scheme), ground('inkhalo', scheme));
    for (const name of Object.keys(look.grounds)) {
      least(`ink on ${name}, ${scheme}`, ground('ink', scheme), mixed(ground('inkhalo', scheme), ground(name, scheme), seen));
    }
  }
});

// as worlds/game gives them
const realms = readFileSync(new URL('../../../../worlds/game/crest.go', import.meta.url), 'utf8').match(/(?<=")#[0-9A-F]{6}(?=")/g);

test('glyphs on the colours of realms, and their bands on the card', () => {
  assert.equal(realms.length, 12);
  for (const c of realms) {
    least(`white on ${c}`, '#FFFFFF', c);
    least(`${c} as a band, dark`, mixed(c, '#FFFFFF', 0.58), token('card', 'dark'), 3);
  }
});
