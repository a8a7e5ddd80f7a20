import { describe, expect, it, vi } from 'vitest';
import { keyLabel } from './keys.ts';
import { createShortcutRegistry } from './registry.ts';

const press = (key: string, more: KeyboardEventInit = {}) => new KeyboardEvent('keydown', { key, ...more });

describe('shortcuts', () => {
  it('prints keys the way the keyboard does', () => {
    expect(keyLabel('mod+K', true)).toBe('⌘K');
    expect(keyLabel('mod+K', false)).toBe('Ctrl K');
    expect(keyLabel('g a', false)).toBe('g a');
  });

  it('runs a sequence and forgets it after a pause', () => {
    let time = 0;
    const registry = createShortcutRegistry(() => time);
    const run = vi.fn();
    registry.add({ keys: 'g a', description: 'Alerts', run });
    registry.press(press('g'), false);
    registry.press(press('a'), false);
    expect(run).toHaveBeenCalledOnce();
    registry.press(press('g'), false);
    time += 5_000;
    registry.press(press('a'), false);
    expect(run).toHaveBeenCalledOnce();
  });

  it('leaves single letters to the text field, but not combinations', () => {
    const registry = createShortcutRegistry();
    const letter = vi.fn();
    const combination = vi.fn();
    registry.add({ keys: '/', description: 'Search', run: letter });
    registry.add({ keys: 'mod+K', description: 'Jump', run: combination });
    registry.press(press('/'), true);
    registry.press(press('k', { ctrlKey: true }), true);
    expect(letter).not.toHaveBeenCalled();
    expect(combination).toHaveBeenCalledOnce();
  });

  it('can switch single letters off', () => {
    const registry = createShortcutRegistry();
    const run = vi.fn();
    registry.add({ keys: 'j', description: 'Down', run });
    registry.setLettersEnabled(false);
    registry.press(press('j'), false);
    expect(run).not.toHaveBeenCalled();
  });

  it('gives way to the latest of equal shortcuts and comes back', () => {
    const registry = createShortcutRegistry();
    const page = vi.fn();
    const layer = vi.fn();
    registry.add({ keys: '/', description: 'Page', run: page });
    const remove = registry.add({ keys: '/', description: 'Layer', run: layer });
    registry.press(press('/'), false);
    remove();
    registry.press(press('/'), false);
    expect([layer.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
  });

  it('does not take Shift+x for x', () => {
    const registry = createShortcutRegistry();
    const select = vi.fn();
    const range = vi.fn();
    registry.add({ keys: 'x', description: 'Select', run: select });
    registry.add({ keys: 'shift+x', description: 'Range', run: range });
    registry.press(press('X', { shiftKey: true }), false);
    expect([select.mock.calls.length, range.mock.calls.length]).toEqual([0, 1]);
  });
});
