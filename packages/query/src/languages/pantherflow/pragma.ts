const pragmaLine = /^[ \t]*--[ \t]*pragma:[ \t]*pantherflow[ \t]*$/im;

/** Whether a text says with a line `-- pragma: pantherflow` that it is PantherFlow where SQL is usual. */
export function hasFlowPragma(text: string): boolean {
  return pragmaLine.test(text);
}

/** The text without that line. */
export function withoutFlowPragma(text: string): string {
  return text.replace(pragmaLine, '').replace(/^\n/, '');
}
