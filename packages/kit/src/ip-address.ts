/** Recognises IP address literals without making objects: it runs several times for every event. */

/** 4 or 6, or 0 when the text is no address literal. No port, no range; an IPv6 zone (`%eth0`) is allowed. */
export function ipVersionOf(text: string): 0 | 4 | 6 {
  if (text.length < 2 || text.length > 64) return 0;
  if (text.includes(':')) return isIpv6(text) ? 6 : 0;
  return isIpv4(text, 0) ? 4 : 0;
}

/** Range notation `address/prefix`: 4 or 6, or 0 when it is none. */
export function cidrVersionOf(text: string): 0 | 4 | 6 {
  const slash = text.indexOf('/');
  if (slash < 0 || !/^(?:0|[1-9]\d{0,2})$/.test(text.slice(slash + 1))) return 0;
  const address = text.slice(0, slash);
  const version = address.includes('%') ? 0 : ipVersionOf(address);
  const most = version === 4 ? 32 : 128;
  return Number(text.slice(slash + 1)) <= most ? version : 0;
}

/** Four numbers of 0 to 255 without leading zeros, from `start` to the end of the text. */
function isIpv4(text: string, start: number): boolean {
  let octets = 0;
  let value = -1;
  for (let at = start; at <= text.length; at++) {
    const code = at === text.length ? 46 : text.charCodeAt(at);
    if (code === 46) {
      if (value < 0) return false;
      octets++;
      value = -1;
    } else {
      const digit = code - 48;
      if (digit < 0 || digit > 9 || value === 0) return false;
      value = value < 0 ? digit : value * 10 + digit;
      if (value > 255) return false;
    }
  }
  return octets === 4;
}

function isIpv6(full: string): boolean {
  const zone = full.indexOf('%');
  if (zone === full.length - 1) return false;
  const text = zone < 0 ? full : full.slice(0, zone);
  const gap = text.indexOf('::');
  if (gap < 0) return groupsIn(text, true) === 8;
  if (text.includes('::', gap + 1)) return false;
  const before = gap === 0 ? 0 : groupsIn(text.slice(0, gap), false);
  const rest = text.slice(gap + 2);
  const after = rest === '' ? 0 : groupsIn(rest, true);
  return before >= 0 && after >= 0 && before + after <= 7;
}

/** Number of 16-bit groups; an IPv4 tail counts as two. -1 when a group is not well formed. */
function groupsIn(text: string, mayEndInIpv4: boolean): number {
  let groups = 0;
  let from = 0;
  while (from <= text.length) {
    const colon = text.indexOf(':', from);
    const end = colon < 0 ? text.length : colon;
    if (colon < 0 && mayEndInIpv4 && text.includes('.', from)) {
      return isIpv4(text, from) ? groups + 2 : -1;
    }
    if (end === from || end - from > 4 || !isHex(text, from, end)) return -1;
    groups++;
    from = end + 1;
  }
  return groups;
}

function isHex(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57) continue;
    const lower = code | 32;
    if (lower < 97 || lower > 102) return false;
  }
  return true;
}
