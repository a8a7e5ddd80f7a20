/**
 * Cuts what leads from Python to JavaScript while detections run.
 *
 * Everything Python can do outside its own memory goes through the functions its WebAssembly module imports. Closed,
 * only those pass that give a text or number back, tell the time, read files or grow the memory: none of them changes
 * anything that outlives the interpreter's memory. So an image of that memory is an image of everything a detection
 * could have changed (see image.ts).
 */
export interface Seal {
  close(): void;
  /** What `action` needs is not cut; no detection may run in it. */
  opened<T>(action: () => T): T;
  /** Descriptors below this one are our own: closed, they cannot be let go of or changed. */
  protectDescriptorsBelow(descriptor: number): void;
}

type Imported = (...values: unknown[]) => unknown;
type Imports = Record<string, unknown>;

/** Names of Pyodide 314 on Emscripten. What is new in another version is cut until somebody has looked at it. */
const harmless = new Set(
  // a call of ours: its arguments come in, a text or number goes out, or an error
  (
    'JsvArray_Get js2python_js _python2js_ascii _python2js_ucs1 _python2js_ucs2 _python2js_ucs4 JsvNum_fromInt ' +
    'JsvError_Check JsvNoValue_Check JsvError_Throw capture_stderr restore_stderr new_error ' +
    // the machine under the interpreter
    '_PyEM_TrampolineCall_JS _Py_emscripten_runtime _Py_CheckEmscriptenSignals_Helper __call_sighandler ' +
    'emscripten_resize_heap emscripten_get_heap_max _emscripten_runtime_keepalive_clear ' +
    'clock_time_get clock_res_get emscripten_date_now emscripten_get_now _tzset_js _timegm_js _mktime_js ' +
    '_localtime_js _gmtime_js random_get environ_get environ_sizes_get __syscall_getuid32_js ' +
    // files, read only
    'fd_read fd_pread fd_write fd_seek fd_fdstat_get __syscall_fstat64 __syscall_stat64 __syscall_newfstatat ' +
    '__syscall_lstat64 __syscall_getdents64 __syscall_getcwd __syscall_faccessat __syscall_readlinkat ' +
    '__syscall_ioctl __syscall_statfs64 __syscall_fstatfs64 __syscall_poll _maybe_poll_async _try_fcntl64'
  ).split(' '),
);

const badDescriptor = 8;
const readOnlyFileSystem = 69;
const noSuchCall = 52;
const writing = 3 | 0o100 | 0o1000; // O_WRONLY and O_RDWR, O_CREAT, O_TRUNC
const readingCommands = new Set([1, 3]); // F_GETFD, F_GETFL

export function sealWebAssembly(): Seal {
  const state = { isClosed: false, ownDescriptors: 0 };
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { instantiate: Imported } }; // not in Node's types
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (source, imports) =>
    instantiate.call(WebAssembly, source, isInterpreter(imports) ? sealed(imports, state) : imports);
  return {
    close() {
      state.isClosed = true;
    },
    opened(action) {
      state.isClosed = false;
      try {
        return action();
      } finally {
        state.isClosed = true;
      }
    },
    protectDescriptorsBelow(descriptor) {
      state.ownDescriptors = descriptor;
    },
  };
}

function isInterpreter(imports: unknown): imports is Record<string, Imports> {
  return typeof imports === 'object' && imports !== null && 'env' in imports && 'GOT.func' in imports;
}

interface State {
  isClosed: boolean;
  ownDescriptors: number;
}

function sealed(imports: Record<string, Imports>, state: State): Record<string, Imports> {
  const wrap = (functions: Imports): Imports =>
    Object.fromEntries(Object.entries(functions).map(([name, value]) => [name, guarded(name, value, state)]));
  return {
    ...imports,
    env: wrap(imports['env']!),
    wasi_snapshot_preview1: wrap(imports['wasi_snapshot_preview1']!),
  };
}

function guarded(name: string, value: unknown, state: State): unknown {
  if (typeof value !== 'function' || harmless.has(name) || name.startsWith('invoke_')) return value;
  const call = value as Imported;
  const refuse = refusals[name] ?? refusalOf(name);
  return (...values: unknown[]): unknown => {
    const refused = state.isClosed ? refuse(values, state) : undefined;
    return refused ?? call(...values);
  };
}

/** An error number, or undefined where the call may be made. */
type Refusal = (values: unknown[], state: State) => number | undefined;

const isOwn = (descriptor: unknown, state: State): boolean => (descriptor as number) < state.ownDescriptors;

const refusals: Record<string, Refusal> = {
  __syscall_openat: ([, , flags]) => ((flags as number) & writing ? -readOnlyFileSystem : undefined),
  fd_close: ([descriptor], state) => (isOwn(descriptor, state) ? badDescriptor : undefined),
  __syscall_fcntl64: ([descriptor, command], state) =>
    isOwn(descriptor, state) && !readingCommands.has(command as number) ? -badDescriptor : undefined,
  fd_sync: () => undefined,
};

function refusalOf(name: string): Refusal {
  if (name.startsWith('__syscall_')) return () => -(isAboutFiles(name) ? readOnlyFileSystem : noSuchCall);
  if (name.startsWith('fd_')) return () => noSuchCall;
  if (name === '_mmap_js' || name === '_msync_js') return () => -noSuchCall;
  return () => {
    throw new Error(`${name} leads out of the interpreter, where no detection may go`);
  };
}

const isAboutFiles = (name: string): boolean =>
  /mkdir|mknod|unlink|rmdir|rename|symlink|chmod|chown|truncate|utimens|fallocate|chdir|umask/.test(name);
