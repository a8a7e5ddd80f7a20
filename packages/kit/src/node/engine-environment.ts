/**
 * For a process with many threads on glibc. By default each of up to eight times as many arenas as there are cores keeps
 * what its threads freed, and the bound above which a block goes back at once climbs with use: some hundred megabytes that
 * nobody holds. Other systems ignore these.
 */
export const frugalMemory = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1000000',
  MALLOC_TRIM_THRESHOLD_: '1000000',
};

/** For a process that opens the embedded engines. The data lake's works on the runtime's pool of threads, usually four. */
export const engineEnvironment = { UV_THREADPOOL_SIZE: '16', ...frugalMemory };
