import { Injectable } from '@nestjs/common';
import { CONTACT_CHANNEL_NUMBERS } from '#libs/channels/definitions';
import { platformByNumber } from '#libs/content';
import { UserReportsService, type MessageReport } from '#libs/delivery/engagement';
import { ResultsService } from '../results/results.service.js';
import type { PushResult } from '../results/reporting.types.js';
import { toInstallationId } from '#libs/users/identities';
import { UserLookupService } from '#libs/users/registry';
import { groupBy } from '#platform/collections';
import { AppError } from '#platform/errors';
import { SendListRepository } from './send-list.repository.js';
import { SendListService } from './send-list.service.js';
import type { MemberTest, TestEnd, TestMessage } from './test-result.types.js';

/** More than a test to its twenty people has. */
const MAX_RESULTS = 1000;
const ENDS: Readonly<Record<PushResult['status'], TestEnd>> = {
  OPEN: 'OPEN',
  SUCCESS: 'SENT',
  FAILED: 'FAILED',
  SKIPPED: 'SKIPPED',
};
/** The events that say that it arrived, and later words of a provider that say that it did not. */
const ARRIVED = ['delivered', 'read', 'received', 'opened', 'clicked'];
const LOST = ['undelivered', 'bounce'];

/** Tests of members: what became of each message. */
@Injectable()
export class TestResultService {
  constructor(
    private readonly sends: SendListService,
    private readonly repository: SendListRepository,
    private readonly results: ResultsService,
    private readonly reports: UserReportsService,
    private readonly users: UserLookupService,
  ) {}

  /** @throws AppError unknown_id for every send that is no test, and for one of another application */
  async get(appId: number, dispatchId: number): Promise<MemberTest> {
    const test = await this.repository.findTest(appId, dispatchId);
    if (!test) {
      throw new AppError('unknown_id', `There is no test ${dispatchId}`);
    }
    // Read before the results: what is over then has all of them.
    const { notificationKey, state, reason } = await this.sends.get(appId, dispatchId);
    const uids = await this.users.findUidsByExtIds(appId, test.extIds);
    const results = groupBy(await this.findResults(appId, dispatchId), ({ extId }) => extId);
    const reports =
      test.day === null ? [] : await this.reports.listOfSend(appId, { dispatchId, day: test.day }, [...uids.values()]);
    return {
      dispatchId,
      notificationKey,
      state,
      reason,
      people: test.extIds.flatMap((extId) => {
        const uid = uids.get(extId);
        const personal = reports.filter((report) => report.uid === uid);
        return uid === undefined ? [] : [{ uid, messages: toMessages(results.get(extId) ?? [], personal) }];
      }),
    };
  }

  private async findResults(appId: number, dispatchId: number): Promise<PushResult[]> {
    const pages = await Promise.all(
      ([undefined, 'SKIPPED', 'OPEN'] as const).map((status) =>
        this.results.getPage(appId, {
          dispatchId,
          showsPrivate: false,
          max: MAX_RESULTS,
          start: new Date(0),
          ...(status !== undefined && { status }),
        }),
      ),
    );
    return pages.flatMap(({ list }) => list);
  }
}

function toMessages(results: readonly PushResult[], reports: readonly MessageReport[]): TestMessage[] {
  const messages = results.map((result) =>
    toMessage(
      result,
      reports.filter((report) => isAbout(report, result)),
    ),
  );
  return messages.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

function placeOf({ platform, installationId }: TestMessage): string {
  return `${platform} ${installationId ?? ''}`;
}

function isAbout(report: MessageReport, { platform, installationId }: PushResult): boolean {
  const device = CONTACT_CHANNEL_NUMBERS.includes(report.channel) ? null : toInstallationId(report.recipientId);
  return device === installationId && platformByNumber(report.platform) === platform;
}

function toMessage(
  { platform, installationId, status, errorMsg, errorCode }: PushResult,
  reports: readonly MessageReport[],
): TestMessage {
  const words = reports.map(({ kind, detail }) => (kind === 'late' ? (detail ?? '').split(' ') : [kind]));
  const lost = words.findLast(([word = '']) => LOST.includes(word));
  if (status === 'SUCCESS' && lost) {
    return { platform, installationId, end: 'FAILED', reason: lost[1] ?? lost[0] ?? null };
  }
  const isThere = words.some(([word = '']) => ARRIVED.includes(word));
  return {
    platform,
    installationId,
    end: status === 'SUCCESS' && isThere ? 'DELIVERED' : ENDS[status],
    reason: status === 'SUCCESS' ? null : (errorMsg ?? errorCode),
  };
}
