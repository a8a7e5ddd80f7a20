import { printYaml } from '@margay/detect/content';
import {
  builderFiltersOf,
  builderModelOf,
  filtersOf,
  pythonOf,
  readSimpleDetection,
  textOfFault,
  textOfSource,
  type BuilderCondition,
  type BuilderGroup,
  type NotRepresentable,
  type Scalar,
  type SimpleFault,
  type SpecifierSource,
} from '@margay/detect/simple';
import { invalidInput, messageOf } from '@margay/kit';
import type { SimpleDetection } from '@margay/model';
import * as z from 'zod';
import { alertKeyFields, alertKeysOfFields } from './kinds/detection-fields.ts';
import type { RuleDefinition } from './kinds/rule.ts';
import { listOf, yamlList } from './kinds/yaml-list.ts';

/** A simple detection as the Rule Builder shows it, or why it cannot. */
export interface BuilderView {
  /** Null where `reason` says why there is none. */
  tree: BuilderGroup | null;
  reason: string | null;
}

/** One condition of filters that are a plain list; all of them hold. */
export interface FilterCondition {
  source: 'event' | 'panther' | 'enrichment';
  target: string;
  operator: string;
  /** A list where the operator takes one; null where it takes nothing. */
  value: Scalar | Scalar[] | null;
  targetTypeHint: string | null;
}

export type LogicFields = Pick<
  RuleDefinition,
  | 'simpleDetectionBody'
  | 'inlineFilters'
  | 'dynamicAlertTitle'
  | 'dynamicAlertContext'
  | 'dynamicGroupBy'
  | 'dynamicSeverities'
>;

function simpleOfFields(fields: LogicFields): SimpleDetection {
  return { detection: listOf(fields.simpleDetectionBody, 'Detection'), ...alertKeysOfFields(fields) };
}

/** All that the console draws of a detection's logic. */
export interface DrawnLogic {
  /** Null for a rule in Python. */
  view: BuilderView | null;
  isConsoleCompatible: boolean;
  filterConditions: FilterCondition[] | null;
}

export const drawnLogic = (fields: LogicFields): DrawnLogic => ({
  view: builderViewOf(fields),
  isConsoleCompatible: isConsoleCompatible(fields),
  filterConditions: filterConditionsOf(fields),
});

function builderViewOf(fields: LogicFields): BuilderView | null {
  return fields.simpleDetectionBody === '' ? null : viewOf(simpleOfFields(fields));
}

function viewOf(simple: SimpleDetection): BuilderView {
  const { model, reason } = builderModelOf(simple);
  if (reason) return { tree: null, reason: textOfReason(reason) };
  // JSON has no whole numbers beyond 2^53, and a changed number would be another condition.
  if (holdsBigNumber(model.detect))
    return { tree: null, reason: 'It holds a whole number of more digits than JSON keeps.' };
  return { tree: model.detect, reason: null };
}

/**
 * Whether the console can show and edit it without loss: its simple detection, if it is one, can be read, and each
 * inline filter can be drawn.
 */
function isConsoleCompatible(fields: LogicFields): boolean {
  const { simpleDetectionBody, inlineFilters } = fields;
  if (simpleDetectionBody !== '' && readSimpleDetection(simpleOfFields(fields)).faults) return false;
  return (
    inlineFilters === undefined ||
    builderFiltersOf(listOf(inlineFilters, 'InlineFilters')).model !== undefined
  );
}

/** The conditions of inline filters; null where there are none, or where they are more than a list that must all hold. */
function filterConditionsOf({ inlineFilters }: LogicFields): FilterCondition[] | null {
  if (inlineFilters === undefined) return null;
  const { model } = builderFiltersOf(listOf(inlineFilters, 'InlineFilters'));
  const conditions = model && conjunctionOf(model);
  if (!conditions || conditions.length === 0) return null;
  return conditions.map(({ target, operator, value, values }) => ({
    source: originOf(target),
    target: textOfSource(target),
    operator,
    value: plain(values ?? value ?? null),
    targetTypeHint: typeHintOf(values ? values[0] : value),
  }));
}

/** All groups in each other are one list. */
function conjunctionOf({ conjunction, nodes }: BuilderGroup): BuilderCondition[] | undefined {
  if (conjunction === 'or' && nodes.length !== 1) return undefined;
  const found = nodes.map((node) => ('nodes' in node ? conjunctionOf(node) : [node]));
  return found.every((part) => part !== undefined) ? found.flat() : undefined;
}

function originOf(target: SpecifierSource): FilterCondition['source'] {
  if ('Enrichment' in target || textOfSource(target).startsWith('p_enrichment.')) return 'enrichment';
  return textOfSource(target).startsWith('p_') ? 'panther' : 'event';
}

/** In the words of schemas; the value alone tells no more. */
function typeHintOf(value: Scalar | undefined): string | null {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'bigint':
      return 'bigint';
    case 'number':
      return Number.isInteger(value) ? 'bigint' : 'float';
    default:
      return null;
  }
}

/** JSON keeps no whole number beyond 2^53; as text it keeps its digits. */
function plain(value: Scalar | Scalar[] | null): FilterCondition['value'] {
  if (Array.isArray(value)) return value.map((each) => plain(each) as Scalar); // one of one
  return typeof value === 'bigint' ? String(value) : value;
}

function holdsBigNumber(node: BuilderGroup | BuilderCondition): boolean {
  if ('nodes' in node) return node.nodes.some(holdsBigNumber);
  return [node.value, ...(node.values ?? [])].some((value) => typeof value === 'bigint');
}

export interface Conversion {
  /** YAML text of the conditions. */
  simpleDetectionBody: string | null;
  tree: BuilderGroup | null;
  pythonBody: string | null;
  /** Why there is no tree, or nothing at all. */
  error: string | null;
}

export interface ConversionInput {
  simpleDetectionBody?: string | null | undefined;
  tree?: unknown;
  dynamicAlertTitle?: string | null | undefined;
  dynamicAlertContext?: string | null | undefined;
  dynamicGroupBy?: string | null | undefined;
  dynamicSeverities?: string | null | undefined;
}

const AlertKeys = z.object(alertKeyFields);

/**
 * One simple detection as YAML, as the tree of the Rule Builder and as Python that says the same; from its YAML or its
 * tree. Faults in it are part of the answer. Throws invalid-input where what was sent is no detection at all.
 */
export function convertedDetection(input: ConversionInput): Conversion {
  const { simpleDetectionBody, tree, ...keys } = input;
  if ((simpleDetectionBody == null) === (tree == null))
    throw invalidInput('Send either simpleDetectionBody or tree.', { code: 'InvalidConversion' });
  const body = simpleDetectionBody ?? printYaml(filtersOf(treeOf(tree)));
  const nothing = { simpleDetectionBody: body, tree: null, pythonBody: null };
  const syntax = yamlList('Detection').safeParse(body);
  if (!syntax.success) return { ...nothing, error: syntax.error.issues[0]?.message ?? 'It cannot be read.' };
  const said = Object.fromEntries(Object.entries(keys).filter(([, value]) => value != null && value !== ''));
  const alertKeys = AlertKeys.safeParse(said);
  if (!alertKeys.success) {
    const [issue] = alertKeys.error.issues;
    return { ...nothing, error: `${issue?.path.join('.')}: ${issue?.message}` };
  }
  const simple = simpleOfFields({ simpleDetectionBody: body, ...alertKeys.data });
  const { value: pythonBody, faults } = pythonOf(simple);
  if (faults) return { ...nothing, error: textOfFaults(faults) };
  const view = viewOf(simple);
  return { simpleDetectionBody: body, tree: view.tree, pythonBody, error: view.reason };
}

const Target = z.union([
  z.strictObject({ KeyPath: z.string() }),
  z.strictObject({ Key: z.string() }),
  z.strictObject({ DeepKey: z.array(z.union([z.string(), z.number()])) }),
  z.strictObject({
    Enrichment: z.strictObject({ Table: z.string(), Selector: z.string(), FieldPath: z.string() }),
  }),
]);
const ScalarValue = z.union([z.string(), z.number(), z.boolean()]);
const Node: z.ZodType<BuilderGroup | BuilderCondition> = z.lazy(() =>
  z.union([
    Group,
    z.strictObject({
      target: Target,
      operator: z.string().min(1),
      value: ScalarValue.optional(),
      values: z.array(ScalarValue).optional(),
    }),
  ]),
);
const Group = z.strictObject({ conjunction: z.enum(['and', 'or']), nodes: z.array(Node) });

/** No tree of the builder is this deep; deeper ones are not even looked at. */
const deepestTree = 40;

function treeOf(raw: unknown): BuilderGroup {
  const parsed = isShallow(raw, deepestTree) ? Group.safeParse(raw) : undefined;
  if (parsed?.success) return parsed.data;
  const issue = parsed?.error.issues[0];
  const at = issue
    ? `${['tree', ...issue.path].join('.')}: ${messageOf(issue)}`
    : 'tree: it is nested too deep';
  throw invalidInput(
    `${at}. Give groups of conjunction (and, or) and nodes, and conditions of target, operator and value or values.`,
    { code: 'InvalidConversion', details: { field: 'tree' } },
  );
}

function isShallow(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return left > 0 && Object.values(value).every((part) => isShallow(part, left - 1));
}

function textOfReason({ message, faults = [] }: NotRepresentable): string {
  return faults.length === 0 ? message : `${message} ${textOfFaults(faults)}`;
}

function textOfFaults(faults: readonly SimpleFault[]): string {
  return faults.map(textOfFault).join('\n');
}
