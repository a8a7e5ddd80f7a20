import * as z from 'zod/mini';
import { changedFields } from '../../editor/history/setting-changes.ts';
import type { VersionShape } from '../../editor/history/version-shape.ts';
import { fieldMessages } from '../../ui/inputs/form-rules.ts';
import type { Helper, PutHelperInput } from './queries.ts';

export interface HelperDraft {
  id: string;
  description: string;
  body: string;
  tags: string[];
}

export const newHelper = (): HelperDraft => ({
  id: '',
  description: '',
  body: 'def is_internal(address):\n    """True for an address of our own network."""\n    return str(address).startswith("10.")\n',
  tags: [],
});

export const draftOf = ({ id, description, body, tags }: Helper): HelperDraft => ({
  id,
  description,
  body,
  tags,
});

/** A copy under a name of its own; what imports the first one keeps importing it. */
export const cloneDraft = (helper: Helper): HelperDraft => ({ ...draftOf(helper), id: `${helper.id}_copy` });

export function inputOf(
  { id, description, body, tags }: HelperDraft,
  { isNew, versionId }: { isNew: boolean; versionId?: string },
): PutHelperInput {
  return {
    id: id.trim(),
    isNew,
    ...(versionId === undefined ? {} : { versionId }),
    description: description.trim(),
    body,
    tags,
  };
}

export const isSameDraft = (a: HelperDraft, b: HelperDraft) =>
  JSON.stringify(inputOf(a, { isNew: false })) === JSON.stringify(inputOf(b, { isNew: false }));

export interface HelperFaults {
  id?: string;
  body?: string;
}

/** What keeps the draft from being saved. */
export function faultsOf({ id, body }: HelperDraft): HelperFaults {
  const name = id.trim();
  return {
    ...(name === ''
      ? { id: fieldMessages.required }
      : /^[A-Za-z_]\w*$/.test(name)
        ? {}
        : { id: 'Python imports it by this name: letters, digits and underlines only' }),
    ...(body.trim() === '' ? { body: 'The helper has no Python yet' } : {}),
  };
}

const version = z.object({ description: z.string(), body: z.string(), tags: z.array(z.string()) });
type HelperVersion = z.infer<typeof version>;

const fields: { label: string; text: (version: HelperVersion) => string }[] = [
  { label: 'Description', text: ({ description }) => description || 'empty' },
  { label: 'Tags', text: ({ tags }) => tags.join(', ') || 'none' },
];

/** How the history reads a helper. */
export const helperShape: VersionShape<HelperVersion> = {
  read: (definition) => {
    const read = version.safeParse(definition);
    return read.success ? read.data : undefined;
  },
  code: ({ body }) => body,
  settingChanges: (before, after) => changedFields(fields, before, after),
};
