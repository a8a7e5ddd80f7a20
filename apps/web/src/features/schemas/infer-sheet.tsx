import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { TextArea } from '../../ui/inputs/text-input.tsx';
import { readSample } from './read-sample.ts';
import styles from './schemas.module.css';

type Format = 'json' | 'csv';

/** Pasted samples become the text of a schema. The reader is loaded for it only when it is asked. */
export function InferSheet(props: {
  isOpen: boolean;
  /** What is there to begin with. */
  sample?: string | undefined;
  onClose: () => void;
  onInferred: (spec: string) => void;
}) {
  const { isOpen, onClose, onInferred } = props;
  const [sample, setSample] = useState(props.sample ?? '');
  const [format, setFormat] = useState<Format>(
    props.sample === undefined || props.sample.includes('{') ? 'json' : 'csv',
  );
  const [failure, setFailure] = useState<string>();

  async function take(file: File | undefined) {
    if (file === undefined) return;
    try {
      const { text, isCut } = await readSample(file);
      setSample(text);
      if (/\.csv(\.gz)?$/i.test(file.name)) setFormat('csv');
      setFailure(isCut ? `${file.name} is long: its first events are taken.` : undefined);
    } catch {
      setFailure(`${file.name} could not be read. Take a file of lines, plain or gzip.`);
    }
  }

  async function infer() {
    const { inferFromLines } = await import('@margay/schema');
    const lines = sample.split('\n').filter((line) => line.trim() !== '');
    const { inference, unreadable } = inferFromLines(lines, format);
    if (inference.fields().length === 0) {
      setFailure(
        `None of the ${countOf(lines.length, 'line')} could be read as ${format === 'json' ? 'a JSON object' : 'CSV with a header'}. Put one event on each line.`,
      );
      return;
    }
    onInferred(inference.schemaText({ chooseEventTime: true }));
    setFailure(
      unreadable > 0 ? `${countOf(unreadable, 'line')} could not be read and were left out.` : undefined,
    );
    if (unreadable === 0) onClose();
  }
  return (
    <SideSheet
      isOpen={isOpen}
      onClose={onClose}
      title="Infer from sample"
      subtitle="Replaces the spec with fields found in your events"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={sample.trim() === ''} onClick={() => void infer()}>
            Infer Schema
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <SegmentedControl
          label="Format"
          options={[
            { value: 'json', label: 'JSON lines' },
            { value: 'csv', label: 'CSV with header' },
          ]}
          value={format}
          onChange={setFormat}
        />
        <label
          className={styles.stack}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            void take(event.dataTransfer.files[0]);
          }}
        >
          File of events, plain or gzip: choose one, or drop it here
          <input type="file" onChange={(event) => void take(event.target.files?.[0])} />
        </label>
        <TextArea
          label="Events"
          help="One event per line. More events find more fields, and tell required fields from optional ones."
          mono
          rows={18}
          value={sample}
          onChange={setSample}
          placeholder={format === 'json' ? '{"time":"2026-01-31T09:30:00Z","user":"ana"}' : 'time,user'}
        />
        {failure && <Note tone="warning">{failure}</Note>}
      </div>
    </SideSheet>
  );
}
