/** A word of a head line; a marked one is the argument that is being typed. */
export type HeadPart = string | { marked: string };

/** A small text over the code: a line of code, and below it sentences. Texts only, never markup. */
export function notice(head: readonly HeadPart[], lines: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-notice';
  const code = box.appendChild(document.createElement('code'));
  for (const part of head) {
    if (typeof part === 'string') code.append(part);
    else code.appendChild(document.createElement('b')).textContent = part.marked;
  }
  for (const line of lines) box.appendChild(document.createElement('p')).textContent = line;
  return box;
}
