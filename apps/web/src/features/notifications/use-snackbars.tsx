import { useEffect, useEffectEvent, useRef } from 'react';
import { useGenerateCsv } from '../../lib/csv-downloads.ts';
import { sessionText } from '../../lib/storage.ts';
import { toast } from '../../ui/overlays/toast.ts';
import { CsvButton } from './csv-action.tsx';
import { csvOffer, freshOnes, shortened } from './notification-rules.ts';
import type { Notification } from './queries.ts';

const stored = sessionText('margay.seenNotifications');
const remembered = 200;
const shownMs = 10_000;
const staggerMs = 500;

function readSeen(): Set<string> {
  try {
    const list: unknown = JSON.parse(stored.read() ?? '[]');
    return new Set(Array.isArray(list) ? list.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set(); // written by nobody else; what cannot be read is begun anew
  }
}

/** Shows what is new, once a session, one after the other. */
export function useSnackbars(list: readonly Notification[] | undefined): void {
  const generate = useGenerateCsv();
  const show = useEffectEvent((note: Notification, now: number) =>
    showNote(note, now, (queryId) => generate.mutate({ queryId })),
  );
  const timers = useRef<Set<ReturnType<typeof setTimeout>>>(new Set());
  useEffect(() => {
    const seen = readSeen();
    const now = Date.now();
    const fresh = freshOnes(list ?? [], seen, now);
    if (fresh.length === 0) return;
    const ids = [...seen, ...fresh.map(({ id }) => id)].slice(-remembered);
    stored.write(JSON.stringify(ids));
    for (const [index, note] of fresh.entries()) {
      const timer = setTimeout(() => {
        timers.current.delete(timer);
        show(note, now);
      }, index * staggerMs);
      timers.current.add(timer);
    }
  }, [list]);
  useEffect(() => {
    const waiting = timers.current;
    return () => {
      for (const timer of waiting) clearTimeout(timer);
    };
  }, []);
}

function showNote(note: Notification, now: number, onGenerate: (queryId: string) => void): void {
  const content = {
    id: note.id,
    title: note.title,
    message: shortened(note.message),
    durationMs: shownMs,
    // The other ones say all they have to say; this one is to be clicked.
    ...(csvOffer(note, now) ? { actions: <CsvButton note={note} now={now} onGenerate={onGenerate} /> } : {}),
  };
  if (note.level === 'error') toast.error(content);
  else if (note.level === 'success') toast.success(content);
  else toast.info(content);
}
