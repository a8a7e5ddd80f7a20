/** Whether a suppression covers an id, as the server reads it: `*` is any text, the whole id must fit. */
export function covers(pattern: string, id: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return id === pattern;
  if (!id.startsWith(first) || !id.endsWith(last) || id.length < first.length + last.length) return false;
  const end = id.length - last.length;
  let at = first.length;
  // Each part at its first place: a later one would leave less for the others.
  for (const part of rest) {
    const found = id.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
