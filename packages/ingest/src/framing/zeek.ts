/** Zeek's own log format: header lines that begin with `#` name separators, columns and types; rows follow. */

/** A row as Zeek's JSON writer would have written it, and `_path`, the log it belongs to; or why it cannot be read. */
export type ZeekRow = { value: Record<string, unknown> } | { fault: string };

export interface ZeekReader {
  /** True for a line that is a header or a comment of Zeek's: it was read, and is no row. */
  takeHeader(line: string): boolean;
  /** True while lines are rows. */
  isReading(): boolean;
  row(line: string): ZeekRow;
}

interface Header {
  separator: string;
  setSeparator: string;
  emptyField: string;
  unsetField: string;
  path: string | undefined;
  fields: string[] | undefined;
  types: string[];
}

const beginning = '#separator ';

/** Reads the header lines and rows of one stream; files may follow one another in it, each with its header. */
export function createZeekReader(): ZeekReader {
  let header: Header | undefined;

  function takeHeader(line: string): boolean {
    if (line.startsWith(beginning)) {
      const separator = unescaped(line.slice(beginning.length).trim()) || '\t';
      header = {
        separator,
        setSeparator: ',',
        emptyField: '(empty)',
        unsetField: '-',
        path: undefined,
        fields: undefined,
        types: [],
      };
      return true;
    }
    if (header === undefined) return false;
    const [name = '', ...cells] = line.slice(1).split(header.separator);
    const [first = ''] = cells;
    if (name === 'set_separator') header.setSeparator = unescaped(first);
    else if (name === 'empty_field') header.emptyField = first;
    else if (name === 'unset_field') header.unsetField = first;
    else if (name === 'path') header.path = first;
    else if (name === 'fields') header.fields = cells;
    else if (name === 'types') header.types = cells;
    else if (name === 'close') header = undefined;
    return true;
  }

  function row(line: string): ZeekRow {
    if (header?.fields === undefined)
      return { fault: 'the row comes before the header line #fields of its Zeek log' };
    const { fields, types, path, separator } = header;
    const cells = line.split(separator);
    if (cells.length !== fields.length) {
      return {
        fault: `the row has ${cells.length} cells, but #fields of its Zeek log names ${fields.length}`,
      };
    }
    const members: [string, unknown][] = path === undefined ? [] : [['_path', path]];
    for (const [index, cell] of cells.entries()) {
      const value = valueOf(cell, types[index] ?? 'string', header);
      if (value !== undefined) members.push([fields[index]!, value]);
    }
    // Defines each member as an own one, whatever its name.
    return { value: Object.fromEntries(members) };
  }

  return { takeHeader, isReading: () => header !== undefined, row };
}

function valueOf(cell: string, type: string, header: Header): unknown {
  if (cell === header.unsetField) return undefined;
  const element = /^(?:set|table|vector|list)\[(.*)\]$/.exec(type)?.[1];
  if (element === undefined) return scalarOf(cell, type, header);
  if (cell === header.emptyField || cell === '') return [];
  return cell
    .split(header.setSeparator)
    .map((item) => (item === header.unsetField ? null : scalarOf(item, element, header)));
}

function scalarOf(cell: string, type: string, { emptyField }: Header): unknown {
  if (cell === emptyField) return '';
  switch (type) {
    case 'bool':
      return cell === 'T' ? true : cell === 'F' ? false : cell;
    case 'count':
    case 'int':
    case 'port':
      return wholeOf(cell);
    case 'time':
    case 'interval':
    case 'double':
      return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell) ? Number(cell) : cell;
    default:
      return unescaped(cell);
  }
}

function wholeOf(cell: string): unknown {
  if (!/^-?\d{1,20}$/.test(cell)) return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) ? number : BigInt(cell);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undoes `\\` and runs of `\xHH`. Bytes that are no UTF-8 stay written as they are, as Zeek's JSON writer leaves them. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\\\|(?:\\x[0-9a-fA-F]{2})+/g, (escape) => {
    if (escape === '\\\\') return '\\';
    try {
      return strictUtf8.decode(Buffer.from(escape.replaceAll('\\x', ''), 'hex'));
    } catch {
      return escape;
    }
  });
}
