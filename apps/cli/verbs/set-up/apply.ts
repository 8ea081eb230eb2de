import { type AccountTest, AccountStateService, AccountTestService } from '#libs/delivery/accounts';
import type { Difference } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { applyFile } from '../../runtime/apply-file.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';
import { formatTest } from './account-test.js';

const SIGNS = { add: '+', change: '~', remove: '-' } as const;

export const apply: RunVerb = async ({ positionals: [file, ...more], values }, { tell }) => {
  if (file === undefined || more.length > 0) {
    throw new OperatorError('Usage: herald apply FILE [--dry-run] [--test].');
  }
  const dryRun = values['dry-run'] === true;
  const { app, differences, secrets, warnings } = await applyFile(file, dryRun);
  differences.forEach((difference) => tell(formatDifference(difference)));
  tell(formatSummary(app.name, differences.length, dryRun));
  warnings.forEach((warning) => tell(`warning: ${warning}`));
  for (const { kind, name, secret } of secrets) {
    tell(`${kind} key "${name}", shown only this once: ${secret}`);
  }
  const result = { app: { id: app.id, name: app.name }, dryRun, differences, secrets, warnings };
  if (values['test'] === true && !dryRun) {
    const tests = await testAccounts(app.id, tell);
    return { result: { ...result, tests }, code: tests.every(({ works }) => works) ? 0 : 1 };
  }
  const changed = changedAccounts(differences);
  if (changed.length > 0 && !dryRun) {
    tell(`Are these credentials right? "herald account test ${changed[0]}" tries them without a message.`);
  }
  return { result };
};

/** Accounts that are new or have other credentials. Simulated ones always work. */
function changedAccounts(differences: readonly Difference[]): string[] {
  return differences.flatMap(({ subject, to }) => {
    const key = /^channels: ([\w:-]+)$/.exec(subject)?.[1];
    return key !== undefined && to === 'credentials' ? [key] : [];
  });
}

/** Tests accounts, and reports each once it has ended. */
async function testAccounts(appId: number, tell: (line: string) => void): Promise<AccountTest[]> {
  return withAppContext(async (context) => {
    const tests = context.get(AccountTestService);
    const results: AccountTest[] = [];
    for (const { key } of await context.get(AccountStateService).listStatuses(appId)) {
      const result = await tests.test(appId, key, { origin: operatorOrigin() });
      formatTest(result).forEach(tell);
      results.push(result);
    }
    return results;
  });
}

function formatDifference({ change, subject, from, to }: Difference): string {
  return `${SIGNS[change]} ${subject}${to === undefined ? '' : `: ${from ?? 'nothing'} → ${to}`}`;
}

function formatSummary(app: string, count: number, dryRun: boolean): string {
  if (count === 0) {
    return `${app} is as its file says.`;
  }
  return dryRun ? `${app}: ${count} differences, nothing changed (dry run).` : `${app}: ${count} differences applied.`;
}
