/** Joins the class names that are set; `undefined`, `false` and empty text fall away. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
