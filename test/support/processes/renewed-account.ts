import { AccountStateService } from '#libs/delivery';
import type { TestGateway } from '../contract/gateway.js';

/**
 * As if somebody had changed the credentials of an account: what its provider answered in the last minute does not count any
 * more.
 */
export async function renewAccount({ app, appId, fresh }: TestGateway, key: string): Promise<void> {
  await fresh.db.affected(
    'UPDATE tenancy.provider_account SET version = version + 1 WHERE app_id = $1 AND channel = $2',
    [appId, key],
  );
  app.get(AccountStateService).clearCache();
}
