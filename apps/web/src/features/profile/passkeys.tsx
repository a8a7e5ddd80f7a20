import { useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { knowsPasskeys } from '../../lib/passkeys.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { RecoveryCodeList } from '../../ui/text/recovery-code-list.tsx';
import { AddPasskey, RemovePasskey, RenamePasskey } from './passkey-forms.tsx';
import styles from './profile.module.css';
import { useOwnAccess } from './queries.ts';
import type { OwnAccess, Passkey } from './queries.ts';

type Step =
  | { kind: 'list' }
  | { kind: 'add' }
  | { kind: 'rename' | 'remove'; passkey: Passkey }
  | { kind: 'codes'; codes: readonly string[] };

const titles = {
  list: 'Passkeys',
  add: 'Add a passkey',
  rename: 'Rename passkey',
  remove: 'Remove passkey',
  codes: 'Keep your recovery codes',
} as const;

/** Why no passkey can be added here and now; undefined where one can. */
export function lackOfPasskeys(
  { passkeysUnavailable, passkeyOrigin }: Pick<OwnAccess, 'passkeysUnavailable' | 'passkeyOrigin'>,
  here: { origin: string; isKnown: boolean },
): string | undefined {
  if (passkeysUnavailable) return passkeysUnavailable;
  if (passkeyOrigin !== here.origin)
    return `Passkeys of this installation are made at ${passkeyOrigin ?? 'its own address'}. Open the console there to add one.`;
  return here.isKnown ? undefined : 'This browser makes no passkeys. Use another one.';
}

/** The passkeys of the person signed in: a device or security key in place of the code of an app. */
export function Passkeys({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const own = useOwnAccess();
  const back = () => setStep({ kind: 'list' });
  if (step.kind === 'codes')
    return (
      <Modal
        isOpen
        title={titles.codes}
        actions={
          <Button variant="primary" onClick={back}>
            I have kept them
          </Button>
        }
      >
        <div className={styles.stack}>
          <p>Each signs you in once in place of your passkey, should you lose it.</p>
          <RecoveryCodeList codes={step.codes} />
        </div>
      </Modal>
    );
  return (
    <Modal isOpen onClose={onClose} title={titles[step.kind]} width={650}>
      {own.isPending && <SkeletonLines />}
      {own.error && (
        <FailedState
          title="Your passkeys could not be loaded"
          message={failureText(own.error)}
          onRetry={() => void own.refetch()}
        />
      )}
      {own.data && step.kind === 'list' && <List own={own.data} onStep={setStep} />}
      {own.data && step.kind === 'add' && (
        <AddPasskey
          hasApp={own.data.hasApp}
          onCancel={back}
          onAdded={(codes) => setStep(codes.length > 0 ? { kind: 'codes', codes } : { kind: 'list' })}
        />
      )}
      {step.kind === 'rename' && <RenamePasskey passkey={step.passkey} onDone={back} />}
      {own.data && step.kind === 'remove' && (
        <RemovePasskey hasApp={own.data.hasApp} passkey={step.passkey} onDone={back} />
      )}
    </Modal>
  );
}

function List({ own, onStep }: { own: OwnAccess; onStep: (step: Step) => void }) {
  const lack = lackOfPasskeys(own, { origin: location.origin, isKnown: knowsPasskeys() });
  return (
    <div className={styles.stack}>
      <p>
        After your password, a passkey on this device, your phone or a security key signs you in without a
        code.
      </p>
      {lack && <Note>{lack}</Note>}
      {own.passkeys.length > 0 && (
        <ul className={styles.list} aria-label="Your passkeys">
          {own.passkeys.map((passkey) => (
            <li key={passkey.id} className={styles.entry}>
              <div className={styles.facts}>
                <b>{passkey.name}</b>
                <span>
                  Made <Time at={passkey.createdAt} />
                  {passkey.lastUsedAt ? (
                    <>
                      , last used <Time at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    ', never used'
                  )}
                  {!passkey.isUsable && '. It was made at another address of the console and works no more.'}
                </span>
              </div>
              <Button
                size="sm"
                aria-label={`Rename ${passkey.name}`}
                onClick={() => onStep({ kind: 'rename', passkey })}
              >
                Rename
              </Button>
              <Button
                size="sm"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => onStep({ kind: 'remove', passkey })}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {own.passkeys.length === 0 && lack === undefined && <p>You have no passkey yet.</p>}
      <Button
        variant="primary"
        className={styles.fit}
        disabledReason={lack}
        onClick={() => onStep({ kind: 'add' })}
      >
        Add a passkey
      </Button>
    </div>
  );
}
