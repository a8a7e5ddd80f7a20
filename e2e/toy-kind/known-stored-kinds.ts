import { storedKinds as shipped } from '../../apps/server/src/domains/detections/kinds/known.ts';
import { storedCanary } from './stored-kind.ts';

export const storedKinds = { ...shipped, CANARY: storedCanary };
