import { IconButton } from './button.tsx';
import { IconCopy } from './icons.ts';
import { toast } from './toast.ts';

/** The result of a copy shows this long. */
const copyToastMs = 1500;

/** Copies and says so; false when the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  if (copied) toast.success({ title: 'Copied to clipboard', durationMs: copyToastMs });
  else toast.error({ title: 'Error copying to clipboard', durationMs: copyToastMs });
  return copied;
}

/** Copies one value; `label` names it, for instance `Copy alert id`. */
export function CopyButton({ value, label = 'Copy' }: { value: string; label?: string }) {
  return (
    <IconButton
      label={label}
      size="xs"
      onClick={(event) => {
        event.stopPropagation();
        void copyText(value);
      }}
    >
      <IconCopy size={14} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
