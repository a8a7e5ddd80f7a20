import type { DetectEngine } from '@margay/detect';
import { MargayError, newId } from '@margay/kit';
import { inLane, type Lake } from '@margay/lake';
import { tableNameOf, type PythonRule } from '@margay/model';
import { lowerPriority, schemaTexts, startRebuilder } from '@margay/replay';
import { commitFindings, type Findings, type FindingsDeps } from '../../../findings/index.ts';
import type { DetectionsService } from '../../detections/index.ts';
import type { LookupTablesService } from '../../lookup-tables/index.ts';
import type { SchemasService } from '../../schemas/index.ts';
import { dropFindings, keepFindings, readFindings } from './findings-store.ts';
import { judgePassed } from './judge-passed.ts';
import type { PassedPart, QuarantineRecord } from './record.ts';
import { completeCatchUp, lockCatchUp, nextPassed, notePassedJudged } from './store.ts';

const catchUpLane = { pool: 'scheduled', owner: 'catching-up' } as const;

export interface WorkDeps extends FindingsDeps {
  detections: Pick<DetectionsService, 'content' | 'loaded'>;
  schemas: Pick<SchemasService, 'byName' | 'versions'>;
  lookupTables: Pick<LookupTablesService, 'enrichment'>;
  clock: () => Date;
}

export interface Claim {
  record: QuarantineRecord;
  owner: string;
  signal: AbortSignal;
}

/** The detection cannot judge what passed, with the text it has. */
export class CannotJudge extends Error {
  /** Empty: it does not run at all. */
  readonly versionId: string;
  constructor(message: string, versionId: string) {
    super(message);
    this.versionId = versionId;
  }
}

/** Events judged at once: one transaction, and one step of the progress people see. */
const stepEvents = 5_000;
const stepParts = 200;
let revision = 0;

/**
 * Judges what passed a detection, step by step, oldest first, by the text it has now. Exactly once: a transaction makes
 * the alerts of a step and takes its events off the list. What it found is kept with that, and written to the lake after.
 */
export async function workThrough(deps: WorkDeps, claim: Claim, engine: DetectEngine): Promise<void> {
  const { store, detections } = deps;
  const { record, signal } = claim;
  for (;;) {
    const loadedRevision = detections.loaded()?.content.revision;
    const rule = await loadRule(deps, record.detectionId, engine);
    const rebuilder = startRebuilder({
      schemas: await schemaTexts(deps.schemas, rule.logTypes),
      enrichment: deps.lookupTables.enrichment(),
    });
    try {
      while (detections.loaded()?.content.revision === loadedRevision) {
        signal.throwIfAborted();
        const parts = stepOf(await nextPassed(store, record, stepParts));
        if (parts.length === 0) {
          if (await complete(deps, claim)) return;
          continue;
        }
        const now = deps.clock();
        const candidates = (logType: string) => engine.candidates(rule.id, logType);
        // A text that no longer wants a log type has nothing to say about its events.
        const wanted = parts.filter(({ logType }) => rule.logTypes.includes(logType));
        const found = await judgePassed(
          { lake: inLane(deps.lake, catchUpLane), rebuilder, candidates, now, engine },
          wanted,
          signal,
        ).catch((error: unknown) => {
          if (error instanceof MargayError && error.code === 'RuleTooSlow')
            throw new CannotJudge(error.message, rule.versionId);
          throw error;
        });
        await finishStep(deps, claim, { rule, parts, findings: { unitId: newId(), now, ...found } });
      }
    } finally {
      await rebuilder.close();
    }
  }
}

function stepOf(parts: readonly PassedPart[]): PassedPart[] {
  let events = 0;
  return parts.filter((part, index) => {
    events += part.events;
    return index === 0 || events <= stepEvents;
  });
}

/** The detection as it runs now, alone in an engine of its own. */
async function loadRule(
  { detections }: WorkDeps,
  detectionId: string,
  engine: DetectEngine,
): Promise<PythonRule> {
  const content = await detections.content();
  const rule = content.rules.find(({ id }) => id === detectionId);
  if (rule === undefined)
    throw new CannotJudge(
      'The detection is disabled or deleted, or its settings keep it from running. Once it runs again, what passed is judged.',
      '',
    );
  const report = await engine.load({ ...content, rules: [rule], revision: ++revision });
  const rejection = report.rejected.find((entry) => entry.kind === 'rule' && entry.id === rule.id);
  if (rejection)
    throw new CannotJudge(
      `The detection does not load: ${rejection.error}. Fix it, and what passed is judged.`,
      rule.versionId,
    );
  // What an earlier text of the rule did is not held against this one.
  engine.resume(rule.id);
  for (const processId of engine.status().processIds) lowerPriority(processId);
  return rule;
}

async function finishStep(
  deps: WorkDeps,
  { record, owner }: Claim,
  { rule, parts, findings }: { rule: PythonRule; parts: readonly PassedPart[]; findings: Findings },
): Promise<void> {
  const hasFound = findings.matches.length > 0 || findings.errors.length > 0;
  await commitFindings(deps, {
    ...rowsBy(deps.lake, (id) => (id === rule.id ? rule : undefined)),
    findings,
    isRepeat: false,
    isMarked: false,
    // In the order in which the pipeline locks as well.
    begin: (tx) => lockCatchUp(tx, record, owner),
    async settle(tx, recorded) {
      const counts = { matches: findings.matches.length, errors: findings.errors.length };
      await notePassedJudged(tx, record, parts, counts);
      if (hasFound) await keepFindings(tx, record, { findings, recorded });
    },
  });
  if (hasFound) await dropFindings(deps.store, findings.unitId);
}

/** Writes to the lake what an earlier process had decided and not written any more. */
export async function writeKept(
  deps: FindingsDeps & Pick<WorkDeps, 'detections'>,
  record: QuarantineRecord,
): Promise<void> {
  const all = await readFindings(deps.store, record);
  if (all.length === 0) return;
  const { rules } = await deps.detections.content();
  const by = rowsBy(deps.lake, (id) => rules.find((rule) => rule.id === id));
  for (const { findings, recorded } of all) {
    await commitFindings(deps, { ...by, findings, finished: recorded, isRepeat: true, isMarked: false });
    await dropFindings(deps.store, findings.unitId);
  }
}

const rowsBy = (lake: Lake, ruleOf: (id: string) => PythonRule | undefined) => ({
  ruleOf,
  shapeOf: (logType: string) => lake.layout('panther_logs', tableNameOf(logType))?.shape,
});

async function complete({ store, clock }: WorkDeps, { record, owner }: Claim): Promise<boolean> {
  return store.transaction(async (tx) => {
    await lockCatchUp(tx, record, owner);
    return completeCatchUp(tx, record, clock());
  });
}
