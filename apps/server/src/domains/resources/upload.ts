import { stringifyJson } from '@margay/kit';
import type { Sql } from '@margay/store';
import { createHash } from 'node:crypto';
import { lockDigests, writeResources, type ResourceWrite } from './store.ts';
import { UploadedResource } from './schema.ts';

export interface ResourceVerdict {
  /** As the upload gave it; empty where it gave none. */
  id: string;
  verdict: 'new' | 'modified' | 'unchanged' | 'refused';
  /** Why it was refused. */
  reason: string;
}

/** Stores the good ones of a batch and says of each what became of it, in the order of the batch. */
export async function storeResources(
  tx: Sql,
  batch: readonly unknown[],
  at: Date,
): Promise<ResourceVerdict[]> {
  const last = new Map<string, number>();
  const read = batch.map((given, position) => readResource(given, position));
  for (const [position, one] of read.entries()) if ('resource' in one) last.set(one.resource.id, position);
  const digests = await lockDigests(tx, [...last.keys()]);
  const changed: ResourceWrite[] = [];
  const verdicts = read.map((one, position): ResourceVerdict => {
    if ('refusal' in one) return one.refusal;
    const { id } = one.resource;
    if (last.get(id) !== position) {
      const reason = `Resource ${id}, id: stands in the batch more than once; its last entry counts. Send each resource once.`;
      return { id, verdict: 'refused', reason };
    }
    const known = digests.get(id);
    if (known === one.resource.digest) return { id, verdict: 'unchanged', reason: '' };
    changed.push(one.resource);
    return { id, verdict: known === undefined ? 'new' : 'modified', reason: '' };
  });
  if (changed.length > 0) await writeResources(tx, changed, at);
  return verdicts;
}

function readResource(
  given: unknown,
  position: number,
): { resource: ResourceWrite } | { refusal: ResourceVerdict } {
  const parsed = UploadedResource.safeParse(given);
  if (parsed.success) {
    const resource = {
      ...parsed.data,
      integrationLabel: parsed.data.integrationLabel || parsed.data.integrationId,
    };
    return { resource: { ...resource, digest: digestOf(resource) } };
  }
  const claimed = typeof given === 'object' && given !== null && 'id' in given ? given.id : undefined;
  const id = typeof claimed === 'string' ? claimed.slice(0, 200) : '';
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'resource';
  const reason = `Resource ${id || `number ${position + 1}`}, ${field}: ${issue?.message}`;
  return { refusal: { id, verdict: 'refused', reason } };
}

function digestOf(resource: UploadedResource): string {
  const { type, integrationId, integrationLabel, attributes } = resource;
  return createHash('sha256')
    .update(stringifyJson([type, integrationId, integrationLabel, attributes]))
    .digest('hex');
}
