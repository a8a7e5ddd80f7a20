import { useState } from 'react';
import type { SingleSignOnFacts } from '../../lib/session/auth-replies.ts';
import { beginSso, ssoObstacle } from '../../lib/session/sso-request.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';

/** Leads to the identity provider, or says why it cannot. */
export function SsoButton({ facts, isOnlyWay }: { facts: SingleSignOnFacts; isOnlyWay: boolean }) {
  const [isLeaving, setLeaving] = useState(false);
  const obstacle = ssoObstacle(facts);
  async function leave() {
    setLeaving(true);
    location.assign(await beginSso(facts, 'sign-in'));
  }
  return (
    <>
      {obstacle !== undefined && <Note tone="warning">{obstacle}</Note>}
      <Button
        size="lg"
        variant={isOnlyWay ? 'primary' : 'default'}
        loading={isLeaving}
        disabled={obstacle !== undefined}
        onClick={() => void leave()}
      >
        Sign in with SSO
      </Button>
    </>
  );
}
