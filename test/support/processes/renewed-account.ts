import { AccountStateService } from '#libs/delivery/accounts';
import type { TestGateway } from '../contract/gateway.js';

/**
 * Gives an account new credentials, as an operator does: the answers of its provider in the last minute no longer count.
 */
export async function renewAccount({ app, appId, fresh }: TestGateway, key: string): Promise<void> {
  await fresh.db.affected(
    'UPDATE tenancy.provider_account SET version = version + 1 WHERE app_id = $1 AND channel = $2',
    [appId, key],
  );
  app.get(AccountStateService).clearCache();
}
