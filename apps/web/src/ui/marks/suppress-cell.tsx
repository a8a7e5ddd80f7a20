import { Button } from '../inputs/button.tsx';

/** The button of a pair of policy and resource: suppress what alerts, take back what is suppressed. */
export function SuppressButton(props: {
  suppressed: boolean;
  /** What is said for those who do not see the row. */
  name: string;
  isBusy: boolean;
  disabledReason: string | undefined;
  onChange: (suppressed: boolean) => void;
}) {
  const { suppressed, name, isBusy, disabledReason, onChange } = props;
  const verb = suppressed ? 'Unsuppress' : 'Suppress';
  return (
    <Button
      size="xs"
      variant={suppressed ? 'quiet' : 'default'}
      loading={isBusy}
      disabledReason={disabledReason}
      aria-label={`${verb} ${name}`}
      onClick={(event) => {
        event.stopPropagation();
        onChange(!suppressed);
      }}
    >
      {verb}
    </Button>
  );
}
