import { useState } from 'react';
import { TestPane } from '../../editor/unit-tests/test-pane.tsx';
import type { TestPaneProps } from '../../editor/unit-tests/test-pane.tsx';
import type { TestWords } from '../../editor/unit-tests/unit-test.ts';
import { resourceName } from '../../lib/compliance/resource-name.ts';
import { usePermission } from '../../lib/session/session-context.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { Select } from '../../ui/inputs/select.tsx';
import { newTest } from './policy-draft.ts';
import { useSamples } from './queries.ts';

const words: TestWords = {
  noun: 'policy',
  should: 'The resource should comply',
  expects: (expected) => (expected ? 'complies' : 'does not comply'),
  input: 'Resource',
};

export interface PolicyTestsProps extends Omit<
  TestPaneProps,
  'words' | 'newTest' | 'adding' | 'title' | 'aboveTest' | 'aboveInput' | 'below'
> {
  resourceTypes: readonly string[];
}

/** The unit tests of a policy: resources, and whether they comply. */
export function PolicyTests({ resourceTypes, ...rest }: PolicyTestsProps) {
  return (
    <TestPane
      {...rest}
      words={words}
      newTest={newTest}
      adding={(onAdd) => (
        <IconButton label="Add test" size="sm" onClick={() => onAdd([newTest(rest.tests)])}>
          <IconPlus size={16} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      aboveInput={(_test, change) => (
        <FromInventory types={resourceTypes} onChoose={(resource) => change({ resource })} />
      )}
    />
  );
}

/** Fills a test with a resource that is really there. */
function FromInventory(props: { types: readonly string[]; onChoose: (resource: string) => void }) {
  const [isWanted, setWanted] = useState(false);
  const mayRead = usePermission('ResourceRead');
  const samples = useSamples(props.types, isWanted && mayRead);
  if (!mayRead) return null;
  if (!isWanted) {
    return (
      <Button size="xs" variant="quiet" onClick={() => setWanted(true)}>
        Load a resource of the inventory
      </Button>
    );
  }
  return (
    <Select
      label="Resource of the inventory"
      size="sm"
      searchable
      placeholder={samples.data?.length === 0 ? 'There is none of these types' : 'Choose'}
      options={(samples.data ?? []).map(({ id, attributes }) => ({
        value: id,
        label: resourceName(id, attributes),
      }))}
      value={null}
      onChange={(id) => {
        const found = samples.data?.find((sample) => sample.id === id);
        if (found) props.onChoose(JSON.stringify(found.attributes, null, 2));
      }}
    />
  );
}
