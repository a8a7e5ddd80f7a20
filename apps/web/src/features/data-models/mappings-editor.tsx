import { useState } from 'react';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { SegmentedControl } from '../../ui/inputs/choice.tsx';
import { IconArrowDown, IconArrowUp, IconCircleX, IconPlus, IconX } from '../../ui/icons.ts';
import { SuggestInput } from '../../ui/inputs/suggest-input.tsx';
import styles from './data-models.module.css';
import { functionsOf, newMapping, usualNames } from './model-draft.ts';
import type { DraftMapping, ModelFaults } from './model-draft.ts';

export interface MappingsEditorProps {
  mappings: readonly DraftMapping[];
  onMappings: (mappings: DraftMapping[]) => void;
  /** Fields of the log types. */
  paths: readonly string[];
  body: string;
  faults: ModelFaults['mappings'];
  readOnly: boolean;
}

/** Rows of a name and where its value comes from. Alt with an arrow key moves a row. */
export function MappingsEditor(props: MappingsEditorProps) {
  const { mappings, onMappings, paths, body, faults, readOnly } = props;
  const [news, setNews] = useState('');
  const replace = (key: string, part: Partial<DraftMapping>) =>
    onMappings(mappings.map((mapping) => (mapping.key === key ? { ...mapping, ...part } : mapping)));
  const methods = functionsOf(body);
  const taken = new Set(mappings.map(({ name }) => name));

  function move(index: number, step: number) {
    const target = index + step;
    const moved = mappings[index];
    if (!moved || target < 0 || target >= mappings.length) return;
    const rest = mappings.filter((_, place) => place !== index);
    onMappings([...rest.slice(0, target), moved, ...rest.slice(target)]);
    setNews(`${moved.name || 'The mapping'} is number ${target + 1} of ${mappings.length}`);
  }
  return (
    <div className={styles.mappings}>
      <div role="list" aria-label="Mappings" className={styles.mappingRows}>
        {mappings.map((mapping, index) => {
          const fault = faults[mapping.key];
          const words = mapping.name || `mapping ${index + 1}`;
          return (
            <div
              key={mapping.key}
              role="listitem"
              className={styles.mapping}
              onKeyDown={(event) => {
                const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                if (step === undefined || !event.altKey || readOnly) return;
                event.preventDefault();
                move(index, step);
              }}
            >
              <SuggestInput
                label={`Name of mapping ${index + 1}`}
                placeholder="Name"
                disabled={readOnly}
                value={mapping.name}
                onChange={(name) => replace(mapping.key, { name })}
                suggestions={usualNames.filter((name) => !taken.has(name))}
                isInvalid={fault?.name !== undefined}
                describedBy={fault ? `${mapping.key}-fault` : undefined}
              />
              <SegmentedControl
                label={`Source of ${words}`}
                size="sm"
                options={[
                  { value: 'path', label: 'Path', disabled: readOnly },
                  { value: 'method', label: 'Method', disabled: readOnly },
                ]}
                value={mapping.kind}
                onChange={(kind) => replace(mapping.key, { kind })}
              />
              <SuggestInput
                label={mapping.kind === 'path' ? `Path of ${words}` : `Method of ${words}`}
                placeholder={mapping.kind === 'path' ? 'user.name' : 'get_user'}
                disabled={readOnly}
                value={mapping.source}
                onChange={(source) => replace(mapping.key, { source })}
                suggestions={mapping.kind === 'path' ? paths : methods}
                isInvalid={fault?.source !== undefined}
                describedBy={fault ? `${mapping.key}-fault` : undefined}
              />
              {!readOnly && (
                <span className={styles.rowActions}>
                  <IconButton
                    label={`Move ${words} up`}
                    size="xs"
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <IconArrowUp size={14} stroke={1.5} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Move ${words} down`}
                    size="xs"
                    disabled={index === mappings.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <IconArrowDown size={14} stroke={1.5} aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Remove ${words}`}
                    size="xs"
                    onClick={() => onMappings(mappings.filter(({ key }) => key !== mapping.key))}
                  >
                    <IconX size={14} stroke={1.5} aria-hidden />
                  </IconButton>
                </span>
              )}
              {fault && (
                <span id={`${mapping.key}-fault`} className={styles.fault} role="alert">
                  <IconCircleX size={14} stroke={1.5} aria-hidden />
                  {[fault.name && `Name: ${fault.name}`, fault.source].filter(Boolean).join('. ')}
                </span>
              )}
            </div>
          );
        })}
      </div>
      {mappings.length === 0 && <p className={styles.quiet}>No mappings yet.</p>}
      {!readOnly && (
        <span>
          <Button
            size="sm"
            variant="dashed"
            icon={<IconPlus size={14} stroke={1.5} aria-hidden />}
            onClick={() => onMappings([...mappings, newMapping()])}
          >
            Add mapping
          </Button>
        </span>
      )}
      <span className={styles.hidden} role="status">
        {news}
      </span>
    </div>
  );
}
