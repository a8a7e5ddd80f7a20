import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Properties } from '../../ui/layout/page.tsx';
import { Select } from '../../ui/inputs/select.tsx';
import { Skeleton } from '../../ui/layout/states.tsx';
import { curlCommand, sampleBody } from './http-curl.ts';
import styles from './log-sources.module.css';
import type { SourceDetails } from './queries.ts';
import { gql } from '../../lib/graphql/gql.ts';

const schemaDocument = gql(
  `query SampleSchema($input: GetSchemaInput!) { getSchema(input: $input) { schema { name spec isManaged } } }`,
);
/** An event the log type accepts. The reader of schemas is loaded for it only now. */
function useSampleEvent(logType: string | undefined) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['log-sources', 'sample', logType],
    enabled: logType !== undefined,
    queryFn: async ({ signal }) => {
      const [reply, { sampleEventOf }] = await Promise.all([
        graphql.request(schemaDocument, { input: { name: logType ?? '' } }, { signal }),
        import('./sample-event.ts'),
      ]);
      const { schema } = reply.getSchema;
      const event = schema && sampleEventOf(schema.spec, schema.name, schema.isManaged, new Date());
      return { event: event ?? null, at: new Date() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: 'panel' },
  });
}

/** The address of an HTTP source and a command that sends it one event. */
export function SendLogs({
  source,
  settings = source.config,
}: {
  source: SourceDetails;
  /** What was just typed, secrets included; else the stored settings without them. */
  settings?: Readonly<Record<string, unknown>>;
}) {
  const [picked, setPicked] = useState<string>();
  const logType = picked ?? source.logTypes[0];
  const sample = useSampleEvent(logType);
  const url = new URL(source.ingestPath ?? '/', window.location.origin).href;
  const event = sample.data?.event ?? { message: 'hello' };
  const command = curlCommand(url, settings, sampleBody(source, event, sample.data?.at ?? new Date(0)));
  return (
    <div className={styles.stack}>
      <Properties
        items={[
          {
            label: 'URL',
            value: (
              <span className={styles.copied}>
                <span className={styles.mono}>{url}</span>
                <CopyButton value={url} label="Copy URL" />
              </span>
            ),
          },
        ]}
      />
      {source.logTypes.length > 1 && (
        <Select
          label="Sample event"
          options={source.logTypes.map((name) => ({ value: name, label: name }))}
          value={logType ?? null}
          onChange={(name) => setPicked(name ?? undefined)}
        />
      )}
      {sample.isLoading ? <Skeleton height={120} /> : <CodeBlock label="Command" code={command} wrap />}
      {sample.data?.event === null && (
        <Note>{`${logType} reads text, so replace the body with one of your own log lines.`}</Note>
      )}
    </div>
  );
}
