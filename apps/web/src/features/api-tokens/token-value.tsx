import { useEffect, useEffectEvent, useState } from 'react';
import { normalisePermissions } from '../../lib/permissions.ts';
import { IconCopy } from '../../ui/icons.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { UnsavedChangesPrompt } from '../../ui/inputs/unsaved-changes.tsx';
import { Card } from '../../ui/layout/page.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { useConfirm } from '../../ui/overlays/confirm.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { copyText } from '../../ui/text/copy-button.tsx';
import styles from './api-tokens.module.css';
import type { ApiToken } from './queries.ts';
import { sampleCall } from './sample-call.ts';

export interface TokenValueProps {
  token: ApiToken;
  value: string;
  /** What has just happened to it: `was created`. */
  happened: string;
  onDone: () => void;
}

/** The value of a token, the one time it can be read. Going away without a copy of it asks first. */
export function TokenValue({ token, value, happened, onDone }: TokenValueProps) {
  const [isCopied, setCopied] = useState(false);
  const [isDone, setDone] = useState(false);
  const confirm = useConfirm();
  const copied = () => setCopied(true);
  const warning = {
    title: 'Leave without the value?',
    message: `The value of ${token.name} was not copied. It cannot be read again: whoever needs it then rotates the token.`,
  };
  async function askDone() {
    if (isCopied || (await confirm({ ...warning, confirmLabel: 'Leave', danger: true }))) setDone(true);
  }
  // The prompt must be gone before the screen changes.
  const finish = useEffectEvent(onDone);
  useEffect(() => {
    if (isDone) finish();
  }, [isDone]);
  return (
    <Card title="Value">
      <UnsavedChangesPrompt when={!isCopied && !isDone} {...warning} />
      <div className={styles.value} onCopy={copied}>
        <Note tone="success" title={`Token ${token.name} ${happened}`}>
          Copy its value now. It is shown this once and cannot be read again, by nobody.
        </Note>
        <CodeBlock code={value} label="Value" wrap onCopied={copied} />
        <div className={styles.buttons}>
          <Button
            variant="primary"
            icon={<IconCopy size={16} stroke={1.5} aria-hidden />}
            onClick={() => void copyText(value).then((isThere) => isThere && copied())}
          >
            {isCopied ? 'Copied' : 'Copy the token'}
          </Button>
          <Button onClick={() => void askDone()}>Done</Button>
        </div>
        <p className={styles.quiet}>Try it in a shell:</p>
        <CodeBlock
          code={sampleCall(window.location.origin, value, normalisePermissions(token.permissions))}
          label="Curl call"
          onCopied={copied}
        />
      </div>
    </Card>
  );
}
