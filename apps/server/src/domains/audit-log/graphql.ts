import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { wholeNumber } from '../../api/whole-number.ts';
import { auditLogAccess } from './access.ts';
import { auditResults, type AuditResult } from './entry.ts';
import { exportFormats } from './export-links.ts';
import type { GivenFilter, SeenEntry, Verification } from './reader.ts';
import type { ChainFault, ChainReport } from './verify-chain.ts';

const usualPage = 50;
const largestPage = 200;

interface Chain {
  sealedUpTo: number;
  retentionDays: number;
  last: Verification | undefined;
}

export function auditLogTypes({ builder }: GraphqlParts): void {
  const Result = builder.enumType('AuditResult', { values: auditResults });
  const Actor = builder.objectRef<SeenEntry>('AuditActor').implement({
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeString('actorId', { nullable: true }),
      name: t.exposeString('actorName', { nullable: true }),
      email: t.exposeString('actorEmail', { nullable: true }),
      roleName: t.exposeString('actorRole', { nullable: true }),
      kind: t.exposeString('actorKind', { description: 'person, token, system or anonymous.' }),
    }),
  });
  const Entry = builder.objectRef<SeenEntry>('AuditEntry').implement({
    description: 'What somebody did or read, and with what result.',
    auth: 'with-parent',
    fields: (t) => ({
      id: t.exposeID('id'),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      action: t.exposeString('action'),
      result: t.expose('result', { type: Result }),
      actor: t.field({ type: Actor, resolve: (entry) => entry }),
      params: t.field({
        type: 'JSON',
        nullable: true,
        description: 'What was asked for; before and after of a change. Null where it is withheld.',
        resolve: ({ params, isWithheld }) => (isWithheld ? null : params),
      }),
      record: t.field({
        type: 'JSON',
        nullable: true,
        description: 'As an event of the log type Panther.Audit. Null where it is withheld.',
        resolve: (entry, _args, { services }) =>
          entry.isWithheld ? null : services.auditReader.recordOf(entry),
      }),
      errors: t.exposeStringList('errors'),
      isWithheld: t.exposeBoolean('isWithheld', {
        description: 'True where it is on log data and the caller may not read every log type.',
      }),
      sourceIp: t.exposeString('sourceIp', { nullable: true }),
      userAgent: t.exposeString('userAgent', { nullable: true }),
      position: t.field({
        type: 'Long',
        nullable: true,
        description: 'Its number in the chain; null until it is sealed.',
        resolve: ({ position }) => position,
      }),
      hash: t.exposeString('hash', { nullable: true }),
    }),
  });
  const Page = builder
    .objectRef<{ entries: SeenEntry[]; endCursor: string | null }>('AuditLogOutput')
    .implement({
      auth: 'with-parent',
      fields: (t) => ({
        entries: t.expose('entries', { type: [Entry] }),
        endCursor: t.exposeString('endCursor', { nullable: true, description: 'Null on the last page.' }),
      }),
    });
  const Input = builder.inputType('AuditLogInput', {
    fields: (t) => ({
      since: t.field({ type: 'DateTime' }),
      until: t.field({ type: 'DateTime' }),
      actions: t.stringList(),
      results: t.field({ type: [Result] }),
      actor: t.string({ description: 'Part of the name or email of who did it, or their id.' }),
      sourceIp: t.string({ description: 'Part of the address.' }),
      text: t.string({ description: 'Part of the action or of what was asked for.' }),
      cursor: t.string(),
      pageSize: t.int({ description: `${usualPage} where it is not given, ${largestPage} at most.` }),
    }),
  });
  const Format = builder.enumType('AuditLogFormat', { values: exportFormats });
  const ExportInput = builder.inputType('ExportAuditLogInput', {
    fields: (t) => ({ format: t.field({ type: Format, required: true }), filter: t.field({ type: Input }) }),
  });
  const Export = builder.objectRef<{ url: string }>('ExportAuditLogOutput').implement({
    auth: 'with-parent',
    fields: (t) => ({ url: t.exposeString('url', { description: 'Good for five minutes.' }) }),
  });
  const Fault = builder.objectRef<ChainFault>('AuditLogFault').implement({
    description: 'The first thing that is wrong with the log.',
    auth: 'with-parent',
    fields: (t) => ({
      position: t.field({ type: 'Long', resolve: ({ position }) => position }),
      entryId: t.exposeString('entryId', { nullable: true }),
      reason: t.exposeString('reason'),
    }),
  });
  const Report = builder.objectRef<ChainReport>('AuditLogReport').implement({
    auth: 'with-parent',
    fields: (t) => ({
      entries: t.field({ type: 'Long', resolve: ({ entries }) => entries }),
      from: t.expose('from', { type: 'DateTime', nullable: true }),
      until: t.expose('until', { type: 'DateTime', nullable: true }),
      position: t.field({ type: 'Long', resolve: ({ head }) => head.position }),
      hash: t.string({ resolve: ({ head }) => head.hash }),
      waiting: t.exposeInt('waiting', { description: 'Entries that are not sealed yet.' }),
      fault: t.expose('fault', { type: Fault, nullable: true }),
    }),
  });
  const State = builder.objectRef<Chain>('AuditLogChain').implement({
    auth: 'with-parent',
    fields: (t) => ({
      sealedUpTo: t.field({ type: 'Long', resolve: ({ sealedUpTo }) => sealedUpTo }),
      retentionDays: t.exposeInt('retentionDays'),
      verifiedAt: t.field({
        type: 'DateTime',
        nullable: true,
        resolve: ({ last }) => last?.verifiedAt,
      }),
      verifiedUpTo: t.field({ type: 'Long', nullable: true, resolve: ({ last }) => last?.position }),
      fault: t.field({ type: Fault, nullable: true, resolve: ({ last }) => last?.fault }),
    }),
  });
  builder.queryFields((t) => ({
    auditLog: t.field({
      type: Page,
      description: 'Entries, newest first.',
      auth: auditLogAccess.read,
      args: { input: t.arg({ type: Input }) },
      resolve: (_root, { input }, context) => {
        const { cursor, pageSize, ...filter } = input ?? {};
        return context.services.auditReader.page(actorOf(context), withoutNulls(filter), {
          after: cursor ?? undefined,
          pageSize: wholeNumber('pageSize', pageSize ?? usualPage, largestPage),
        });
      },
    }),
    auditActions: t.stringList({
      description: 'The actions that are in the audit log.',
      auth: auditLogAccess.read,
      resolve: (_root, _args, { services }) => services.auditReader.actions(),
    }),
    auditLogChain: t.field({
      type: State,
      auth: auditLogAccess.read,
      resolve: async (_root, _args, { services: { auditReader, auditRetentionDays } }) => ({
        sealedUpTo: await auditReader.sealedUpTo(),
        last: await auditReader.lastVerification(),
        retentionDays: auditRetentionDays,
      }),
    }),
  }));
  builder.mutationFields((t) => ({
    verifyAuditLog: t.field({
      type: Report,
      description: 'Reads the whole log and finds the first entry that is not as it was written.',
      auth: auditLogAccess.verify,
      resolve: (_root, _args, context) => context.services.auditReader.verify(actorOf(context)),
    }),
    exportAuditLog: t.field({
      type: Export,
      description: 'The entries that a filter finds as a file, up to 100,000 of them, newest first.',
      auth: auditLogAccess.read,
      args: { input: t.arg({ type: ExportInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const { audit, auditReader } = context.services;
        const actor = actorOf(context);
        const { format } = input;
        const filter = withoutNulls(input.filter ?? {});
        await audit.record({ action: 'EXPORT_AUDIT_LOG', actor, params: { input: { format, ...filter } } });
        return { url: auditReader.links.pathOf(actor, format, filter) };
      },
    }),
  }));
}

const withoutNulls = (filter: {
  since?: Date | null | undefined;
  until?: Date | null | undefined;
  actions?: readonly string[] | null | undefined;
  results?: readonly AuditResult[] | null | undefined;
  actor?: string | null | undefined;
  sourceIp?: string | null | undefined;
  text?: string | null | undefined;
}): GivenFilter => ({
  since: filter.since ?? undefined,
  until: filter.until ?? undefined,
  actions: filter.actions ?? undefined,
  results: filter.results ?? undefined,
  actor: filter.actor ?? undefined,
  sourceIp: filter.sourceIp ?? undefined,
  text: filter.text ?? undefined,
});
