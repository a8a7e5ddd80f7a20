import * as z from 'zod';

/** Names the client itself decides; a setting that changed them could change where a request ends. */
const reserved = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'expect',
]);
// RFC 9110, section 5.6.2: a header's name is a token; its value has no control characters.
const namePattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const valuePattern = /^[\t\x20-\x7e\x80-\xff]*$/;

const table = z.record(z.string(), z.string());
const pairs = z.array(z.object({ name: z.string(), value: z.string() }));

/** Custom headers as a table of name to value; a list of `{name, value}` is accepted too. */
export const headerTable = () =>
  z
    .union([
      table,
      pairs.transform((list) => Object.fromEntries(list.map(({ name, value }) => [name, value]))),
    ])
    .superRefine((headers, context) => {
      for (const [name, value] of Object.entries(headers)) {
        const fault = faultOf(name, value);
        if (fault !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
      }
    });

function faultOf(name: string, value: string): string | undefined {
  if (!namePattern.test(name)) return `"${name}" is not the name of a header`;
  if (reserved.has(name.toLowerCase())) return `The header ${name} is set by the platform. Remove it`;
  if (!valuePattern.test(value)) return `The value of ${name} has characters a header cannot carry`;
  return undefined;
}
