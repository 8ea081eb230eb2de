import { Injectable } from '@nestjs/common';
import { UserLookupService } from '#libs/users/registry';
import { AppError } from '#platform/errors';
import {
  UserReportRepository,
  type MessageReport,
  type ReportPlace,
  type UserReport,
} from './user-report.repository.js';

/** Reads reports of devices and providers on the messages of one user. */
@Injectable()
export class UserReportsService {
  constructor(
    private readonly reports: UserReportRepository,
    private readonly users: UserLookupService,
  ) {}

  /**
   * A page of reports, the newest first.
   *
   * @param after  `next` of the page before
   * @throws AppError malformed for a cursor that is none
   */
  async listPage(
    appId: number,
    uid: number,
    max: number,
    after?: string,
  ): Promise<{ list: UserReport[]; next?: string }> {
    const places = await this.users.findResultPlaces(appId, [uid]);
    const recipientIds = places.flatMap(({ recipientId }) => recipientId ?? []);
    const before = after === undefined ? null : readPlace(after);
    const rows = await this.reports.findPage(appId, uid, recipientIds, before, max + 1);
    const last = rows.length > max ? rows[max - 1] : undefined;
    return { list: rows.slice(0, max), ...(last && { next: writePlace(last) }) };
  }

  /**
   * Lists reports on the messages of one send to a few users, the oldest first.
   *
   * @param send.day  of its launch: `yyyy-MM-dd`, UTC
   */
  async listOfSend(
    appId: number,
    send: { dispatchId: number; day: string },
    uids: readonly number[],
  ): Promise<MessageReport[]> {
    const places = await this.users.findResultPlaces(appId, uids);
    return this.reports.findOfSend(
      appId,
      send,
      places.flatMap(({ recipientId }) => recipientId ?? []),
    );
  }
}

function writePlace({ moment, tie }: ReportPlace): string {
  return Buffer.from(`${moment} ${tie}`).toString('base64url');
}

function readPlace(text: string): ReportPlace {
  const [, moment, tie] = /^(\S{27}) (.+)$/s.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (moment === undefined || tie === undefined || tie.includes('\0') || Number.isNaN(Date.parse(moment))) {
    throw new AppError('malformed', "Field 'after' should be the `next` of a page", { field: 'after' });
  }
  return { moment, tie };
}
