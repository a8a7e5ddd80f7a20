import type { ContentItem } from '@margay/detect/content';
import { forbidden, invalidInput, notFound } from '@margay/kit';
import { severities, type Severity } from '@margay/model';
import { systemActor, type Actor } from '../../api/actor.ts';
import { readShippedDetections } from '../../content.ts';
import {
  contentKindNames,
  type ContentRecord,
  type DetectionsService,
  type ImportedItem,
} from '../detections/index.ts';
import { alertingEventOf, catalogOf, type Catalog } from './catalog.ts';

export const shippedStates = ['ABSENT', 'OFF', 'ON'] as const;

/** A detection that ships with the product, and whether it runs here. */
export interface ShippedDetection {
  id: string;
  displayName: string;
  description: string;
  severity: Severity;
  logTypes: readonly string[];
  /** Absent: nobody has taken it in yet, or somebody has deleted it. */
  state: (typeof shippedStates)[number];
  /** An event, as JSON, that raises its alert by itself. */
  alertingEvent: string | undefined;
}

export interface EnableOutcome {
  detections: ShippedDetection[];
  /** What is stored and yet does not run, and why. */
  problems: string[];
}

export interface ShippedDetectionsService {
  /** In the order of their severity and name; of these log types, or all. */
  list(logTypes?: readonly string[]): Promise<ShippedDetection[]>;
  /**
   * Takes in those that are absent, with the helpers and data models they need, and switches on the others. What a person
   * has changed stays as it is. Throws `notFound` for an id that does not ship, `forbidden` when one of them is refused:
   * then nothing is changed.
   */
  enable(actor: Actor, ids: readonly string[]): Promise<EnableOutcome>;
}

export function createShippedDetections(detections: DetectionsService): ShippedDetectionsService {
  let reading: Promise<Catalog> | undefined;
  /** The files do not change while the product runs. */
  const catalog = () =>
    (reading ??= readCatalog(detections).catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));

  const storedById = async () =>
    new Map((await detections.list(contentKindNames)).map((record) => [record.id, record]));

  async function list(logTypes?: readonly string[]): Promise<ShippedDetection[]> {
    const { rules } = await catalog();
    const stored = await storedById();
    return [...rules.values()]
      .filter(({ rule }) => logTypes === undefined || rule.logTypes.some((name) => logTypes.includes(name)))
      .map((item): ShippedDetection => {
        const record = stored.get(item.id);
        return {
          id: item.id,
          displayName: item.rule.displayName ?? item.id,
          description: item.rule.description ?? '',
          severity: item.rule.severity,
          logTypes: item.rule.logTypes,
          state: record === undefined ? 'ABSENT' : record.enabled ? 'ON' : 'OFF',
          alertingEvent: alertingEventOf(item),
        };
      })
      .toSorted(
        (a, b) =>
          severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
          a.displayName.localeCompare(b.displayName),
      );
  }

  return {
    list,
    async enable(actor, ids) {
      const { rules, withNeeds } = await catalog();
      const unknown = ids.filter((id) => !rules.has(id));
      if (unknown.length > 0)
        throw notFound(`No detection with the id ${unknown.join(', ')} ships with Margay.`);
      const stored = await storedById();
      const coming = withNeeds(ids.filter((id) => !stored.has(id))).filter(
        (item) => !stored.has(item.id) && !hasItsModel(item, stored.values()),
      );
      const off = ids.filter((id) => stored.get(id)?.enabled === false);

      const planned = await detections.import(actor, coming, { validateOnly: true });
      const refusal = refusalOf(planned, ids);
      if (refusal !== undefined) throw forbidden(refusal);
      if (off.length > 0) await detections.setEnabled(actor, off, true);
      const imported = coming.length === 0 ? [] : await detections.import(actor, coming);
      const late = refusalOf(imported, ids);
      if (late !== undefined) throw invalidInput(late);
      return {
        detections: (await list()).filter(({ id }) => ids.includes(id)),
        problems: imported.flatMap(({ item, loadError }) =>
          loadError === undefined ? [] : [`${item.id} is stored, but does not run: ${loadError}`],
        ),
      };
    },
  };
}

/** The first refusal: of what was asked for, before that of what it needs. */
function refusalOf(planned: readonly ImportedItem[], ids: readonly string[]): string | undefined {
  const refused = planned.filter(({ refusal }) => refusal !== undefined);
  return (refused.find(({ item }) => ids.includes(item.id)) ?? refused[0])?.refusal;
}

/** A log type has one data model: the one somebody brought serves as well. */
function hasItsModel(item: ContentItem, stored: Iterable<ContentRecord>): boolean {
  if (item.kind !== 'datamodel') return false;
  return [...stored].some(
    ({ kind, enabled, definition }) =>
      kind === 'DATA_MODEL' &&
      enabled &&
      definition.logTypes.some((name) => item.model.logTypes.includes(name)),
  );
}

async function readCatalog(detections: DetectionsService): Promise<Catalog> {
  const { items, problems } = await detections.readFiles(systemActor(), await readShippedDetections());
  const [problem] = problems;
  if (problem !== undefined) throw new Error(`${problem.file} ships with the product and cannot be read`);
  return catalogOf(items);
}
