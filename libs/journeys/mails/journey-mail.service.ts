import { Injectable } from '@nestjs/common';
import { type AccountMail, AccountMailService } from '#libs/delivery/accounts';
import { Recurring } from '#platform/background';
import { uuidFrom } from '#platform/crypto';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { AlarmNoteRepository } from './alarm-note.repository.js';
import { findDigestTime } from './digest-times.js';
import { zoneOf } from './mail-facts.js';
import { MailReadersService } from './mail-readers.service.js';
import { MailWriterService } from './mail-writer.service.js';
import { MemberMailRepository, type MemberMail } from './member-mail.repository.js';

const MAIL_MS = 30_000;
const MAX_TRIES = 8;
/** Doubled with each try: the last one is more than an hour after the first. */
const PAUSE_MS = 30_000;
/** Before a mail that could not be written is tried again. */
const UNWRITTEN_PAUSE_MS = 600_000;
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
   * @throws AggregateError after all others, when some could not be written
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
    const { sent, faults } = await this.sendDue();
    await this.mails.deleteOlder(RETENTION_DAYS);
    if (faults.length > 0) {
      throw new AggregateError(faults, `${faults.length} mails to members could not be written`, { cause: faults[0] });
    }
    return sent;
  }

  private async addDigests(): Promise<void> {
    const now = this.clock.now();
    const due = (await this.readers.listAll('digest')).flatMap(({ appId, readers }) =>
      readers.flatMap(({ memberId, timeZone }) => {
        const slot = findDigestTime(zoneOf(timeZone), now);
        return slot ? [{ appId, memberId, slot }] : [];
      }),
    );
    if (due.length > 0) {
      await this.mails.addDigests(due);
    }
  }

  /** Sends what is due. A mail that cannot be written waits, and holds up no other. */
  private async sendDue(): Promise<{ sent: number; faults: unknown[] }> {
    const faults: unknown[] = [];
    let sent = 0;
    for (let mail = await this.mails.findNext(); mail; mail = await this.mails.findNext()) {
      let written: AccountMail | undefined;
      try {
        written = await this.write(mail);
      } catch (error) {
        await this.mails.delay(mail, UNWRITTEN_PAUSE_MS);
        faults.push(error);
        continue;
      }
      sent += (await this.send(mail, written)) ? 1 : 0;
    }
    return { sent, faults };
  }

  /** Writes a mail before it is claimed, so that nothing but the attempt lies between. @returns undefined: no one is to read it */
  private async write(mail: MemberMail): Promise<AccountMail | undefined> {
    const { appId, mailId, memberId, kind } = mail;
    const reader = await this.readers.find(appId, memberId, kind);
    const payload = reader && (await this.writer.write(mail, reader));
    return payload && { messageId: uuidFrom(`journey mail ${appId} ${mailId}`), address: reader.email, payload };
  }

  /** @returns true if it has left */
  private async send(mail: MemberMail, written: AccountMail | undefined): Promise<boolean> {
    if (!(await this.mails.claim(mail))) {
      return false;
    }
    if (!written) {
      await this.mails.end(mail, 'DROPPED');
      return false;
    }
    const end = await this.accounts.send(mail.appId, written);
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
