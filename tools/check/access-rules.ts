import { glob, readFile } from 'node:fs/promises';
import { permissions } from '@margay/auth/permissions';
import { isOfTests, type Violation } from './boundaries.ts';

/**
 * Who may do what is said once, in the `access.ts` of a domain. Where an operation is offered, as a field or a route, its
 * rule is named and not written.
 */
const folder = 'apps/server/src/domains';
const fewestRules = 40;

const isEdge = (file: string, text: string) =>
  /\/(?:graphql|rest)[\w-]*\.ts$/.test(file) || /\b(?:GraphqlParts|RestRoutes)\b/.test(text);

const written = new RegExp(`'(${[...permissions, 'public', 'signed-in'].join('|')})'`);
const ruleOfField = /\bauth:\s*([^,}\n]+)/;
const named = /^(?:'with-parent'|\w+Access\.\w+)$/;

function faultOf(line: string): string | undefined {
  const literal = written.exec(line)?.[1];
  if (literal !== undefined) return `writes '${literal}': name the rule of the domain's access.ts instead`;
  const rule = ruleOfField.exec(line)?.[1]?.trim();
  if (rule === undefined || named.test(rule)) return undefined;
  return `takes ${rule} for a rule: name one of the domain's access.ts instead`;
}

/** The rules of an `access.ts`, as other files name them. */
function rulesIn(text: string): string[] {
  const name = /export const (\w+) = accessRules\(/.exec(text)?.[1];
  return [...text.matchAll(/^ {2}(\w+): /gm)].map(([, key]) => `${name}.${key}`);
}

/** Rules that stand at an edge, and rules that nothing asks. `files`: of the domains, by their path from the project's folder. */
export function accessRuleFaults(files: ReadonlyMap<string, string>): Violation[] {
  const product = [...files].filter(([file]) => !isOfTests(file));
  const asked = new Set(
    product.flatMap(([, text]) => [...text.matchAll(/\b\w+Access\.\w+/g)].map(([rule]) => rule)),
  );
  return product.flatMap(([file, text]): Violation[] => {
    if (file.endsWith('/access.ts'))
      return rulesIn(text)
        .filter((rule) => !asked.has(rule))
        .map((rule) => ({ file, message: `has the rule ${rule}, which nothing asks: take it out` }));
    if (!isEdge(file, text)) return [];
    return text.split('\n').flatMap((line, at) => {
      const message = faultOf(line);
      return message === undefined ? [] : [{ file: `${file}:${at + 1}`, message }];
    });
  });
}

/** Reads the domains of the server. `root` is the project's folder. */
export async function checkAccessRules(root: string): Promise<Violation[]> {
  const files = new Map<string, string>();
  for await (const file of glob(`${folder}/**/*.ts`, { cwd: root }))
    files.set(file, await readFile(`${root}/${file}`, 'utf8'));
  const count = [...files]
    .filter(([file]) => file.endsWith('/access.ts'))
    .flatMap(([, text]) => rulesIn(text));
  if (count.length < fewestRules)
    return [{ file: folder, message: `has only ${count.length} rules; the check itself is broken` }];
  return accessRuleFaults(files);
}
