/** Why a process ends: a signal, or the process that started it is gone. */
export type EndReason = NodeJS.Signals | 'orphaned';

/**
 * Calls `onStop` when this process is asked to end: by a signal, or because the one that started it is gone, however that
 * ended. A second signal, later than an echo of the first, calls `onHurry`. `watchesParent` also looks whether the parent
 * process is still the same one, for parents that are not ours and give no channel.
 */
export function onEndWanted(
  onStop: (reason: EndReason) => void,
  onHurry: () => void,
  options?: { watchesParent?: boolean },
): void;

export interface LivingChild {
  readonly pid: number | undefined;
  /** Resolves with the exit code; with that of a shell when a signal ended it. Never rejects. */
  readonly ended: Promise<number>;
  /** Asks it to end, and kills it when it has not ended after `deadlineMs`. */
  end(reason: EndReason): void;
  kill(): void;
}

/** Starts a process that ends when this one does, whatever ends this one. `onMessage` gets what it sends. */
export function startChild(
  command: string,
  args: readonly string[],
  options: {
    cwd?: string;
    env?: NodeJS.ProcessEnv;
    deadlineMs: number;
    onMessage?: (message: unknown) => void;
  },
): LivingChild;
