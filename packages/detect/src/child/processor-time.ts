/**
 * Milliseconds of processor time that this thread has used since it began, to the microsecond: what it did itself, not
 * what it waited for, nor how long others had the processor.
 */
export function threadProcessorMs(): number {
  // Linux brings a thread's own figure up to date a few hundred times a second. Asking for the process does so at once
  // for the thread that asks.
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The same of all threads of this process together. */
export function processProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
