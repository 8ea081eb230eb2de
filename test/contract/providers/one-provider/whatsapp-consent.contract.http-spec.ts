import { describe, expect, it } from 'vitest';
import { ORDER, written, useWhatsApp } from '../../../support/whatsapp/whatsapp.js';

const whatsApp = useWhatsApp();
const { webhook, person, tagged, arrived, toNumber, post, signed, event, writes, suppressed } = whatsApp;

describe('Consent on WhatsApp', () => {
  it('WhatsApp consent is separate from other channels, and is set by user or by number', async () => {
    const [ada, bora] = [await person({ msisdn: '+905310000001' }), await person()];
    await tagged('consent', [ada.extId, bora.extId]);
    const send = async (): Promise<string[]> => {
      await whatsApp.sending.simulators.clear();
      await whatsApp.sending.bulk({
        message: { ...ORDER, platforms: ['WHATSAPP', 'SMS'] },
        target: { tag: 'consent' },
      });
      await whatsApp.sending.drain();
      const all = [
        ...(await whatsApp.sending.simulators.deliveries('provider=whatsapp')),
        ...(await whatsApp.sending.simulators.deliveries('provider=sms')),
      ];
      return all.map(({ token }) => token).toSorted();
    };
    const sms = '+905310000001';
    await whatsApp.sending.post('disableWhatsApp', { extIds: [ada.extId, 'nobody'] });
    expect(await send()).toEqual([bora.wpNumber, sms].toSorted());
    await whatsApp.sending.post('disableSms', { extIds: [ada.extId] });
    await whatsApp.sending.post('enableWhatsApp', { extIds: [ada.extId] });
    expect(await send()).toEqual([ada.wpNumber, bora.wpNumber].toSorted());
    await whatsApp.sending.post('disableWhatsApp', { wpNumbers: [bora.wpNumber] });
    expect(await send()).toEqual([ada.wpNumber]);
    const history = await whatsApp.sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${ada.extId}`, {
      method: 'GET',
    });
    expect((history.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP', permitted: true, source: 'API' },
      { subject: 'SMS', permitted: false },
      { subject: 'WHATSAPP', permitted: false, source: 'API' },
    ]);
    const ofNumber = await whatsApp.sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${bora.extId}`, {
      method: 'GET',
    });
    expect((ofNumber.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP_ADDRESS', permitted: false },
    ]);
    const transactional = await toNumber(bora.wpNumber, { ...ORDER, message: 'x', transactional: true });
    await arrived();
    expect(await whatsApp.sending.ends(transactional)).toEqual({ SUCCESS: 1 });
  });

  it('WhatsApp consent ends with STOP and begins with START, for this channel only', async () => {
    const ada = await person({ msisdn: '+905310000002' });
    // Meta gives no finer time than a second, and of two words of one second STOP counts.
    expect(await writes(ada.wpNumber, ' stop. ', 10)).toBe(200);
    expect(await suppressed(ada.wpNumber)).toBe('STOP');
    const key = await toNumber(ada.wpNumber, { ...ORDER, message: 'x' });
    await arrived();
    expect(Object.keys(await whatsApp.sending.ends(key))[0]).toMatch(/^SKIPPED/);
    await whatsApp.sending.simulators.clear();
    await whatsApp.sending.post('sendEmailAndSms', {
      title: 'SMS',
      message: 'x',
      platforms: ['SMS'],
      target: { msisdn: '+905310000002' },
    });
    await whatsApp.sending.drain();
    expect(await whatsApp.sending.simulators.deliveries('provider=sms')).toHaveLength(1);
    expect(await writes(ada.wpNumber, 'START')).toBe(200);
    expect(await suppressed(ada.wpNumber)).toBeUndefined();
    const again = await toNumber(ada.wpNumber, { ...ORDER, message: 'x' });
    await arrived();
    expect(await whatsApp.sending.ends(again)).toEqual({ SUCCESS: 1 });
  });

  it.each([
    ['an answer', {}],
    ['a report', { stage: 'report' }],
  ])('WhatsApp consent to marketing ends when Meta reports by %s that the person stopped it', async (_, stage) => {
    await whatsApp.sending.simulators.act('/whatsapp-webhook', { ...whatsApp.credentials, url: webhook() });
    const ada = await person();
    await whatsApp.sending.simulators.faults(1, [
      { provider: 'whatsapp', share: 1, status: 400, reason: '131050', ...stage },
    ]);
    await toNumber(ada.wpNumber, { ...ORDER, message: 'x' });
    await arrived();
    await expect.poll(() => suppressed(ada.wpNumber), { timeout: 10_000 }).toBe('UNSUBSCRIBED');
    await whatsApp.sending.simulators.faults(1, []);
    const [marketing, receipt] = [
      await toNumber(ada.wpNumber, { ...ORDER, message: 'x' }),
      await toNumber(ada.wpNumber, { ...ORDER, message: 'x', transactional: true }),
    ];
    await arrived();
    expect([await whatsApp.sending.ends(marketing), await whatsApp.sending.ends(receipt)]).toEqual([
      { 'SKIPPED SUPPRESSED': 1 },
      { SUCCESS: 1 },
    ]);
    const history = await whatsApp.sending.gateway.call(`/rest/3.0/getConsentHistory?extId=${ada.extId}`, {
      method: 'GET',
    });
    expect((history.json as { list: object[] }).list).toMatchObject([
      { subject: 'WHATSAPP_ADDRESS', permitted: false, source: 'PROVIDER' },
    ]);
  });

  it('updateWhatsApp sets and clears the number of a user, and refuses an invalid one', async () => {
    const ada = await person();
    await whatsApp.sending.post('updateWhatsApp', { extId: ada.extId, wpNumber: '+905339999999' });
    const profile = () =>
      whatsApp.sending.gateway.call(`/rest/3.0/getProfileAttributes?extId=${ada.extId}`, { method: 'GET' });
    expect((await profile()).json).toMatchObject({ profile: { wpNumber: '+905339999999' } });
    await whatsApp.sending.post('updateWhatsApp', { extId: ada.extId, wpNumber: '' });
    expect(JSON.stringify((await profile()).json)).not.toContain('wpNumber');
    const body = { extId: ada.extId, wpNumber: 'number' };
    expect((await whatsApp.sending.gateway.call('/rest/3.0/updateWhatsApp', { body })).json).toMatchObject({
      code: 6000,
    });
    const inProfile = { body: [{ extId: ada.extId, profile: { wpNumber: 'number' } }] };
    expect((await whatsApp.sending.gateway.call('/rest/3.0/setProfileAttributes', inProfile)).json).toMatchObject({
      code: 6000,
    });
  });
});

describe('Callbacks of Meta', () => {
  it('The callback URL of Meta is verified by the verify token of the account', async () => {
    const ask = (token: string): Promise<Response> =>
      fetch(`${webhook()}?hub.mode=subscribe&hub.challenge=17&hub.verify_token=${token}`);
    const answer = await ask(whatsApp.credentials.verifyToken);
    expect([answer.status, await answer.text()]).toEqual([200, '17']);
    expect((await ask('wrong')).status).toBe(403);
  });

  it('Meta callbacks are accepted only with the signature of the app over the body', async () => {
    const ada = await person();
    const body = event(written(ada.wpNumber, 'STOP'));
    expect((await post(body)).status).toBe(403);
    expect((await post(body, signed(body, 'another secret'))).status).toBe(403);
    expect((await post(`${body} `, signed(body))).status).toBe(403);
    const foreign = event(written(ada.wpNumber, 'STOP'), '999');
    expect((await post(foreign, signed(foreign))).status).toBe(200);
    expect(await suppressed(ada.wpNumber)).toBeUndefined();
  });

  it('Meta callbacks report what was delivered and read, and what failed later', async () => {
    await whatsApp.sending.simulators.act('/whatsapp-webhook', { ...whatsApp.credentials, url: webhook() });
    const [ada, bora] = [await person(), await person()];
    await whatsApp.sending.simulators.faults(1, [
      { provider: 'whatsapp', share: 1, token: bora.wpNumber, stage: 'report', status: 400, reason: '131026' },
    ]);
    const [delivered, refused] = [
      await toNumber(ada.wpNumber, { ...ORDER, message: 'x' }),
      await toNumber(bora.wpNumber, { ...ORDER, message: 'x' }),
    ];
    await arrived();
    const receipts = async (key: number): Promise<string[]> =>
      (
        await whatsApp.sending.gateway.fresh.db.rows<{ kind: string; code: string }>(
          `SELECT DISTINCT p.kind, p.code FROM delivery.provider_receipt p JOIN delivery.dispatch d USING (dispatch_id)
            WHERE d.notification_key = $1 ORDER BY p.kind`,
          [key],
        )
      ).map(({ kind, code }) => [kind, code].filter(Boolean).join(' '));
    await expect.poll(() => receipts(delivered), { timeout: 10_000 }).toEqual(['delivered', 'read']);
    await expect.poll(() => receipts(refused), { timeout: 10_000 }).toEqual(['undelivered 131026']);
    expect([await whatsApp.sending.ends(delivered), await whatsApp.sending.ends(refused)]).toEqual([
      { SUCCESS: 1 },
      { SUCCESS: 1 },
    ]);
  });
});

describe('WhatsApp message without an answer', () => {
  it('A WhatsApp message without an answer is not sent twice', async () => {
    const [ada, bora] = [await person(), await person()];
    await tagged('doubt', [ada.extId, bora.extId]);
    await whatsApp.sending.simulators.faults(1, [
      { provider: 'whatsapp', share: 1, fault: 'reset', when: 'after', token: ada.wpNumber },
    ]);
    const key = await whatsApp.sending.bulk({ message: ORDER, target: { tag: 'doubt' } });
    await arrived();
    await whatsApp.sending.simulators.faults(1, []);
    await whatsApp.sending.drain();
    const deliveries = await whatsApp.sending.simulators.deliveries('provider=whatsapp');
    expect(new Set(deliveries.map(({ token }) => token)).size).toBe(deliveries.length);
    expect(Object.values(await whatsApp.sending.ends(key)).reduce((sum, n) => sum + n, 0)).toBe(2);
  });

  it('Recipients of a worker killed in mid-batch end in doubt and get no message again', async () => {
    const [ada, bora] = [await person(), await person()];
    await tagged('killed', [ada.extId, bora.extId]);
    const key = await whatsApp.sending.bulk({ message: ORDER, target: { tag: 'killed' } });
    await whatsApp.sending.launchDue();
    // The worker had stored its receivers, and died.
    await whatsApp.sending.gateway.fresh.db.affected(
      `UPDATE delivery.chunk SET intent = ids, intent_at = now(), lease_until = now() - interval '1 second' WHERE state = 0`,
    );
    expect(await arrived()).toEqual([]);
    expect(await whatsApp.sending.ends(key)).toEqual({ 'FAILED IN_DOUBT': 2 });
  });
});
