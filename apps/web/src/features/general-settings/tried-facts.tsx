import type { Tried } from '../../lib/session/auth-replies.ts';
import { MissingAttributes } from '../../ui/layout/missing-attributes.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Properties } from '../../ui/layout/page.tsx';

/** What the identity provider said of the person who tried it out. */
export function TriedFacts({ tried }: { tried: Tried }) {
  const { issuer, subject, email, givenName, familyName, attributes } = tried;
  const lacks = email === '' || (givenName === '' && familyName === '');
  return (
    <>
      <Note tone="success" title="The identity provider answered">
        Everything about its answer was right.
      </Note>
      {lacks && <MissingAttributes />}
      <Properties
        rows={[
          ['Issuer', issuer],
          ['Subject', subject],
          ['Email', email || 'None'],
          ['First name', givenName || 'None'],
          ['Last name', familyName || 'None'],
          ...Object.entries(attributes).map(([name, values]): [string, string] => [name, values.join(', ')]),
        ]}
      />
    </>
  );
}
