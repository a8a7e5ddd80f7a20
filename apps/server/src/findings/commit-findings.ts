import type { Lake } from '@margay/lake';
import type { Sql, Store } from '@margay/store';
import type { AlertWriter } from './alert-writer.ts';
import type { Findings, RecordedFindings } from './findings.ts';
import { markFinished } from './finished.ts';
import { writeMatchRows, type MatchRowsDeps } from './match-rows.ts';
import { recordAlerts } from './record-alerts.ts';
import { signalsOf } from './signal-feed/entry.ts';
import type { SignalFeed } from './signal-feed/feed.ts';

export interface FindingsDeps {
  store: Store;
  lake: Lake;
  alertWriter: Pick<AlertWriter, 'record'>;
  signals: Pick<SignalFeed, 'append'>;
}

/** What a judge did as one: a part, a pass of a run, a step of catching up, the verdicts about some resources. */
export interface UnitOfWork extends Omit<MatchRowsDeps, 'lake'> {
  findings: Findings;
  /** What an earlier attempt led to, as `findFinished` tells; then only what the lake lacks is done. */
  finished?: RecordedFindings | undefined;
  /** Whether an earlier attempt may have written rows. */
  isRepeat: boolean;
  /** False: rows of the judge's own, which `settle` changes, tell that it is done. */
  isMarked: boolean;
  /** True: the mark keeps what was found, for a judge that would not find the same again. */
  isKept?: boolean;
  /**
   * First in the transaction: the judge's locks. A judge that knows only under them what it found returns that instead
   * of `findings`; null: it is not its work any more, and nothing more is done.
   */
  begin?(tx: Sql): Promise<Findings | null | void>;
  /** The judge's own work in the same transaction, after the alerts. */
  settle?(tx: Sql, recorded: RecordedFindings): Promise<void>;
}

interface Committed {
  findings: Findings;
  recorded: RecordedFindings;
}

/**
 * Brings a unit of work to its end: one transaction for alerts, deliveries, the judge's own work, the mark and the feed;
 * then rows into the lake, which a repetition does not double. After a kill at any step the judge calls it again
 * with the same id. Null when `begin` gave the work up.
 */
export async function commitFindings(deps: FindingsDeps, unit: UnitOfWork): Promise<Committed | null> {
  const committed =
    unit.finished === undefined
      ? await record(deps, unit)
      : { findings: unit.findings, recorded: unit.finished };
  if (committed === null) return null;
  const { findings, recorded } = committed;
  if (findings.matches.length > 0 || findings.errors.length > 0)
    await writeMatchRows({ ...unit, lake: deps.lake }, findings, recorded, unit.isRepeat);
  return committed;
}

async function record(deps: FindingsDeps, unit: UnitOfWork): Promise<Committed | null> {
  const { store, alertWriter, signals } = deps;
  return store.transaction(async (tx): Promise<Committed | null> => {
    const begun = await unit.begin?.(tx);
    if (begun === null) return null;
    const findings = begun ?? unit.findings;
    const recorded = await recordAlerts(tx, alertWriter, findings, unit.ruleOf);
    await unit.settle?.(tx, recorded);
    if (unit.isMarked)
      await markFinished(tx, findings.unitId, recorded, unit.isKept === true ? findings : undefined);
    // Last of all: it locks the feed's head until the commit.
    await signals.append(tx, signalsOf(findings, recorded, unit.ruleOf));
    return { findings, recorded };
  });
}
