import { Button } from '../../ui/inputs/button.tsx';
import { RecoveryCodeList } from '../../ui/text/recovery-code-list.tsx';
import { AccountTitle } from './account-layout.tsx';

/** Codes for the day the phone is lost. The server can never show them again, so nobody goes on without having seen them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onKept();
      }}
    >
      <AccountTitle title="Keep your recovery codes">
        Each signs you in once in place of a code from your app, should you lose it.
      </AccountTitle>
      <RecoveryCodeList codes={codes} />
      <Button type="submit" variant="primary" size="lg">
        I have kept them
      </Button>
    </form>
  );
}
