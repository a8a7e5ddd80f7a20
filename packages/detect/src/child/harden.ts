import fs from 'node:fs';

const removed = (
  'kill abort dlopen execve _linkedBinding _debugProcess _debugEnd _kill chdir umask setuid setgid seteuid setegid ' +
  'setgroups initgroups loadEnvFile getBuiltinModule'
).split(' ');

/**
 * Takes from the process what the permission model leaves and nobody here needs. The wall is the child process
 * with the permission model; this makes attempts fail early and clearly.
 */
export function hardenProcess(): void {
  const target = process as unknown as Record<string, unknown>; // we replace members its type calls read-only
  const refuse = () => {
    throw new Error('not available in the detection process');
  };
  for (const name of removed) define(target, name, refuse);
  // Emscripten reads the file flags through the old binding interface, which the permission model removed.
  define(target, 'binding', (name: unknown) => {
    if (name === 'constants') return { fs: fs.constants };
    throw new Error('not available in the detection process');
  });
}

function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: false, configurable: false });
}

/** The part of the WebAssembly interface used here; the types of Node do not bring it. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Caps what WebAssembly memories of this thread may grow to; the allocator then fails and Python raises MemoryError. */
export function capMemory(limitBytes: number): void {
  const pageBytes = 65_536;
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { Memory: { prototype: WasmMemory } } };
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function growWithinLimit(this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > limitBytes) throw new RangeError('memory limit reached');
    return grow.call(this, pages);
  };
}
