export { testCacheDir } from './cache-dir.ts';
