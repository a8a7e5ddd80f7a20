import { glob, readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { passes, reachesAim, type Benchmark, type Figure } from './support/figure.ts';

/**
 * `npm run bench` runs all benchmarks, `npm run bench -- name …` some. Each figure is a ratio to a peer that was measured
 * in the same run, interleaved; medians count. A full run is kept in `bench/results.json`.
 */
const folder = dirname(fileURLToPath(import.meta.url));
const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
/** `--keep`: the figures of a partial run replace those of the same names in the kept results. */
const keeps = wanted.length === 0 || process.argv.includes('--keep');

const figures: Figure[] = [];

async function findBenchmarks(): Promise<Benchmark[]> {
  const found: Benchmark[] = [];
  for await (const file of glob('*.bench.ts', { cwd: folder })) {
    const name = basename(file, '.bench.ts');
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { benchmark } = (await import(join(folder, file))) as { benchmark: Benchmark };
    if (benchmark.name !== name) throw new Error(`${file} calls itself ${benchmark.name}`);
    found.push(benchmark);
  }
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

const shown = (value: number | null) =>
  value === null ? '–' : value >= 100 ? value.toFixed(0) : value.toPrecision(3);

function printTable(figures: readonly Figure[]): void {
  const head = ['figure', 'ours', 'peer', 'unit', 'ratio', 'floor', 'aim', 'verdict'];
  const rows = figures.map((figure) => [
    figure.name,
    shown(figure.ours),
    shown(figure.peer),
    figure.unit,
    shown(figure.ratio),
    shown(figure.floor),
    shown(figure.aim),
    !figure.isCorrect
      ? 'WRONG RESULT'
      : reachesAim(figure)
        ? 'aim reached'
        : passes(figure)
          ? 'floor reached'
          : 'below floor',
  ]);
  const widths = head.map((text, i) => Math.max(text.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ');
  console.log(`\n${line(head)}\n${widths.map((width) => '─'.repeat(width)).join('  ')}`);
  for (const row of rows) console.log(line(row));
  for (const figure of figures)
    if (figure.note !== undefined) console.log(`  ${figure.name}: ${figure.note}`);
}

/** Kept figures that this run did not measure anew. */
async function keptFigures(): Promise<{ name: string }[]> {
  if (wanted.length === 0) return [];
  const text = await readFile(join(folder, 'results.json'), 'utf8').catch(() => '{"figures":[]}');
  const kept = JSON.parse(text) as { figures: { name: string }[] };
  return kept.figures.filter(({ name }) => !figures.some((figure) => figure.name === name));
}

const benchmarks = await findBenchmarks();
if (benchmarks.length === 0) {
  console.error(`There is no benchmark named ${wanted.join(', ')}.`);
  process.exit(1);
}
for (const benchmark of benchmarks) {
  console.log(`\n${benchmark.name}: ${benchmark.description}`);
  figures.push(...(await benchmark.run((text) => console.log(`  ${text}`))));
}
printTable(figures);
if (keeps) {
  const manifest = JSON.parse(await readFile(resolve(folder, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  };
  const results = {
    version: manifest.version,
    takenAt: new Date().toISOString(),
    machine,
    figures: [...(await keptFigures()), ...figures.map((figure) => ({ ...figure, pass: passes(figure) }))],
  };
  await writeFile(join(folder, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
  console.log('\nKept in bench/results.json');
}
process.exit(figures.every((figure) => figure.isCorrect) ? 0 : 1);
