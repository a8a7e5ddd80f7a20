import { useQuery, keepPreviousData, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { JsonEditor } from '../../editor/json/json-editor.tsx';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { IconChevronDown, IconCircleX } from '../../ui/icons.ts';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Pane } from '../../ui/layout/page.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import styles from './data-models.module.css';
import { sentMappings } from './model-draft.ts';
import type { ModelDraft } from './model-draft.ts';
import { requestNewestEvent, requestPreview } from './queries.ts';
import type { MappingPreview } from './queries.ts';

const settleMs = 500;

/** Undefined when the text is no JSON object. */
function objectOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // half-typed JSON is said where it stands
  }
}

/** An event, pasted or the newest of a log type, and what every mapping gives for it. */
export function PreviewPane({ draft }: { draft: ModelDraft }) {
  const [event, setEvent] = useState('');
  const graphql = useGraphql();
  const maySearch = usePermission('DataAnalyticsRead');
  const pick = useMutation({
    mutationFn: (logType: string) => requestNewestEvent(graphql, logType),
    onSuccess: (found) => found !== undefined && setEvent(found),
    meta: { failure: 'panel' },
  });
  const settled = useDebounced(
    JSON.stringify({
      id: draft.id.trim(),
      logTypes: draft.logTypes,
      mappings: sentMappings(draft).filter(({ name, path, method }) => name && (path || method)),
      ...(draft.body.trim() === '' ? {} : { body: draft.body }),
      event,
    }),
    settleMs,
  );
  const input = JSON.parse(settled) as Parameters<typeof requestPreview>[1]; // written five lines above
  const isEvent = objectOf(input.event) !== undefined;
  const preview = useQuery({
    queryKey: ['detections', 'model-preview', settled],
    queryFn: ({ signal }) => requestPreview(graphql, input, signal),
    enabled: isEvent && input.mappings.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 30_000,
    retry: false,
    meta: { failure: 'panel' },
  });
  const { data } = preview;
  return (
    <div className={styles.preview}>
      <Pane
        title="Event"
        actions={
          maySearch && (
            <Menu
              label="Newest event of a log type"
              position="bottom-end"
              entries={
                draft.logTypes.length === 0
                  ? [{ kind: 'heading', label: 'Choose a log type first' }]
                  : draft.logTypes.map((logType) => ({
                      label: logType,
                      onSelect: () => pick.mutate(logType),
                    }))
              }
            >
              <Button
                size="sm"
                loading={pick.isPending}
                trailing={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
              >
                Newest event
              </Button>
            </Menu>
          )
        }
      >
        <div className={styles.eventBox}>
          {pick.error && (
            <Note tone="danger" title="No event could be read">
              {failureText(pick.error)}
            </Note>
          )}
          {pick.isSuccess && pick.data === undefined && (
            <Note>{`${pick.variables} has no events yet. Paste one instead.`}</Note>
          )}
          <JsonEditor label="Event" value={event} onChange={setEvent} />
        </div>
      </Pane>
      <Pane
        title={
          <span className={styles.name}>
            Result {isEvent && (preview.isFetching || preview.isPlaceholderData) && <Spinner />}
          </span>
        }
      >
        {event.trim() === '' ? (
          <p className={styles.hintText}>
            Paste an event, or take the newest of a log type, to see what each mapping gives.
          </p>
        ) : objectOf(event) === undefined ? (
          <p className={styles.hintText}>The event must be a JSON object.</p>
        ) : preview.isError ? (
          <div className={styles.noteBox}>
            <Note tone="danger" title="The mappings could not be run">
              {failureText(preview.error)}
            </Note>
          </div>
        ) : input.mappings.length === 0 ? (
          <p className={styles.hintText}>There are no mappings to run.</p>
        ) : !data ? (
          <p className={styles.hintText}>Running the mappings</p>
        ) : data.error !== null ? (
          <div className={styles.noteBox}>
            <Note tone="danger" title="The Python does not load">
              {data.line === null ? data.error : `Line ${data.line}: ${data.error}`}
            </Note>
          </div>
        ) : (
          <dl className={styles.results} aria-label="What each mapping gives">
            {data.mappings.map((mapping, index) => (
              <div key={`${mapping.name} ${index}`} className={styles.result}>
                <dt>{mapping.name}</dt>
                <dd>
                  <Answer mapping={mapping} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Pane>
    </div>
  );
}

function Answer({ mapping }: { mapping: MappingPreview }) {
  const { value, error, traceback } = mapping;
  if (error !== null) {
    return (
      <span className={styles.bad} title={traceback ?? undefined}>
        <IconCircleX size={14} stroke={1.5} aria-hidden />
        <span>
          {error}
          {traceback !== null && <span className={styles.where}>{traceback}</span>}
        </span>
      </span>
    );
  }
  if (value === null) return <span className={styles.quiet}>not in this event</span>;
  return <code className={styles.value}>{value}</code>;
}
