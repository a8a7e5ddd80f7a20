import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** To be added to a context: what `looksOf` asks runs in the page. */
export const looksScript = fileURLToPath(new URL('looks.js', import.meta.url));

export interface Focus {
  /** Accessible name of what has the focus; empty when nothing has it. */
  name: string;
  /** It looks other than it did before it had the focus. */
  isVisible: boolean;
  isInView: boolean;
}

/** How a page looks to its reader: its focus, faint texts, controls too small for a finger, what is cut off. */
export function looksOf(page: Page) {
  const ask = <T>(call: string) => page.evaluate<T>(`looks.${call}`);
  const focus = () => ask<Focus>('focus()');
  return {
    focus,
    /** Texts under the contrast that WCAG 2.2 AA asks for, with their ratio. */
    faintTexts: () => ask<string[]>('faintTexts()'),
    /** Controls smaller than this in px, in height or width. */
    smallTargets: (least: number) => ask<string[]>(`smallTargets(${least})`),
    cutOff: () => ask<string[]>('cutOff()'),
    /** Texts that lost a part: cut without dots, or short headings, buttons and tabs with dots. */
    cutTexts: () => ask<string[]>('cutTexts()'),
    /** Pairs of texts printed over each other. */
    overlaps: () => ask<string[]>('overlaps()'),
    /** Controls that cannot be scrolled to where a pointer meets them. It scrolls, and moves the focus. */
    unreachable: () => ask<string[]>('unreachable()'),
    /** Presses a key until something of this name has the focus. Fails at a stop that cannot be seen. */
    async walk(key: string, name: RegExp, steps = 45): Promise<void> {
      const passed: string[] = [];
      for (let step = 0; step < steps; step++) {
        await ask('remember()');
        await page.keyboard.press(key);
        let now = await focus();
        // An editor draws its caret a moment after it has the focus.
        for (let wait = 0; wait < 20 && !now.isVisible; wait++) {
          await page.waitForTimeout(50);
          now = await focus();
        }
        if (!now.isVisible || !now.isInView) throw new Error(`the focus on "${now.name}" cannot be seen`);
        if (name.test(now.name)) return;
        passed.push(now.name);
      }
      throw new Error(`${key} does not lead to ${name.source}, but to ${passed.join(', ')}`);
    },
  };
}
