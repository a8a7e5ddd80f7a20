import { IconButton } from '../inputs/button.tsx';
import { copied } from './copied.ts';
import { IconCopy } from '../icons.ts';
import { toast } from '../overlays/toast.ts';

/** Copies and says so; false when the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  const { tone, content } = await copied(text);
  toast[tone](content);
  return tone === 'success';
}

/** Copies one value; `label` names it, for instance `Copy alert id`. */
export function CopyButton({
  value,
  label = 'Copy',
  onCopied,
}: {
  value: string;
  label?: string;
  onCopied?: (() => void) | undefined;
}) {
  return (
    <IconButton
      label={label}
      size="xs"
      onClick={(event) => {
        event.stopPropagation();
        void copyText(value).then((isCopied) => isCopied && onCopied?.());
      }}
    >
      <IconCopy size={14} stroke={1.5} aria-hidden />
    </IconButton>
  );
}
