import type { GraphqlParts } from '../../../api/builder.ts';
import { actorOf } from '../../../api/context.ts';
import { searchesAccess } from '../access.ts';
import type { EventFinding, FoundEvent } from './event-findings.ts';

/** What detections found in the events of a page. */
export function findingFields({ builder }: GraphqlParts): void {
  const Kind = builder.enumType('FindingKind', { values: ['MATCH', 'SIGNAL', 'ERROR'] as const });
  const Finding = builder.objectRef<EventFinding>('EventFinding').implement({
    auth: 'with-parent',
    fields: (t) => ({
      kind: t.expose('kind', { type: Kind }),
      detectionId: t.exposeString('detectionId'),
      alertId: t.exposeString('alertId', { nullable: true }),
      title: t.exposeString('title', { nullable: true }),
      severity: t.exposeString('severity', { nullable: true }),
    }),
  });
  const Found = builder.objectRef<FoundEvent>('FoundEvent').implement({
    auth: 'with-parent',
    fields: (t) => ({
      rowId: t.exposeString('rowId'),
      findings: t.expose('findings', { type: [Finding], description: 'Matches first; at most 20.' }),
    }),
  });
  const Key = builder.inputType('EventKeyInput', {
    fields: (t) => ({
      logType: t.string({ required: true }),
      rowId: t.string({ required: true }),
      eventTime: t.string({ required: true, description: 'As in the row: UTC, with nanoseconds.' }),
    }),
  });
  const Input = builder.inputType('EventFindingsInput', {
    fields: (t) => ({ events: t.field({ type: [Key], required: true, description: 'At most 1,000.' }) }),
  });
  builder.queryFields((t) => ({
    eventLine: t.string({
      nullable: true,
      auth: searchesAccess.search,
      description: 'The text an event came as, byte for byte; null where it is gone or may not be read.',
      args: { event: t.arg({ type: Key, required: true }) },
      resolve: (_, { event }, context) =>
        context.services.searches.eventLine(actorOf(context), event, context.signal),
    }),
    eventFindings: t.field({
      type: [Found],
      auth: searchesAccess.search,
      description: 'What detections found in these events; those without findings are left out.',
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_, { input: { events } }, context) =>
        context.services.searches.eventFindings(actorOf(context), events, context.signal),
    }),
  }));
}
