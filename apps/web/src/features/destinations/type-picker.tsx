import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { LogoTile } from '../../ui/marks/logo-tile.tsx';
import { FailedState, NoResults, SkeletonLines } from '../../ui/layout/states.tsx';
import { SearchBox, Toolbar } from '../../ui/layout/toolbar.tsx';
import styles from './destinations.module.css';
import { useDestinationTypes } from './queries.ts';

/** Every kind of destination as a tile that leads to its form. */
export function TypePicker() {
  const types = useDestinationTypes();
  const [search, setSearch] = useState('');
  const wanted = search.toLowerCase();
  const shown = types.data?.filter(({ displayName, description }) =>
    `${displayName} ${description}`.toLowerCase().includes(wanted),
  );
  if (types.error && !types.data)
    return (
      <FailedState
        title="The types of destinations could not be loaded"
        message={failureText(types.error)}
        onRetry={() => void types.refetch()}
      />
    );
  return (
    <>
      <Toolbar>
        <SearchBox label="Search types" isPageSearch value={search} onChange={setSearch} />
      </Toolbar>
      <div className={styles.scroll}>
        {!shown && <SkeletonLines lines={8} />}
        {shown?.length === 0 && <NoResults what="type" filterCount={1} onClear={() => setSearch('')} />}
        <ul className={styles.tiles} aria-label="Types of destinations">
          {shown?.map(({ id, displayName, description, logo }) => (
            <li key={id}>
              <Link to="/configure/destinations/new/$type/" params={{ type: id }} className={styles.tile}>
                <LogoTile size="lg" name={displayName} logo={logo} />
                <span className={styles.lines}>
                  <span className={styles.first}>{displayName}</span>
                  <span className={styles.tileText}>{description}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
