import { Injectable } from '@nestjs/common';
import { AuditService, type Actor, type AuditEntry } from '#libs/audit';
import type { Definition } from '#libs/notifications';

/** Entries that are shown. */
const MAX_ENTRIES = 100;
const MAX_AUTHORS = 1000;
/** The entry of a campaign is of the same transaction; its time may be of another clock. */
const EARLIER_MS = 60_000;
/** The actions that store a campaign, the second one when it waits for an approval. */
const BEGINNINGS = ['campaign.start', 'approval.ask'];

type Stored = Pick<Definition, 'notificationKey' | 'createdAt'>;

/** Reads from the audit log who changed campaigns. */
@Injectable()
export class CampaignHistoryService {
  constructor(private readonly audit: AuditService) {}

  /** Entries about a campaign, the newest first; at most 100. What has passed its retention is not there. */
  async list(appId: number, campaign: Stored): Promise<AuditEntry[]> {
    return this.audit.listEntries(appId, {
      subjects: subjectsOf(campaign),
      since: earlier(campaign.createdAt),
      limit: MAX_ENTRIES,
    });
  }

  /** Finds who stored each campaign; without those whose entry is gone. */
  async findAuthors(appId: number, campaigns: readonly Stored[]): Promise<Map<number, Actor>> {
    const [first] = campaigns.map(({ createdAt }) => createdAt).toSorted((a, b) => a.getTime() - b.getTime());
    const entries = first
      ? await this.audit.listEntries(appId, {
          subjects: campaigns.flatMap(subjectsOf),
          since: earlier(first),
          limit: MAX_AUTHORS,
        })
      : [];
    const bySubject = new Map(
      entries.flatMap(({ action, subject, by }) => (BEGINNINGS.includes(action) ? [[subject, by] as const] : [])),
    );
    return new Map(
      campaigns.flatMap((campaign) => {
        const author = subjectsOf(campaign).map((subject) => bySubject.get(subject));
        const [by] = author.filter((actor) => actor !== undefined);
        return by ? [[campaign.notificationKey, by] as const] : [];
      }),
    );
  }
}

/** The person or key that stored a campaign, among its entries. */
export function authorOf(history: readonly AuditEntry[]): Actor | null {
  return history.findLast(({ action }) => BEGINNINGS.includes(action))?.by ?? null;
}

/** A campaign that waits for an approval is a send, as the approval names it. */
function subjectsOf({ notificationKey }: Stored): string[] {
  return [`campaign ${notificationKey}`, `send ${notificationKey}`];
}

function earlier(at: Date): Date {
  return new Date(at.getTime() - EARLIER_MS);
}
