import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isUnionType,
} from 'graphql';

/** How deep selections go. */
const deepest = 5;

/** Everything of a type that can be asked for without arguments; of unions the member with this number. */
function selectionOf(type: GraphQLOutputType, member: number, above: readonly string[] = []): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isUnionType(named)) {
    const chosen = named.getTypes()[member % named.getTypes().length];
    return chosen === undefined
      ? '{ __typename }'
      : `{ __typename ... on ${chosen.name} ${selectionOf(chosen, member, above)} }`;
  }
  if (!isObjectType(named) || above.length >= deepest || above.includes(named.name)) return '{ __typename }';
  const below = [...above, named.name];
  const fields = Object.values(named.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .map((field) => `${field.name} ${selectionOf(field.type, member, below)}`);
  return `{ __typename ${fields.join(' ')} }`;
}

/** A value of the type, with `text` wherever a text may stand and nothing that can be left out. */
function inputOf(type: GraphQLInputType, text: string): unknown {
  if (isNonNullType(type)) return inputOf(type.ofType, text);
  if (isListType(type)) return [inputOf(type.ofType, text)];
  if (isEnumType(type)) return type.getValues()[0]?.value;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((field) => isRequiredInputField(field) || /id$/i.test(field.name))
        .map((field) => [field.name, inputOf(field.type, text)]),
    );
  if (type.name === 'Int' || type.name === 'Float') return 25;
  if (type.name === 'Boolean') return true;
  if (type.name === 'JSON') return {};
  return type.name === 'DateTime' ? new Date().toISOString() : text;
}

/** Documents that ask for all that a root field can give; several where it may give one of several types. */
export function wholeDocuments(field: GraphQLField<unknown, unknown>): string[] {
  const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = field.args.map(({ name }) => `${name}: $${name}`);
  const args = (list: string[]) => (list.length === 0 ? '' : `(${list.join(', ')})`);
  const documents = [0, 1, 2, 3].map(
    (member) => `query ${args(declared)} { ${field.name}${args(passed)} ${selectionOf(field.type, member)} }`,
  );
  return [...new Set(documents)];
}

/** Arguments of a root field, with `text` wherever a text or an id may stand. */
export const argumentsOf = (field: GraphQLField<unknown, unknown>, text: string) =>
  Object.fromEntries(
    field.args
      .filter((arg) => isRequiredArgument(arg) || /id$/i.test(arg.name))
      .map(({ name, type }) => [name, inputOf(type, text)]),
  );
