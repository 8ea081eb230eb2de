import { STATUSES } from '#libs/delivery';
import { listDoubted } from '../doubted-people.js';
import type { Lab } from '../lab.js';
import type { ReachablePerson } from './reachable-people.js';

/** People of one campaign, counted from receipts and results. */
export interface PeopleCount {
  /** People with a receipt at a simulator. */
  reached: number;
  /** People who were given more than one content. */
  moved: number;
  /** People with receipts of two channels, but those in doubt. */
  two_channels: number;
  /** People without a receipt who were not given every content that can reach them, but those in doubt. */
  none_although_reachable: number;
  /** People who were given a content after one that was delivered, or before one that comes first. */
  out_of_order: number;
  in_doubt: number;
}

const PROVIDERS = ['apns', 'sms', 'smtp'] as const;

/** Counts with plain code, from the receipts of the simulators and the results alone. */
export async function recountPeople(lab: Lab, people: readonly ReachablePerson[], key: number): Promise<PeopleCount> {
  const receipts = await readReceipts(lab, people);
  const given = await readResults(lab, key);
  const doubted = new Set((await listDoubted(lab, [key])).map(({ extId }) => extId));
  const count: PeopleCount = {
    reached: 0,
    moved: 0,
    two_channels: 0,
    none_although_reachable: 0,
    out_of_order: 0,
    in_doubt: 0,
  };
  for (const { extId, contents } of people) {
    const accepted = receipts.get(extId) ?? new Set<number>();
    const results = (given.get(extId) ?? []).toSorted((a, b) => a.content - b.content);
    const isInDoubt = doubted.has(extId) || results.some(({ reason }) => reason === 'IN_DOUBT');
    const tried = results.map(({ content }) => content);
    const delivered = results.findIndex(({ status, reason }) => status === STATUSES.success || reason === 'IN_DOUBT');
    const isInOrder =
      tried.every((content, index) => content === contents[index]) &&
      (delivered === -1 || delivered === results.length - 1);
    count.reached += accepted.size > 0 ? 1 : 0;
    count.moved += results.length > 1 ? 1 : 0;
    count.in_doubt += isInDoubt ? 1 : 0;
    count.two_channels += accepted.size > 1 && !isInDoubt ? 1 : 0;
    count.none_although_reachable += accepted.size === 0 && !isInDoubt && tried.length < contents.length ? 1 : 0;
    count.out_of_order += isInOrder ? 0 : 1;
  }
  return count;
}

/** Contents of which a simulator took a message, by person. */
async function readReceipts(lab: Lab, people: readonly ReachablePerson[]): Promise<Map<string, Set<number>>> {
  const owners = new Map(
    people.flatMap(({ extId, deviceToken, msisdn, email }) =>
      [deviceToken, msisdn, email].flatMap((address) => (address === undefined ? [] : [[address, extId] as const])),
    ),
  );
  const receipts = new Map<string, Set<number>>();
  for (const [content, provider] of PROVIDERS.entries()) {
    for await (const { token } of lab.stack.simulators.everyDelivery(provider)) {
      const extId = owners.get(token);
      if (extId !== undefined) {
        receipts.set(extId, (receipts.get(extId) ?? new Set()).add(content));
      }
    }
  }
  return receipts;
}

interface GivenContent {
  content: number;
  status: number;
  reason: string | null;
}

async function readResults(lab: Lab, key: number): Promise<Map<string, GivenContent[]>> {
  const rows = await lab.look((db) =>
    db.rows<GivenContent & { extId: string }>(
      `SELECT u.ext_id AS "extId", d.content, r.status, r.reason
         FROM delivery.dispatch d
         JOIN delivery.push_result r ON r.app_id = d.app_id AND r.day = d.day AND r.dispatch_id = d.dispatch_id
         JOIN users.app_user u ON u.app_id = r.app_id AND u.uid = r.uid
        WHERE d.app_id = $1 AND d.notification_key = $2`,
      [lab.stack.appId, key],
    ),
  );
  const given = new Map<string, GivenContent[]>();
  for (const { extId, ...row } of rows) {
    given.set(extId, [...(given.get(extId) ?? []), row]);
  }
  return given;
}
