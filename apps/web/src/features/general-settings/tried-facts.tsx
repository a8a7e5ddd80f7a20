import type { Tried } from '../../lib/session/auth-replies.ts';
import { isNameless } from '../../lib/person-name.ts';
import { MissingAttributes } from '../../ui/layout/missing-attributes.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Properties } from '../../ui/layout/page.tsx';

/** What the identity provider said of the person who tried it out. */
export function TriedFacts({ tried }: { tried: Tried }) {
  const { issuer, subject, email, givenName, familyName, attributes } = tried;
  return (
    <>
      <Note tone="success" title="The identity provider answered">
        Everything about its answer was right.
      </Note>
      {isNameless(tried) && <MissingAttributes />}
      <Properties
        items={[
          { label: 'Issuer', value: issuer },
          { label: 'Subject', value: subject },
          { label: 'Email', value: email || 'None' },
          { label: 'First name', value: givenName || 'None' },
          { label: 'Last name', value: familyName || 'None' },
          ...Object.entries(attributes).map(([label, values]) => ({ label, value: values.join(', ') })),
        ]}
      />
    </>
  );
}
