import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('imports nothing that a browser lacks, wherever the imports lead', () => {
  const seen = new Set<string>();
  const open = [new URL('index.ts', import.meta.url).href];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readFileSync(fileURLToPath(file), 'utf8');
    for (const [, isType, name] of text.matchAll(/^(?:im|ex)port (type )?[^;']*from '([^']+)';/gm)) {
      if (name!.startsWith('.')) open.push(new URL(name!, file).href);
      else if (!isType)
        expect(['@margay/kit', '@margay/model', 'zod'], `${file} imports ${name}`).toContain(name);
    }
  }
  expect(seen.size).toBeGreaterThan(30);
});
