import type { Page } from 'playwright-core';

/** The parts of the search screen, as a person names them. */
export function searchPage(page: Page) {
  const editor = () => page.getByRole('textbox', { name: 'PantherFlow' });
  const offered = (name: RegExp) =>
    page.getByRole('listbox', { name: 'Completions' }).getByRole('option', { name });
  return {
    mode: (name: string) =>
      page.getByRole('radiogroup', { name: 'Search mode' }).locator('label').filter({ hasText: name }),
    editor,
    offered,
    /** Takes what is offered by keyboard. A list takes no key in its first 75 ms, so that none is meant for the text before it. */
    async take(name: RegExp): Promise<void> {
      const wanted = offered(name).first();
      // Values that could not be read in time are asked for again by whoever wants them.
      await wanted.waitFor({ timeout: 20_000 }).catch(() => page.keyboard.press('Control+Space'));
      await wanted.waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
    },
    /** Puts a whole text in the place of what the editor holds. */
    async write(text: string): Promise<void> {
      await editor().focus();
      await page.keyboard.press('Escape');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.insertText(text);
    },
    loaded: () => page.getByText(/rows? loaded/),
    allLoaded: (count: number) => page.getByText(new RegExp(`\\b${count} of ${count} rows? loaded`)),
    rows: () => page.getByRole('grid', { name: 'Results' }).getByRole('row'),
    progress: () => page.getByRole('progressbar', { name: 'Search progress' }),
    tables: () => page.getByRole('button', { name: /^Search Tables \(optional\)/ }),
    databases: () => page.getByRole('button', { name: /^Databases \(optional\)/ }),
    time: () => page.getByRole('button', { name: /^Time frame/ }),
    words: () => page.getByRole('searchbox', { name: 'Words to search for' }),
  };
}
