import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readMessageId, TransactionalSenderService } from '#libs/delivery';
import { ProviderCallbackService } from '#libs/delivery/engagement';
import type { Tx } from '#platform/db';
import { freePort } from '#platform/embedded';
import {
  type Change,
  FeedSubscriberRegistryService,
  FeedSubscriptionService,
  type FeedSubscriber,
  MESSAGE_CHANGES,
} from '#platform/outbox';
import { startSending, type Sending } from '../../support/contract/sending.js';

const PEOPLE = ['ann', 'bob', 'cem'];
const HTML = '<p><a href="https://shop.example/a">look</a> <a href="@{unsubscribeUrl}">No more</a></p>';
let sending: Sending;
let names: ReadonlyMap<number, string>;

/** Keeps the changes of messages that it gets. */
class MessageSubscriber implements FeedSubscriber<(typeof MESSAGE_CHANGES)[number]> {
  readonly name = 'messages';
  readonly kinds = MESSAGE_CHANGES;
  private changes: Omit<Change, 'appId'>[] = [];

  async apply(_: Tx, __: number, changes: readonly Omit<Change, 'appId'>[]): Promise<void> {
    this.changes.push(...changes);
  }

  async restart(): Promise<void> {
    throw new Error('The feed has lost nothing');
  }

  /** Reads the feed. @returns what is new, such as `sent ann`, in order of the alphabet */
  async takeAll(): Promise<string[]> {
    await sending.gateway.app.get(FeedSubscriptionService).read(this, () => undefined);
    const lines = this.changes.flatMap(({ kind, uids }) => uids.map((uid) => `${kind} ${names.get(uid)}`));
    this.changes = [];
    return lines.toSorted();
  }
}

const subscriber = new MessageSubscriber();

beforeAll(async () => {
  // Links of simulated accounts lead to the port that the settings name.
  sending = await startSending({ PORT: String(await freePort()) });
  await sending.post(
    'registerUsers',
    PEOPLE.map((extId) => ({ extId, email: `${extId}@example.com`, consent: { tracking: true } })),
  );
  const rows = await sending.gateway.fresh.db.rows<{ uid: number; extId: string }>(
    'SELECT u.uid, u.ext_id AS "extId" FROM users.app_user AS u',
  );
  names = new Map(rows.map(({ uid, extId }) => [uid, extId]));
  sending.gateway.app.get(FeedSubscriberRegistryService).register(subscriber);
  await subscriber.takeAll();
});
afterAll(() => sending.close());
beforeEach(async () => {
  await sending.simulators.clear();
  await sending.simulators.faults(1, [
    { provider: 'smtp', token: 'bob@example.com', share: 1, status: 554, reason: '5.7.1' },
  ]);
});

async function sendLetters(isAwaited = true): Promise<void> {
  await sending.bulk({ message: { title: 'Letter', text: HTML, platforms: ['EMAIL'] }, target: { sendToAll: true } });
  await (isAwaited && awaitResults());
  await sending.drain();
}

/** Asks for the results of what has not been sent, as a step of a journey does that waits for them. */
const awaitResults = () =>
  sending.gateway.fresh.db.affected(
    `UPDATE delivery.dispatch AS d SET options = d.options || '{"isAwaited": true}' WHERE d.state = 0`,
  );

async function mailOf(extId: string) {
  const mail = (await sending.simulators.mails()).find(({ token }) => token === `${extId}@example.com`);
  if (!mail) {
    throw new Error(`${extId} has no mail`);
  }
  return mail;
}

describe('The change feed', () => {
  it('The change feed has the results of a campaign by user', async () => {
    await sendLetters();
    expect(await subscriber.takeAll()).toEqual(['failed bob', 'sent ann', 'sent cem']);
    expect(await subscriber.takeAll()).toEqual([]);
  });

  it('The change feed has no results that nothing waits for', async () => {
    await sendLetters(false);
    expect(await subscriber.takeAll()).toEqual([]);
  });

  it('The change feed has the results of messages to single people', async () => {
    const { notificationKey } = await sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      title: 'Letter',
      message: HTML,
      platforms: ['EMAIL'],
    });
    for (const extId of PEOPLE) {
      await sending.post('sendNotification', { notificationKey: String(notificationKey), target: { extId } });
    }
    await awaitResults();
    const rows = await sending.gateway.fresh.db.rows<{ id: number }>(
      'SELECT d.dispatch_id AS id FROM delivery.dispatch AS d WHERE d.state = 0',
    );
    const sender = sending.gateway.app.get(TransactionalSenderService);
    await sender.send(rows.map(({ id }) => id));
    await sender.waitUntilIdle();
    expect(await subscriber.takeAll()).toEqual(['failed bob', 'sent ann', 'sent cem']);
  });

  it('The change feed has the first open and the first click of each person', async () => {
    await sendLetters();
    await subscriber.takeAll();
    const html = (await mailOf('ann')).payload.html ?? '';
    const pixel = /src="([^"]+\.gif)"/.exec(html)?.[1] ?? '';
    const link = /href="([^"]+\/c\/[^"]+)"/.exec(html)?.[1] ?? '';
    for (let again = 0; again < 2; again++) {
      await fetch(pixel);
      await fetch(link, { redirect: 'manual' });
    }
    expect(await subscriber.takeAll()).toEqual(['clicked ann', 'opened ann']);
  });

  it('The change feed has a bounce, a complaint and an unsubscription once each', async () => {
    await sendLetters();
    await subscriber.takeAll();
    const callbacks = sending.gateway.app.get(ProviderCallbackService);
    const [ann, cem] = [await mailOf('ann'), await mailOf('cem')];
    const idOf = ({ messageId }: typeof ann) => {
      const message = readMessageId(/[\da-f-]{36}/.exec(messageId)?.[0] ?? '');
      if (!message) {
        throw new Error('The simulator names no message of ours');
      }
      return message;
    };
    const unsubscribe = /^<([^>]+)>$/.exec(ann.payload.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
    for (let again = 0; again < 2; again++) {
      await fetch(unsubscribe, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
      await callbacks.handleMailReport(idOf(cem), { kind: 'complaint', code: 'abuse', text: '', mailFrom: [] });
      await callbacks.handleMailReport(idOf(ann), {
        kind: 'bounce',
        code: '5.2.2',
        text: 'full',
        reason: 'MAILBOX_FULL',
        addresses: [],
        isDead: false,
      });
    }
    expect(await subscriber.takeAll()).toEqual(['bounced ann', 'complained cem', 'unsubscribed ann']);
  });
});
