import { snippetCompletion } from '@codemirror/autocomplete';
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { alertFunctions } from './alert-functions.ts';
import { eventMethods, signatureOf } from './event-methods.ts';
import type { EventMethod } from './event-methods.ts';
import { withImport } from './imports.ts';
import { pythonKnowledge, readDocument } from './document.ts';
import type { ModuleFunction, PythonModule } from './python-modules.ts';
import type { ReadText } from './knowledge.ts';

const definitions = alertFunctions.map((entry) =>
  snippetCompletion(entry.stub.trimEnd().replaceAll('${', '\\${'), {
    label: `def ${entry.name}`,
    detail: entry.does,
    type: 'function',
    boost: 99,
  }),
);

const methods = new Map(
  eventMethods.map((method) => [
    method.name,
    snippetCompletion(callOf(method), {
      label: method.name,
      detail: signatureOf(method).slice(method.name.length),
      info: method.does,
      type: 'method',
    }),
  ]),
);

function callOf({ name, takesName, parameters }: EventMethod): string {
  if (takesName) return `${name}("\${}")`;
  return parameters.length === 0 ? `${name}()` : `${name}(\${})`;
}

/** Behind `event.` and behind a dot after a read: what can be called there. */
export function completeMethod(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/\.\w*$/);
  if (!word) return null;
  const body = readDocument(context.state.doc);
  const at = body.tokens.findLastIndex((token) => token.to <= word.from);
  const before = body.tokens[at];
  if (!before || inText(body, context.pos)) return null;
  const isEvent = before.text === 'event' && body.tokens[at - 1]?.text !== '.';
  const isPart = before.text === ')' && body.calls.some((call) => endsCall(body, at, call.methodAt.from));
  if (!isEvent && !isPart) return null;
  const offered = eventMethods.filter((method) => isEvent || !method.isOfEvent);
  return {
    from: word.from + 1,
    options: offered.map((method) => methods.get(method.name)!),
    validFor: /^\w*$/,
  };
}

/** The bracket at this place closes the call of the method that stands there. */
function endsCall({ tokens }: ReadText, close: number, methodFrom: number): boolean {
  const depth = tokens[close]!.depth;
  for (let at = close - 1; at > 0; at -= 1) {
    if (tokens[at]!.depth === depth && tokens[at]!.text === '(') return tokens[at - 1]!.from === methodFrom;
  }
  return false;
}

/** `def …` at the left edge: the functions of the contract. */
export function completeDefinition(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/^d\w* ?\w*/);
  return word && { from: word.from, options: definitions, validFor: /^d\w* ?\w*$/ };
}

/** `from …`, `import …`: modules, and after `from module import` what is in it. */
export function completeImport(context: CompletionContext): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const text = line.text.slice(0, context.pos - line.from);
  const { modules } = context.state.facet(pythonKnowledge);
  const names = /^\s*from\s+([\w.]+)\s+import\s+\(?\s*(?:[\w*]+(?:\s+as\s+\w+)?\s*,\s*)*(\w*)$/.exec(text);
  if (names) {
    const from = context.pos - (names[2]?.length ?? 0);
    const module = modules.find(({ name }) => name === names[1]);
    return { from, options: (module?.functions ?? []).map(functionOption), validFor: /^\w*$/ };
  }
  const module = /^\s*(?:from|import)\s+([\w.]*)$/.exec(text);
  if (!module) return null;
  return {
    from: context.pos - (module[1]?.length ?? 0),
    options: modules.map(moduleOption),
    validFor: /^[\w.]*$/,
  };
}

const moduleOption = ({ name, doc, isHelper }: PythonModule): Completion => ({
  label: name,
  type: 'namespace',
  detail: isHelper ? 'helper' : '',
  boost: isHelper ? 10 : 0,
  ...(doc === '' ? {} : { info: doc }),
});

const functionOption = ({ name, signature, doc }: ModuleFunction): Completion => ({
  label: name,
  type: signature === '' ? 'class' : 'function',
  detail: signature,
  ...(doc === '' ? {} : { info: doc }),
});

/** `module.` of an imported module: what is in it. A bare word: functions of helpers, imported as they are chosen. */
export function completeFunction(context: CompletionContext): CompletionResult | null {
  const { doc } = context.state;
  const body = readDocument(doc);
  if (inText(body, context.pos)) return null;
  const { modules } = context.state.facet(pythonKnowledge);
  const member = context.matchBefore(/\b[\w.]+\.\w*$/);
  if (member) {
    const dot = member.text.lastIndexOf('.');
    const module = modules.find(({ name }) => name === moduleNamed(body, member.text.slice(0, dot)));
    if (!module) return null;
    return { from: member.from + dot + 1, options: module.functions.map(functionOption), validFor: /^\w*$/ };
  }
  const word = context.matchBefore(/(?<![\w.])[A-Za-z_]\w{1,}$/);
  if (!word) return null;
  const helpers = modules.filter(({ isHelper }) => isHelper);
  return {
    from: word.from,
    options: helpers.flatMap((module) => module.functions.map((entry) => importingOption(module, entry))),
    validFor: /^\w*$/,
  };
}

/** The module a name of the code stands for. */
function moduleNamed({ outline }: ReadText, local: string): string | undefined {
  for (const statement of outline.imports) {
    for (const { name, local: known } of statement.names) {
      if (name === undefined && (known === local || statement.module === local)) return statement.module;
      if (known === local && name !== undefined) return `${statement.module}.${name}`;
    }
  }
  return undefined;
}

function importingOption(module: PythonModule, entry: ModuleFunction): Completion {
  return {
    ...functionOption(entry),
    detail: `${entry.signature} · ${module.name}`,
    boost: -20,
    apply(view, _completion, from, to) {
      const added = withImport(readDocument(view.state.doc), module.name, entry.name);
      const shift = added === undefined || added.from > from ? 0 : added.insert.length;
      const changes = [{ from, to, insert: entry.name }];
      view.dispatch({
        changes: added ? [added, ...changes] : changes,
        selection: { anchor: from + shift + entry.name.length },
        userEvent: 'input.complete',
      });
    },
  };
}

/** In the words of a string or in a comment, where code means nothing. */
function inText({ tokens }: ReadText, position: number): boolean {
  return tokens.some(
    ({ kind, from, to }) =>
      (kind === 'string' || kind === 'comment') &&
      from < position &&
      (position < to || (kind === 'comment' && position === to)),
  );
}
