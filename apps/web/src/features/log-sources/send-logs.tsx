import { useState } from 'react';
import { Select } from '../../ui/inputs/select.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Properties } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/layout/states.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { curlCommand, sampleBody } from './http-curl.ts';
import styles from './log-sources.module.css';
import type { SourceDetails } from './queries.ts';
import { useSampleContent, useSamples } from './use-sample.ts';

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
  const samples = useSamples(source.logTypes);
  const content = useSampleContent(samples, picked);
  const url = new URL(source.ingestPath ?? '/', window.location.origin).href;
  const { event, at, sample } = content.data ?? { event: null, at: new Date(0) };
  const command = curlCommand(url, settings, sampleBody(source, event ?? { message: 'hello' }, at));
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
      {samples.length > 1 && (
        <Select
          label="Sample event"
          options={samples.map(({ key, label }) => ({ value: key, label }))}
          value={picked ?? sample?.key ?? null}
          onChange={(key) => setPicked(key ?? undefined)}
        />
      )}
      {content.isLoading ? <Skeleton height={120} /> : <CodeBlock label="Command" code={command} wrap />}
      {content.data?.event === null && (
        <Note>{`${sample?.logType} reads text, so replace the body with one of your own log lines.`}</Note>
      )}
    </div>
  );
}
