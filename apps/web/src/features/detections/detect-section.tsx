import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../ui/inputs/button.tsx';
import { CountChip } from '../../ui/marks/badge.tsx';
import { IconArrowLeft, IconFilter } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import { DetectPane } from './detect-pane.tsx';
import type { DetectPaneProps } from './detect-pane.tsx';
import shared from './detections.module.css';
import { FiltersPane } from './rule-builder/filters-pane.tsx';
import { readFiltersText } from './rule-builder/filters-text.ts';
import { SimplePane } from './rule-builder/simple-pane.tsx';
import type { DraftTest } from '../../editor/unit-tests/unit-test.ts';
import type { RuleDraft } from './rule-draft.ts';
import { followsBase } from './kinds/index.ts';
import { TemplateMenu } from './template-menu.tsx';

export interface DetectSectionProps extends Omit<DetectPaneProps, 'body' | 'onBody' | 'extraAction'> {
  draft: RuleDraft;
  onDraft: (change: RuleDraft | ((before: RuleDraft) => RuleDraft)) => void;
  /** Starts a new rule from a template; absent where there is something to lose. */
  onTemplate: ((draft: RuleDraft) => void) | undefined;
  isExisting: boolean;
  isChecked: boolean;
  openTest: DraftTest | undefined;
}

/** The logic of a rule, Python or simple, and behind a button its inline filters. */
export function DetectSection(props: DetectSectionProps) {
  const { draft, onDraft, onTemplate, isExisting, isChecked, openTest, ...pane } = props;
  const { readOnly } = pane;
  const [shows, setShows] = useState<'logic' | 'filters'>('logic');
  const isDerived = followsBase(draft.kind);
  const filterCount = readFiltersText(draft.inlineFilters).filters?.length ?? 0;
  const change = (part: Partial<RuleDraft>) => onDraft((before) => ({ ...before, ...part }));
  if (shows === 'filters') {
    return (
      <FiltersPane
        text={draft.inlineFilters}
        onText={(inlineFilters) => change({ inlineFilters })}
        logTypes={draft.logTypes}
        isChecked={isChecked}
        eventText={openTest?.resource}
        isExisting={isExisting}
        readOnly={readOnly}
        extraAction={
          <Button
            size="sm"
            variant="quiet"
            icon={<IconArrowLeft size={14} stroke={1.5} aria-hidden />}
            onClick={() => setShows('logic')}
          >
            Logic
          </Button>
        }
      />
    );
  }
  const filters = (
    <Button
      size="sm"
      variant="quiet"
      icon={<IconFilter size={14} stroke={1.5} aria-hidden />}
      onClick={() => setShows('filters')}
    >
      Inline filters
      {filterCount > 0 && <CountChip count={filterCount} />}
    </Button>
  );
  const isLogicFixed = readOnly || isDerived;
  if (draft.simple !== undefined) {
    return (
      <SimplePane
        text={draft.simple}
        onText={(simple) => change({ simple })}
        logTypes={draft.logTypes}
        isExisting={isExisting}
        isChecked={isChecked}
        test={openTest}
        onConvert={(body) => change({ body, simple: undefined, isConverted: true })}
        extraAction={filters}
        loadError={pane.loadError}
        note={isDerived && <BaseLogic id={draft.baseDetection ?? ''} />}
        readOnly={isLogicFixed}
      />
    );
  }
  return (
    <DetectPane
      {...pane}
      body={draft.body}
      onBody={(body) => onDraft((before) => (before.body === body ? before : { ...before, body }))}
      readOnly={isLogicFixed}
      titleAction={filters}
      extraAction={onTemplate && <TemplateMenu draft={draft} onDraft={onTemplate} />}
    />
  );
}

function BaseLogic({ id }: { id: string }) {
  return (
    <Note>
      The logic is that of{' '}
      <Link className={shared.link} to="/build/detections/rules/$ruleId/" params={{ ruleId: id }}>
        {id}
      </Link>
      , and changes with it.
    </Note>
  );
}
