import type { Locator } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that it comes to be seen, within what a busy machine may take. */
export async function see(locator: Locator): Promise<void> {
  await expect.poll(() => locator.isVisible(), { timeout: 120_000 }).toBe(true);
}

/** Expects of what is read again and again that it comes to be so, within what a busy machine may take. */
export const soon = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 120_000 });
