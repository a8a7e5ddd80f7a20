import * as z from 'zod';
import type { CliCommand } from '../command.ts';
import { connect } from '../server-client.ts';

const Report = z.object({
  verifyAuditLog: z.object({
    entries: z.number(),
    from: z.string().nullable(),
    until: z.string().nullable(),
    position: z.number(),
    hash: z.string(),
    waiting: z.number(),
    fault: z.object({ position: z.number(), entryId: z.string().nullable(), reason: z.string() }).nullable(),
  }),
});

const document =
  'mutation { verifyAuditLog { entries from until position hash waiting fault { position entryId reason } } }';

const entriesText = (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`;

/** The audit log of a running server. */
export const audit: CliCommand = {
  name: 'audit',
  register(program, terminal) {
    program
      .command('audit')
      .description('look after the audit log of a running server')
      .command('verify')
      .description('read the whole audit log and find the first entry that is not as it was written')
      .option('--json', 'print what was found as JSON')
      .action(async (options: { json?: boolean }) => {
        const client = await connect(terminal.environment);
        const report = Report.parse(await client.graphql(document, {})).verifyAuditLog;
        const { entries, from, until, position, hash, waiting, fault } = report;
        if (fault !== null) process.exitCode = 1;
        if (options.json === true) return terminal.out(JSON.stringify(report));
        if (entries > 0)
          terminal.out(`${entriesText(entries)} from ${from} to ${until} are as they were written.`);
        else terminal.out('There are no sealed entries.');
        if (waiting > 0)
          terminal.out(`${entriesText(waiting)} ${waiting === 1 ? 'waits' : 'wait'} to be sealed.`);
        if (fault === null) terminal.out(`The chain ends with entry number ${position}, ${hash}.`);
        else {
          const which = fault.entryId === null ? '' : ` (${fault.entryId})`;
          terminal.err(`Entry number ${fault.position}${which} is wrong. ${fault.reason}`);
        }
      });
  },
};
