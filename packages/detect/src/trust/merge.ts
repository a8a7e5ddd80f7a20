import type { DetectionContent } from '@margay/model';
import type { Evaluation, LoadReport, Rejection } from '../contract.ts';

/** What several processes said about one batch. */
export function mergedEvaluation(revision: number, evaluations: readonly Evaluation[]): Evaluation {
  const [only] = evaluations;
  if (only !== undefined && evaluations.length === 1) return only;
  return {
    revision,
    matches: evaluations.flatMap(({ matches }) => matches),
    errors: evaluations.flatMap(({ errors }) => errors),
    perRule: evaluations.flatMap(({ perRule }) => perRule),
    considered: evaluations.flatMap(({ considered }) => considered),
    skipped: evaluations.flatMap(({ skipped }) => skipped),
  };
}

/** Modules are loaded into several processes; each is told once. In the order of the content. */
export function mergedReport(
  content: DetectionContent,
  reports: readonly LoadReport[],
  withheld: readonly Rejection[],
  milliseconds: number,
): LoadReport {
  const sum = (of: (report: LoadReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  const ids = [...content.dataModels, ...content.globals, ...content.rules].map(({ id }) => id);
  const placeOf = new Map(ids.map((id, place) => [id, place]));
  const once = <Module extends { kind: string; id: string }>(modules: readonly Module[]): Module[] =>
    [...Map.groupBy(modules, ({ kind, id }) => `${kind} ${id}`).values()].map(([first]) => first!);
  return {
    revision: content.revision,
    loadedRules: sum(({ loadedRules }) => loadedRules),
    rejected:
      reports.length === 1 && withheld.length === 0
        ? reports[0]!.rejected
        : once([...reports.flatMap(({ rejected }) => rejected), ...withheld]).toSorted(
            (a, b) => placeOf.get(a.id)! - placeOf.get(b.id)!,
          ),
    apart: once(reports.flatMap(({ apart }) => apart)),
    prefilteredRules: sum(({ prefilteredRules }) => prefilteredRules),
    milliseconds,
  };
}
