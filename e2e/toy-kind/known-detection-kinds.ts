import { knownDetectionKinds as shipped } from '../../packages/model/src/detection-kinds/known.ts';
import { canaryKind } from './detection-kind.ts';

export const knownDetectionKinds = [...shipped, canaryKind];
