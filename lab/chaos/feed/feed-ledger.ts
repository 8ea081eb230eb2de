import { type Channel, CHANNELS, RECIPIENT_KINDS } from '#libs/channels/definitions';
import { decodeIds } from '#libs/delivery';
import { toInstallationId } from '#libs/users/identities';
import type { Database } from '#platform/db';

/** A result as a webhook reports it. */
interface ReportedResult {
  platform: string;
  status: string;
  installationId?: string;
  extId?: string;
}

interface ReceivedCall {
  headers: Record<string, string>;
  body: string;
  status: number;
}

const SLICE = 2 ** 20;
const STATUS_NAMES = ['', 'SUCCESS', 'FAILED'];
const CHANNEL_NAMES = new Map((Object.entries(CHANNELS) as [Channel, number][]).map(([name, code]) => [code, name]));

/** Results that a webhook endpoint has taken, by the ids of the requests that brought them. */
export class ReceivedResults {
  private readonly requestIds = new Map<string, Set<string>>();
  /** How often each request came; the endpoint forgets all but the last thousand. */
  private readonly requests = new Map<string, number>();

  /** Reads what the simulated endpoint has stored. Requests that it knew before count once. */
  async read(simulators: string): Promise<void> {
    const answer = await fetch(`${simulators}/hook-calls`);
    const { calls } = (await answer.json()) as { calls: ReceivedCall[] };
    const counts = new Map<string, number>();
    for (const { headers, body } of calls.filter(({ status }) => status === 200)) {
      const id = `${headers['webhook-id']}`;
      counts.set(id, (counts.get(id) ?? 0) + 1);
      const { data } = JSON.parse(body) as { data: { notificationKey: number; results: ReportedResult[] } };
      for (const { platform, status, installationId, extId } of data.results) {
        const key = `${data.notificationKey} ${installationId ?? `${platform} ${extId}`} ${status}`;
        this.requestIds.set(key, (this.requestIds.get(key) ?? new Set()).add(id));
      }
    }
    counts.forEach((count, id) => this.requests.set(id, Math.max(count, this.requests.get(id) ?? 0)));
  }

  keys(): ReadonlySet<string> {
    return new Set(this.requestIds.keys());
  }

  /** Results that two different requests have brought. */
  countTwice(): number {
    return [...this.requestIds.values()].filter(({ size }) => size > 1).length;
  }

  /** Requests that came again under their id. */
  countRepeats(): number {
    return [...this.requests.values()].reduce((sum, count) => sum + count - 1, 0);
  }
}

/** The final results of all sends with a hook, in the form of `ReceivedResults`. */
export async function listResults(db: Database, appId: number): Promise<ReadonlySet<string>> {
  const rows = await db.rows<{ key: number; channel: number; id: number; status: number; extId: string | null }>(
    `SELECT d.notification_key AS key, r.channel, r.recipient_id AS id, r.status, u.ext_id AS "extId"
       FROM delivery.push_result AS r JOIN delivery.dispatch AS d USING (dispatch_id)
       LEFT JOIN users.app_user AS u ON u.vb = r.recipient_id % 1024 AND u.app_id = r.app_id AND u.uid = r.recipient_id
      WHERE r.app_id = $1 AND r.status < 3 AND d.options ? 'hookId'`,
    [appId],
  );
  return new Set(
    rows.map(({ key, channel, id, status, extId }) => {
      const name = CHANNEL_NAMES.get(channel) ?? 'apns';
      const isPush = RECIPIENT_KINDS[name] === 'push';
      const recipient = isPush ? toInstallationId(id) : `${name === 'smtp' ? 'EMAIL' : 'SMS'} ${extId}`;
      return `${key} ${recipient} ${STATUS_NAMES[status]}`;
    }),
  );
}

/** Users of the served version of a segment. */
export async function listMembers(db: Database, name: string): Promise<number[]> {
  const rows = await db.rows<{ slice: number; members: Buffer }>(
    `SELECT s.slice, s.members FROM audience.segment_slice AS s
       JOIN audience.segment AS g ON g.segment_id = s.segment_id AND g.current_version = s.version
      WHERE g.name = $1 AND g.deleted_at IS NULL AND s.platform = 0`,
    [name],
  );
  return rows.flatMap(({ slice, members }) => decodeIds(members).map((id) => slice * SLICE + id));
}

/** Users that joined by the feed and did not leave. */
export interface SeenMembers {
  members: number[];
  joins: number;
  leaves: number;
  /** Joins of members, and leaves of others. */
  contradictions: number;
}

export async function listSeenMembers(db: Database): Promise<SeenMembers> {
  const rows = await db.rows<{ uid: number; kind: 'joined' | 'left' }>(
    'SELECT m.uid, m.kind FROM witness.member_change AS m ORDER BY m.seq',
  );
  const members = new Set<number>();
  let contradictions = 0;
  for (const { uid, kind } of rows) {
    contradictions += members.has(uid) === (kind === 'joined') ? 1 : 0;
    if (kind === 'joined') {
      members.add(uid);
    } else {
      members.delete(uid);
    }
  }
  const joins = rows.filter(({ kind }) => kind === 'joined').length;
  return { members: [...members], joins, leaves: rows.length - joins, contradictions };
}
