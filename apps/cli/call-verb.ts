import { ConfigError, findMisspeltSettings } from '#platform/config';
import { explainDatabaseError } from '#platform/db';
import { OperatorError } from '#platform/embedded';
import { AppError } from '#platform/errors';
import { formatFault, Output } from './runtime/output.js';
import { findVerb, readCall, readOutputOptions } from './runtime/verb.js';
import { VERBS } from './verb-list.js';

/** Runs the verb of the arguments, and prints a fault of it. @returns the exit code */
export async function callVerb(args: readonly string[]): Promise<number> {
  const isJson = args.includes('--json');
  let output: Output | undefined;
  try {
    const match = findVerb(VERBS, args);
    if (match === null) {
      throw new OperatorError(`There is no verb "${args[0]}"; "herald --help" lists them.`);
    }
    const { verb, rest } = match;
    const call = readCall(verb, rest);
    for (const hint of findMisspeltSettings()) {
      process.stderr.write(isJson ? `${JSON.stringify({ warning: hint })}\n` : `herald: warning: ${hint}\n`);
    }
    output = new Output(readOutputOptions(call));
    if (verb.raw === true) {
      output.progress.end();
    }
    const run = await verb.load();
    return output.finish(await run(call, output));
  } catch (error) {
    output?.progress.end();
    process.stderr.write(formatFault(error, explain(error), isJson));
    return 1;
  }
}

/** Prints a fault of the operator as one sentence, and any other error with its stack. */
function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError || error instanceof AppError) {
    return `herald: ${error.message}`;
  }
  const reason = explainDatabaseError(error);
  if (reason !== undefined) {
    return `herald: ${reason}.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
