import type { LocalProblem } from './check-fields.ts';
import { withImport, withoutImport } from './imports.ts';
import type { PythonKnowledge, ReadText } from './knowledge.ts';
import { readPython } from './knowledge.ts';
import type { PythonModule } from './python-modules.ts';

/** Imports nothing uses, names that are not in their module, and functions of helpers nobody imports. */
export function importProblems(body: ReadText, { modules }: PythonKnowledge): LocalProblem[] {
  return [...unused(body), ...absent(body, modules), ...missing(body, modules)];
}

function unused({ outline }: ReadText): LocalProblem[] {
  return outline.imports.flatMap((statement) => {
    if (statement.module === '__future__') return [];
    return statement.names.flatMap(({ local, from, to }) => {
      if (outline.uses.has(local)) return [];
      return [
        {
          from,
          to,
          severity: 'warning' as const,
          message: `${local} is imported and never used`,
          fixes: [{ label: 'Remove the import', edit: (text: string, at: number) => removal(text, at) }],
        },
      ];
    });
  });
}

/** The text may have moved since it was checked: the import is looked up again. */
function removal(text: string, at: number) {
  for (const statement of readPython(text).outline.imports) {
    const index = statement.names.findIndex(({ from }) => from === at);
    if (index >= 0) return [withoutImport(text, statement, index)];
  }
  return [];
}

function absent({ outline }: ReadText, modules: readonly PythonModule[]): LocalProblem[] {
  return outline.imports.flatMap((statement) => {
    const module = modules.find(({ name, isHelper }) => isHelper && name === statement.module);
    if (!module) return [];
    return statement.names.flatMap(({ name, from, to }) => {
      // Constants are not listed, and are written in capitals.
      if (name === undefined || !/[a-z]/.test(name) || name.startsWith('_')) return [];
      if (module.functions.some((entry) => entry.name === name)) return [];
      const message = `The helper ${module.name} has no function ${name}`;
      return [{ from, to, severity: 'warning' as const, message, fixes: [] }];
    });
  });
}

function missing({ text, outline, tokens }: ReadText, modules: readonly PythonModule[]): LocalProblem[] {
  if (outline.imports.some(({ isOpenEnded, names }) => isOpenEnded && names.length === 0)) return [];
  return [...outline.uses].flatMap(([word, places]) => {
    if (outline.bound.has(word)) return [];
    const first = places[0]!;
    const after = text.slice(first.to).trimStart()[0];
    const module = after === '.' ? modules.find(({ name }) => name === word) : undefined;
    const owner =
      after === '(' && tokens.length > 0
        ? modules.find(({ isHelper, functions }) => isHelper && functions.some(({ name }) => name === word))
        : undefined;
    const from = module?.name ?? owner?.name;
    if (from === undefined) return [];
    const name = module ? undefined : word;
    const line = name === undefined ? `import ${from}` : `from ${from} import ${name}`;
    return [
      {
        from: first.from,
        to: first.to,
        severity: 'warning' as const,
        message: `${word} is used and not imported: ${line}`,
        fixes: [
          {
            label: line,
            edit(now: string) {
              const edit = withImport(readPython(now), from, name);
              return edit ? [edit] : [];
            },
          },
        ],
      },
    ];
  });
}
