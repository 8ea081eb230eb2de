// npm run audit: known weaknesses of the dependencies (npm audit). Ends with 1 for one that is high or critical in what
// Herald runs with, unless scripts/checks/support/accepted-advisories.json names it with its reason and a last day. A
// registry that is away or has no advisories fails nothing.
import { readFileSync } from 'node:fs';
import { ROOT, capture, main } from './setup.mjs';
import { judgeAudit } from './checks/support/advisories.mjs';

const ACCEPTED = new URL('checks/support/accepted-advisories.json', import.meta.url);
/** A registry that does not answer must not hold up a run. */
const TIMEOUT_MS = 60_000;

main(async () => {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['audit', '--json', '--package-lock-only', '--omit=dev', '--fetch-retries=0'];
  const { output } = await capture(npm, args, { cwd: ROOT, timeout: TIMEOUT_MS }).catch((error) => ({
    output: String(error),
  }));
  const { faults, notes } = judgeAudit(output, JSON.parse(readFileSync(ACCEPTED, 'utf8')), new Date());
  notes.forEach((line) => console.log(`audit: ${line}`));
  faults.forEach((line) => console.error(`audit: ${line}`));
  return faults.length > 0 ? 1 : 0;
});
