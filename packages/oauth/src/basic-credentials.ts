/** The header of client ID and secret; both are written as in a form (RFC 6749, section 2.3.1), which leaves usual ids as they are. */
export function basicCredentials(clientId: string, clientSecret: string): string {
  const written = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
  return `Basic ${btoa(`${written(clientId)}:${written(clientSecret)}`)}`;
}
