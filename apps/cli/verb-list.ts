import type { Verb } from './runtime/verb.js';
import { accountList, accountResume } from './verbs/set-up/account.js';
import { accountTest } from './verbs/set-up/account-test.js';
import { adopt, hold } from './verbs/running/adopt.js';
import { apply } from './verbs/set-up/apply.js';
import { approvalList } from './verbs/set-up/approval.js';
import { auditList, auditVerify } from './verbs/set-up/audit-log.js';
import { bench, chaos } from './verbs/running/benchmarks.js';
import { newPart } from './verbs/running/new.js';
import { campaignList, campaignPause, campaignResume, campaignStop } from './verbs/campaigns/campaign.js';
import { campaignShow } from './verbs/campaigns/campaign-show.js';
import { doctor } from './verbs/running/doctor.js';
import { exportVerb } from './verbs/data/export.js';
import { explain as explainVerb } from './verbs/data/explain.js';
import { importUsers } from './verbs/data/import-users.js';
import { keyCreate, keyList, keyRevoke, keyRotate } from './verbs/set-up/key.js';
import { memberLink, memberList, memberOwner } from './verbs/set-up/member.js';
import { migrateVerb } from './verbs/running/migrate.js';
import { numbersCheck } from './verbs/set-up/numbers.js';
import { secretsReseal } from './verbs/running/secrets.js';
import { personExport } from './verbs/data/person.js';
import { tokensList, tokensRetire, tokensUndo } from './verbs/running/tokens.js';
import { size } from './verbs/running/size.js';
import { up } from './verbs/running/up.js';

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
  memberLink,
  memberList,
  memberOwner,
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
  size,
  bench,
  chaos,
  newPart,
];
