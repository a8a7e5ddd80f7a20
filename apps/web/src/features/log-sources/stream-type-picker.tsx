import { useState } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import { RadioGroup, Switch } from '../../ui/inputs/choice.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { streamTypeTexts } from './labels.ts';
import styles from './log-sources.module.css';
import type { StreamOptions, StreamType } from './queries.ts';
import { envelopeWarning } from './source-rules.ts';

export interface StreamChoice {
  type: StreamType;
  options: StreamOptions;
}

export interface StreamTypePickerProps {
  isOpen: boolean;
  onClose: () => void;
  value: StreamChoice;
  onApply: (choice: StreamChoice) => void;
  /** What the transport can carry. */
  types: readonly StreamType[];
  /** For transports that cannot carry CloudWatch Logs. */
  excludeCloudWatch?: boolean;
}

/** The 'Edit Log Format' panel. Nothing changes until 'Apply Selection' is pressed. */
export function StreamTypePicker(props: StreamTypePickerProps) {
  const { isOpen, onClose } = props;
  return (
    <SideSheet isOpen={isOpen} onClose={onClose} title="Edit Log Format" width="format">
      {isOpen && <Choices {...props} />}
    </SideSheet>
  );
}

function Choices({ value, onApply, onClose, types, excludeCloudWatch = false }: StreamTypePickerProps) {
  const [type, setType] = useState(value.type);
  const [envelope, setEnvelope] = useState(value.options.envelopeField ?? '');
  const [keepEnvelope, setKeepEnvelope] = useState(value.options.keepEnvelope ?? false);
  const offered = types.filter((entry) => !(excludeCloudWatch && entry === 'CloudWatchLogs'));
  const warning = envelopeWarning(envelope);
  function apply() {
    const options: StreamOptions = {};
    if (type === 'JsonArray' && envelope.trim() !== '') options.envelopeField = envelope.trim();
    if (type === 'CloudWatchLogs') options.keepEnvelope = keepEnvelope;
    onApply({ type, options });
    onClose();
  }
  return (
    <div className={styles.stack}>
      <RadioGroup
        label="Stream type"
        cards
        options={offered.map((entry) => ({ value: entry, ...streamTypeTexts[entry] }))}
        value={type}
        onChange={setType}
      />
      {type === 'JsonArray' && (
        <>
          <TextInput
            label="Envelope field"
            help="The field at the root of the document that holds the array. Empty when the array is the document."
            mono
            placeholder="Records"
            value={envelope}
            onChange={setEnvelope}
          />
          {warning && <Note tone="warning">{warning}</Note>}
        </>
      )}
      {type === 'CloudWatchLogs' && (
        <Switch
          label="Keep the envelope"
          help="Account, log group and log stream are kept with each event as p_header."
          checked={keepEnvelope}
          onChange={setKeepEnvelope}
        />
      )}
      <div className={styles.sheetActions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" onClick={apply}>
          Apply Selection
        </Button>
      </div>
    </div>
  );
}
