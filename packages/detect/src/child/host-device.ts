import type { PyodideInterface } from 'pyodide';
import type { Bridge } from './bridge.ts';

interface Device {
  write(stream: unknown, buffer: Int8Array, offset: number, length: number): number;
  read(stream: unknown, buffer: Int8Array, offset: number, length: number): number;
}

interface FileSystem {
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: Partial<Device>): void;
  mkdev(path: string, mode: number, device: number): void;
}

export const hostDevicePath = '/dev/margay';
const majorNumber = 77;

export interface HostDevice {
  /** What of an answer was not read is nobody's. */
  forget(): void;
}

/**
 * The way from Python to the server: a file of bytes, and no JavaScript object a detection could take apart. What is
 * written at once is a question, `operation NUL arguments`; what is read afterwards is its answer, up to its end.
 */
export function makeHostDevice(pyodide: PyodideInterface, bridge: Bridge): HostDevice {
  const { FS } = pyodide as unknown as { FS: FileSystem };
  const device = FS.makedev(majorNumber, 0);
  let answer = new Uint8Array();
  FS.registerDevice(device, {
    write(_stream, buffer, offset, length) {
      const [operation = '', ...rest] = new TextDecoder()
        .decode(buffer.slice(offset, offset + length))
        .split('\0');
      answer = new TextEncoder().encode(bridge.call(operation, rest.join('\0')));
      return length;
    },
    read(_stream, buffer, offset, length) {
      const part = answer.subarray(0, length);
      buffer.set(part, offset);
      answer = answer.subarray(part.length);
      return part.length;
    },
  });
  FS.mkdev(hostDevicePath, 0o666, device);
  return {
    forget() {
      answer = new Uint8Array();
    },
  };
}
