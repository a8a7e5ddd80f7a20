import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { useEnableShipped } from '../../lib/shipped-detections.ts';
import type { ShippedDetection } from '../../lib/shipped-detections.ts';
import { Button } from '../../ui/inputs/button.tsx';
import type { ButtonProps } from '../../ui/inputs/button.tsx';
import { toast } from '../../ui/overlays/toast.ts';

/** Switches shipped detections on: one by its row, all by the head of the card. */
export function EnableButton({
  detections,
  label,
  variant = 'default',
}: {
  detections: readonly ShippedDetection[];
  label: string;
  variant?: ButtonProps['variant'];
}) {
  const enable = useEnableShipped();
  const missing = useMissingPermission('RuleModify');
  return (
    <Button
      size="sm"
      variant={variant}
      loading={enable.isPending}
      disabledReason={missing}
      onClick={() =>
        enable.mutate(
          detections.map(({ id }) => id),
          {
            onSuccess: ({ detections: on, problems }) =>
              problems.length === 0
                ? toast.success(`${countOf(on.length, 'detection')} turned on`)
                : toast.error({ title: 'Not every detection runs', message: problems.join('\n') }),
            onError: (error) =>
              toast.error({ title: 'The detections could not be turned on', message: failureText(error) }),
          },
        )
      }
    >
      {label}
    </Button>
  );
}
