import { taking, textIn } from './arguments.ts';
import { ScriptFault } from './fault.ts';
import { Builtin, Module } from './values.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const chunk = 8_192;

const functions = [
  taking('decode', ['x'], ({ meter }, _self, given) => {
    const text = textIn(given, 'decode');
    meter.takeText(text.length * 2);
    meter.charge(text.length / 4);
    try {
      const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
      return decoder.decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
    } catch {
      throw new ScriptFault('this is not base64');
    }
  }),
  taking('encode', ['x'], ({ meter }, _self, given) => {
    const text = textIn(given, 'encode');
    meter.takeText(text.length * 6);
    meter.charge(text.length / 4);
    const bytes = encoder.encode(text);
    let letters = '';
    for (let at = 0; at < bytes.length; at += chunk)
      letters += String.fromCharCode(...bytes.subarray(at, at + chunk));
    return btoa(letters);
  }),
];

/** Texts are UTF-8; `decode` also reads the alphabet of web addresses, and texts without the `=` at the end. */
export const base64Module = new Module(
  'base64',
  new Map(functions.map(([name, run]) => [name, new Builtin(name, run)])),
);
