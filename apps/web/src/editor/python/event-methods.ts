/** Something an event, or a part of one, can do. */
export interface EventMethod {
  name: string;
  parameters: readonly string[];
  returns: string;
  /** One line. */
  does: string;
  /** The event itself only; the parts of it do not have it. */
  isOfEvent?: true;
  /** Completion leaves the cursor between quotes. */
  takesName: boolean;
}

/** What rules may call, as the runtime has it. */
export const eventMethods: readonly EventMethod[] = [
  {
    name: 'get',
    parameters: ['key', 'default=None'],
    returns: 'value',
    does: 'The field, or the default when it is missing. A field that is null gives None.',
    takesName: true,
  },
  {
    name: 'deep_get',
    parameters: ['*keys', 'default=None'],
    returns: 'value',
    does: 'A nested field, or the default when a step is missing or null. It does not go into lists.',
    takesName: true,
  },
  {
    name: 'deep_walk',
    parameters: ['*keys', 'default=None', 'return_val="all"'],
    returns: 'value or list',
    does: 'A nested field through lists: one value as itself, several as a list. return_val: "all", "first" or "last".',
    takesName: true,
  },
  {
    name: 'udm',
    parameters: ['*key', 'default=None'],
    returns: 'value',
    does: "A unified name through the log type's data model, else the event's own field.",
    isOfEvent: true,
    takesName: true,
  },
  {
    name: 'udm_path',
    parameters: ['key'],
    returns: 'str or None',
    does: 'Where a unified name comes from: the path in the event, or the name of the function.',
    isOfEvent: true,
    takesName: true,
  },
  {
    name: 'lookup',
    parameters: ['table', 'key'],
    returns: 'row or None',
    does: 'The row of an enrichment table under this primary key.',
    isOfEvent: true,
    takesName: false,
  },
  {
    name: 'event_time_epoch',
    parameters: ['force_utc=True'],
    returns: 'int',
    does: 'Whole seconds since 1970 of p_event_time; 0 when it cannot be read.',
    isOfEvent: true,
    takesName: false,
  },
  {
    name: 'to_dict',
    parameters: [],
    returns: 'dict',
    does: 'A copy that can be changed, with plain dicts and lists.',
    takesName: false,
  },
  { name: 'items', parameters: [], returns: 'pairs', does: 'Names and values.', takesName: false },
  {
    name: 'keys',
    parameters: [],
    returns: 'names',
    does: 'Names, as the log spells them.',
    takesName: false,
  },
  {
    name: 'values',
    parameters: [],
    returns: 'values',
    does: 'Values without their names.',
    takesName: false,
  },
];

export const eventMethod = (name: string): EventMethod | undefined =>
  eventMethods.find((method) => method.name === name);

/** `get(key, default=None) → value`. */
export const signatureOf = ({ name, parameters, returns }: EventMethod): string =>
  `${name}(${parameters.join(', ')}) → ${returns}`;
