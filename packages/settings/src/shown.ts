export type { FieldKind } from './field.ts';

/** What decides whether a field of a form is shown. */
export interface ShownField {
  name: string;
  /** What it counts as where nothing was given. */
  default: unknown;
  shownWhen: { field: string; oneOf: readonly string[] } | null;
}

/**
 * The fields that are shown with these values: no two of them have one name. A field whose own condition hangs on a field
 * that is not shown is not shown either.
 */
export function shownFields<Field extends ShownField>(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
): Field[] {
  const shown = new Map<string, Field>();
  for (const field of fields) {
    const { shownWhen } = field;
    const decisive = shownWhen === null ? undefined : shown.get(shownWhen.field);
    const isShown =
      shownWhen === null ||
      (decisive !== undefined &&
        shownWhen.oneOf.includes(String(values[shownWhen.field] ?? decisive.default)));
    if (isShown) shown.set(field.name, field);
  }
  return [...shown.values()];
}
