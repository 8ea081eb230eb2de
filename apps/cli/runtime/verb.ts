import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OperatorError } from '#platform/embedded';
import type { Outcome, OutputOptions, VerbOutput } from './output.js';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of a verb. */
export interface VerbCall {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** One verb of the command line, as its help describes it. */
export interface Verb {
  /** The words after `herald`, for example `key create`. */
  name: string;
  /** One line for the list of verbs. */
  summary: string;
  /** Positional arguments as shown in the help. */
  operands: string;
  options: Options;
  /** Help of each option, by its name. */
  explain: Record<string, string>;
  /** A call as typed, for its help and the page of the verbs. */
  example: string;
  /** Passes all arguments unparsed, for programs with their own options. */
  raw?: boolean;
  /** Imports what runs it. A call of another verb, a help or a version load nothing of it. */
  load(): Promise<RunVerb>;
}

/** @returns what was found or done; or the exit code, of a verb that writes its data itself */
export type RunVerb = (call: VerbCall, output: VerbOutput) => Promise<Outcome | number>;

/** Options of every verb. */
const COMMON = { json: { type: 'boolean' }, progress: { type: 'boolean' } } as const satisfies Options;
const COMMON_HELP: Record<keyof typeof COMMON, string> = {
  json: 'one JSON document in place of text; faults as JSON on the standard error',
  progress: 'progress on the standard error, also where that is no terminal',
};

/** All options of a verb. */
function optionsOf({ options, raw }: Verb): Options {
  return raw === true ? {} : { ...options, ...COMMON };
}

/** Reads the output options of a call. Programs with their own options write their own. */
export function readOutputOptions({ values }: VerbCall): OutputOptions {
  return { json: values['json'] === true, progress: values['progress'] === true };
}

/** Finds the verb of the arguments; `key create` comes before `key`. */
export function findVerb(verbs: readonly Verb[], args: readonly string[]): { verb: Verb; rest: string[] } | null {
  for (const words of [2, 1]) {
    const verb = verbs.find((candidate) => candidate.name === args.slice(0, words).join(' '));
    if (verb !== undefined) {
      return { verb, rest: args.slice(words) };
    }
  }
  return null;
}

/**
 * Reads a verb's arguments.
 *
 * @throws OperatorError for an unknown option, with a hint to its help
 */
export function readCall(verb: Verb, args: string[]): VerbCall {
  if (verb.raw === true) {
    return { values: {}, positionals: args };
  }
  try {
    const { values, positionals } = parseArgs({ args, options: optionsOf(verb), allowPositionals: true, strict: true });
    return { values: values as VerbCall['values'], positionals };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new OperatorError(`${reason} (see "herald ${verb.name} --help").`);
  }
}

/** The help of one verb. */
export function formatHelp(verb: Verb): string {
  const lines = listOptions(verb).map(([flag, text]) => `  ${flag.padEnd(20)} ${text}`);
  return [
    verb.summary,
    '',
    `Usage: ${formatUsage(verb)}`,
    ...(lines.length > 0 ? ['', ...lines] : []),
    '',
    `Example: ${verb.example}`,
  ].join('\n');
}

export function formatUsage(verb: Verb): string {
  return ['herald', verb.name, verb.operands, listOptions(verb).length > 0 ? '[options]' : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** Lists each option as it is typed, with its help. `own` leaves out the options of every verb. */
export function listOptions(verb: Verb, { own = false } = {}): [flag: string, text: string][] {
  const options = own ? verb.options : optionsOf(verb);
  return Object.entries(options).map(([name, { type }]) => [
    `--${name}${type === 'string' ? ' VALUE' : ''}`,
    verb.explain[name] ?? COMMON_HELP[name as keyof typeof COMMON] ?? '',
  ]);
}

/** The list of verbs. */
export function formatVerbList(verbs: readonly Verb[]): string {
  const lines = verbs.map((verb) => `  ${`${verb.name} ${verb.operands}`.padEnd(24)} ${verb.summary}`);
  return [
    'Usage: herald VERB [options]',
    '',
    ...lines,
    '',
    '"herald VERB --help" tells the options of one, "herald --version" the version.',
  ].join('\n');
}
