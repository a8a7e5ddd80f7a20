/** As a value stands in a form's body. */
export const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

/** The header of client ID and secret; both are written as in a form (RFC 6749, section 2.3.1), which leaves usual ids as they are. */
export function basicCredentials(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`;
}
