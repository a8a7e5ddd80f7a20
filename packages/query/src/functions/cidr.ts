const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

export function isIpAddress(value: string): boolean {
  return ipv4.test(value) || isIpv6(value);
}

/** An address with a prefix length; both must fit together. */
export function isCidr(value: string): boolean {
  const slash = value.indexOf('/');
  if (slash < 0) return false;
  const address = value.slice(0, slash);
  const length = value.slice(slash + 1);
  if (!/^\d{1,3}$/.test(length)) return false;
  if (ipv4.test(address)) return Number(length) <= 32;
  return isIpv6(address) && Number(length) <= 128;
}

function isIpv6(value: string): boolean {
  if (!/^[0-9a-fA-F:.]{2,45}$/.test(value)) return false;
  const halves = value.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1);
  const endsInIpv4 = last !== undefined && ipv4.test(last);
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups;
  if (!plain.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return false;
  const count = plain.length + (endsInIpv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
