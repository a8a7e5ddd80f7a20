import type { SendContext } from '../contract.ts';
import type { DeliveryOutcome } from '../deliver/outcome.ts';

/**
 * Makes something at a service that takes no key against repetitions. From the second attempt on it first looks for what an
 * earlier one made, whose answer may have been lost; `find` is undefined when there is nothing.
 */
export async function createOnce(
  { attempt }: Pick<SendContext, 'attempt'>,
  steps: {
    find(): Promise<DeliveryOutcome | undefined>;
    create(): Promise<DeliveryOutcome>;
  },
): Promise<DeliveryOutcome> {
  const earlier = attempt > 1 ? await steps.find() : undefined;
  return earlier ?? steps.create();
}
