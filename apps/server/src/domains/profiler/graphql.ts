import { wholeNumber } from '../../api/whole-number.ts';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { profilerAccess } from './access.ts';
import type { CatchUp } from './catch-up/figures.ts';
import { quarantineStates } from './catch-up/record.ts';
import { passedChoices, profileStates, type Profile } from './service.ts';
import type { HourFigures } from './store.ts';

const mostHours = 30 * 24;

const readHours = (hours: number | null | undefined) => wholeNumber('hours', hours ?? 24, mostHours);

/** What each detection costs on the live stream. */
export function profilerTypes({ builder, shared }: GraphqlParts) {
  const State = builder.enumType('DetectionProfileState', { values: profileStates });
  const Quarantine = builder.objectRef<NonNullable<Profile['quarantine']>>('DetectionQuarantine').implement({
    auth: 'with-parent',
    fields: (t) => ({
      since: t.expose('since', { type: 'DateTime' }),
      until: t.expose('until', { type: 'DateTime' }),
      reason: t.exposeString('reason'),
      passed: t.expose('passed', { type: 'Long', description: 'Events that passed unjudged so far.' }),
    }),
  });
  const CatchUpState = builder.enumType('CatchUpState', {
    values: quarantineStates.filter((state) => state !== 'QUARANTINED'),
  });
  const DetectionCatchUp = builder.objectRef<CatchUp>('DetectionCatchUp').implement({
    description: 'How far the judging of events has come that passed while the detection was quarantined.',
    auth: 'with-parent',
    fields: (t) => ({
      state: t.expose('state', { type: CatchUpState }),
      since: t.expose('since', { type: 'DateTime' }),
      passed: t.expose('passed', { type: 'Long' }),
      judged: t.expose('judged', { type: 'Long' }),
      tooOld: t.expose('tooOld', {
        type: 'Long',
        description: 'Events that had waited longer than `catchUpDays` and are not judged any more.',
      }),
      matches: t.expose('matches', { type: 'Long' }),
      errors: t.expose('errors', { type: 'Long' }),
      error: t.exposeString('error', { nullable: true }),
    }),
  });
  const DetectionProfile = builder.objectRef<Profile>('DetectionProfile').implement({
    description: 'What a detection did with the events that arrived, and what it cost.',
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      displayName: t.exposeString('displayName'),
      kind: t.expose('kind', { type: shared.DetectionKind }),
      logTypes: t.exposeStringList('logTypes'),
      enabled: t.exposeBoolean('enabled'),
      state: t.expose('state', { type: State }),
      considered: t.expose('considered', { type: 'Long', description: 'Events of its log types.' }),
      evaluations: t.expose('evaluations', {
        type: 'Long',
        description: 'Events it was run on; prefilter and inline filters kept the others away.',
      }),
      microsecondsPerEvent: t.exposeFloat('microsecondsPerEvent', { description: 'Of processor time.' }),
      waitedPerEvent: t.exposeFloat('waitedPerEvent', {
        description:
          'Microseconds that passed while it waited for answers of the server; no part of its cost.',
      }),
      coreShare: t.exposeFloat('coreShare', { description: 'Of one processor core; 1 is all of it.' }),
      matches: t.expose('matches', { type: 'Long' }),
      errors: t.expose('errors', { type: 'Long' }),
      skipped: t.expose('skipped', {
        type: 'Long',
        description: 'Events it did not judge because it was quarantined.',
      }),
      lastMatchAt: t.expose('lastMatchAt', { type: 'DateTime', nullable: true }),
      lastError: t.exposeString('lastError', { nullable: true }),
      lastErrorAt: t.expose('lastErrorAt', { type: 'DateTime', nullable: true }),
      quarantine: t.expose('quarantine', { type: Quarantine, nullable: true }),
      catchUp: t.expose('catchUp', { type: DetectionCatchUp, nullable: true }),
    }),
  });
  const Hour = builder.objectRef<HourFigures>('DetectionProfileHour').implement({
    auth: 'with-parent',
    fields: (t) => ({
      hour: t.expose('hour', { type: 'DateTime' }),
      considered: t.expose('considered', { type: 'Long' }),
      evaluations: t.expose('evaluations', { type: 'Long' }),
      microseconds: t.expose('microseconds', { type: 'Long' }),
      waitedMicroseconds: t.expose('waitedMicroseconds', { type: 'Long' }),
      matches: t.expose('matches', { type: 'Long' }),
      errors: t.expose('errors', { type: 'Long' }),
    }),
  });
  const Budget = builder.objectRef<{
    microsecondsPerEvent: number;
    coreShare: number;
    catchUpDays: number;
  }>('DetectionBudget');
  Budget.implement({
    auth: 'with-parent',
    fields: (t) => ({
      microsecondsPerEvent: t.exposeFloat('microsecondsPerEvent'),
      coreShare: t.exposeFloat('coreShare'),
      catchUpDays: t.exposeInt('catchUpDays', {
        description: 'Events that passed a quarantined detection longer ago are not judged any more.',
      }),
    }),
  });
  const PassedChoice = builder.enumType('PassedEventsChoice', { values: passedChoices });
  const ReleaseInput = builder.inputType('ReleaseDetectionInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      passed: t.field({
        type: PassedChoice,
        description: 'What becomes of the events that passed meanwhile. Default: they are judged.',
      }),
    }),
  });

  const LastMatch = builder.objectRef<{ detectionId: string; at: Date }>('DetectionLastMatch').implement({
    auth: 'with-parent',
    fields: (t) => ({
      detectionId: t.exposeID('detectionId'),
      at: t.expose('at', { type: 'DateTime' }),
    }),
  });

  builder.queryFields((t) => ({
    detectionLastMatches: t.field({
      description:
        'When each of these matched an event last, alert or not; those that never did are absent, as are those over log types that the caller may not read.',
      type: [LastMatch],
      auth: profilerAccess.read,
      args: { ids: t.arg.idList({ required: true }) },
      resolve: async (_root, { ids }, context) => {
        const { logTypeAccess } = actorOf(context);
        const found = await context.services.profiler.lastMatches(logTypeAccess, ids.slice(0, 1000));
        return [...found].map(([detectionId, at]) => ({ detectionId, at }));
      },
    }),
    detectionProfiles: t.field({
      type: [DetectionProfile],
      auth: profilerAccess.read,
      args: { hours: t.arg.int() },
      resolve: (_root, { hours }, context) =>
        context.services.profiler.profiles(actorOf(context).logTypeAccess, readHours(hours)),
    }),
    detectionProfileHours: t.field({
      type: [Hour],
      auth: profilerAccess.read,
      args: { id: t.arg.id({ required: true }), hours: t.arg.int() },
      resolve: (_root, { id, hours }, context) =>
        context.services.profiler.history(actorOf(context), id, readHours(hours)),
    }),
    detectionBudget: t.field({
      type: Budget,
      auth: profilerAccess.read,
      resolve: (_root, _args, { services: { profiler } }) => ({
        ...profiler.budget,
        catchUpDays: profiler.catchUpDays,
      }),
    }),
  }));
  builder.mutationFields((t) => ({
    releaseDetection: t.field({
      type: shared.IdOutput,
      auth: profilerAccess.modify,
      args: { input: t.arg({ type: ReleaseInput, required: true }) },
      resolve: async (_root, { input: { id, passed } }, context) => {
        await context.services.profiler.release(actorOf(context), id, passed ?? 'JUDGE');
        return { id };
      },
    }),
    cancelCatchUp: t.field({
      type: shared.IdOutput,
      auth: profilerAccess.modify,
      args: { input: t.arg({ type: shared.IdInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        await context.services.profiler.cancelCatchUp(actorOf(context), input.id);
        return { id: input.id };
      },
    }),
  }));
}
