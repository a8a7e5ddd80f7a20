import { fieldLabel } from '@margay/model';
import { useDeferredValue, useState } from 'react';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import { SearchBox } from '../../../ui/layout/toolbar.tsx';
import styles from './column-summary.module.css';
import { FieldSummary } from './field-summary.tsx';
import type { FieldSummaryProps, SummaryField } from './field-summary.tsx';

export interface ColumnSummaryProps extends Omit<FieldSummaryProps, 'field' | 'isOpen' | 'onTurn'> {
  /** All fields of the result. */
  fields: readonly SummaryField[];
}

/** Every field of the result; opened, its most frequent values. A click on a value narrows the search. */
export function ColumnSummary(props: ColumnSummaryProps) {
  const { shown, fields } = props;
  const [text, setText] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['p_log_type']));
  const wanted = useDeferredValue(text.toLowerCase());
  const matching = fields.filter(({ path }) =>
    [path, fieldLabel(path)].some((name) => name.toLowerCase().includes(wanted)),
  );
  const inTable = shown.flatMap((path) => matching.find((field) => field.path === path) ?? []);
  const rest = matching.filter((field) => !shown.includes(field.path));
  const sections = [
    { title: 'In this table', fields: inTable },
    { title: 'Fields', fields: rest.filter((field) => !field.path.startsWith('p_')) },
    { title: 'Panther Managed', fields: rest.filter((field) => field.path.startsWith('p_')) },
  ];
  function turn(path: string) {
    const next = new Set(open);
    if (!next.delete(path)) next.add(path);
    setOpen(next);
  }
  return (
    <div className={styles.summary}>
      <div className={styles.summarySearch}>
        <SearchBox
          size="sm"
          label={fields.length === 0 ? 'Filter fields' : `Filter ${fields.length} fields`}
          value={text}
          onChange={setText}
        />
      </div>
      <div className={styles.summaryList}>
        {sections.map(
          (section) =>
            section.fields.length > 0 && (
              <section key={section.title} aria-label={section.title}>
                <h2 className={styles.summaryTitle}>{section.title}</h2>
                {section.fields.map((field) => (
                  <FieldSummary
                    key={field.path}
                    {...props}
                    field={field}
                    isOpen={open.has(field.path)}
                    onTurn={() => turn(field.path)}
                  />
                ))}
              </section>
            ),
        )}
        {fields.length === 0 && (
          <div className={styles.summarySkeleton}>
            <SkeletonLines lines={10} label="Loading schema properties..." />
          </div>
        )}
        {fields.length > 0 && matching.length === 0 && (
          <div className={styles.summaryNothing}>No Results</div>
        )}
      </div>
    </div>
  );
}
