import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, Kind, parse, validate, visit } from 'graphql';
import type { DocumentNode, FragmentDefinitionNode, GraphQLSchema } from 'graphql';
import { schemaFile } from '../gen/schema-graphql.ts';

export interface SourceFile {
  path: string;
  text: string;
}

interface FoundDocument {
  /** File and line. */
  place: string;
  node: DocumentNode;
}

/** A document in its tag, from the backtick to the next one. */
const tagged = /\bgql\(\s*`([^`]*)`/g;
/** Text that starts like a document. */
const documentLike = /(?<tag>gql\(\s*)?[`'"]\s*(?:query|mutation|subscription|fragment)\s+\w+[^`'"]*\{/g;

/** The console's GraphQL documents that the schema refuses. */
export async function checkDocuments(root: string): Promise<string[]> {
  const files: SourceFile[] = [];
  for await (const path of glob('apps/web/src/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$|\.gen\.ts$/.test(path)) continue;
    files.push({ path, text: await readFile(join(root, path), 'utf8') });
  }
  return documentFaults(files, buildSchema(await readFile(join(root, schemaFile), 'utf8')));
}

/** One line for each fault, with file, line and operation. Throws when there is no document at all to check. */
export function documentFaults(files: readonly SourceFile[], schema: GraphQLSchema): string[] {
  const faults: string[] = [];
  const documents: FoundDocument[] = [];
  for (const file of files) {
    for (const { index, groups } of file.text.matchAll(documentLike)) {
      if (groups?.['tag'] === undefined)
        faults.push(`${placeOf(file, index)}: a GraphQL document without its tag; write it as gql(\`…\`)`);
    }
    for (const { index, 1: text = '' } of file.text.matchAll(tagged)) {
      const place = placeOf(file, index);
      try {
        documents.push({ place, node: parse(text) });
      } catch (error) {
        faults.push(`${place}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (documents.length === 0) throw new Error('no GraphQL document was found in the console');
  return [...faults, ...refusals(documents, schema)];
}

/** What the schema says against each operation, taken with the fragments it uses. */
function refusals(documents: readonly FoundDocument[], schema: GraphQLSchema): string[] {
  const faults: string[] = [];
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const { place, node } of documents) {
    for (const definition of node.definitions) {
      if (definition.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const name = definition.name.value;
      if (fragments.has(name))
        faults.push(`${place}: there is another fragment ${name}; give it a name of its own`);
      fragments.set(name, definition);
    }
  }
  const used = new Set<string>();
  for (const { place, node } of documents) {
    const [operation] = node.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) continue;
    const parts = fragmentsOf(node, fragments);
    for (const part of parts) used.add(part.name.value);
    for (const error of validate(schema, { ...node, definitions: [...node.definitions, ...parts] }))
      faults.push(`${place}: ${operation.name?.value ?? 'an operation'}: ${error.message}`);
  }
  for (const name of fragments.keys())
    if (!used.has(name)) faults.push(`fragment ${name} is in no operation`);
  return faults;
}

function fragmentsOf(
  node: DocumentNode,
  all: ReadonlyMap<string, FragmentDefinitionNode>,
): FragmentDefinitionNode[] {
  const found = new Map<string, FragmentDefinitionNode>();
  const follow = (from: DocumentNode | FragmentDefinitionNode) =>
    void visit(from, {
      FragmentSpread({ name: { value } }) {
        const fragment = all.get(value);
        if (!fragment || found.has(value)) return;
        found.set(value, fragment);
        follow(fragment);
      },
    });
  follow(node);
  return [...found.values()];
}

function placeOf({ path, text }: SourceFile, index: number): string {
  return `${path}:${text.slice(0, index).split('\n').length}`;
}
