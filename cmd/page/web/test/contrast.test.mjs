// Text and glyphs have a contrast of 4.5 or more with what they stand on, in light and dark: counted from the tokens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { bundled } from './bundled.mjs';

const { Board } = await bundled('paint/hex.ts');
const { pale } = await bundled('paint/marks.ts');
const { paint } = await bundled('paint/painter.ts');
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

// different is how far apart two colours of CIE L*a*b* are, by CIEDE2000: below 1 nobody sees it.
function different([l1, a1, b1], [l2, a2, b2]) {
  const turn = (d) => d * Math.PI / 180, hue = (a, b) => (Math.atan2(b, a) * 180 / Math.PI + 360) % 360, seventh = (c) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 1.5 - seventh((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) / 2;
  const c1 = Math.hypot(a1 * g, b1), c2 = Math.hypot(a2 * g, b2), h1 = hue(a1 * g, b1), h2 = hue(a2 * g, b2), wraps = Math.abs(h1 - h2) > 180;
  const l = (l1 + l2) / 2, c = (c1 + c2) / 2, h = (h1 + h2) / 2 + (wraps ? (h1 + h2 < 360 ? 180 : -180) : 0), dh = h2 - h1 + (wraps ? (h2 < h1 ? 360 : -360) : 0);
  const t = 1 - 0.17 * Math.cos(turn(h - 30)) + 0.24 * Math.cos(turn(2 * h)) + 0.32 * Math.cos(turn(3 * h + 6)) - 0.2 * Math.cos(turn(4 * h - 63));
  const bright = (l2 - l1) / (1 + 0.015 * (l - 50) ** 2 / Math.sqrt(20 + (l - 50) ** 2)), chroma = (c2 - c1) / (1 + 0.045 * c), hues = 2 * Math.sqrt(c1 * c2) * Math.sin(turn(dh / 2)) / (1 + 0.015 * c * t);
  return Math.sqrt(bright ** 2 + chroma ** 2 + hues ** 2 - 2 * seventh(c) * Math.sin(turn(60 * Math.exp(-(((h - 275) / 25) ** 2)))) * chroma * hues);
}
const lab = (colour) => {
  const [r, g, b] = parts(colour).map((x) => x / 255).map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
  const [x, y, z] = [(0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047, 0.2126729 * r + 0.7151522 * g + 0.072175 * b, (0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883]
    .map((v) => (v > 216 / 24389 ? Math.cbrt(v) : (v * 24389 / 27 + 16) / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

test('differences are counted as CIEDE2000 counts them', () => { // pairs 1, 7 and 17 of Sharma, Wu and Dalal
  assert.equal(different([50, 2.6772, -79.7751], [50, 0, -82.7485]).toFixed(4), '2.0425');
  assert.equal(different([50, 0, 0], [50, -1, 2]).toFixed(4), '2.3669');
  assert.equal(different([50, 2.5, 0], [73, 25, -18]).toFixed(4), '27.1492');
});

test('the map in the dark: grounds are told apart, and land from the sea at a glance', () => {
  const waters = ['sea', 'deep', 'river', 'strait', 'reef'], land = Object.keys(look.grounds).filter((g) => !waters.includes(g));
  const apart = (a, b, want) => { const d = different(lab(ground(a, 'dark')), lab(ground(b, 'dark'))); assert.ok(d >= want, `${a} and ${b}: ${d.toFixed(1)}`); };
  for (const [i, a] of land.entries()) {
    for (const b of land.slice(i + 1)) apart(a, b, 5);
    apart(a, 'sea', 12);
  }
  apart('meadow', 'wood', 12);
  apart('sea', 'deep', 5);
});

// as worlds/game gives them
const realms = readFileSync(new URL('../../../../worlds/game/crest.go', import.meta.url), 'utf8').match(/(?<=")#[0-9A-F]{6}(?=")/g);

test('glyphs on the colours of realms', () => {
  assert.equal(realms.length, 12);
  for (const c of realms) {
    least(`white on ${c}`, '#FFFFFF', c);
  }
});

test('borders of realms on their casing, in the dark, whatever lies below', () => {
  const board = new Board({ title: '', realm: 1, terrains: [], cells: [{ h: 0, y: 0, label: '0/0', t: 0, owner: 1 }] });
  const flat = (list) => list.flatMap((m) => (m.is === 'group' ? flat(m.of) : [m])), lines = flat(paint(board, {}, () => false));
  const casing = lines.find((m) => m.stroke === 'bandcase'), band = lines.filter((m) => m.stroke === 'band').at(-1);
  assert.ok(lines.indexOf(casing) < lines.indexOf(band) && casing.width >= band.width + 2, 'a casing below the border, wider than it');
  for (const c of realms) {
    for (const name of Object.keys(look.grounds)) {
      const under = mixed(ground('bandcase', 'dark'), ground(name, 'dark'), casing.opacity / 100);
      least(`${c} on ${name}`, mixed('#FFFFFF', c, pale / 100), under);
    }
  }
});
