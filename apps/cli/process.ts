import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, findMisspeltSettings } from '#platform/config';
import { explainDatabaseError } from '#platform/db';
import { OperatorError } from '#platform/embedded';
import { AppError } from '#platform/errors';
import { ROOT, say } from './runtime/environment.js';
import { formatFault, Output } from './runtime/output.js';
import { findVerb, formatHelp, formatVerbList, readCall, readOutputOptions } from './runtime/verb.js';
import { VERBS } from './verb-list.js';

let output: Output | undefined;

async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    say(formatVerbList(VERBS));
    return args.length === 0 ? 2 : 0;
  }
  if (args[0] === '--version' || args[0] === '-V') {
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    say(args.includes('--json') ? JSON.stringify({ version, node: process.version }, null, 2) : `herald ${version}`);
    return 0;
  }
  const match = findVerb(VERBS, args);
  if (match === null) {
    throw new OperatorError(`There is no verb "${args[0]}"; "herald --help" lists them.`);
  }
  const { verb, rest } = match;
  if (rest.includes('--help') || rest.includes('-h')) {
    say(formatHelp(verb));
    return 0;
  }
  const call = readCall(verb, rest);
  for (const hint of findMisspeltSettings()) {
    process.stderr.write(isJson ? `${JSON.stringify({ warning: hint })}\n` : `herald: warning: ${hint}\n`);
  }
  output = new Output(readOutputOptions(call));
  if (verb.raw === true) {
    output.progress.end();
  }
  return output.finish(await verb.run(call, output));
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

// A terminal that closes must not take the supervisor with it before it has stopped its processes.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

const args = process.argv.slice(2);
const isJson = args.includes('--json');

main(args).then(
  (code) => process.exit(code),
  (error: unknown) => {
    output?.progress.end();
    process.stderr.write(formatFault(error, explain(error), isJson));
    process.exit(1);
  },
);
