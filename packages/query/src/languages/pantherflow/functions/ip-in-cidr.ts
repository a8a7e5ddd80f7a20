import { refuse } from '../../../diagnostics.ts';
import { isCidr } from '../../../functions/cidr.ts';
import { boolean } from '../../../ir/types.ts';
import { call, nullOf } from '../typed.ts';
import { defineFlowFunction } from './define.ts';
import { invalid, whereThere } from './shared.ts';

export const ipInCidrFunction = defineFlowFunction({
  name: 'ip.in_cidr',
  kind: 'scalar',
  params: [
    { name: 'ip', type: 'string' },
    { name: 'cidr', type: 'string' },
  ],
  returns: 'bool',
  doc: 'Whether an IP address (v4 or v6) lies in a CIDR range; false for text that is no address.',
  examples: [
    { flow: "ip.in_cidr('10.1.2.3', '10.0.0.0/8')", value: true },
    { flow: "ip.in_cidr('host', '10.0.0.0/8')", value: false },
  ],

  lower: ([ip, cidr]) => {
    const range = cidr!.constant?.value;
    if (typeof range !== 'string') refuse(cidr!.span, 'type.mismatch', 'The range must be a constant text.');
    if (!isCidr(range)) invalid(cidr!, 'The range must be a CIDR such as 10.0.0.0/8.');
    if (ip!.constant?.value === null) return nullOf(boolean);
    return whereThere([ip!], call('in_cidr', boolean, [ip!, cidr!]).expression);
  },
});
