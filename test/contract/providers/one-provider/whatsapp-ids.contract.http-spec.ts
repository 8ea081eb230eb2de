import { describe, expect, it } from 'vitest';
import { ORDER, TEXT, useWhatsApp } from '../../../support/whatsapp/whatsapp.js';

const whatsApp = useWhatsApp();
const { person, arrived, post, signed, event, suppressed, webhook } = whatsApp;

let ids = 0;
const newId = (): string => `US.${String(13_491_208_655_302_741n + BigInt((ids += 1)))}`;
const GET = { method: 'GET' } as const;

/** A person with a user name: Meta gives no number of it. */
async function nameless(more: object = {}): Promise<{ extId: string; whatsappId: string }> {
  const whatsappId = newId();
  const extId = `nameless-${ids}`;
  await whatsApp.sending.post('registerUsers', [{ extId, whatsappId, tags: [extId], ...more }]);
  return { extId, whatsappId };
}

async function tell(value: object): Promise<number> {
  const body = event(value);
  return (await post(body, signed(body))).status;
}

let messages = 0;
const says = (text: string, from: object, secondsAgo = 0): Promise<number> =>
  tell({
    messages: [
      {
        ...from,
        id: `wamid.id-${(messages += 1)}`,
        timestamp: String(Math.floor(Date.now() / 1000) - secondsAgo),
        type: 'text',
        text: { body: text },
      },
    ],
  });

async function send(extId: string, more: object = {}): Promise<string[]> {
  await whatsApp.sending.simulators.clear();
  await whatsApp.sending.bulk({ message: { ...ORDER, ...more }, target: { tag: extId } });
  return (await arrived()).map(({ token }) => token);
}

const profileOf = async (extId: string): Promise<Record<string, unknown>> => {
  const answer = await whatsApp.sending.gateway.call(`/rest/3.0/getUser?extId=${extId}`, GET);
  return (answer.json as { profile: Record<string, unknown> }).profile;
};

describe('WhatsApp ids without a number', () => {
  it('A message to an id names it as the recipient, and its reports are those of the message', async () => {
    const { extId, whatsappId } = await nameless();
    await whatsApp.sending.simulators.act('/whatsapp-webhook', { ...whatsApp.credentials, url: webhook() });
    const key = await whatsApp.sending.bulk({ message: ORDER, target: { tag: extId } });
    const [message] = await arrived();
    expect(message?.token).toBe(whatsappId);
    expect(message?.payload).toMatchObject({ recipient: whatsappId, recipient_type: 'individual' });
    expect(message?.payload).not.toHaveProperty('to');
    expect(await whatsApp.sending.ends(key)).toEqual({ SUCCESS: 1 });
    const engagement = async () =>
      (await whatsApp.sending.gateway.call(`/rest/3.0/getEngagement?notificationKey=${key}`, GET)).text;
    await expect.poll(engagement, { timeout: 10_000 }).toContain('"kind":"delivered"');
  });

  it('A person with both addresses gets messages by the number', async () => {
    const { extId } = await nameless({ wpNumber: '+905329990001' });
    expect(await send(extId)).toEqual(['+905329990001']);
  });

  it('STOP and START of an id count like those of a number', async () => {
    const { extId, whatsappId } = await nameless();
    expect(await says('stop', { from_user_id: whatsappId }, 10)).toBe(200);
    expect(await suppressed(whatsappId)).toBe('STOP');
    expect(await send(extId, { transactional: true })).toEqual([]);
    const history = await whatsApp.sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${extId}`, GET);
    expect((history.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP', permitted: false, source: 'WHATSAPP', by: 'STOP' },
      { subject: 'WHATSAPP_ADDRESS', permitted: false, source: 'WHATSAPP', by: 'STOP' },
    ]);
    expect(await says('START', { from_user_id: whatsappId })).toBe(200);
    expect(await suppressed(whatsappId)).toBeUndefined();
    expect(await send(extId)).toEqual([whatsappId]);
  });

  it('A message of an id opens the window for an answer', async () => {
    const { extId, whatsappId } = await nameless();
    expect(await send(extId, { ...TEXT, whatsapp: undefined })).toEqual([]);
    await whatsApp.sending.simulators.act('/whatsapp-webhook', { ...whatsApp.credentials, url: webhook() });
    await says('Where is it?', { from_user_id: whatsappId });
    expect(await send(extId, { ...TEXT, whatsapp: undefined })).toEqual([whatsappId]);
  });

  it('An id that came with a number belongs to the person of the number, whose STOP by the id alone then counts', async () => {
    const { extId, wpNumber } = await person();
    await whatsApp.tagged(extId, [extId]);
    const id = newId();
    await says('Hello', { from: wpNumber.slice(1), from_user_id: id }, 20);
    expect(await profileOf(extId)).toMatchObject({ wpNumber, whatsappId: id });
    await says('STOP', { from_user_id: id }, 10);
    expect(await send(extId, { transactional: true })).toEqual([]);
    await says('START', { from_user_id: id });
    expect(await send(extId)).toEqual([wpNumber]);
  });

  it('The id of the contact names the sender where the message has none', async () => {
    const { extId, wpNumber } = await person();
    const id = newId();
    await tell({
      contacts: [{ profile: { name: 'Ada' }, wa_id: wpNumber.slice(1), user_id: id }],
      messages: [{ from: wpNumber.slice(1), id: 'wamid.contact', timestamp: '1', type: 'text', text: { body: 'Hi' } }],
    });
    expect(await profileOf(extId)).toMatchObject({ whatsappId: id });
  });

  it.each([
    ['user_changed_user_id', false],
    ['user_changed_number', true],
  ])(
    'The system message %s moves the addresses of a person, and what was refused with them',
    async (type, hasNumber) => {
      const [former, present] = [`+9053255500${hasNumber ? 11 : 12}`, `+9053255500${hasNumber ? 21 : 22}`];
      const { extId, whatsappId } = await nameless(hasNumber ? { wpNumber: former } : {});
      const next = newId();
      await says('stop', { from_user_id: whatsappId });
      await tell({
        messages: [
          {
            ...(hasNumber && { from: former.slice(1) }),
            id: `wamid.change-${type}`,
            timestamp: '1',
            type: 'system',
            system: {
              type,
              body: 'User Ada changed',
              previous_user_id: whatsappId,
              user_id: next,
              ...(hasNumber && { wa_id: present.slice(1) }),
            },
          },
        ],
      });
      expect(await profileOf(extId)).toMatchObject({ whatsappId: next, ...(hasNumber && { wpNumber: present }) });
      expect(await suppressed(next)).toBe('STOP');
      expect(await send(extId, { transactional: true })).toEqual([]);
    },
  );

  it('A failed message to an id is reported without an address of another person', async () => {
    const { extId, whatsappId } = await nameless();
    const key = await whatsApp.sending.bulk({ message: ORDER, target: { tag: extId } });
    const [message] = await arrived();
    const data = message?.payload['biz_opaque_callback_data'];
    const report = (id: string): Promise<number> =>
      tell({
        statuses: [
          {
            id: 'wamid.x',
            status: 'failed',
            timestamp: '1',
            recipient_user_id: id,
            biz_opaque_callback_data: data,
            errors: [{ code: 131050 }],
          },
        ],
      });
    await report(newId());
    expect(await suppressed(whatsappId)).toBeUndefined();
    await report(whatsappId);
    expect(await suppressed(whatsappId)).toBe('UNSUBSCRIBED');
    expect(await whatsApp.sending.ends(key)).toEqual({ SUCCESS: 1 });
  });

  it.each(['us.123', 'US.', 'USA.123', 'US.1 2', '+905321234567', `US.${'1'.repeat(129)}`])(
    'The WhatsApp id %j is refused, and no user is made',
    async (whatsappId) => {
      const answer = await whatsApp.sending.gateway.call('/rest/3.0/registerUsers', {
        body: [{ extId: `wrong-${whatsappId.length}`, whatsappId }],
      });
      expect([answer.status, (answer.json as { code: number }).code]).toEqual([400, 6000]);
    },
  );

  it('A message can be sent to an id, whoever has it', async () => {
    const id = newId();
    await whatsApp.sending.post('sendEmailAndSms', { ...ORDER, message: 'x', target: { whatsappId: id } });
    expect((await arrived()).map(({ token }) => token)).toEqual([id]);
  });
});
