import {
  expandPermissions,
  permissionInfos,
  type Permission,
  type PermissionInfo,
} from '@margay/auth/permissions';

/** One line of the form: a Modify beside the Read that comes with it, or one permission alone. */
export interface PermissionRow {
  subject: string;
  text: string;
  view: PermissionInfo | undefined;
  manage: PermissionInfo | undefined;
}
export interface PermissionCard {
  group: string;
  rows: readonly PermissionRow[];
}
export type Held = ReadonlySet<Permission>;

/** Whose permissions are described: what a role allows people, or what a token does. */
export type Holder = 'role' | 'token';

/** Running searches and keeping them are two subjects, though one brings the other along. */
const apart: readonly Permission[] = ['DataAnalyticsRead', 'DataAnalyticsModify'];

const readOf = (name: Permission) => name.replace(/Modify$/, 'Read');
const isRead = ({ name }: PermissionInfo) => name.endsWith('Read');
export const describe = (info: PermissionInfo, holder: Holder) =>
  holder === 'role' ? info.description : info.tokenDescription;
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

function rowOf(
  view: PermissionInfo | undefined,
  manage: PermissionInfo | undefined,
  holder: Holder,
): PermissionRow {
  const texts = [view, manage].flatMap((info) => (info ? describe(info, holder) : []));
  return {
    subject: (manage ?? view)?.label.replace(/^(View|Read|Manage) /, '') ?? '',
    text: texts.map((text, at) => (at === 0 ? text : lowered(text))).join('; '),
    view,
    manage,
  };
}

function rowsOf(infos: readonly PermissionInfo[], holder: Holder): PermissionRow[] {
  const isPaired = (info: PermissionInfo) =>
    !apart.includes(info.name) &&
    infos.some(({ name }) => name !== info.name && readOf(name) === readOf(info.name));
  return infos.flatMap((info) => {
    if (!isPaired(info))
      return [isRead(info) ? rowOf(info, undefined, holder) : rowOf(undefined, info, holder)];
    if (!isRead(info)) return []; // it stands beside its Read
    return [
      rowOf(
        info,
        infos.find(({ name }) => name !== info.name && readOf(name) === info.name),
        holder,
      ),
    ];
  });
}

const groups = [...new Set(permissionInfos.map(({ group }) => group))];

const cardsFor = (holder: Holder): readonly PermissionCard[] =>
  groups.map((group) => ({
    group,
    rows: rowsOf(
      permissionInfos.filter((info) => info.group === group),
      holder,
    ),
  }));

/** The groups in the order of the permission table. */
export const permissionCards: Record<Holder, readonly PermissionCard[]> = {
  role: cardsFor('role'),
  token: cardsFor('token'),
};

export const infosOf = ({ view, manage }: PermissionRow): PermissionInfo[] =>
  [view, manage].filter((info) => info !== undefined);

/** What holds the words, in its subject, its description, or in the label or name of a permission. Groups without are left out. */
export function cardsMatching(text: string, holder: Holder): readonly PermissionCard[] {
  const wanted = text.trim().toLowerCase();
  const cards = permissionCards[holder];
  if (wanted === '') return cards;
  const fits = (texts: readonly string[]) => texts.some((one) => one.toLowerCase().includes(wanted));
  return cards
    .map((card) => ({
      ...card,
      rows: fits([card.group])
        ? card.rows
        : card.rows.filter((row) =>
            fits([row.subject, row.text, ...infosOf(row).flatMap(({ name, label }) => [name, label])]),
          ),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** A Modify comes with its Read, which then cannot be taken away alone. */
export function isKeptByModify(held: Held, permission: Permission): boolean {
  return [...held].some((name) => name !== permission && readOf(name) === permission);
}

/** The permissions with some more, or without them, and with what they imply. */
export function withPermissions(held: Held, changed: readonly Permission[], isOn: boolean): Held {
  const rest = [...held].filter((name) => !changed.includes(name));
  return expandPermissions(isOn ? [...rest, ...changed] : rest);
}
