import { writeFile } from 'node:fs/promises';
import { invalidInput } from '@margay/kit';
import { Option } from 'commander';
import { sayPassedOver } from '../content-folder.ts';
import type { CliCommand, Terminal } from '../command.ts';
import { openContentFolder, type ContentFolder } from '../unit-tests/folder.ts';
import { countsOf, missingTests, type TestOutcome } from '../unit-tests/outcome.ts';
import { reports } from '../unit-tests/reports/index.ts';
import { createTestRunner, type TestRunner } from '../unit-tests/runner.ts';
import { changesBelow } from '../unit-tests/watch.ts';

interface TestOptions {
  verbose?: boolean;
  format: string;
  output?: string;
  minimumTests: string;
  only?: string[];
  watch?: boolean;
}

async function outcomeOf(
  folder: ContentFolder,
  runner: TestRunner,
  options: TestOptions,
  chosen?: ReadonlySet<string>,
): Promise<TestOutcome> {
  const startedAt = performance.now();
  const { items, problems, skipped } = folder.reading();
  const isChosen = (id: string) => chosen === undefined || chosen.has(id);
  const { results, faults } = await runner.run(items, chosen);
  const fileOf = new Map(items.map(({ id, file }) => [id, file]));
  return {
    results,
    problems,
    skipped,
    faults: [
      ...[...faults].map(([id, message]) => ({ id, file: fileOf.get(id) ?? '', message })),
      ...missingTests(
        items.filter(({ id }) => isChosen(id)),
        Number(options.minimumTests),
      ),
    ],
    fileOf,
    milliseconds: performance.now() - startedAt,
  };
}

function chosenIds(folder: ContentFolder, only: readonly string[] | undefined): Set<string> | undefined {
  if (only === undefined) return undefined;
  const known = new Set(folder.reading().items.map(({ id }) => id));
  const unknown = only.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw invalidInput(`There is no detection ${unknown.join(', ')} in the folder. Mend its id.`);
  return new Set(only);
}

async function show(terminal: Terminal, outcome: TestOutcome, options: TestOptions): Promise<void> {
  const report = reports.find(({ format }) => format === options.format);
  const text = report?.render(outcome, { verbose: options.verbose === true }) ?? '';
  if (options.output === undefined) {
    terminal.out(text);
    return;
  }
  await writeFile(options.output, `${text}\n`);
  const { passed, failed } = countsOf(outcome);
  terminal.out(`${passed} passed, ${failed} failed`);
}

/** Runs the unit tests of every detection below a folder, offline, in the same sandbox as the server. */
export const test: CliCommand = {
  name: 'test',
  register(program, terminal) {
    program
      .command('test')
      .description('run the unit tests of every detection below a folder')
      .argument('<folder>', 'folder in panther-analysis format')
      .option('--verbose', 'show the tests that passed as well, function by function')
      .addOption(
        new Option('--format <format>', 'how to write it down')
          .choices(reports.map(({ format }) => format))
          .default('text'),
      )
      .option('--output <file>', 'write the report to a file, and only the counts to the terminal')
      .option('--minimum-tests <count>', 'tests each detection must have; from 2 on, one of each sort', '0')
      .option('--only <ids...>', 'only the detections with these ids')
      .option('--watch', 'run again what a change concerns, each time a file is saved')
      .action(async (path: string, options: TestOptions) => {
        if (!/^\d{1,4}$/.test(options.minimumTests))
          throw invalidInput(`--minimum-tests is "${options.minimumTests}". Give a whole number.`);
        const folder = await openContentFolder(path);
        sayPassedOver(folder.passedOver, terminal);
        const runner = createTestRunner();
        const stopping = new AbortController();
        process.once('SIGINT', () => stopping.abort());
        try {
          const outcome = await outcomeOf(folder, runner, options, chosenIds(folder, options.only));
          await show(terminal, outcome, options);
          if (countsOf(outcome).failed > 0) process.exitCode = 1;
          if (options.watch !== true) return;
          terminal.out(`Watching ${path}. Stop with Ctrl+C.`);
          for await (const _change of changesBelow(path, stopping.signal)) {
            const concerned = await folder.refresh();
            if (concerned.size === 0) continue;
            const now = await outcomeOf(folder, runner, options, concerned);
            await show(terminal, now, options);
            terminal.out(`${Math.round(now.milliseconds)} ms, ${concerned.size} items`);
          }
        } finally {
          await runner.close();
        }
      });
  },
};
