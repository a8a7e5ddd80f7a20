import * as z from 'zod';
import { Text, TrueOrFalse, WholeNumber } from './fields.ts';
import { defineKind } from './kind.ts';
import { queryOf, queryYamlKeys, writeQuery } from './query-keys.ts';

const Schedule = z
  .strictObject({
    CronExpression: Text.optional(),
    RateMinutes: WholeNumber.min(2, { error: 'must be at least 2 minutes' }).optional(),
    TimeoutMinutes: WholeNumber.min(1, { error: 'must be at least 1 minute' }),
  })
  .refine((schedule) => (schedule.CronExpression === undefined) !== (schedule.RateMinutes === undefined), {
    error: 'must have either CronExpression or RateMinutes',
  })
  .refine(
    (schedule) => schedule.RateMinutes === undefined || schedule.RateMinutes >= schedule.TimeoutMinutes,
    {
      error: 'must not have a TimeoutMinutes longer than its RateMinutes',
    },
  );

const ScheduledQueryYaml = z.strictObject({
  AnalysisType: z.literal('scheduled_query'),
  ...queryYamlKeys,
  Enabled: TrueOrFalse,
  Schedule,
  EmailConfig: z
    .strictObject({
      Recipients: z.array(Text, { error: 'must be a list' }),
      SendEmpty: TrueOrFalse.optional(),
      PreferAttachment: TrueOrFalse.optional(),
    })
    .optional(),
});

/** A query that runs by the clock; each row it returns goes to the scheduled rules that name it. */
export const scheduledQuery = defineKind({
  kind: 'scheduled_query',
  analysisType: 'scheduled_query',
  idKey: 'QueryName',
  folder: 'queries',
  yaml: ScheduledQueryYaml,
  build(yaml, { file }) {
    const query = queryOf(yaml, file);
    if ('remedy' in query) return query;
    const { CronExpression, RateMinutes, TimeoutMinutes } = yaml.Schedule;
    const email = yaml.EmailConfig;
    return {
      kind: 'scheduled_query',
      ...query,
      enabled: yaml.Enabled,
      schedule: {
        ...(CronExpression === undefined ? {} : { cron: CronExpression }),
        ...(RateMinutes === undefined ? {} : { rateMinutes: RateMinutes }),
        timeoutMinutes: TimeoutMinutes,
      },
      ...(email === undefined
        ? {}
        : {
            email: {
              recipients: email.Recipients,
              ...(email.SendEmpty === undefined ? {} : { sendEmpty: email.SendEmpty }),
              ...(email.PreferAttachment === undefined ? {} : { preferAttachment: email.PreferAttachment }),
            },
          }),
    };
  },
  write({ schedule, email, ...item }) {
    return {
      yaml: {
        AnalysisType: 'scheduled_query',
        ...writeQuery(item),
        Enabled: item.enabled,
        Schedule: {
          ...(schedule.cron === undefined ? {} : { CronExpression: schedule.cron }),
          ...(schedule.rateMinutes === undefined ? {} : { RateMinutes: schedule.rateMinutes }),
          TimeoutMinutes: schedule.timeoutMinutes,
        },
        ...(email === undefined
          ? {}
          : {
              EmailConfig: {
                Recipients: email.recipients,
                ...(email.sendEmpty === undefined ? {} : { SendEmpty: email.sendEmpty }),
                ...(email.preferAttachment === undefined ? {} : { PreferAttachment: email.preferAttachment }),
              },
            }),
      },
    };
  },
});
