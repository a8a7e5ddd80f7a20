import { cx } from '../../lib/class-names.ts';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

/** Text a machine said or wants, read only, with a copy button. Editors are loaded lazily and live elsewhere. */
export function CodeBlock({
  code,
  wrap = false,
  label = 'Code',
  onCopied,
}: {
  code: string;
  wrap?: boolean;
  label?: string;
  onCopied?: () => void;
}) {
  return (
    <div className={cx(styles.block, wrap && styles.wrap)} role="region" aria-label={label} tabIndex={0}>
      <pre>
        <code>{code}</code>
      </pre>
      <span className={styles.copy}>
        <CopyButton value={code} label={`Copy ${label.toLowerCase()}`} onCopied={onCopied} />
      </span>
    </div>
  );
}
