import { afterAll, beforeAll, expect } from 'vitest';
import { PLATFORMS, type Message } from '#libs/content';
import { parseBulk } from '../rooms/parse.js';
import { InboxWriterService, type InboxPage, type RenderedText } from '#libs/inbox';
import { UserLookupService } from '#libs/users/registry';
import { startGateway, type Answer, type TestGateway } from './gateway.js';
import { secondApplication, type SecondApplication } from './second-application.js';

/** A push that is kept in the inbox. */
export const SALE = {
  title: 'Sale',
  text: 'All shoes 20 % off',
  platforms: ['IOS', 'ANDROID'],
  inbox: true,
};

/** A gateway for the tests of one file, and what stores messages in its inboxes and reads them. */
export function inboxContract() {
  let gateway: TestGateway;
  let elsewhere: SecondApplication;
  let dispatches = 0;
  let names = 0;

  beforeAll(async () => {
    gateway = await startGateway();
    await gateway.makeKey('mobile', { kind: 'mobile' });
    await gateway.makeKey('users-only', { scopes: ['users'] });
    elsewhere = await secondApplication(gateway);
  });
  afterAll(() => gateway.close());

  const post = (operation: string, body: unknown, key = 'rest'): Promise<Answer> =>
    gateway.call(`/rest/3.0/inbox/${operation}`, { body, key });
  const getAll = (body: unknown): Promise<Answer> => post('getAllInbox', body);
  const change = (body: unknown): Promise<Answer> => post('statusChange', body);
  const get = (query: string, key = 'rest'): Promise<Answer> =>
    gateway.call(`/rest/3.0/inbox/get${query}`, { method: 'GET', key });
  const page = (answer: Answer): InboxPage => {
    expect(answer.status).toBe(200);
    return answer.json as InboxPage;
  };
  const messagesOf = (answer: Answer): string[] => page(answer).msgs.map(({ message }) => message);
  const piidsOf = (answer: Answer): number[] => page(answer).msgs.map(({ pushInstanceId }) => pushInstanceId);

  async function newUser(key = 'rest'): Promise<string> {
    const extId = `user-${(names += 1)}`;
    await gateway.call('/rest/3.0/registerUsers', { body: [{ extId }], key });
    return extId;
  }

  /** Stores a push for a user, as delivery does in the transaction of the results. */
  async function store(
    extId: string,
    message: object = SALE,
    words: RenderedText = {},
    appId = gateway.appId,
  ): Promise<{ notificationKey: number }> {
    const inbox = gateway.app.get(InboxWriterService);
    const uid = (await gateway.app.get(UserLookupService).findUidsByExtIds(appId, [extId])).get(extId) ?? Number.NaN;
    const parsed: Message = parseBulk(message);
    const dispatch = { dispatchId: (dispatches += 1), notificationKey: 5000 + dispatches, message: parsed };
    const shown = { text: parsed.text, ...words };
    await inbox.storeContent(appId, dispatch);
    const numbered = await inbox.assignPiids(appId, [{ uid, platform: PLATFORMS.IOS.number, renderedText: shown }]);
    await gateway.fresh.db.tx(async (tx) => {
      await inbox.storeMessages(tx, appId, dispatch, numbered);
    });
    return dispatch;
  }

  async function userWith(...texts: string[]): Promise<string> {
    const extId = await newUser();
    for (const text of texts) {
      await store(extId, { ...SALE, text });
    }
    return extId;
  }

  return {
    get gateway() {
      return gateway;
    },
    get elsewhere() {
      return elsewhere;
    },
    post,
    getAll,
    change,
    get,
    page,
    messagesOf,
    piidsOf,
    newUser,
    store,
    userWith,
  };
}
