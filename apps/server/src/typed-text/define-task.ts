/** One way of reading typed text that people wait for. What it takes and gives goes between threads, so it is data. */
export interface TextTask<Input, Output> {
  /** `import.meta.url` of the module that exports it, by which the thread finds it. */
  module: string;
  /** Under which the module exports it. */
  name: string;
  /** For the start of a thread and the reading, where the usual time is not enough. */
  deadlineMs?: number;
  run(input: Input): Output;
}

/** Says what a text of a domain is read by: exported as `name`, it runs in the threads of the reader. */
export const defineTextTask = <Input, Output>(task: TextTask<Input, Output>): TextTask<Input, Output> => task;

/** A task as the thread is told of it. */
export interface TaskOrder {
  module: string;
  name: string;
  input: unknown;
}
