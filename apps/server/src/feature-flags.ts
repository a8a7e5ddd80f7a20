/** Parts of the product that an installation can turn on or off, and how they are unless it does. */
export const featureFlags = {
  ENABLE_PANTHER_FLOW_LIVE_SELECTION_TWO_WAY_SYNC: true,
  /** Keeps data-lake access control on, whatever the settings say. */
  ENABLE_DATA_LAKE_ACCESS_CONTROL: false,
  /** Administrators may let a support engineer in for some hours. */
  ENABLE_SUPPORT_SIGN_IN: false,
  ENABLE_TORQ_DESTINATION: false,
} as const;
export type FeatureFlag = keyof typeof featureFlags;
export type FeatureFlags = Record<FeatureFlag, boolean>;

const isFlag = (name: string): name is FeatureFlag => Object.hasOwn(featureFlags, name);

/** Whether the part that a flag names is on; one that no flag names, the default, is. */
export const isTurnedOn = (flags: FeatureFlags, name: string | undefined): boolean =>
  name === undefined || (isFlag(name) && flags[name]);

/** `NAME=off,OTHER=on` over the defaults; the text of the first fault when it does not fit. */
export function readFeatureFlags(text: string): FeatureFlags | string {
  const flags: FeatureFlags = { ...featureFlags };
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [name = '', treatment] = entry.split('=').map((part) => part.trim());
    if (!isFlag(name)) return `names ${name}, which is none of ${Object.keys(featureFlags).join(', ')}`;
    if (treatment !== 'on' && treatment !== 'off') return `must say ${name}=on or ${name}=off`;
    flags[name] = treatment === 'on';
  }
  return flags;
}
