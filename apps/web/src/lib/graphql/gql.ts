import type { DocumentDecoration, initGraphQLTada } from 'gql.tada';
import type { introspection } from './schema.gen.ts';

export type { ResultOf, VariablesOf } from 'gql.tada';

/** An operation or fragment with the types of its reply and its variables, worked out from its text. */
export type Document<Reply, Variables> = DocumentDecoration<Reply, Variables>;

/** What a reply says more closely than the schema can: the shape of a JSON field, the words of a String. */
export type Known<Reply, Fields extends { [Name in keyof Reply]?: unknown }> = Omit<Reply, keyof Fields> &
  Fields;

type Tag = ReturnType<
  typeof initGraphQLTada<{
    introspection: introspection;
    /** A fragment shares fields between documents; it hides nothing. */
    disableMasking: true;
    scalars: { DateTime: string; JSON: unknown; Long: number };
  }>
>;

/** What a document is while the console runs: its own text and those of the fragments it uses, each once. */
interface Source {
  readonly texts: ReadonlySet<string>;
}

const sourceOf = (text: string, fragments: readonly Source[] = []): Source => ({
  texts: new Set([text, ...fragments.flatMap(({ texts }) => [...texts])]),
});

/**
 * A document of the console: `gql('query …', [fragments it uses])`. Its types come from the server's schema while types
 * are checked; nothing is parsed while the console runs.
 */
// The types of gql.tada are for parsed documents; the console only sends the text.
export const gql = sourceOf as unknown as Tag;

/** The text to send. */
export function textOf<Reply, Variables>(document: Document<Reply, Variables>): string {
  // Every document was made by `gql`.
  return [...(document as unknown as Source).texts].join('\n');
}
