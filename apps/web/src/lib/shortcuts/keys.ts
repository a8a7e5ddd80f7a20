/** True on Apple systems, where the main modifier is ⌘ and not Ctrl. */
export function isApple(platform: string = globalThis.navigator?.platform ?? ''): boolean {
  return /mac|iphone|ipad/i.test(platform);
}

const appleSymbols: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↵', escape: 'Esc' };
const otherNames: Record<string, string> = {
  mod: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  enter: '↵',
  escape: 'Esc',
};

/** `mod+K` → `⌘K` or `Ctrl K`; the steps of a sequence (`g a`) stay apart. */
export function keyLabel(keys: string, apple: boolean = isApple()): string {
  const names = apple ? appleSymbols : otherNames;
  return keys
    .split(' ')
    .map((step) =>
      step
        .split('+')
        .map((part) => names[part.toLowerCase()] ?? part)
        .join(apple ? '' : ' '),
    )
    .join(' ');
}

export interface KeyPress {
  key: string;
  metaKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** One step of a shortcut against one key press. Shift is compared only for letters and named keys. */
export function matchesStep(step: string, press: KeyPress, apple: boolean = isApple()): boolean {
  const parts = step.split('+').map((part) => part.toLowerCase());
  const key = parts.at(-1) ?? '';
  const wantsMod = parts.includes('mod');
  const hasMod = apple ? press.metaKey : press.ctrlKey;
  const hasOtherModifier = apple ? press.ctrlKey : press.metaKey;
  if (wantsMod !== hasMod || hasOtherModifier) return false;
  if (parts.includes('alt') !== press.altKey) return false;
  // `?` or `[` need Shift on some keyboards only, so the character itself decides there.
  const isLetterOrName = /^[a-z]$/.test(key) || key.length > 1;
  if (isLetterOrName && parts.includes('shift') !== press.shiftKey) return false;
  return press.key.toLowerCase() === (key === 'space' ? ' ' : key);
}
