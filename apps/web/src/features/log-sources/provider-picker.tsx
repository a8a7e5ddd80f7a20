import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { useWindowWidth } from '../../lib/use-window-width.ts';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import { Badge } from '../../ui/marks/badge.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { RadioGroup } from '../../ui/inputs/choice.tsx';
import { IconExternalLink } from '../../ui/icons.ts';
import { NoResults, Skeleton } from '../../ui/layout/states.tsx';
import { SearchBox } from '../../ui/layout/toolbar.tsx';
import { pathOfIngestionType } from './labels.ts';
import styles from './log-sources.module.css';
import { categoriesOf, findProviders, logTypesLine } from './provider-search.ts';
import { useProviders, useTransports } from './queries.ts';
import type { LogProvider, LogTransport } from './queries.ts';

export interface PickerSearch {
  search?: string | undefined;
  category?: string | undefined;
  provider?: string | undefined;
}

/** Below this window width a card starts the set-up at once, because the rail has no room. */
const railFromPx = 1100;
const popularCount = 6;

/** Every provider as a card; the chosen one with its transports in the rail. */
export function ProviderPicker({
  search,
  onSearch,
}: {
  search: PickerSearch;
  onSearch: (change: PickerSearch) => void;
}) {
  const providers = useProviders();
  const transports = useTransports();
  const navigate = useNavigate();
  const hasRail = useWindowWidth() >= railFromPx;
  const all = providers.data ?? [];
  const text = search.search ?? '';
  const found = findProviders(all, text, search.category);
  const chosen = found.find((provider) => provider.id === search.provider) ?? found[0];
  const isWhole = text === '' && search.category === undefined;

  function start(provider: LogProvider, ingestionType: string) {
    void navigate({
      to: '/configure/log-sources/add-new-source/$type/',
      params: { type: pathOfIngestionType(ingestionType) },
      search: { provider: provider.id },
    });
  }
  function choose(provider: LogProvider) {
    const isSecondPress = provider.id === search.provider;
    const [first] = offeredBy(provider, transports.data ?? []);
    if (first && (!hasRail || isSecondPress)) start(provider, first.ingestionType);
    else onSearch({ provider: provider.id });
  }
  const cards = (list: readonly LogProvider[]) => (
    <div className={styles.grid}>
      {list.map((provider) => (
        <ProviderCard
          key={provider.id}
          provider={provider}
          text={text}
          isChosen={hasRail && provider === chosen}
          onChoose={() => choose(provider)}
        />
      ))}
    </div>
  );
  return (
    <div className={styles.picker}>
      <div className={styles.categories} role="group" aria-label="Categories">
        <Category
          name="All"
          count={all.length}
          isOn={search.category === undefined}
          onChoose={() => onSearch({ category: undefined })}
        />
        {categoriesOf(all).map(({ name, count }) => (
          <Category
            key={name}
            name={name}
            count={count}
            isOn={search.category === name}
            onChoose={() => onSearch({ category: name })}
          />
        ))}
      </div>
      <div className={styles.providers}>
        <div className={styles.pickerBar}>
          <SearchBox
            label="Search providers"
            isPageSearch
            value={text}
            onChange={(next) => onSearch({ search: next || undefined })}
          />
          <span className={styles.count} role="status">
            {providers.data && countOf(found.length, 'provider')}
          </span>
        </div>
        {!providers.data && <SkeletonCards />}
        {providers.data && found.length === 0 && (
          <NoResults
            what="provider"
            filterCount={(text ? 1 : 0) + (search.category ? 1 : 0)}
            onClear={() => onSearch({ search: undefined, category: undefined })}
          />
        )}
        {found.length > 0 && isWhole && (
          <>
            <h2 className={styles.groupTitle}>Popular</h2>
            {cards(found.slice(0, popularCount))}
            <h2 className={styles.groupTitle}>
              All providers<span>A – Z</span>
            </h2>
            {cards(found.slice(popularCount).toSorted((a, b) => a.displayName.localeCompare(b.displayName)))}
          </>
        )}
        {found.length > 0 && !isWhole && cards(found)}
      </div>
      {hasRail && (
        <aside className={styles.rail} aria-label="Chosen provider">
          {chosen && (
            <ProviderRail
              key={chosen.id}
              provider={chosen}
              transports={transports.data}
              onStart={(ingestionType) => start(chosen, ingestionType)}
            />
          )}
        </aside>
      )}
    </div>
  );
}

/** What this installation offers of the ways a provider can send. */
function offeredBy(provider: LogProvider, transports: readonly LogTransport[]): LogTransport[] {
  return transports.filter((transport) => provider.transports.includes(transport.ingestionType));
}

function Category(props: { name: string; count: number; isOn: boolean; onChoose: () => void }) {
  return (
    <button type="button" className={styles.category} aria-pressed={props.isOn} onClick={props.onChoose}>
      <span>{props.name}</span>
      <span>{props.count}</span>
    </button>
  );
}

/** The part of a text that was looked for, marked. */
function Marked({ text, part }: { text: string; part: string }) {
  const at = part.trim() === '' ? -1 : text.toLowerCase().indexOf(part.trim().toLowerCase());
  if (at < 0) return text;
  const end = at + part.trim().length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function ProviderCard(props: {
  provider: LogProvider;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { provider, text, isChosen, onChoose } = props;
  return (
    <button type="button" className={styles.provider} aria-pressed={isChosen} onClick={onChoose}>
      <VendorTile name={provider.displayName} size="md" />
      <span className={styles.providerText}>
        <span className={styles.providerName}>
          <Marked text={provider.displayName} part={text} />
        </span>
        <span className={styles.providerTypes}>
          <Marked text={logTypesLine(provider, text)} part={text} />
        </span>
        <span>{provider.categories.join(', ')}</span>
      </span>
    </button>
  );
}

function ProviderRail({
  provider,
  transports,
  onStart,
}: {
  provider: LogProvider;
  transports: readonly LogTransport[] | undefined;
  onStart: (ingestionType: string) => void;
}) {
  const offered = offeredBy(provider, transports ?? []);
  const [picked, setPicked] = useState<string>();
  const value = picked ?? offered[0]?.ingestionType ?? '';
  return (
    <>
      <div className={styles.railBody}>
        <div className={styles.railHead}>
          <VendorTile name={provider.displayName} size="lg" />
          <h2 className={styles.railTitle}>{provider.displayName}</h2>
        </div>
        <p className={styles.railText}>{provider.description}</p>
        <div>
          <div className={styles.railSection}>Transport</div>
          {transports ? (
            <RadioGroup
              label="Transport"
              cards
              options={offered.map((transport) => ({
                value: transport.ingestionType,
                label: transport.title,
                help: transport.description,
              }))}
              value={value}
              onChange={setPicked}
            />
          ) : (
            <Skeleton height={64} />
          )}
        </div>
        <div>
          <div className={styles.railSection}>Log types</div>
          <div className={styles.wrapped}>
            {provider.logTypes.length === 0 && (
              <span className={styles.railText}>Any, and schemas of your own</span>
            )}
            {provider.logTypes.map((name) => (
              <Badge key={name}>{name}</Badge>
            ))}
          </div>
        </div>
      </div>
      <footer className={styles.railFoot}>
        {provider.docUrl && (
          <Button
            variant="quiet"
            icon={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
            onClick={() => window.open(provider.docUrl ?? '', '_blank', 'noopener,noreferrer')}
          >
            Read the guide
          </Button>
        )}
        <Button
          variant="primary"
          disabledReason={
            transports && offered.length === 0
              ? `This installation has no transport for ${provider.displayName}.`
              : undefined
          }
          disabled={!transports}
          onClick={() => onStart(value)}
        >
          Start Setup
        </Button>
      </footer>
    </>
  );
}

function SkeletonCards() {
  return (
    <div className={styles.grid} role="status" aria-label="Loading providers">
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={78} />
      ))}
    </div>
  );
}
