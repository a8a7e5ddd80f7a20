export { testCacheDir } from './cache-dir.ts';
export { pythonRule } from './cloudtrail-rules.ts';
