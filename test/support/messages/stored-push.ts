import type { INestApplicationContext } from '@nestjs/common';
import { PLATFORMS } from '#libs/content';
import { parseBulk } from '../rooms/parse.js';
import { InboxWriterService } from '#libs/inbox';
import { UserLookupService } from '#libs/users/registry';
import type { Database } from '#platform/db';

/**
 * Stores the rows that a send with `inbox: true` leaves for a recipient, without a send.
 *
 * @returns the push instance id
 */
export async function storePush(
  { app, fresh }: { app: INestApplicationContext; fresh: { db: Database } },
  appId: number,
  extId: string,
  text = 'A stored push',
): Promise<number> {
  const uid = (await app.get(UserLookupService).findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
  const sent = { title: 'Stored', text, platforms: ['IOS'], inbox: true };
  const message = parseBulk(sent);
  const dispatch = { dispatchId: 1, notificationKey: 1, message };
  const inbox = app.get(InboxWriterService);
  await inbox.storeContent(appId, dispatch);
  const words = { title: message.title, text: message.text };
  const [stored] = await inbox.assignPiids(appId, [{ uid, platform: PLATFORMS.IOS.number, renderedText: words }]);
  if (!stored) {
    throw new Error(`Nobody is ${extId}`);
  }
  await fresh.db.tx((tx) => inbox.storeMessages(tx, appId, dispatch, [stored]));
  return stored.piid;
}
