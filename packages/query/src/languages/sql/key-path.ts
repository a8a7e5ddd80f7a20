const step = /\.?([A-Za-z_][\w$]*)|\[(\d{1,6})\]|\["([^"'\\]*)"\]|\['([^"'\\]*)'\]/y;

/** Keys and positions of a path such as `a.b[0]["c d"]`; undefined when it is none. Up to 40 of them. */
export function keysOfPath(path: string): (string | number)[] | undefined {
  const keys: (string | number)[] = [];
  for (let at = 0; at < path.length; at = step.lastIndex) {
    step.lastIndex = at;
    const match = step.exec(path);
    const [whole, word, index, ...quoted] = match ?? [];
    const isDotted = whole?.startsWith('.') === true;
    if (whole === undefined || keys.length === 40) return undefined;
    if (word !== undefined && isDotted === (at === 0)) return undefined;
    keys.push(index === undefined ? (word ?? quoted[0] ?? quoted[1] ?? '') : Number(index));
  }
  return keys;
}

/** The path as text again; keys that are no plain words stand in brackets. */
export function textOfKeys(keys: readonly (string | number)[]): string {
  return keys.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    if (!/^[A-Za-z_]\w*$/.test(key)) return `${before}['${key}']`;
    return before === '' ? key : `${before}.${key}`;
  }, '');
}
