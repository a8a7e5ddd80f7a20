import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { consoleFailureAccess } from './access.ts';

/** What fails in somebody's browser is told to whoever runs the server. */
export function consoleFailureTypes({ builder, shared }: GraphqlParts): void {
  const Input = builder.inputType('ReportConsoleFailureInput', {
    fields: (t) => ({
      id: t.string({ required: true, description: 'Short; the person sees it, and the log has it.' }),
      where: t.string({ required: true, description: 'What the console was doing, like `rendering`.' }),
      message: t.string({ required: true }),
      stack: t.string(),
      path: t.string({ required: true, description: 'Of the page, without what was searched for.' }),
    }),
  });
  builder.mutationFields((t) => ({
    reportConsoleFailure: t.field({
      description: 'Writes a fault of the console into the log of the server.',
      type: shared.IdOutput,
      auth: consoleFailureAccess.report,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) =>
        context.services.consoleFailures.report(actorOf(context), input),
    }),
  }));
}
