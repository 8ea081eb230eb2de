import { listOptions, type Verb } from './verb.js';

/** An option that most verbs have; the page explains it once, before the verbs. */
const SHARED = '--app VALUE';
/** Signs of an example that has more than the heading. */
const SAYS_MORE = /--|'|>|=/;

/** The part of docs/cli.md that the verbs themselves write, in Markdown. */
export function formatVerbPage(verbs: readonly Verb[]): string {
  return verbs.map(formatSection).join('\n\n');
}

function formatSection(verb: Verb): string {
  const options = listOptions(verb, { own: true })
    .filter(([flag]) => flag !== SHARED)
    .map(([flag, text]) => `- \`${flag}\`: ${text}`);
  return [
    `### ${verb.name} ${verb.operands}`.trim(),
    '',
    verb.summary,
    ...(SAYS_MORE.test(verb.example) ? ['', '```sh', toCall(verb.example), '```'] : []),
    ...(options.length > 0 ? ['', ...options] : []),
  ].join('\n');
}

/** Settings stand before the command: `PORT=9080 npx herald up`. */
function toCall(example: string): string {
  return example.replace(/(^|\s)herald /, '$1npx herald ');
}
