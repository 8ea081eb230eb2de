import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { ApplyService, ProviderAccountService } from '#libs/tenancy';
import { SuppressionService } from '#libs/users/consent';
import { startSending, type Sending } from '../contract/sending.js';

interface Credentials {
  phoneNumberId: string;
  verifyToken: string;
  appSecret: string;
}

/** A template, with a value and a language of its own for each person. */
export const ORDER = {
  title: 'Order',
  text: 'Your order is on its way',
  platforms: ['WHATSAPP'],
  whatsapp: {
    template: {
      name: 'order_update',
      language: 'en_US',
      languages: { tr: 'tr' },
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: '@{name|there}' },
            { type: 'text', text: '@{order|A-1}' },
          ],
        },
      ],
    },
  },
  languages: { tr: { text: 'Siparişiniz yolda' } },
};
/** A text, which only the window of 24 hours takes. */
export const TEXT = { title: 'Answer', message: 'We looked into it', platforms: ['WHATSAPP'] };

/** Meta's report of a person's message. */
export const written = (from: string, text: string, secondsAgo = 0): object => ({
  messages: [
    {
      from: from.slice(1),
      id: 'wamid.1',
      timestamp: String(Math.floor(Date.now() / 1000) - secondsAgo),
      type: 'text',
      text: { body: text },
    },
  ],
});

/** WhatsApp of the application of the tests, by its simulator: opened before the tests of a file, and closed after them. */
export function useWhatsApp() {
  let sending: Sending;
  let credentials: Credentials;
  const webhook = (): string => `${sending.gateway.base}/callbacks/accounts/shop`;

  beforeAll(async () => {
    sending = await startSending();
    await sending.gateway.app
      .get(ApplyService)
      .apply({ app: 'shop', channels: { whatsapp: { simulator: true } } }, { dryRun: false });
    const account = await sending.gateway.app
      .get(ProviderAccountService)
      .findAccount(sending.gateway.appId, 'whatsapp');
    credentials = account?.credentials as Credentials;
  });
  afterAll(() => sending.close());
  beforeEach(async () => {
    await sending.simulators.faults(1, []);
    await sending.simulators.clear();
  });

  let people = 0;
  /** A person with a WhatsApp number. */
  async function person(more: object = {}): Promise<{ extId: string; wpNumber: string }> {
    people += 1;
    const [extId, wpNumber] = [`wa-${people}`, `+90532${String(1_000_000 + people)}`];
    await sending.post('registerUsers', [{ extId, wpNumber, ...more }]);
    return { extId, wpNumber };
  }

  const tagged = async (tag: string, extIds: readonly string[]): Promise<void> =>
    sending.post('tagUsers', { tag, extIds });
  async function arrived(): Promise<{ token: string; payload: Record<string, unknown> }[]> {
    await sending.drain();
    return (await sending.simulators.deliveries('provider=whatsapp')) as {
      token: string;
      payload: Record<string, unknown>;
    }[];
  }
  const toNumber = async (wpNumber: string, body: object = TEXT): Promise<number> =>
    (await sending.post<{ notificationKey: number }>('sendEmailAndSms', { ...body, target: { wpNumber } }))
      .notificationKey;
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(webhook(), { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const signed = (body: string, secret = credentials.appSecret): Record<string, string> => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  const event = (value: object, phoneNumberId = credentials.phoneNumberId): string =>
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [{ field: 'messages', value: { metadata: { phone_number_id: phoneNumberId }, ...value } }],
        },
      ],
    });
  async function writes(from: string, text: string, secondsAgo = 0): Promise<number> {
    const body = event(written(from, text, secondsAgo));
    return (await post(body, signed(body))).status;
  }
  const suppressed = async (number: string) =>
    (await sending.gateway.app.get(SuppressionService).findReasons(sending.gateway.appId, 'whatsapp', [number])).get(
      number,
    );

  return {
    get sending() {
      return sending;
    },
    get credentials() {
      return credentials;
    },
    webhook,
    person,
    tagged,
    arrived,
    toNumber,
    post,
    signed,
    event,
    writes,
    suppressed,
  };
}
