import { Button } from '../../ui/inputs/button.tsx';
import { IconPlayerPlay } from '../../ui/icons.ts';

/** Runs all unit tests of what is edited, by click or Ctrl+Enter. */
export function RunTestsButton(props: { isRunning: boolean; disabled: boolean; onRun: () => void }) {
  return (
    <Button
      keys="mod+Enter"
      icon={<IconPlayerPlay size={14} stroke={1.5} aria-hidden />}
      loading={props.isRunning}
      disabled={props.disabled}
      onClick={props.onRun}
    >
      Run tests
    </Button>
  );
}
