import { expect } from 'vitest';
import { AuditService } from '#libs/audit';
import { ApplyService, AuthenticatorService } from '#libs/tenancy';
import type { Answer } from '../../contract/gateway.js';
import { signIn, type PanelMember } from '../../contract/panel-member.js';
import { startSending, type Sending } from '../../contract/sending.js';
import { checkOf } from '../compose/check-answers.js';

/** Users who are there at the start, with a device each. */
export const PEOPLE = 6;
export const MESSAGE = { title: 'Spring', text: 'Everything 20 % off', platforms: ['IOS'] };
export const EVERYBODY = { sendToAll: true };

export interface Check {
  hash: string;
  planned: number;
  needsApproval: boolean;
}
export interface AnsweredReview {
  key: string;
  state: string;
  hash: string;
  planned: number | null;
  given: number;
  needed: number;
  upTo: number | null;
  outgrown: number | null;
  told: number | null;
  hasMail: boolean;
  own: string | null;
  words: string | null;
  author: { kind: string; name: string } | null;
  votes: { words: string | null }[];
  draft: { message?: unknown } | null;
  target: unknown;
  revises: string | null;
  revision: string | null;
  differences: { field: string; from: string | null; to: string | null }[];
}

/** A shop with someone who asks, and two others who may approve. */
export interface ApprovalDesk {
  sending: Sending;
  author: PanelMember;
  approver: PanelMember;
  second: PanelMember;
  /** Users `from` to `to` get a device. */
  register(from: number, to: number): Promise<unknown>;
  setApproval(approval: unknown): Promise<void>;
  /** Composes, checks and asks. @returns the key */
  ask(change?: object, more?: object): Promise<string>;
  read(key: string, who?: PanelMember): Promise<AnsweredReview>;
  /** Reads a request as an approver does. */
  seen(key: string): Promise<{ hash: string; planned: number }>;
  approve(key: string, who: PanelMember, body?: object): Promise<Answer>;
  listKeys(who?: PanelMember): Promise<string[]>;
  /** Pushes that have reached the simulated provider since the last look. */
  countPushes(): Promise<number>;
  /** Entries of the audit log about a send, the oldest first: action and kind of actor. */
  listActions(key: string): Promise<string[]>;
}

/** @param env  settings of the gateway */
export async function startApprovalDesk(env: Record<string, string> = {}): Promise<ApprovalDesk> {
  const sending = await startSending(env);
  const { gateway } = sending;
  const grant = (role: 'marketer' | 'approver' | 'owner') => [{ role, appId: gateway.appId }];
  const author = await signIn(gateway, [...grant('marketer'), ...grant('approver')]);
  const approver = await signIn(gateway, grant('approver'));
  const second = await signIn(gateway, grant('owner'));
  const desk: ApprovalDesk = {
    sending,
    author,
    approver,
    second,
    register: (from, to) =>
      sending.post(
        'registerUsers',
        Array.from({ length: to - from }, (_, n) => ({
          extId: `u${from + n}`,
          platform: 'IOS',
          deviceToken: (from + n).toString(16).padStart(64, '0'),
        })),
      ),
    async setApproval(approval) {
      await gateway.app.get(ApplyService).apply({ app: 'shop', settings: { approval } }, { dryRun: false });
      // The gateway hears of it by a notice a moment later.
      gateway.app.get(AuthenticatorService).clearCache();
    },
    async ask(change = {}, more = {}) {
      const campaign = { message: MESSAGE, target: EVERYBODY, ...change };
      const check = await author.post('/apps/shop/compose/check', campaign);
      expect(check.status, check.text).toBe(200);
      const { hash, planned, needsApproval } = checkOf(check) as Check;
      expect(needsApproval).toBe(true);
      const answer = await author.post('/apps/shop/compose/launch', { campaign, seen: { hash, planned }, ...more });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toMatchObject({ waits: true });
      return (answer.json as { key: string }).key;
    },
    async read(key, who = approver) {
      const answer = await who.get(`/apps/shop/approvals/${key}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.json as AnsweredReview;
    },
    async seen(key) {
      const answer = await approver.post(`/apps/shop/approvals/${key}/check`);
      expect(answer.status, answer.text).toBe(200);
      const { hash, planned } = checkOf(answer) as Check;
      return { hash, planned };
    },
    approve: async (key, who, body) => who.post(`/apps/shop/approvals/${key}/approve`, body ?? (await desk.seen(key))),
    async listKeys(who = approver) {
      const { items } = (await who.get('/apps/shop/approvals')).json as { items: { key: string }[] };
      return items.map(({ key }) => key);
    },
    async countPushes() {
      await sending.drain();
      let count = 0;
      for await (const _ of sending.simulators.everyDelivery('apns')) {
        count += 1;
      }
      await sending.simulators.clear();
      return count;
    },
    async listActions(key) {
      const subjects = [`send ${key}`, `campaign ${key}`];
      const entries = await gateway.app.get(AuditService).listEntries(gateway.appId, { limit: 100, subjects });
      return entries.map(({ action, by }) => `${action} ${by.kind}`).toReversed();
    },
  };
  await desk.register(0, PEOPLE);
  return desk;
}

/** The first problem of a refusal. */
export function problemOf({ status, json }: Answer) {
  const [problem] = (json as { problems?: { code: string; path: string; text: string }[] }).problems ?? [];
  return { status, code: problem?.code, path: problem?.path, text: problem?.text };
}
