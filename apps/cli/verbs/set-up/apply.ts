import type { Difference } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { applyFile } from '../../runtime/apply-file.js';
import { say } from '../../runtime/environment.js';
import type { Verb } from '../../runtime/verb.js';

const SIGNS = { add: '+', change: '~', remove: '-' } as const;

export const apply: Verb = {
  name: 'apply',
  summary: 'Applies a YAML file to an application.',
  operands: 'FILE',
  options: { 'dry-run': { type: 'boolean' } },
  explain: { 'dry-run': 'print the differences and change nothing' },
  async run({ positionals: [file, ...more], values }) {
    if (file === undefined || more.length > 0) {
      throw new OperatorError('Usage: herald apply FILE [--dry-run].');
    }
    const dryRun = values['dry-run'] === true;
    const { app, differences, secrets, warnings } = await applyFile(file, dryRun);
    differences.forEach((difference) => say(formatDifference(difference)));
    say(formatSummary(app.name, differences.length, dryRun));
    warnings.forEach((warning) => say(`warning: ${warning}`));
    for (const { kind, name, secret } of secrets) {
      say(`${kind} key "${name}", shown only this once: ${secret}`);
    }
    return 0;
  },
};

function formatDifference({ change, subject, from, to }: Difference): string {
  return `${SIGNS[change]} ${subject}${to === undefined ? '' : `: ${from ?? 'nothing'} → ${to}`}`;
}

function formatSummary(app: string, count: number, dryRun: boolean): string {
  if (count === 0) {
    return `${app} is as its file says.`;
  }
  return dryRun ? `${app}: ${count} differences, nothing changed (dry run).` : `${app}: ${count} differences applied.`;
}
