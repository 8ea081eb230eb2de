import { ConfigError, findMisspeltSettings } from '#platform/config';
import { explainDatabaseError } from '#platform/db';
import { OperatorError } from '#platform/embedded';
import { AppError } from '#platform/errors';
import { say } from './runtime/environment.js';
import { findVerb, formatHelp, formatVerbList, readCall, type Verb } from './runtime/verb.js';
import { accountList, accountResume } from './verbs/set-up/account.js';
import { accountTest } from './verbs/set-up/account-test.js';
import { adopt, hold } from './verbs/running/adopt.js';
import { apply } from './verbs/set-up/apply.js';
import { approvalList } from './verbs/set-up/approval.js';
import { auditList, auditVerify } from './verbs/set-up/audit-log.js';
import { bench, chaos } from './verbs/running/benchmarks.js';
import { doctor } from './verbs/running/doctor.js';
import { exportVerb } from './verbs/data/export.js';
import { explain as explainVerb } from './verbs/data/explain.js';
import { importUsers } from './verbs/data/import-users.js';
import { keyCreate, keyList, keyRevoke, keyRotate } from './verbs/set-up/key.js';
import { migrateVerb } from './verbs/running/migrate.js';
import { numbersCheck } from './verbs/set-up/numbers.js';
import { secretsReseal } from './verbs/running/secrets.js';
import { personExport } from './verbs/data/person.js';
import { tokensList, tokensRetire, tokensUndo } from './verbs/running/tokens.js';
import { up } from './verbs/running/up.js';

const VERBS: readonly Verb[] = [
  up,
  migrateVerb,
  numbersCheck,
  apply,
  keyCreate,
  keyList,
  keyRotate,
  keyRevoke,
  approvalList,
  auditList,
  auditVerify,
  secretsReseal,
  accountList,
  accountResume,
  accountTest,
  tokensList,
  tokensUndo,
  tokensRetire,
  personExport,
  exportVerb,
  importUsers,
  adopt,
  hold,
  explainVerb,
  doctor,
  bench,
  chaos,
];

async function main(args: string[]): Promise<number> {
  if (args.length === 0 || args[0] === '--help' || args[0] === '-h' || args[0] === 'help') {
    say(formatVerbList(VERBS));
    return args.length === 0 ? 2 : 0;
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
    process.stderr.write(`herald: warning: ${hint}\n`);
  }
  return verb.run(call);
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

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  },
);
