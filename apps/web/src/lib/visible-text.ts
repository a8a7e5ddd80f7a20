/** A text as it is; one that would leave nothing to see, because it is empty or all blanks, in quotes. */
export function visibleText(text: string): string {
  return text.trim() === '' ? `"${text}"` : text;
}
