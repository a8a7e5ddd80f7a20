import { firstRow, type Sql } from '@margay/store';
import type { ChainCodes, ChainPlace, CheckpointKind } from './chain.ts';

export interface Checkpoint extends ChainPlace {
  kind: CheckpointKind;
  /** False where its code is not ours: somebody else wrote it. */
  isGenuine: boolean;
}

export async function writeCheckpoint(
  tx: Sql,
  codes: Pick<ChainCodes, 'checkpoint'>,
  { kind, position, hash }: ChainPlace & { kind: CheckpointKind },
  createdAt: Date,
): Promise<void> {
  await tx.query(
    `insert into audit_checkpoints (kind, position, hash, mac, created_at) values ($1, $2, $3, $4, $5)
     on conflict (kind, position) do nothing`,
    [kind, position, hash, codes.checkpoint(kind, { position, hash }), createdAt],
  );
}

/** The newest one of its kind. */
export async function newestCheckpoint(
  sql: Sql,
  codes: Pick<ChainCodes, 'checkpoint'>,
  kind: CheckpointKind,
): Promise<Checkpoint | undefined> {
  const row = await firstRow<{ position: number; hash: string; mac: string }>(
    sql,
    'select position, hash, mac from audit_checkpoints where kind = $1 order by position desc limit 1',
    [kind],
  );
  if (row === undefined) return undefined;
  const { position, hash, mac } = row;
  return { kind, position, hash, isGenuine: mac === codes.checkpoint(kind, { position, hash }) };
}
