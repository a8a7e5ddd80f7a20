import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { gql } from '../../../lib/graphql/gql.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { TextInput } from '../../../ui/inputs/text-input.tsx';
import { IconBookmark, IconTrash } from '../../../ui/icons.ts';
import { SkeletonLines } from '../../../ui/layout/states.tsx';
import { Popover } from '../../../ui/overlays/menu.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import styles from './column-sets.module.css';
import type { ResultColumns } from './use-result-columns.ts';

const listDocument = gql(`query ColumnSets { columnSets { id name columns pinned } }`);
const saveDocument = gql(
  `mutation SaveColumnSet($input: SaveColumnSetInput!) { saveColumnSet(input: $input) { id name } }`,
);
const removeDocument = gql(`mutation DeleteColumnSet($id: ID!) { deleteColumnSet(id: $id) { id } }`);
const listKey = ['column-sets'];

/** Columns that a person keeps under a name: chosen, saved, removed. They go along to every browser. */
export function ColumnSetsMenu({ columns }: { columns: ResultColumns }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      label="Column sets"
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      target={
        <IconButton
          label="Column sets"
          variant="default"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBookmark size={16} stroke={1.5} aria-hidden />
        </IconButton>
      }
    >
      <Sets columns={columns} onChosen={() => setOpen(false)} />
    </Popover>
  );
}

function Sets({ columns, onChosen }: { columns: ResultColumns; onChosen: () => void }) {
  const graphql = useGraphql();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const sets = useQuery({
    queryKey: listKey,
    queryFn: async ({ signal }) => (await graphql.request(listDocument, {}, { signal })).columnSets,
    meta: { failure: 'panel' },
  });
  const again = () => client.invalidateQueries({ queryKey: listKey });
  const save = useMutation({
    mutationFn: (wanted: string) =>
      graphql.request(saveDocument, {
        input: { name: wanted, columns: columns.columns, pinned: columns.pinned },
      }),
    onSuccess: async ({ saveColumnSet }) => {
      setName('');
      toast.success(`The columns are kept as ${saveColumnSet.name}`);
      await again();
    },
    onError: (error) => toast.error({ title: 'The columns were not kept', message: failureText(error) }),
  });
  const remove = useMutation({
    mutationFn: ({ id }: { id: string; name: string }) => graphql.request(removeDocument, { id }),
    onSuccess: again,
    onError: (error, set) =>
      toast.error({ title: `${set.name} was not removed`, message: failureText(error) }),
  });
  const isKnown = sets.data?.some((set) => set.name.toLowerCase() === name.trim().toLowerCase()) ?? false;
  return (
    <div className={styles.sets}>
      {sets.isPending && <SkeletonLines lines={3} label="Loading column sets" />}
      {sets.isError && <p className={styles.quiet}>They could not be loaded: {failureText(sets.error)}</p>}
      {sets.data?.length === 0 && (
        <p className={styles.quiet}>Keep these columns to use them in other searches.</p>
      )}
      {sets.data && sets.data.length > 0 && (
        <ul className={styles.list}>
          {sets.data.map((set) => (
            <li key={set.id} className={styles.set}>
              <button
                type="button"
                className={styles.name}
                title={set.columns.join('\n')}
                onClick={() => {
                  columns.choose(set.columns, set.pinned);
                  onChosen();
                }}
              >
                {set.name}
              </button>
              <IconButton
                size="xs"
                label={`Remove ${set.name}`}
                disabled={remove.isPending}
                onClick={() => remove.mutate(set)}
              >
                <IconTrash size={14} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save.mutate(name.trim());
        }}
      >
        <TextInput label="Name for these columns" value={name} onChange={setName} />
        <Button
          type="submit"
          size="sm"
          loading={save.isPending}
          disabledReason={name.trim() === '' ? 'Give the columns a name' : undefined}
        >
          {isKnown ? 'Replace' : 'Keep'}
        </Button>
      </form>
    </div>
  );
}
