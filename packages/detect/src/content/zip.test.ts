import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { contentLimits } from './limits.ts';
import { readContentZip } from './read-zip.ts';
import { writeContentZip } from './write-zip.ts';

const files = [
  { path: 'rules/a.py', text: 'def rule(event):\n    return True\n' },
  { path: 'rules/a.yml', text: 'AnalysisType: rule # ä 🐈\n' },
];
const pack = (add: (zip: ZipFile) => void) => {
  const zip = new ZipFile();
  add(zip);
  zip.end();
  return buffer(zip.outputStream);
};
const one = (path: string, text: string | Buffer, options = {}) =>
  pack((zip) => zip.addBuffer(Buffer.from(text), path, options));

/** A zip with a name of the same length put in the place of another, in the local header and in the directory. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
}

describe('zips of detection content', () => {
  it('are read as they were written, and written the same each time', async () => {
    const zip = await writeContentZip(files);
    expect(await readContentZip(zip)).toEqual(files);
    expect(await writeContentZip(files)).toEqual(zip);
  });

  it('give YAML and Python only, without hidden folders and caches', async () => {
    const zip = await pack((archive) => {
      archive.addEmptyDirectory('rules');
      for (const path of ['README.md', '.github/a.yml', 'x/__pycache__/a.py', '__MACOSX/a.yml', 'x/b.yaml']) {
        archive.addBuffer(Buffer.from('a: 1'), path);
      }
    });
    expect(await readContentZip(zip)).toEqual([{ path: 'x/b.yaml', text: 'a: 1' }]);
  });

  it('that hold too many entries are refused before one is unpacked', async () => {
    const zip = await one('a.yml', '');
    const end = zip.indexOf(Buffer.from([0x50, 0x4b, 5, 6]));
    for (const at of [end + 8, end + 10]) zip.writeUInt16LE(60_000, at);
    await expect(readContentZip(zip)).rejects.toThrow(/60000 entries; at most 20000/);
  });

  it('that unpack to more than the limit are refused', async () => {
    const large = Buffer.alloc(contentLimits.fileBytes - 1, 'a');
    const bomb = await pack((archive) => {
      for (let i = 0; i < 21; i++) archive.addBuffer(large, `${i}.yml`);
    });
    expect(bomb.byteLength).toBeLessThan(200_000);
    await expect(readContentZip(bomb)).rejects.toThrow(/more than 100 MB/);
    await expect(readContentZip(await one('a.yml', Buffer.alloc(6_000_000)))).rejects.toThrow(
      /"a\.yml" is larger than 5 MB/,
    );
    await expect(readContentZip(new Uint8Array(contentLimits.zipBytes + 1))).rejects.toThrow(/50 MB/);
  });

  it('that lie about the size of an entry are refused', async () => {
    const zip = await one('a.yml', 'a'.repeat(1000));
    const liar = Buffer.from(zip);
    const directory = liar.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    liar.writeUInt32LE(10, directory + 24);
    await expect(readContentZip(liar)).rejects.toThrow(/"a\.yml" cannot be unpacked.*Zip the folder again/s);
  });

  it.each([
    ['an absolute path', 'xabc.yml', '/abc.yml', /absolute path/],
    ['a drive', 'xx/abc.yml', 'C:/abc.yml', /absolute path/],
    ['a path upwards', 'xx/xx/abc.yml', '../../abc.yml', /relative path/],
    ['a path upwards with backslashes', 'xx/xx/abc.yml', '..\\..\\abc.yml', /relative path/],
    ['a NUL in a name', 'abcd.yml', 'ab\0d.yml', /U\+0000/],
  ])('with %s are refused', async (_name, harmless, hostile, reason) => {
    const zip = renamed(await one(harmless, 'a: 1'), harmless, hostile);
    await expect(readContentZip(zip)).rejects.toThrow(reason);
  });

  it('with a link, an over-long name, the same name twice or other than UTF-8 are refused', async () => {
    await expect(readContentZip(await one('l.yml', '/etc/passwd', { mode: 0o120777 }))).rejects.toThrow(
      /"l\.yml" is a link/,
    );
    await expect(readContentZip(await one('l', '/etc', { mode: 0o120777 }))).rejects.toThrow(/is a link/);
    await expect(readContentZip(await one(`${'n'.repeat(400)}.yml`, ''))).rejects.toThrow(
      /404 characters.*at most 300/s,
    );
    const twice = await pack((zip) => {
      zip.addBuffer(Buffer.from('a: 1'), 'a.yml');
      zip.addBuffer(Buffer.from('a: 2'), 'b.yml');
    });
    await expect(readContentZip(renamed(twice, 'b.yml', 'a.yml'))).rejects.toThrow(/a\.yml twice/);
    await expect(readContentZip(await one('a.yml', Buffer.from([0xff, 0xfe])))).rejects.toThrow(/UTF-8/);
  });

  it('that are damaged, cut or no zip at all are refused', async () => {
    const zip = await one('a.yml', 'a: 1\n'.repeat(50), { compress: false });
    const damaged = Buffer.from(zip.toString('latin1').replace('a: 1', 'a: 2'), 'latin1');
    await expect(readContentZip(damaged)).rejects.toThrow(/"a\.yml" is damaged/);
    await expect(readContentZip(zip.subarray(0, 60))).rejects.toThrow(/cannot be read/);
    await expect(readContentZip(deflateRawSync('no zip'))).rejects.toThrow(/cannot be read/);
    await expect(readContentZip(new Uint8Array())).rejects.toThrow(/cannot be read/);
  });
});
