import { Note } from './note.tsx';

/** For people whom their identity provider does not name. */
export function MissingAttributes() {
  return (
    <Note tone="warning">
      SAML User Missing Attributes - Contact your administrator to update the attribute mappings in your SAML
      provider
    </Note>
  );
}
