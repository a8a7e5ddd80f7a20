export { corpusPath } from './corpus.ts';
export { ofEachClass, pushOrLong } from './long-run.ts';
export { mountSmallDisk } from './small-disk.ts';
export type { SmallDisk } from './small-disk.ts';
