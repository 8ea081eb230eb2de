import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANNELS, type Channel } from '#libs/channels/definitions';
import { messageId, readMessageId } from '#libs/delivery';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService, type SuppressionChannel } from '#libs/users/consent';
import { UserLookupService } from '#libs/users/registry';
import {
  REPORT_WRITERS,
  type CallbackPlace,
  type ReportedOutcome,
} from '../../../test/support/callbacks/signed-callbacks.js';
import { secondApplication } from '../../../test/support/contract/second-application.js';
import { startSending, type Sending } from '../../../test/support/contract/sending.js';

/** An application with accounts of several channels, and two for text messages. */
let sending: Sending;
beforeAll(async () => {
  sending = await startSending();
  const channels = {
    sms: { provider: 'http', simulator: true, countries: ['DE'] },
    'sms:second': { provider: 'vonage', simulator: true, countries: ['TR'] },
    hms: { simulator: true },
  };
  await sending.gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
});
afterAll(() => sending.close());
beforeEach(() => sending.simulators.clear());

const { http, vonage } = REPORT_WRITERS;
let people = 0;

interface Person {
  extId: string;
  email: string;
  german: string;
  turkish: string;
  token: string;
}

async function person(): Promise<Person> {
  const id = String((people += 1)).padStart(7, '0');
  const expected = {
    extId: `user-${id}`,
    email: `user-${id}@example.com`,
    german: `+4915${id}00`,
    turkish: `+90532${id}`,
    token: `IQAAAACy${id.padStart(24, '0')}`,
  };
  const { extId, email, german: msisdn, token: deviceToken } = expected;
  await sending.post('registerUsers', [
    { extId, email, msisdn, tags: [extId] },
    { extId, platform: 'HUAWEI', deviceToken },
    { extId: `${extId}-tr`, msisdn: expected.turkish, tags: [extId] },
  ]);
  return expected;
}

/** Sends to a new user on some platforms. @returns the ids of the messages, by address */
async function send({ extId }: Person, platforms: string[]): Promise<Map<string, string>> {
  const message = { platforms, title: 'News', text: 'News', subject: 'News' };
  await sending.bulk({ message, target: { tag: extId } });
  await sending.drain();
  const deliveries = await sending.simulators.deliveries('limit=1000');
  return new Map(
    deliveries.map(({ token, messageId: id, payload }) => {
      const { 'client-ref': ref } = payload as Record<string, unknown>;
      return [token, typeof ref === 'string' ? ref : id];
    }),
  );
}

async function placeOf(key: string, path = 'accounts/shop'): Promise<CallbackPlace> {
  const account = await sending.gateway.app.get(ProviderAccountService).findByKey(sending.gateway.appId, key);
  const credentials = (account?.credentials ?? {}) as Record<string, unknown>;
  return { url: `${sending.gateway.base}/callbacks/${path}`, credentials };
}

async function reportBy(
  key: string,
  write: (place: CallbackPlace, report: ReportedOutcome) => { headers: Record<string, string>; body: string },
  report: Omit<ReportedOutcome, 'state'>,
  path?: string,
): Promise<number> {
  const place = await placeOf(key, path);
  const request = write(place, { ...report, state: 'dead' });
  return (await fetch(place.url, { method: 'POST', ...request })).status;
}

const suppressed = async (channel: SuppressionChannel, address: string) =>
  (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, channel, [address])).get(
    address,
  );
const isRetired = async (token: string): Promise<boolean> =>
  (
    await sending.gateway.fresh.db.rows(
      'SELECT FROM users.installation i WHERE i.token = $1 AND i.retired_at IS NOT NULL',
      [token],
    )
  ).length > 0;
const receiptsTo = async (address: string, ids: Map<string, string>): Promise<string[]> => {
  const ref = readMessageId((ids.get(address) ?? '').split(/[@.]/, 1)[0] ?? '');
  const rows = await sending.gateway.fresh.db.rows<{ kind: string }>(
    `SELECT p.kind FROM delivery.provider_receipt p WHERE p.dispatch_id = $1 AND p.channel = $2 AND p.recipient_id = $3
      AND p.kind <> 'delivered'`,
    [ref?.dispatchId ?? -1, ref?.channel ?? -1, ref?.recipientId ?? -1],
  );
  return rows.map(({ kind }) => kind);
};
const bare = (id: string | undefined): string => (id ?? '').split(/[@.]/, 1)[0] ?? '';
/** An id as anybody can make it. */
const makeId = (id: string | undefined, changes: { channel?: Channel; recipientId?: number }): string => {
  const { channel, ...rest } = changes;
  const ref = readMessageId(bare(id));
  return ref ? messageId({ ...ref, ...rest, ...(channel && { channel: CHANNELS[channel] }) }) : '';
};

describe('Reports by the account of another message', () => {
  it('The secret of an SMS account suppresses no e-mail address and retires no token', async () => {
    const ada = await person();
    const ids = await send(ada, ['EMAIL', 'SMS', 'HUAWEI']);
    const mail = bare(ids.get(ada.email));
    const push = bare(ids.get(ada.token));
    expect([mail, push]).not.toContain('');
    for (const write of [http.complaint, http.dead, http['opted-out']]) {
      expect(await reportBy('sms', write, { to: ada.email, id: mail })).toBe(200);
      expect(
        await reportBy('sms', write, { to: ada.email, id: makeId(ids.get(ada.german), { channel: 'smtp' }) }),
      ).toBe(200);
      expect(await reportBy('sms', write, { to: ada.email, id: bare(ids.get(ada.german)) })).toBe(200);
      expect(await reportBy('sms', write, { to: ada.token, id: push })).toBe(200);
    }
    expect([await suppressed('email', ada.email), await suppressed('sms', ada.email)]).toEqual([undefined, undefined]);
    expect(await isRetired(ada.token)).toBe(false);
    expect([await receiptsTo(ada.email, ids), await receiptsTo(ada.token, ids)]).toEqual([[], []]);
  });

  it('A report by another account of the channel than that of the message changes nothing', async () => {
    const ada = await person();
    const ids = await send(ada, ['SMS']);
    expect(await reportBy('sms:second', vonage['opted-out'], { to: ada.german, id: bare(ids.get(ada.german)) })).toBe(
      200,
    );
    expect(await reportBy('sms', http['opted-out'], { to: ada.turkish, id: ids.get(ada.turkish) ?? '' })).toBe(200);
    expect([await suppressed('sms', ada.german), await suppressed('sms', ada.turkish)]).toEqual([undefined, undefined]);
    expect(await receiptsTo(ada.turkish, ids)).toEqual([]);
  });

  it('A report that names another recipient than that of the message changes nothing', async () => {
    const [ada, bora] = [await person(), await person()];
    const ids = await send(ada, ['SMS']);
    expect(await reportBy('sms', http.complaint, { to: bora.german, id: bare(ids.get(ada.german)) })).toBe(200);
    expect(await suppressed('sms', bora.german)).toBeUndefined();
    expect(await receiptsTo(ada.german, ids)).toEqual([]);
  });

  it('A report to the address of a message in its request is refused with another recipient or account', async () => {
    const [ada, bora] = [await person(), await person()];
    const ids = await send(ada, ['SMS']);
    const token = (ids.get(ada.turkish) ?? '').split('.')[1] ?? '';
    const path = `sms/${token}`;
    expect(await reportBy('sms:second', vonage['opted-out'], { to: bora.turkish, id: '' }, path)).toBe(403);
    expect(await reportBy('sms', http['opted-out'], { to: ada.turkish, id: '' }, path)).toBe(403);
    expect([await suppressed('sms', ada.turkish), await suppressed('sms', bora.turkish)]).toEqual([
      undefined,
      undefined,
    ]);
    expect(await reportBy('sms:second', vonage['opted-out'], { to: ada.turkish, id: '' }, path)).toBe(204);
    expect(await suppressed('sms', ada.turkish)).toBe('STOP');
  });

  it('A made id counts only for a message that was sent', async () => {
    const [ada, bora] = [await person(), await person()];
    const ids = await send(ada, ['SMS']);
    const uids = await sending.gateway.app.get(UserLookupService).findUidsByExtIds(sending.gateway.appId, [bora.extId]);
    const id = makeId(ids.get(ada.german), { recipientId: uids.get(bora.extId) ?? -1 });
    expect(await reportBy('sms', http.complaint, { to: bora.german, id })).toBe(200);
    expect(await suppressed('sms', bora.german)).toBeUndefined();
  });

  it('A changed token of a repeated id is refused, and an id of the release before still counts', async () => {
    const ada = await person();
    const ids = await send(ada, ['SMS']);
    const id = ids.get(ada.turkish) ?? '';
    expect(id).toMatch(/^[\da-f-]{36}\.[0-9A-Za-z]{15,40}$/);
    const changed = id.slice(0, -1) + (id.endsWith('a') ? 'b' : 'a');
    expect(await reportBy('sms:second', vonage['opted-out'], { to: ada.turkish, id: changed })).toBe(200);
    expect(await suppressed('sms', ada.turkish)).toBeUndefined();
    expect(await reportBy('sms:second', vonage['opted-out'], { to: ada.turkish, id: bare(id) })).toBe(200);
    expect(await suppressed('sms', ada.turkish)).toBe('STOP');
  });

  it('A report by the account of another application changes nothing', async () => {
    const ada = await person();
    const ids = await send(ada, ['SMS']);
    const { appId } = await secondApplication(sending.gateway, 'other');
    const channels = { sms: { provider: 'http', simulator: true } };
    await sending.gateway.app.get(ApplyService).apply({ app: 'other', channels }, { dryRun: false });
    const account = await sending.gateway.app.get(ProviderAccountService).findByKey(appId, 'sms');
    const place = {
      url: `${sending.gateway.base}/callbacks/accounts/other`,
      credentials: (account?.credentials ?? {}) as Record<string, unknown>,
    };
    const request = http.complaint(place, { to: ada.german, id: bare(ids.get(ada.german)), state: 'complaint' });
    expect((await fetch(place.url, { method: 'POST', ...request })).status).toBe(200);
    expect(await suppressed('sms', ada.german)).toBeUndefined();
  });
});
