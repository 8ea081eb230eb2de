import { accountsCheck } from './doctor/accounts/check-accounts.js';
import { unsubscribeCheck } from './doctor/accounts/check-unsubscribe.js';
import type { Check } from './doctor/check.js';
import { clockCheck } from './doctor/database/check-clock.js';
import { databaseCheck } from './doctor/database/check-database.js';
import { replicaCheck } from './doctor/database/check-replica.js';
import { partitionsCheck } from './doctor/database/check-partitions.js';
import { poolCheck } from './doctor/database/check-pool.js';
import { schemaCheck } from './doctor/database/check-schema.js';
import { secretsCheck } from './doctor/database/check-secrets.js';
import { homeCheck } from './doctor/machine/check-home.js';
import { linksCheck } from './doctor/machine/check-links.js';
import { nodeCheck } from './doctor/machine/check-node.js';
import { panelCheck } from './doctor/machine/check-panel.js';
import { processesCheck } from './doctor/machine/check-processes.js';
import { settingsCheck } from './doctor/machine/check-settings.js';
import { queueCheck } from './doctor/queue/check-queue.js';

/** Every check of `herald doctor`, in the order of its list. */
export const CHECKS: readonly Check[] = [
  settingsCheck,
  linksCheck,
  panelCheck,
  nodeCheck,
  homeCheck,
  databaseCheck,
  replicaCheck,
  schemaCheck,
  partitionsCheck,
  poolCheck,
  clockCheck,
  secretsCheck,
  queueCheck,
  accountsCheck,
  unsubscribeCheck,
  processesCheck,
];
