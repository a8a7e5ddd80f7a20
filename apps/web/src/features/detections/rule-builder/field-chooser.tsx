import type { SpecifierSource } from '@margay/detect/simple';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/inputs/button.tsx';
import {
  IconBraces,
  IconCheck,
  IconHash,
  IconList,
  IconServer,
  IconStack2,
  IconTable,
} from '../../../ui/icons.ts';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { fieldOf, groupOf, targetText, type BuilderField, type ValueType } from './builder-fields.ts';
import { Chooser } from './chooser.tsx';
import styles from './rule-builder.module.css';

export interface FieldChooserProps {
  label: string;
  fields: readonly BuilderField[];
  target: SpecifierSource;
  onTarget: (target: SpecifierSource) => void;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  disabled?: boolean;
}

const icon = { size: 14, stroke: 1.5, 'aria-hidden': true } as const;

function typeIcon(type: ValueType | undefined) {
  if (type === 'ip' || type === 'ip_array') return <IconServer {...icon} />;
  if (type === 'int' || type === 'float') return <IconHash {...icon} />;
  if (type === 'bool') return <IconCheck {...icon} />;
  if (type === 'json' || type === 'json_array') return <IconBraces {...icon} />;
  if (type?.endsWith('_array')) return <IconTable {...icon} />;
  return <IconList {...icon} />;
}

const typeWords = (type: ValueType) => type.replace(/_array$/, ' list').replace('bool', 'boolean');

/** Which field a condition asks about: one of the schemas', any other path, or a field of an enrichment. */
export function FieldChooser(props: FieldChooserProps) {
  const { label, fields, target, onTarget, isInvalid = false, disabled = false } = props;
  const known = fieldOf(fields, target);
  const isEnrichment = 'Enrichment' in target;
  return (
    <Chooser
      label={label}
      value={targetText(target)}
      placeholder="Choose a field"
      aside={isEnrichment ? 'Enrichment' : asideOf(known)}
      icon={isEnrichment ? <IconStack2 {...icon} /> : typeIcon(known?.type)}
      mono
      width={420}
      className={styles.field}
      isInvalid={isInvalid}
      describedBy={props.describedBy}
      disabled={disabled}
    >
      {(close) => (
        <FieldChoices
          {...props}
          onTarget={(next) => {
            onTarget(next);
            close();
          }}
        />
      )}
    </Chooser>
  );
}

function asideOf(field: BuilderField | undefined): string | undefined {
  if (!field) return undefined;
  const [first, ...rest] = field.logTypes;
  if (field.isPantherManaged) return 'Managed';
  return rest.length > 0 ? `${first} +${rest.length}` : first;
}

function FieldChoices({ label, fields, target, onTarget }: FieldChooserProps) {
  const [isEnrichment, setEnrichment] = useState('Enrichment' in target);
  const options = useMemo(() => fields.map(optionOf), [fields]);
  if (isEnrichment)
    return (
      <EnrichmentForm
        fields={fields}
        target={target}
        onTarget={onTarget}
        onBack={() => setEnrichment(false)}
      />
    );
  return (
    <PickList
      label={label}
      searchLabel="Search fields, or type a path"
      options={options}
      selected={new Set([targetText(target)])}
      onPick={(value) => onTarget({ KeyPath: value })}
      extra={(query) =>
        fields.some(({ keyPath }) => keyPath === query)
          ? undefined
          : { value: query, label: `Use "${query}"`, group: 'Other field' }
      }
      renderBulk={() => (
        <Button
          size="xs"
          variant="quiet"
          icon={<IconStack2 size={14} stroke={1.5} aria-hidden />}
          onClick={() => setEnrichment(true)}
        >
          Field of an enrichment
        </Button>
      )}
    />
  );
}

function optionOf(field: BuilderField) {
  const { keyPath, type } = field;
  return { value: keyPath, label: keyPath, detail: typeWords(type), group: groupOf(field) };
}

/** Table, the field whose value was looked up in it, and the field of the row found. */
function EnrichmentForm(props: {
  fields: readonly BuilderField[];
  target: SpecifierSource;
  onTarget: (target: SpecifierSource) => void;
  onBack: () => void;
}) {
  const { target, onTarget, onBack } = props;
  const before = 'Enrichment' in target ? target.Enrichment : undefined;
  const [table, setTable] = useState(before?.Table ?? '');
  const [selector, setSelector] = useState(before?.Selector ?? '');
  const [path, setPath] = useState(before?.FieldPath ?? '');
  const isWhole = [table, selector, path].every((text) => text.trim() !== '');
  return (
    <form
      className={styles.enrichment}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole) return;
        const [Table, Selector, FieldPath] = [table.trim(), selector.trim(), path.trim()];
        onTarget({ Enrichment: { Table, Selector, FieldPath } });
      }}
    >
      <TextInput
        label="Enrichment table"
        mono
        placeholder="ipinfo_privacy"
        value={table}
        onChange={setTable}
      />
      <TextInput
        label="Selector"
        help="The field of the event that was looked up in the table"
        mono
        placeholder="sourceIPAddress"
        value={selector}
        onChange={setSelector}
      />
      <TextInput
        label="Field"
        help="Of the row that was found"
        mono
        placeholder="hosting"
        value={path}
        onChange={setPath}
      />
      <span className={styles.buttons}>
        <Button size="sm" variant="quiet" onClick={onBack}>
          Fields of the event
        </Button>
        <Button size="sm" variant="primary" type="submit" disabled={!isWhole}>
          Apply
        </Button>
      </span>
    </form>
  );
}
