import { parseArgs, type ParseArgsConfig } from 'node:util';
import { OperatorError } from '#platform/embedded';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The arguments of a verb. */
export interface VerbCall {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** One verb of the command line. */
export interface Verb {
  /** As typed after `herald`, for example `key create`. */
  name: string;
  /** One line for the list of verbs. */
  summary: string;
  /** Positional arguments as shown in the help. */
  operands: string;
  options: Options;
  /** Help of each option, by its name. */
  explain: Record<string, string>;
  /** Passes all arguments unparsed, for programs with their own options. */
  raw?: boolean;
  /** @returns the exit code */
  run(call: VerbCall): Promise<number>;
}

/** Finds the verb of the arguments; `key create` comes before `key`. */
export function findVerb(verbs: readonly Verb[], args: string[]): { verb: Verb; rest: string[] } | null {
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
    const { values, positionals } = parseArgs({ args, options: verb.options, allowPositionals: true, strict: true });
    return { values: values as VerbCall['values'], positionals };
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? error.message) : String(error);
    throw new OperatorError(`${reason} (see "herald ${verb.name} --help").`);
  }
}

/** The help of one verb. */
export function formatHelp(verb: Verb): string {
  const lines = Object.keys(verb.options).map((name) => {
    const flag = `--${name}${verb.options[name]?.type === 'string' ? ' VALUE' : ''}`;
    return `  ${flag.padEnd(20)} ${verb.explain[name] ?? ''}`;
  });
  const usage = ['herald', verb.name, verb.operands, lines.length > 0 ? '[options]' : ''].filter((part) => part !== '');
  return [verb.summary, '', `Usage: ${usage.join(' ')}`, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

/** The list of verbs. */
export function formatVerbList(verbs: readonly Verb[]): string {
  const lines = verbs.map((verb) => `  ${`${verb.name} ${verb.operands}`.padEnd(24)} ${verb.summary}`);
  return ['Usage: herald VERB [options]', '', ...lines, '', '"herald VERB --help" tells the options of one.'].join(
    '\n',
  );
}
