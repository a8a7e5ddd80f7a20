import { contentKinds as shipped } from '../../packages/detect/src/content/kinds/known.ts';
import { canary } from './content-kind.ts';

export const contentKinds = [...shipped, canary];
