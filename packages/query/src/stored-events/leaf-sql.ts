import type { CandidateTest, LeafTest, Literal } from '@margay/model';
import { quoteIdentifier } from '../dialects/clickhouse/quoting.ts';
import type { StoredColumn } from './stored-table.ts';

/** Takes a value and gives the placeholder that stands for it. */
export type Bind = (value: unknown, engineType: string) => string;

type Sql = string | true;
type Kind = Extract<LeafTest, string>;

/**
 * A test of one field as SQL that is true at least wherever the test may hold; `true` where no such SQL is certain.
 * Every column but the always-filled ones is NULL where the event has no such field, and holds exactly the event's
 * value where it has one; a value that does not fit its column rests in the overflow, which the caller looks at.
 */
export function leafSql({ is, isNegated }: CandidateTest, column: StoredColumn, bind: Bind): Sql {
  const name = quoteIdentifier(column.name);
  if (column.isArray) return arraySql(is, isNegated, name);
  // A filled-up default cannot be told from a value.
  if (!column.nullable && column.cell !== 'string') return true;
  if (typeof is === 'string') return kindSql(is, isNegated, column, name);
  if ('in' in is) return equalSql(is.in, isNegated, column, name, bind);
  if (column.cell !== 'string') return true;
  const parts = 'prefix' in is ? is.prefix : 'suffix' in is ? is.suffix : is.contains;
  if (!parts.every(isStorable)) return true;
  const test = 'prefix' in is ? 'startsWith' : 'suffix' in is ? 'endsWith' : undefined;
  const holds = anyOf(
    parts.map((part) => {
      const value = bind(part, 'String');
      return test === undefined ? `position(${name}, ${value}) > 0` : `${test}(${name}, ${value})`;
    }),
  );
  return isNegated ? unless(holds, name) : holds;
}

/** Text the engine keeps as it is. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

const anyOf = (parts: readonly string[]): string =>
  parts.length === 0 ? 'false' : `(${parts.join(' OR ')})`;
const unless = (holds: string, name: string): string => `(isNull(${name}) OR NOT ${holds})`;

/** Absent and empty lists look the same in the lake, and neither is true. */
function arraySql(is: LeafTest, isNegated: boolean, name: string): Sql {
  if (is === 'truthy') return isNegated ? `empty(${name})` : `notEmpty(${name})`;
  const neverHolds = is === 'mapping' || is === 'number' || is === 'text';
  return neverHolds && !isNegated ? 'false' : true;
}

/** Which kinds a present value of a column can have. A 64-bit number may have come as text. */
const kindsOfCell: Record<StoredColumn['cell'], readonly Kind[] | undefined> = {
  string: ['text'],
  timestamp: ['text'],
  int: ['number'],
  smallint: ['number'],
  float: ['number'],
  boolean: ['number'],
  bigint: ['number', 'text'],
  json: undefined,
};

function kindSql(is: Kind, isNegated: boolean, column: StoredColumn, name: string): Sql {
  const kinds = kindsOfCell[column.cell];
  if (is === 'unsafe' || kinds === undefined) return true;
  const [absent, present] = [`isNull(${name})`, `isNotNull(${name})`];
  if (is === 'missing') {
    if (!column.nullable) return true;
    return isNegated ? present : absent;
  }
  // Events hold no null outside of JSON values.
  if (is === 'null') return isNegated ? true : absent;
  if (is === 'truthy') return truthySql(isNegated, column, name);
  if (!kinds.includes(is)) return isNegated ? true : 'false';
  if (!isNegated) return present;
  return kinds.length === 1 && column.nullable ? absent : true;
}

function truthySql(isNegated: boolean, { cell }: StoredColumn, name: string): Sql {
  if (cell === 'bigint') return isNegated ? true : `isNotNull(${name})`;
  if (cell === 'timestamp') return isNegated ? `isNull(${name})` : `isNotNull(${name})`;
  const holds = cell === 'string' ? `${name} != ''` : `${name} != 0`;
  return isNegated ? unless(holds, name) : holds;
}

const numericTypes: Partial<Record<StoredColumn['cell'], string>> = {
  int: 'Int64',
  smallint: 'Int64',
  bigint: 'Int64',
  float: 'Float64',
  boolean: 'Int64',
};

/** Python's `==` with one of the literals. */
function equalSql(
  literals: readonly Literal[],
  isNegated: boolean,
  column: StoredColumn,
  name: string,
  bind: Bind,
): Sql {
  const { cell } = column;
  const texts = literals.filter((literal) => typeof literal === 'string');
  const numbers = literals.flatMap((literal) =>
    typeof literal === 'number' || typeof literal === 'boolean' ? Number(literal) : [],
  );
  const mayBeNull = literals.includes(null);
  let holds: string;
  if (cell === 'string') {
    if (!texts.every(isStorable)) return true;
    holds = anyOf(texts.map((text) => `${name} = ${bind(text, 'String')}`));
  } else {
    const engineType = numericTypes[cell];
    // A 64-bit number kept as text equals a text, and no number.
    if (engineType === undefined || (cell === 'bigint' && (isNegated || texts.length > 0))) return true;
    if (!numbers.every((number) => Number.isFinite(number))) return true;
    const fitting = numbers.filter((number) => engineType === 'Float64' || Number.isSafeInteger(number));
    const value = cell === 'boolean' ? `toUInt8(${name})` : name;
    holds = anyOf(fitting.map((number) => `${value} = ${bind(number, engineType)}`));
  }
  if (isNegated) return column.nullable ? unless(holds, name) : `NOT ${holds}`;
  return mayBeNull ? `(isNull(${name}) OR ${holds})` : holds;
}
