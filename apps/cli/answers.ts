import { RELEASE } from '#platform/release';
import { findVerb, formatHelp, formatVerbList } from './runtime/verb.js';
import { VERBS } from './verb-list.js';

/** @property code  exit code */
export interface Answer {
  text: string;
  code: number;
}

/**
 * Answers calls that ask about the command line itself: its version, its verbs, or the options of one. They load nothing
 * but the descriptions of the verbs.
 *
 * @returns undefined for a call of a verb
 */
export function answerAtOnce(args: readonly string[]): Answer | undefined {
  const [first] = args;
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') {
    return { text: formatVerbList(VERBS), code: first === undefined ? 2 : 0 };
  }
  if (first === '--version' || first === '-V') {
    return { text: formatVersion(args.includes('--json')), code: 0 };
  }
  const match = findVerb(VERBS, args);
  return match?.rest.some((arg) => arg === '--help' || arg === '-h')
    ? { text: formatHelp(match.verb), code: 0 }
    : undefined;
}

function formatVersion(isJson: boolean): string {
  const { version, commit } = RELEASE;
  return isJson ? JSON.stringify({ version, commit, node: process.version }, null, 2) : `herald ${version} (${commit})`;
}
