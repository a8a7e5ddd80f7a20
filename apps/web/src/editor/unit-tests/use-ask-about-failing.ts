import { countOf } from '../../lib/format-number.ts';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import type { TestRun } from './test-outcome.ts';

/** Asks before something is saved whose tests fail; true when it may be. A run that could not be made asks nothing. */
export function useAskAboutFailing(noun: string) {
  const confirm = useConfirm();
  return async (run: TestRun | undefined): Promise<boolean> => {
    const failed = (run?.keys ?? []).filter((key) => run?.outcomes.get(key)?.record.passed === false);
    const total = run?.keys.length ?? 0;
    if (failed.length === 0) return true;
    const names = failed.slice(0, 3).map((key) => run?.outcomes.get(key)?.record.name);
    const more = failed.length - names.length;
    return confirm({
      title: `${failed.length} of ${countOf(total, 'test')} ${total === 1 ? 'fails' : 'fail'}`,
      message: `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}. A ${noun} with failing tests runs all the same; the list shows them in red.`,
      confirmLabel: 'Save anyway',
      cancelLabel: 'Back to the tests',
    });
  };
}
