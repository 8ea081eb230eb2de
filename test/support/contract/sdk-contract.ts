import { afterAll, beforeAll, expect } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { fromInstallationId } from '#libs/users/identities';
import type { RegisteredInstallation } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from './gateway.js';
import { secondApplication, type SecondApplication } from './second-application.js';

const FILE = {
  app: 'shop',
  settings: { defineOnFirstUse: true },
  attributes: [
    { code: 'nick', dataType: 'STRING' },
    { code: 'age', dataType: 'INT' },
    { code: 'segmentOfRisk', dataType: 'STRING', privateInfo: true },
  ],
  categories: [
    { name: 'News', title: { en: 'The news', tr: 'Haberler' }, description: { en: 'Once a day' } },
    { name: 'Sport' },
  ],
};

/** The answer to what a device writes. */
export const EMPTY = { status: 200, text: '' };

/** A gateway for the tests of one file, and what speaks to it as a device and as a server. */
export function sdkContract() {
  let gateway: TestGateway;
  let elsewhere: SecondApplication;

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.app.get(ApplyService).apply(FILE, { dryRun: false });
    await gateway.makeKey('mobile', { kind: 'mobile' });
    await gateway.makeKey('js', { kind: 'js' });
    elsewhere = await secondApplication(gateway);
  });
  afterAll(() => gateway.close());

  const sdk = (operation: string, body: unknown, key = 'mobile'): Promise<Answer> =>
    gateway.call(`/sdk/1.0/${operation}`, { body, key });
  const rest = (operation: string, body: unknown): Promise<Answer> => gateway.call(`/rest/3.0/${operation}`, { body });
  const read = (path: string): Promise<Answer> => gateway.call(`/rest/3.0/${path}`, { method: 'GET' });

  async function newDevice(more: object = {}, key = 'mobile'): Promise<RegisteredInstallation> {
    const { status, json } = await sdk('installations', { platform: 'IOS', ...more }, key);
    expect(status).toBe(200);
    return json as RegisteredInstallation;
  }

  const instIdOf = ({ installationId }: RegisteredInstallation): number =>
    fromInstallationId(installationId) ?? Number.NaN;

  return {
    get gateway() {
      return gateway;
    },
    get elsewhere() {
      return elsewhere;
    },
    sdk,
    rest,
    read,
    newDevice,
    instIdOf,
  };
}
