import { messageOf } from '@margay/kit';
import type { Engine } from './engine.ts';

/** The embedded engine caught a fault in its own code (an invalid address, for one): from then on it refuses everything. */
const brokenText = 'shutting down due to a fatal error';

/**
 * Calls back, once, when the engine says that it is broken for good. Only a new process has a new engine, and this one's
 * threads may never end: whoever is called must not wait for them.
 */
export function tellWhenBroken(engine: Engine, onBroken: () => void): Engine {
  let isTold = false;
  const look = (error: unknown): never => {
    if (!isTold && messageOf(error).includes(brokenText)) {
      isTold = true;
      onBroken();
    }
    throw error;
  };
  const { snapshot } = engine;
  return {
    ...engine,
    run: (statement) => engine.run(statement).catch(look),
    async *stream(statement) {
      try {
        yield* engine.stream(statement);
      } catch (error) {
        look(error);
      }
    },
    insertRows: (insert) => engine.insertRows(insert).catch(look),
    ...(snapshot === undefined ? {} : { snapshot: (folder: string) => snapshot(folder).catch(look) }),
  };
}
