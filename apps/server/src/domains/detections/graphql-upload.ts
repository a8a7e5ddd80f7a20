import { contentLimits, readContentZip, type ContentFile } from '@margay/detect/content';
import { invalidInput } from '@margay/kit';
import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { detectionsAccess } from './access.ts';
import { statisticsGroups } from './kinds/kind.ts';
import {
  assertMayUpload,
  uploadContent,
  type ItemVerdict,
  type UploadOutcome,
  type UploadStatistics,
} from './upload.ts';
import { uploadStatuses, type UploadReceipt } from './upload-receipts.ts';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** A zip as base64 text, or the files themselves. */
async function filesOf(input: {
  files?: ContentFile[] | null | undefined;
  data?: string | null | undefined;
}): Promise<ContentFile[]> {
  const { files, data } = input;
  if ((files == null) === (data == null)) {
    throw invalidInput('Send either files or data, the zip as base64 text.');
  }
  if (data != null) {
    if (data.length * 0.75 > contentLimits.zipBytes + 3)
      throw invalidInput(
        `The zip is larger than ${contentLimits.zipBytes / 1024 ** 2} MB. Upload folder by folder.`,
      );
    if (!base64.test(data)) throw invalidInput('data must be a zip as base64 text.');
    return readContentZip(Buffer.from(data, 'base64'));
  }
  if (files != null && files.length > contentLimits.files) {
    throw invalidInput(`At most ${contentLimits.files} files can be uploaded at once.`);
  }
  return files ?? [];
}

/** Bringing content in, and checking what would be brought in. */
export function uploadFields({ builder }: GraphqlParts): void {
  const ContentFileInput = builder.inputType('ContentFileInput', {
    fields: (t) => ({ path: t.string({ required: true }), text: t.string({ required: true }) }),
  });
  const UploadInput = builder.inputType('UploadDetectionContentInput', {
    fields: (t) => ({
      files: t.field({ type: [ContentFileInput] }),
      data: t.string({ description: 'In place of files: a zip of them as base64 text.' }),
      validateOnly: t.boolean({
        defaultValue: false,
        description: 'True: nothing is stored; the outcome is what storing would say.',
      }),
      ignoreExtraKeys: t.boolean({
        defaultValue: false,
        description: 'True: keys a rule or policy should not have are left out of account.',
      }),
    }),
  });
  const Verdict = builder.objectRef<ItemVerdict>('UploadVerdict').implement({
    auth: 'with-parent',
    fields: (t) => ({
      file: t.exposeString('file'),
      id: t.exposeString('id'),
      kind: t.exposeString('kind'),
      verdict: t.exposeString('verdict', { description: 'stored, refused or left-out' }),
      change: t.exposeString('change', {
        nullable: true,
        description: 'new, modified or unchanged; null where nothing is stored',
      }),
      reason: t.exposeString('reason'),
    }),
  });
  const Statistics = builder.objectRef<UploadStatistics>('UploadStatistics').implement({
    auth: 'with-parent',
    fields: (t) => ({
      total: t.exposeInt('total'),
      new: t.exposeInt('new'),
      modified: t.exposeInt('modified'),
      deleted: t.exposeInt('deleted'),
    }),
  });
  const Result = builder.objectRef<UploadOutcome['statistics']>('UploadResult').implement({
    description: 'How many items of each group are stored.',
    auth: 'with-parent',
    fields: (t) =>
      Object.fromEntries(statisticsGroups.map((group) => [group, t.expose(group, { type: Statistics })])),
  });
  const Outcome = builder.objectRef<UploadOutcome>('UploadOutcome').implement({
    auth: 'with-parent',
    fields: (t) => ({
      verdicts: t.expose('verdicts', { type: [Verdict] }),
      result: t.expose('statistics', { type: Result }),
    }),
  });

  const UploadStatusEnum = builder.enumType('UploadStatus', { values: uploadStatuses });
  const Issue = builder.objectRef<UploadReceipt['issues'][number]>('UploadIssue').implement({
    auth: 'with-parent',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'The file in the zip.' }),
      errorMessage: t.exposeString('errorMessage'),
    }),
  });
  const Receipt = builder.objectRef<UploadReceipt>('UploadDetectionEntitiesStatus').implement({
    auth: 'with-parent',
    fields: (t) => ({
      receiptId: t.exposeID('receiptId'),
      status: t.expose('status', { type: UploadStatusEnum }),
      error: t.exposeString('error', { nullable: true, description: 'Why it failed as a whole.' }),
      issues: t.expose('issues', {
        type: [Issue],
        description: 'What was refused, left out, or is stored and does not run.',
      }),
      result: t.expose('result', {
        type: Result,
        nullable: true,
        description: 'Null until it is completed.',
      }),
    }),
  });
  const AsyncInput = builder.inputType('UploadDetectionEntitiesInput', {
    fields: (t) => ({
      data: t.string({ required: true, description: 'A zip of the files as base64 text.' }),
      validateOnly: t.boolean({ defaultValue: false, description: 'True: nothing is stored.' }),
    }),
  });

  builder.queryFields((t) => ({
    detectionEntitiesUploadStatus: t.field({
      description: 'Of an upload of the caller, for seven days; null where there is none.',
      type: Receipt,
      nullable: true,
      auth: detectionsAccess.validateUpload,
      args: { receiptId: t.arg.id({ required: true }) },
      resolve: async (_root, { receiptId }, context) =>
        (await context.services.uploadReceipts.find(actorOf(context), receiptId)) ?? null,
    }),
  }));
  builder.mutationFields((t) => ({
    uploadDetectionEntitiesAsync: t.field({
      description:
        'The same in the background: answers a receipt at once. One upload is stored at a time; ask for its status until it is no longer NOT_PROCESSED.',
      type: Receipt,
      auth: detectionsAccess.validateUpload,
      args: { input: t.arg({ type: AsyncInput, required: true }) },
      resolve: async (_root, { input: { data, validateOnly } }, context) => {
        const actor = actorOf(context);
        const options = { validateOnly: validateOnly ?? false };
        assertMayUpload(actor, options);
        return context.services.uploadReceipts.start(actor, await filesOf({ data }), options);
      },
    }),
    uploadDetectionContent: t.field({
      description:
        'Stores detection content in panther-analysis format. Each item is named once; the good ones are stored in one transaction.',
      type: Outcome,
      auth: detectionsAccess.validateUpload,
      args: { input: t.arg({ type: UploadInput, required: true }) },
      resolve: async (_root, { input }, context) => {
        const actor = actorOf(context);
        const options = {
          validateOnly: input.validateOnly ?? false,
          ignoreExtraKeys: input.ignoreExtraKeys ?? false,
        };
        assertMayUpload(actor, options);
        return uploadContent(context.services.detections, actor, await filesOf(input), options);
      },
    }),
  }));
}
