import { Button } from '../../../ui/inputs/button.tsx';
import { IconCode } from '../../../ui/icons.ts';
import shared from '../search.module.css';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';

/** One height for the texts of every mode, so that nothing jumps when the mode changes. */
export const wellHeightKey = 'margay.search.editorHeight';

/** Lays the text out evenly; at the right end of the line below it, in every mode that has one. */
export function FormatButton(props: { isNarrow: boolean; isReady: boolean; onFormat: () => void }) {
  const { isNarrow, isReady, onFormat } = props;
  useShortcut({
    keys: 'shift+alt+F',
    description: 'Format the query',
    group: 'This page',
    whileTyping: true,
    run: () => {
      if (isReady) onFormat();
    },
  });
  return (
    <span className={shared.push}>
      <Button
        size="sm"
        variant="quiet"
        icon={<IconCode size={16} stroke={1.5} aria-hidden />}
        {...(isNarrow ? {} : { keys: 'shift+alt+F' })}
        disabled={!isReady}
        onClick={onFormat}
      >
        Format
      </Button>
    </span>
  );
}
