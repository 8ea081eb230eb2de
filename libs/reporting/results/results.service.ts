import { Injectable } from '@nestjs/common';
import { isPlatform } from '#libs/content';
import { Database } from '#platform/db';
import { malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import type { LeftOutSubject } from './left-out.repository.js';
import { LeftOutReaderService } from './left-out.service.js';
import { OpenRecipientService } from './open-recipient.service.js';
import type { PushResult, ResultFilter, ResultPage, ResultStatus } from './reporting.types.js';
import { ResultReaderService } from './result-reader.service.js';
import { ResultSubjectService, type Subject } from './result-subject.service.js';
import { ResultWindowService } from './result-window.service.js';
import { writeCursor } from './result-cursor.js';
import type { ResultWindow } from './result.repository.js';

const DEFAULT_PAGE = 10;
const MAX_PAGE = 1000;
/** The groups of an export, in this order. */
const EXPORTED: readonly (ResultStatus | undefined)[] = [undefined, 'SKIPPED'];

/**
 * Reads the results of recipients from all places: results, users that a launch left out, and users that still wait.
 * Filters without a match give an empty list.
 */
@Injectable()
export class ResultsService {
  constructor(
    private readonly db: Database,
    private readonly windows: ResultWindowService,
    private readonly reader: ResultReaderService,
    private readonly leftOut: LeftOutReaderService,
    private readonly open: OpenRecipientService,
    private readonly subjects: ResultSubjectService,
    private readonly clock: ClockService,
  ) {}

  /** `getPushResult`: the newest first; of those who still wait, in the order of their sends. */
  async getPage(appId: number, filter: ResultFilter): Promise<ResultPage> {
    return this.db.reads.within('current', () => this.readPage(appId, filter));
  }

  private async readPage(appId: number, filter: ResultFilter): Promise<ResultPage> {
    const max = filter.max ?? DEFAULT_PAGE;
    if (max < 1 || max > MAX_PAGE) {
      throw malformed(`Field 'max' should be between 1 and ${MAX_PAGE}`);
    }
    const subject = await this.subjects.find(appId, filter);
    const window = await this.windows.open(appId, filter, max + 1);
    if (!subject || (subject.kind === 'name' && filter.status !== 'SKIPPED')) {
      return { list: [] };
    }
    if (filter.status === 'OPEN') {
      return this.getOpenPage(window, subject, max, filter);
    }
    const hasRows = subject.kind !== 'name' && (filter.platform === undefined || isPlatform(filter.platform));
    const rows = hasRows ? await this.reader.list(window, subject, filter.showsPrivate) : [];
    const entries = filter.status === 'SKIPPED' ? await this.findLeftOut(window, subject, filter) : [];
    const merged = [...rows, ...entries].toSorted((a, b) =>
      a.cursor.at < b.cursor.at ? 1 : a.cursor.at > b.cursor.at ? -1 : 0,
    );
    const page = merged.slice(0, max);
    const last = page.at(-1);
    return {
      list: page.flatMap(({ result }) => result ?? []),
      ...(merged.length > max && last && { next: writeCursor(last.cursor) }),
    };
  }

  /**
   * Everything about one key, or all keys of a period, page by page: results, then those who were left out or skipped. A
   * replica that answers may lack the last seconds.
   *
   * @param filter  `status` restricts it to one; without `start`, all that the application keeps; without `end`, what
   *   there is when it begins
   */
  async *exportResults(appId: number, filter: Omit<ResultFilter, 'max' | 'offset'>): AsyncGenerator<PushResult[]> {
    const { start = new Date(0), end = this.clock.now() } = filter;
    const read = await this.db.reads.open('recent');
    for (const status of filter.status === undefined ? EXPORTED : [filter.status]) {
      let offset: string | undefined;
      do {
        const request = { ...filter, start, end, max: MAX_PAGE, ...(status && { status }), ...(offset && { offset }) };
        const { list, next } = await read(() => this.readPage(appId, request));
        yield list;
        offset = next;
      } while (offset !== undefined);
    }
  }

  /**
   * Lists the messages of one key for one user, in all states and as long as they are kept, the newest first; at most
   * 100 of a state.
   */
  async listOfUser(
    appId: number,
    notificationKey: number,
    extId: string,
    { seesPrivate }: { seesPrivate: boolean },
  ): Promise<PushResult[]> {
    const states = [undefined, 'SKIPPED', 'OPEN'] as const;
    const pages = await Promise.all(
      states.map((status) =>
        this.getPage(appId, {
          notificationKey,
          extId,
          showsPrivate: seesPrivate,
          max: 100,
          start: new Date(0),
          ...(status && { status }),
        }),
      ),
    );
    return pages.flatMap(({ list }) => list).toSorted((a, b) => b.timeStamp.getTime() - a.timeStamp.getTime());
  }

  private async getOpenPage(
    window: ResultWindow,
    subject: Subject,
    max: number,
    filter: ResultFilter,
  ): Promise<ResultPage> {
    const { appId } = window;
    const named = subject.kind === 'user' ? await this.subjects.listRecipients(appId, subject) : null;
    const entries = await this.open.find(window, named, window.after, max + 1);
    const page = entries.slice(0, max);
    const last = page.at(-1);
    return {
      list: (await this.open.describe(appId, page)).filter((result) => fits(result, filter)),
      ...(entries.length > max && last && { next: writeCursor(last.cursor) }),
    };
  }

  /** Finds the places alone of those who do not fit the filter, so that a page goes on behind them. */
  private async findLeftOut(window: ResultWindow, subject: Subject, filter: ResultFilter) {
    const named: LeftOutSubject =
      subject.kind === 'user' ? { uid: subject.uid } : subject.kind === 'name' ? { name: subject.name } : {};
    const entries = await this.leftOut.find(window, named);
    const described = await this.leftOut.describe(window.appId, entries);
    return entries.map(({ cursor }, index) => {
      const result = described[index];
      return { cursor, result: result && fits(result, filter) ? result : null };
    });
  }
}

function fits({ errorMsg, errorCode, ...result }: PushResult, { reason, platform }: ResultFilter): boolean {
  return (
    (reason === undefined || reason === (errorMsg ?? errorCode)) &&
    (platform === undefined || platform === result.platform)
  );
}
