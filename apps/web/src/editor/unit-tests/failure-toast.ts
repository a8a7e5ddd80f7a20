import { failureText } from '../../lib/graphql/request-error.ts';
import { toast } from '../../ui/overlays/toast.ts';

/** A later run takes it away: it says nothing of that one. */
const id = 'unit-tests-failed';

export const showRunFailure = (error: unknown) =>
  toast.error({ id, title: 'The tests could not be run', message: failureText(error) });

export const forgetRunFailure = () => toast.dismiss(id);
