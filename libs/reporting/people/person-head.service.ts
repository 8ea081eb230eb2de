import {
  type ChosenFrequency,
  CONTACTS,
  type EmailFrequency,
  listFrequencies,
  TOPIC_CHANNEL_NAMES,
  type TopicChannel,
} from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import { ApplicationService } from '#libs/tenancy';
import { UserOverviewService, type UserOverview } from '../user-overview.service.js';
import { ConsentHistoryService, UserExportService, type ConsentEvent } from '#libs/users/preferences';
import { type DataType } from '#libs/users/profiles';
import { UserLookupService } from '#libs/users/registry';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';

/** The kinds of consent. */
export const CONSENT_KINDS = ['channel', 'category', 'tracking', 'frequency'] as const;

/**
 * The consent of a person.
 *
 * @property channel  of a category, by name; absent: all of it
 * @property frequency  how often marketing by e-mail may come, of that kind alone
 * @property frequencies  the choices for it
 * @property value    of push: whether a device takes it; null: nothing was said, of tracking alone
 * @property since   of the last change; null where none is recorded
 * @property source  from where that came
 */
export interface PersonConsent {
  subject: string;
  kind: (typeof CONSENT_KINDS)[number];
  channel?: TopicChannel;
  frequency?: ChosenFrequency;
  frequencies?: readonly ChosenFrequency[];
  value: boolean | null;
  since: Date | null;
  source: string | null;
}

/**
 * The user that an id stands for now.
 *
 * @property merged  the user that was asked for, and when it became this one; null where it was this one
 */
export interface PresentPerson {
  uid: number;
  extId: string;
  merged: { uid: number; since: Date } | null;
}

/**
 * A person as its page shows it. Private values are hidden until a member asks for them, with an audit entry.
 *
 * @property hidden  codes of attributes whose values are hidden
 * @property types   of attributes by code
 */
export interface PersonHead extends PresentPerson {
  overview: UserOverview;
  consents: readonly PersonConsent[];
  hidden: ReadonlySet<string>;
  types: ReadonlyMap<string, DataType>;
}

const FREQUENCY = { subject: 'EMAIL_FREQUENCY', kind: 'frequency' } as const;

/** Changes of consent that are searched for the last one of each subject. */
const LAST_CHANGES = 500;

/** Reads the head of a person's page. */
@Injectable()
export class PersonHeadService {
  constructor(
    private readonly users: UserLookupService,
    private readonly overviews: UserOverviewService,
    private readonly exports: UserExportService,
    private readonly history: ConsentHistoryService,
    private readonly applications: ApplicationService,
    private readonly audit: AuditService,
    private readonly db: Database,
  ) {}

  /** A user, or the one that it was merged into. @throws AppError unknown_subject, also for an anonymous visitor */
  async resolve(appId: number, uid: number): Promise<PresentPerson> {
    const merge = await this.users.findMerge(appId, uid);
    const present = merge?.toUid ?? uid;
    const extId = (await this.users.findExtIds(appId, [present])).get(present);
    if (extId === undefined) {
      throw new AppError('unknown_subject', `No user with an extId has the id ${uid}`);
    }
    return { uid: present, extId, merged: merge ? { uid, since: merge.mergedAt } : null };
  }

  /** A user, or the one that it was merged into. @throws AppError unknown_subject */
  async get(appId: number, uid: number): Promise<PersonHead> {
    const person = await this.resolve(appId, uid);
    const { extId } = person;
    const [{ settings }, overview, changes] = await Promise.all([
      this.applications.getApplication(appId),
      this.overviews.getUser(appId, extId, { private: true, segments: true, results: 0 }),
      this.history.listPage(appId, extId, LAST_CHANGES),
    ]);
    return {
      ...person,
      overview,
      consents: listConsents(overview, changes.list, settings.emailFrequency),
      ...(await this.exports.describe(appId, overview.profile)),
    };
  }

  /**
   * A user whose private values a member looks at. The audit log has it in the same transaction, without the values.
   *
   * @throws AppError unknown_subject
   */
  async reveal(appId: number, uid: number, origin: Origin): Promise<PersonHead> {
    return this.db.inTransaction(async () => {
      const head = await this.get(appId, uid);
      await this.db.tx((tx) =>
        this.audit.append(tx, appId, origin, [{ action: 'user.reveal', subject: `user ${head.uid}` }]),
      );
      return head;
    });
  }
}

/** @param changes  the newest first */
function listConsents(
  { consents, devices }: UserOverview,
  changes: readonly ConsentEvent[],
  offered: readonly EmailFrequency[],
): PersonConsent[] {
  const frequency = consents?.emailFrequency ?? 'always';
  const frequencies = listFrequencies(offered, frequency);
  const lastOf = (subject: string, category?: string, channel?: TopicChannel) => {
    const last = changes.find(
      (change) => change.subject === subject && change.category === category && change.channel === channel,
    );
    return { since: last?.at ?? null, source: last?.source ?? null };
  };
  const channels = [
    ...(devices.length > 0 ? [{ subject: 'PUSH', value: devices.some(({ pushPermitted }) => pushPermitted) }] : []),
    ...CONTACTS.map(({ kind, subjects }) => ({ subject: subjects.user, value: consents?.[kind] ?? false })),
  ];
  return [
    ...channels.map(({ subject, value }) => ({ subject, kind: 'channel' as const, value, ...lastOf(subject) })),
    ...Object.entries(consents?.categories ?? {}).flatMap(([subject, value]) => [
      { subject, kind: 'category' as const, value, ...lastOf('CATEGORY', subject) },
      ...TOPIC_CHANNEL_NAMES.flatMap((channel) => {
        const state = consents?.topics[subject]?.[channel];
        const kind = 'category' as const;
        return state === undefined
          ? []
          : [{ subject, kind, channel, value: state === 'on', ...lastOf('CATEGORY', subject, channel) }];
      }),
    ]),
    { subject: 'TRACKING', kind: 'tracking', value: consents?.tracking ?? null, ...lastOf('TRACKING') },
    ...(frequencies.length === 0
      ? []
      : [{ ...FREQUENCY, value: true, frequency, frequencies, ...lastOf(FREQUENCY.subject) }]),
  ];
}
