import { createContext, use, useEffect, useEffectEvent, useState } from 'react';
import type { ReactNode } from 'react';
import { createShortcutRegistry } from './registry.ts';
import type { Shortcut, ShortcutRegistry } from './registry.ts';

const ShortcutContext = createContext<ShortcutRegistry | undefined>(undefined);

function isTypingIn(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  const isText =
    target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
  return isText;
}

/** Escape closes the menu or dialog it is pressed in, and nothing behind it. */
function isForLayer({ key, target }: KeyboardEvent): boolean {
  return (
    key === 'Escape' && target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null
  );
}

/** With the focus on a switch the browser would undo in the text field that was typed in last, unseen. */
function isUndo({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && ['z', 'y'].includes(key.toLowerCase());
}

/** Listens to the keys of the window for everything below it. */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const [registry] = useState(() => createShortcutRegistry());
  useEffect(() => {
    registry.setLettersEnabled(localStorage.getItem('margay.letterShortcuts') !== 'off');
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isForLayer(event)) return;
      const isTyping = isTypingIn(event.target);
      if (registry.press(event, isTyping) || (isUndo(event) && !isTyping)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [registry]);
  return <ShortcutContext value={registry}>{children}</ShortcutContext>;
}

/** The registry, or undefined outside the provider (component tests). */
export function useShortcutRegistry(): ShortcutRegistry | undefined {
  return use(ShortcutContext);
}

/** Puts a shortcut in force while the component is on screen and `enabled` is not false. */
export function useShortcut(shortcut: Shortcut & { enabled?: boolean }) {
  const registry = useShortcutRegistry();
  const { keys, description, group, whileTyping, enabled = true } = shortcut;
  const run = useEffectEvent((event: KeyboardEvent) => shortcut.run(event));
  const isMeant = useEffectEvent((event: KeyboardEvent) => shortcut.isMeant?.(event) ?? true);
  useEffect(() => {
    if (!registry || !enabled) return undefined;
    return registry.add({
      keys,
      description,
      ...(group === undefined ? {} : { group }),
      ...(whileTyping === undefined ? {} : { whileTyping }),
      isMeant: (event) => isMeant(event),
      run: (event) => run(event),
    });
  }, [registry, keys, description, group, whileTyping, enabled]);
}
