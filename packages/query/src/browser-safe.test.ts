import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, it } from 'vitest';

it('imports nothing that a browser lacks', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  expect(files.length).toBeGreaterThan(50);
  for (const file of files) {
    const imports = [
      ...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/from '([^']+)'/g),
    ];
    for (const [, name] of imports) {
      const isOurs = name!.startsWith('.') || ['@margay/kit', '@margay/model', 'zod'].includes(name!);
      expect(isOurs && !name!.includes('/testing/'), `${file} imports ${name}`).toBe(true);
    }
  }
});
