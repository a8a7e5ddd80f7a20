import { dataTypeOf } from '@margay/model';
import type { DataType } from '@margay/model';
import {
  IconAsterisk,
  IconBraces,
  IconClock,
  IconHash,
  IconLetterT,
  IconList,
  IconToggleLeft,
} from '../icons.ts';
import type { Icon } from '../icons.ts';

const icons: Record<DataType, Icon> = {
  any: IconAsterisk,
  array: IconList,
  boolean: IconToggleLeft,
  number: IconHash,
  object: IconBraces,
  string: IconLetterT,
  timestamp: IconClock,
};

/** The data type of a field, named for who does not see it. `type`: as the catalog names it, such as `array<string>`. */
export function DataTypeIcon({ type }: { type: string }) {
  const dataType = dataTypeOf(type);
  const TypeIcon = icons[dataType];
  return <TypeIcon size={14} stroke={1.5} role="img" aria-label={dataType} />;
}
