/** Runs in the page, before everything else: what a test asks about how the screen looks. See looks.ts. */
(() => {
  const focusable =
    'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';
  const visible = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

  // What of an element, and of what stands around it, a ring or a tint of the focus may change.
  const drawn = [
    'outlineStyle',
    'outlineWidth',
    'outlineColor',
    'boxShadow',
    'borderTopColor',
    'backgroundColor',
    'display',
  ];
  const lookOf = (element) => {
    const around = [element];
    for (let up = element.parentElement; up !== null && around.length < 4; up = up.parentElement)
      around.push(up);
    around.push(...element.querySelectorAll('[data-cursor]'), ...(element.labels ?? []));
    // In a text the caret shows it.
    around.push(...(element.closest('.cm-editor')?.querySelectorAll('.cm-cursor') ?? []));
    const styles = around.flatMap((part) => [getComputedStyle(part), getComputedStyle(part, '::before')]);
    styles.push(getComputedStyle(element, '::after'));
    return JSON.stringify(styles.map((style) => drawn.map((name) => style[name])));
  };
  const nameOf = (element) => {
    const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const words =
      element.getAttribute('aria-label') ??
      labelled.map((id) => document.getElementById(id)?.textContent).join(' ');
    const label = element.labels?.[0]?.textContent;
    const text =
      words || label || element.textContent || element.getAttribute('placeholder') || element.tagName;
    return text.replaceAll(/\s+/g, ' ').trim().slice(0, 120);
  };

  // Colours as the screen mixes them: [red, green, blue, alpha], 0 to 255 and 0 to 1.
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  const known = new Map();
  const colorOf = (text) => {
    if (known.has(text)) return known.get(text);
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = text;
    brush.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data;
    known.set(text, [red, green, blue, alpha / 255]);
    return known.get(text);
  };
  const over = ([r, g, b, a], below) => [r, g, b].map((part, at) => part * a + below[at] * (1 - a));
  const groundOf = (element) => {
    const layers = [];
    for (let at = element; at !== null; at = at.parentElement) {
      const layer = colorOf(getComputedStyle(at).backgroundColor);
      layers.push(layer);
      if (layer[3] === 1) break;
    }
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255]);
  };
  const opacityOf = (element) => {
    let opacity = 1;
    for (let at = element; at !== null; at = at.parentElement)
      opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  const lightOf = (color) => {
    const [r, g, b] = color.map((part) =>
      part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isOff = (element) =>
    element.closest('[disabled], [aria-disabled="true"], [data-disabled], [aria-hidden="true"]') !== null;

  // A tap on the words of a box, or into the frame around a text, goes to the input.
  const touchedOf = (element) => {
    if (!element.matches('input')) return element;
    let box = element.closest('label') ?? element;
    while (box.parentElement !== null && getComputedStyle(box.parentElement).cursor === 'text')
      box = box.parentElement;
    return box;
  };

  /** Where a person can act: the dialog, where one is open. */
  const stage = () =>
    [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].findLast(visible) ?? document.body;

  /** The part of a box that nothing around it cuts away, in the window; undefined when nothing is left. */
  const shownPart = (box, element) => {
    let { left, right, top, bottom } = box;
    const within = (frame) => {
      left = Math.max(left, frame.left);
      right = Math.min(right, frame.right);
      top = Math.max(top, frame.top);
      bottom = Math.min(bottom, frame.bottom);
    };
    within({ left: 0, right: innerWidth, top: 0, bottom: innerHeight });
    for (let at = element; at !== null && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflow !== 'visible') within(at.getBoundingClientRect());
    return right - left > 2 && bottom - top > 2 ? { left, right, top, bottom } : undefined;
  };

  /** Scrolls to a control; whether a pointer then meets it, or what stands for it, with any part. */
  const isMet = (element) => {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const touched = touchedOf(element);
    return [0.5, 0.1, 0.9].some((x) =>
      [0.5, 0.1, 0.9].some((y) => {
        const met = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
        const holders = [element, touched, ...(element.labels ?? [])];
        return met !== null && holders.some((holder) => holder.contains(met));
      }),
    );
  };

  globalThis.looks = {
    async remember() {
      // An editor takes its caret away a moment after it lost the focus (10 ms, CodeMirror).
      await new Promise((done) => setTimeout(done, 20));
      globalThis.looksBefore = new WeakMap();
      for (const element of document.querySelectorAll(focusable))
        if (element !== document.activeElement) globalThis.looksBefore.set(element, lookOf(element));
    },
    focus() {
      const element = document.activeElement;
      if (element === null || element === document.body)
        return { name: '', isVisible: false, isInView: false };
      const { top, bottom } = element.getBoundingClientRect();
      return {
        name: nameOf(element),
        isVisible: globalThis.looksBefore?.get(element) !== lookOf(element),
        isInView: bottom > 0 && top < innerHeight,
      };
    },
    faintTexts() {
      const faint = new Set();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        if (node.data.trim() === '' || !visible(element) || isOff(element)) continue;
        const style = getComputedStyle(element);
        if (element.getBoundingClientRect().width <= 1) continue; // words for screen readers
        const ground = groundOf(element);
        const [r, g, b, a] = colorOf(style.color);
        const text = over([r, g, b, a * opacityOf(element)], ground);
        const [high, low] = [lightOf(text), lightOf(ground)].toSorted((one, other) => other - one);
        const ratio = (high + 0.05) / (low + 0.05);
        const size = Number.parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5)) faint.add(`${ratio.toFixed(2)} ${node.data.trim().slice(0, 60)}`);
      }
      return [...faint];
    },
    /** Controls that a finger would miss: smaller than this in px, to either side. */
    smallTargets(least) {
      const small = new Set();
      for (const element of document.querySelectorAll(`${focusable}, [role="option"], [role="menuitem"]`)) {
        const box = touchedOf(element);
        const { width, height } = box.getBoundingClientRect();
        if (!visible(element) || isOff(element) || width <= 1 || height <= 1) continue;
        const isInText =
          getComputedStyle(element).display === 'inline' &&
          [...element.parentElement.childNodes].some(
            (node) => node.nodeType === 3 && node.data.trim() !== '',
          );
        if (!isInText && Math.min(width, height) < least)
          small.add(`${Math.round(width)}x${Math.round(height)} ${nameOf(element)}`);
      }
      return [...small];
    },
    /** What hangs out of the window, or is cut off by what stands around it without a way to scroll there. */
    cutOff() {
      const cut = new Set();
      if (document.documentElement.scrollWidth > innerWidth)
        cut.add(`the page is ${document.documentElement.scrollWidth} wide`);
      for (const element of document.querySelectorAll('body *')) {
        if (!visible(element) || element.closest('table, [role="grid"], .cm-editor, svg')) continue;
        const { left, right, width } = element.getBoundingClientRect();
        if (width <= 1 || (right <= innerWidth + 1 && left >= -1)) continue;
        let scroller = element.parentElement;
        while (scroller !== null && !/auto|scroll/.test(getComputedStyle(scroller).overflowX))
          scroller = scroller.parentElement;
        if (scroller === null || scroller === document.documentElement)
          cut.add(`${Math.round(left)}–${Math.round(right)} ${nameOf(element)}`);
      }
      return [...cut];
    },
    /** Controls that cannot be scrolled to where a pointer would meet them. */
    unreachable() {
      const lost = new Set();
      for (const element of stage().querySelectorAll(focusable)) {
        const { width, height } = element.getBoundingClientRect();
        if (!visible(element) || isOff(element) || width <= 1 || height <= 1) continue;
        if (element.closest('[aria-hidden="true"], [inert]')) continue;
        if (getComputedStyle(element).pointerEvents === 'none') continue;
        // What shows only while it has the focus, like the way past the navigation, is looked at so.
        if (isMet(element)) continue;
        element.focus();
        if (!isMet(element)) lost.add(nameOf(element));
      }
      return [...lost];
    },
    /** Texts printed over each other, both of them to be seen. */
    overlaps() {
      const pieces = [];
      const walker = document.createTreeWalker(stage(), NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        if (node.data.trim() === '' || !visible(element) || element.closest('svg, .cm-editor')) continue;
        range.selectNodeContents(node);
        for (const line of range.getClientRects()) {
          const box = shownPart(line, element);
          if (box === undefined) continue;
          // What something else covers is not read.
          const met = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
          if (met === null || !(element.contains(met) || met.contains(element))) continue;
          pieces.push({ ...box, node, text: node.data.trim().slice(0, 40) });
        }
      }
      const over = new Set();
      pieces.sort((one, other) => one.top - other.top);
      for (const [at, one] of pieces.entries())
        for (let next = at + 1; next < pieces.length && pieces[next].top < one.bottom - 3; next++) {
          const other = pieces[next];
          if (other.node === one.node) continue;
          const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          if (width > 3) over.add(`"${one.text}" and "${other.text}"`);
        }
      return [...over];
    },
    /** Texts of which a part is lost: cut without dots, or headings, buttons and tabs with dots. */
    cutTexts() {
      const cut = new Set();
      const walker = document.createTreeWalker(stage(), NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        if (node.data.trim() === '' || !visible(element) || element.closest('svg, .cm-editor')) continue;
        for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
          const style = getComputedStyle(at);
          if (/auto|scroll/.test(style.overflowX)) break;
          if (style.overflowX === 'visible' || at.clientWidth <= 1) continue;
          if (at.scrollWidth <= at.clientWidth + 1) break;
          const hasDots = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
          const matters = at.closest('h1, h2, h3, button, [role="tab"], label') !== null;
          if (!hasDots || (matters && at.title === '' && !at.closest('[title]') && at.clientWidth < 120))
            cut.add(`${at.clientWidth} of ${at.scrollWidth} px: ${node.data.trim().slice(0, 60)}`);
          break;
        }
      }
      return [...cut];
    },
  };
})();
