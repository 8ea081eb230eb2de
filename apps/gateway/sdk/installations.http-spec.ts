import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from '../../../test/support/contract/gateway.js';

let gateway: TestGateway;
const register = (body: unknown, key = 'mobile'): Promise<Answer> =>
  gateway.call('/sdk/1.0/installations', { key, body });

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.makeKey('mobile', { kind: 'mobile' });
  await gateway.makeKey('js', { kind: 'js' });
});
afterAll(() => gateway.close());

describe('POST /sdk/1.0/installations', () => {
  it('A registration returns id and secret, and an update with them is accepted', async () => {
    const first = await register({ platform: 'IOS', token: 'abc', extId: 'a', deviceModel: 'iPhone', unknown: 1 });
    expect(first).toMatchObject({
      status: 200,
      json: { installationId: expect.any(String) as string, secret: expect.any(String) as string },
    });
    const registered = first.json as RegisteredInstallation;
    const again = await register({ ...registered, pushPermitted: false });
    expect(again).toMatchObject({ status: 200, json: { installationId: registered.installationId } });
    const devices = await gateway.call('/rest/3.0/getDevices?extId=a', { method: 'GET' });
    expect(devices.json).toEqual({
      extId: 'a',
      devices: [{ platform: 'IOS', token: 'abc', deviceModel: 'iPhone', pushPermitted: false }],
    });
  });

  it('A device cannot update any installation but its own', async () => {
    const [firstReply, secondReply] = [await register({ platform: 'IOS' }), await register({ platform: 'IOS' })];
    const [firstInstallation, secondInstallation] = [
      firstReply.json as RegisteredInstallation,
      secondReply.json as RegisteredInstallation,
    ];
    for (const body of [
      { installationId: secondInstallation.installationId, secret: firstInstallation.secret },
      { installationId: secondInstallation.installationId },
      { installationId: 'zzzzzzz', secret: firstInstallation.secret },
    ]) {
      expect(await register({ ...body, token: 'mine' })).toMatchObject({ status: 403, json: { code: 2022 } });
    }
  });

  it('The registration accepts keys of apps and pages only', async () => {
    expect((await register({ platform: 'CHROME' }, 'js')).status).toBe(200);
    expect(await register({ platform: 'IOS' }, 'rest')).toMatchObject({ status: 403, json: { code: 2022 } });
  });

  it.each([
    [{}, 2020],
    [[], 2004],
    [{ platform: 'TV' }, 2004],
    [{ platform: 1 }, 2004],
    [{ platform: 'IOS', token: 'a b' }, 2004],
    [{ platform: 'IOS', token: {} }, 2004],
    [{ platform: 'IOS', pushPermitted: 'yes' }, 2004],
    [{ platform: 'IOS', extId: 'a\0' }, 2004],
    [{ platform: 'IOS', language: 'x'.repeat(101) }, 2004],
    [{ platform: 'IOS', timeZone: 'undefined' }, 2004],
    [{ platform: 'IOS', timeZone: 'Turkey Standard Time' }, 2004],
    [{ platform: 'IOS', timeZone: 'GMT+25:00' }, 2004],
    [{ platform: 'IOS', timeZone: '-300' }, 2004],
    [{ platform: 'CHROME', token: '{"endpoint":"http://169.254.169.254/"}' }, 2004],
  ])('A malformed registration body is rejected (case %#)', async (body, code) => {
    expect(await register(body)).toMatchObject({ status: 400, json: { code } });
  });
});
