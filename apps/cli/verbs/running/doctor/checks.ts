import { accountsCheck } from './accounts/accounts.check.js';
import type { Check } from './check.js';
import { clockCheck } from './database/clock.check.js';
import { databaseCheck } from './database/database.check.js';
import { secretsCheck } from './database/secrets.check.js';
import { homeCheck } from './machine/home.check.js';
import { linksCheck } from './machine/links.check.js';
import { nodeCheck } from './machine/node.check.js';
import { processesCheck } from './machine/processes.check.js';
import { settingsCheck } from './machine/settings.check.js';
import { redisCheck } from './queue/redis.check.js';

/** Every check of `herald doctor`, in the order of its list. */
export const CHECKS: readonly Check[] = [
  settingsCheck,
  linksCheck,
  nodeCheck,
  homeCheck,
  databaseCheck,
  clockCheck,
  secretsCheck,
  redisCheck,
  accountsCheck,
  processesCheck,
];
