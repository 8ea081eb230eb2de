import { AuditService, INSTALLATION } from '#libs/audit';
import { SEALED_COLUMNS } from '#libs/identity';
import { MasterKey } from '#platform/crypto';
import { Database } from '#platform/db';
import { ResealingService } from '#platform/resealing';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { RunVerb } from '../../runtime/verb.js';

export const secretsReseal: RunVerb = async (_, { tell, progress }) => {
  const { sum, left } = await withAppContext(async (context) => {
    const resealing = new ResealingService(context.get(Database), context.get(MasterKey));
    const audit = context.get(AuditService, { strict: false });
    const origin = operatorOrigin();
    let done = 0;
    const resealed = await resealing.resealValues(SEALED_COLUMNS, (tx, { table, column }, values) => {
      done += values;
      progress.report({ done, unit: 'values' });
      return audit.append(tx, INSTALLATION, origin, [
        { action: 'secrets.reseal', subject: `${values} values of ${table}.${column}` },
      ]);
    });
    return { sum: resealed, left: await resealing.countValues(SEALED_COLUMNS) };
  });
  tell(`${sum} values are sealed with MASTER_KEY now, ${left.current} in all.`);
  if (left.previous + left.unknown > 0) {
    tell(`${left.previous + left.unknown} values cannot be opened with MASTER_KEY or MASTER_KEY_PREVIOUS.`);
  }
  return { result: { resealed: sum, ...left }, code: left.previous + left.unknown > 0 ? 1 : 0 };
};
