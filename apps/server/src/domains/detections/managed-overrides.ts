import { invalidInput } from '@margay/kit';
import { isDeepStrictEqual } from 'node:util';
import { overridableNames, type ShippedOverrides, type ShippedValues } from './kinds/shipped-values.ts';
import type { NamedItem } from './kinds/index.ts';
import { nameOf } from './writing.ts';

/*
 * A managed detection is what its content ships, but for the few settings a person has changed. Its definition holds
 * what is in force; `shipped` beside it holds what the content says of the changed ones, so that a newer version of the
 * content leaves them as they were set. The settings of a derived rule are what it overrides of its base; there an
 * absent one follows the base.
 */

type Values = Record<string, unknown>;
type Definition = NamedItem['definition'];
const isOverridable = (name: string) => (overridableNames as readonly string[]).includes(name);

const shippedOf = (definition: Definition): ShippedValues | ShippedOverrides =>
  ('shipped' in definition ? definition.shipped : undefined) ?? {};

/** Where the settings are that a person may change: of a derived rule its overrides, else the definition itself. */
function settingsOf(definition: Definition): Values {
  if ('overrides' in definition) return { ...definition.overrides };
  const { shipped: _shipped, ...values }: Values = { ...definition };
  return values;
}

/** The definition with other settings. `shipped`: what the content says of those a person has changed. */
function withSettings(definition: Definition, settings: Values, shipped: Values = {}): Definition {
  const own = 'overrides' in definition ? { ...definition, overrides: withoutNulls(settings) } : settings;
  const { shipped: _before, ...rest }: Values = { ...own };
  // The same fields as before, a setting that is absent being no field of it.
  return withoutNulls(
    Object.keys(shipped).length === 0 ? rest : { ...rest, shipped },
  ) as unknown as Definition;
}

/** What of a managed detection a person has changed, with the values in force; null where nothing is. */
export function managedOverridesOf(definition: Definition): Values | null {
  const values = settingsOf(definition);
  const names = Object.keys(shippedOf(definition));
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

/** The definition as the content ships it. */
export function shippedDefinition(definition: Definition): Definition {
  return withSettings(definition, { ...settingsOf(definition), ...shippedOf(definition) });
}

/** A person's change of a managed detection. Throws invalid-input where it is of more than may be changed. */
export function overriddenDefinition(before: NamedItem, wanted: Definition): Definition {
  const refused = changedNames(before.definition, wanted).filter((name) => !isOverridable(name));
  if (refused.length > 0)
    throw invalidInput(
      `${nameOf(before.kind, before.id)} is managed, so its ${refused.join(', ')} cannot be changed. Clone it to change it.`,
      { code: 'InvalidUpdate', details: { fields: refused } },
    );
  const shipped = settingsOf(shippedDefinition(before.definition));
  const next = settingsOf(wanted);
  const names = overridableNames.filter((name) => !isDeepStrictEqual(shipped[name], next[name]));
  return withSettings(wanted, next, kept(names, shipped));
}

/** Of the settings, and of what else there is; the switch of a derived rule is one of its overrides, and free. */
function changedNames(before: Definition, wanted: Definition): string[] {
  const isDerived = 'overrides' in before && 'overrides' in wanted;
  const pairs: [Values, Values][] = [[settingsOf(before), settingsOf(wanted)]];
  if (isDerived) {
    const { overrides: _b, shipped: _bs, ...restBefore } = before;
    const { overrides: _w, shipped: _ws, ...restWanted } = wanted;
    pairs.push([restBefore, restWanted]);
  }
  return pairs.flatMap(([values, next]) =>
    [...new Set([...Object.keys(values), ...Object.keys(next)])].filter(
      (name) => !(isDerived && name === 'enabled') && !isDeepStrictEqual(values[name], next[name]),
    ),
  );
}

/** A newer version of the content with what a person had changed of the one before. */
export function keptOverrides(before: Definition, coming: Definition): Definition {
  const names = Object.keys(shippedOf(before));
  if (names.length === 0) return coming;
  const values = settingsOf(before);
  const own = Object.fromEntries(names.map((name) => [name, values[name]]));
  const shipped = settingsOf(coming);
  return withSettings(coming, { ...shipped, ...own }, kept(names, shipped));
}

/** The definition with the switch of another one, which a derived rule has among its overrides. */
export function switchedLike<Kept extends Definition>(definition: Kept, other: Definition): Kept {
  if (!('overrides' in definition && 'overrides' in other)) return definition;
  const { enabled: _enabled, ...overrides } = definition.overrides;
  const { enabled } = other.overrides;
  return { ...definition, overrides: { ...overrides, ...(enabled === undefined ? {} : { enabled }) } };
}

/** Of what people save themselves nothing is shipped. */
export function ownDefinition<Kept extends Definition>(definition: Kept): Kept {
  const { shipped: _shipped, ...values }: Values = { ...definition };
  return values as unknown as Kept; // an optional field was taken away
}

/** A setting that is absent is kept as null beside. */
const kept = (names: readonly string[], shipped: Values): Values =>
  Object.fromEntries(names.map((name) => [name, shipped[name] ?? null]));

const withoutNulls = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined));
