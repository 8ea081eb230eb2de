import { Injectable } from '@nestjs/common';
import { AccountMailService } from '#libs/delivery/accounts';
import { Recurring } from '#platform/background';
import { uuidFrom } from '#platform/crypto';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { AlarmNoteRepository } from './alarm-note.repository.js';
import { findDigestTime } from './digest-times.js';
import { MailReadersService } from './mail-readers.service.js';
import { MailWriterService } from './mail-writer.service.js';
import { MemberMailRepository, type MemberMail } from './member-mail.repository.js';

const MAIL_MS = 30_000;
const MAX_TRIES = 8;
/** Doubled with each try: the last one is more than an hour after the first. */
const PAUSE_MS = 30_000;
const RETENTION_DAYS = 90;

/** Mails members about alarms of journeys, and about their week, each once. */
@Injectable()
export class JourneyMailService {
  constructor(
    private readonly db: Database,
    private readonly notes: AlarmNoteRepository,
    private readonly mails: MemberMailRepository,
    private readonly readers: MailReadersService,
    private readonly writer: MailWriterService,
    private readonly accounts: AccountMailService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Notes what changed, puts it into mails, and sends those that are due. Safe in several processes at once, and where one
   * dies: a mail that may have left is not repeated.
   *
   * @returns mails that have left
   */
  @Recurring('journeys.mail', MAIL_MS)
  async mailDue(): Promise<number> {
    for (const appId of await this.notes.listApps(this.db)) {
      const readers = await this.readers.list(appId, 'alarms');
      await this.notes.write(
        this.db,
        appId,
        readers.map(({ memberId }) => memberId),
      );
    }
    if (await this.notes.hasOpen(this.db)) {
      await this.db.tx((tx) => this.notes.gather(tx));
    }
    await this.addDigests();
    let sent = 0;
    for (let mail = await this.mails.findNext(); mail; mail = await this.mails.findNext()) {
      sent += (await this.send(mail)) ? 1 : 0;
    }
    await this.mails.deleteOlder(RETENTION_DAYS);
    return sent;
  }

  private async addDigests(): Promise<void> {
    const now = this.clock.now();
    const due = (await this.readers.listAll('digest')).flatMap(({ appId, readers }) =>
      readers.flatMap(({ memberId, timeZone }) => {
        const slot = findDigestTime(timeZone ?? 'UTC', now);
        return slot ? [{ appId, memberId, slot }] : [];
      }),
    );
    if (due.length > 0) {
      await this.mails.addDigests(due);
    }
  }

  /** Writes a mail before it is claimed, so that nothing but the attempt lies between. @returns true if it has left */
  private async send(mail: MemberMail): Promise<boolean> {
    const { appId, mailId, memberId, kind } = mail;
    const reader = await this.readers.find(appId, memberId, kind);
    const payload = reader && (await this.writer.write(mail, reader));
    if (!(await this.mails.claim(mail))) {
      return false;
    }
    if (!payload) {
      await this.mails.end(mail, 'DROPPED');
      return false;
    }
    const messageId = uuidFrom(`journey mail ${appId} ${mailId}`);
    const end = await this.accounts.send(appId, { messageId, address: reader.email, payload });
    if (end.kind === 'sent') {
      await this.mails.end(mail, 'SENT');
    } else if (end.kind === 'failed' || (end.kind === 'retry' && mail.tries + 1 >= MAX_TRIES)) {
      await this.mails.end(mail, 'FAILED');
    } else if (end.kind === 'retry') {
      await this.mails.postpone(mail, Math.max(end.afterMs, PAUSE_MS * 2 ** (mail.tries + 1)));
    }
    return end.kind === 'sent';
  }
}
