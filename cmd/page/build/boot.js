(function () {
  'use strict';
  var german = !/^en/i.test(navigator.language || '');
  function say(de, en) {
    var p = document.createElement('p');
    p.setAttribute('role', 'alert');
    p.textContent = german ? de : en;
    document.getElementById('table').appendChild(p);
  }
  var lacks = [];
  if (typeof WebAssembly !== 'object') lacks.push('WebAssembly');
  if (typeof Worker !== 'function') lacks.push('Worker');
  if (typeof ReadableStream !== 'function') lacks.push('ReadableStream');
  if (typeof DecompressionStream !== 'function') lacks.push('DecompressionStream');
  if (!Array.prototype.at || !Object.hasOwn) lacks.push('ES2022');
  if (typeof CSSStyleSheet !== 'function' || !('adoptedStyleSheets' in Document.prototype)) lacks.push('adoptedStyleSheets');
  if (!window.CSS || !CSS.supports('color', 'light-dark(red, red)')) lacks.push('light-dark()');
  if (lacks.length) {
    say('Dieser Browser ist zu alt für diese Seite. Ihm fehlt: ' + lacks.join(', ') +
      '. Es genügt Chrome oder Edge ab 123, Firefox ab 120, Safari ab 17.5.',
    'This browser is too old for this page. It lacks: ' + lacks.join(', ') +
      '. Chrome or Edge from 123, Firefox from 120, or Safari from 17.5 will do.');
    return;
  }
  // QUIRK: where the system names no language, WebKitGTK says "C", which its own functions refuse.
  try { new Intl.NumberFormat(navigator.language); } catch (e) {
    Object.defineProperty(navigator, 'language', { value: 'en' });
  }
  // A stream of one's own: some browsers refuse streams of Blobs on pages opened from files.
  var digits = {{DIGITS}}, value = new Uint8Array(128);
  for (var d = 0; d < digits.length; d++) value[digits.charCodeAt(d)] = d;
  // read reads bytes that are written as pairs of digits, 13 bits each.
  function read(text) {
    var bytes = new Uint8Array(((text.length - 1) / 2 * 13 >> 3) - value[text.charCodeAt(0)]), held = 0, bits = 0, n = 0;
    for (var i = 1; i < text.length; i += 2) {
      held |= (value[text.charCodeAt(i)] * 91 + value[text.charCodeAt(i + 1)]) << bits;
      for (bits += 13; bits > 7; bits -= 8) { bytes[n++] = held; held >>>= 8; }
    }
    return bytes;
  }
  // taken takes packed bytes out of the page.
  function taken(id) {
    var node = document.getElementById(id), bytes = read(node.textContent);
    node.remove();
    return bytes;
  }
  function unpack(id) {
    var bytes = taken(id);
    var stream = new ReadableStream({ start: function (c) { c.enqueue(bytes); c.close(); } });
    return new Response(stream.pipeThrough(new DecompressionStream('gzip'))).text();
  }
  // QUIRK: Firefox keeps a page that is left, for the way back, and stops its worker wherever it is. A compiler that waits
  // for more of the engine then keeps a thread, and some of these keep all: no page gets an engine any more. So a page
  // that is left before its engine has answered ends it, and on the way back begins anew.
  function whole(worker) {
    var answered = false;
    worker.addEventListener('message', function () { answered = true; });
    addEventListener('pagehide', function () { if (!answered) worker.terminate(); });
    addEventListener('pageshow', function (e) { if (e.persisted && !answered) location.reload(); });
  }
  // The engine starts while the page is still unpacked: it takes longer.
  var engine, first = unpack('worker').then(function (script) {
    var worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    engine = taken('engine');
    worker.postMessage({ wasm: engine });
    whole(worker);
    return { script: script, worker: worker };
  });
  Promise.all([unpack('app'), first, unpack('style')]).then(function (parts) {
    var sheet = new CSSStyleSheet();
    sheet.replaceSync(parts[2]);
    document.adoptedStyleSheets = [sheet];
    globalThis.weltentor = { rulebook: document.body.dataset.rulebook, worker: parts[1].script, first: parts[1].worker,
      engine: engine };
    addEventListener('error', function (e) {
      if (!globalThis.weltentor.store) {
        say('Die Seite ist an einem Fehler gescheitert: ' + e.message, 'The page failed by a fault: ' + e.message);
      }
    });
    var script = document.createElement('script');
    script.textContent = parts[0];
    document.body.appendChild(script);
  }).catch(function (e) {
    say('Die Seite ist beschädigt. Ladet sie neu herunter. (' + e + ')',
      'The page is damaged. Download it again. (' + e + ')');
  });
})();
