import type { Verb } from '../runtime/verb.js';
import { accountList, accountResume } from './set-up/account.js';
import { accountTest } from './set-up/account-test.js';
import { adopt, hold } from './running/adopt.js';
import { apply } from './set-up/apply.js';
import { approvalList } from './set-up/approval.js';
import { auditList, auditVerify } from './set-up/audit-log.js';
import { bench, chaos } from './running/benchmarks.js';
import { campaignList, campaignPause, campaignResume, campaignStop } from './campaigns/campaign.js';
import { campaignShow } from './campaigns/campaign-show.js';
import { doctor } from './running/doctor.js';
import { exportVerb } from './data/export.js';
import { explain as explainVerb } from './data/explain.js';
import { importUsers } from './data/import-users.js';
import { keyCreate, keyList, keyRevoke, keyRotate } from './set-up/key.js';
import { migrateVerb } from './running/migrate.js';
import { numbersCheck } from './set-up/numbers.js';
import { secretsReseal } from './running/secrets.js';
import { personExport } from './data/person.js';
import { tokensList, tokensRetire, tokensUndo } from './running/tokens.js';
import { up } from './running/up.js';

/** The verbs of the command line, in the order of their list. */
export const VERBS: readonly Verb[] = [
  up,
  migrateVerb,
  numbersCheck,
  apply,
  keyCreate,
  keyList,
  keyRotate,
  keyRevoke,
  campaignList,
  campaignShow,
  campaignPause,
  campaignResume,
  campaignStop,
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
