import { isApple, matchesStep } from './keys.ts';
import type { KeyPress } from './keys.ts';

export interface Shortcut {
  /** Steps with spaces between them: `g a`, `mod+K`, `?`. */
  keys: string;
  /** What it does, for the list behind `?`. */
  description: string;
  /** Heading in that list; "Everywhere" when left out. */
  group?: string;
  /** Works while typing, too. Combinations with mod always do. */
  whileTyping?: boolean;
  /** False leaves the key to whatever has the focus: Enter on a link follows the link. */
  isMeant?: (event: KeyboardEvent) => boolean;
  run: (event: KeyboardEvent) => void;
}

/** A pause longer than this starts a sequence afresh. */
const sequencePauseMs = 1200;

export interface ShortcutRegistry {
  /** Returns the function that takes it out again. The latest of equal shortcuts wins. */
  add(shortcut: Shortcut): () => void;
  list(): readonly Shortcut[];
  subscribe(listener: () => void): () => void;
  /** Runs what the press completes; true when something ran or a sequence moved on. */
  press(event: KeyboardEvent, isTyping: boolean): boolean;
  setLettersEnabled(enabled: boolean): void;
}

function isSingleKey(step: string): boolean {
  return !step.includes('mod') && !step.includes('alt');
}

/** Shortcuts in force, for one window. `now` in milliseconds. */
export function createShortcutRegistry(now: () => number = Date.now): ShortcutRegistry {
  let shortcuts: readonly Shortcut[] = [];
  const listeners = new Set<() => void>();
  let pressed: KeyPress[] = [];
  let lastPressAt = 0;
  let lettersEnabled = true;

  function change(next: readonly Shortcut[]) {
    shortcuts = next;
    for (const listener of listeners) listener();
  }

  function fits(shortcut: Shortcut, presses: KeyPress[]): 'whole' | 'start' | 'no' {
    const steps = shortcut.keys.split(' ');
    if (steps.length < presses.length) return 'no';
    const apple = isApple();
    if (!presses.every((press, index) => matchesStep(steps[index]!, press, apple))) return 'no';
    return steps.length === presses.length ? 'whole' : 'start';
  }

  function isAllowed(shortcut: Shortcut, isTyping: boolean): boolean {
    if (!isSingleKey(shortcut.keys)) return true;
    if (isTyping) return shortcut.whileTyping === true;
    return lettersEnabled || shortcut.keys.length > 1;
  }

  function attempt(presses: KeyPress[], event: KeyboardEvent, isTyping: boolean): 'ran' | 'waiting' | 'no' {
    let waiting = false;
    for (const shortcut of shortcuts.toReversed()) {
      if (!isAllowed(shortcut, isTyping)) continue;
      const fit = fits(shortcut, presses);
      if (fit === 'whole') {
        if (shortcut.isMeant?.(event) === false) continue;
        shortcut.run(event);
        return 'ran';
      }
      if (fit === 'start') waiting = true;
    }
    return waiting ? 'waiting' : 'no';
  }

  return {
    add(shortcut) {
      change([...shortcuts, shortcut]);
      return () => change(shortcuts.filter((entry) => entry !== shortcut));
    },
    list: () => shortcuts,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press(event, isTyping) {
      if (now() - lastPressAt > sequencePauseMs) pressed = [];
      lastPressAt = now();
      const { key, metaKey, ctrlKey, altKey, shiftKey } = event;
      const latest: KeyPress = { key, metaKey, ctrlKey, altKey, shiftKey };
      for (const presses of [[...pressed, latest], [latest]]) {
        const outcome = attempt(presses, event, isTyping);
        pressed = outcome === 'waiting' ? presses : [];
        if (outcome !== 'no') return true;
      }
      return false;
    },
    setLettersEnabled(enabled) {
      lettersEnabled = enabled;
    },
  };
}
