/**
 * What stages and domains log through. The message is a fixed text, every variable is a field.
 * No event contents and no secrets. `apps/server` fills this with pino.
 */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void;
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
  child(fields: Record<string, unknown>): Logger;
}

const nothing = () => undefined;
/** A logger that says nothing, for tests and tools. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  child: () => silentLogger,
};
