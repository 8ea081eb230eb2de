import { Inject, Injectable } from '@nestjs/common';
import { AccountMailService, type AccountMail, type MailEnd } from '#libs/delivery/accounts';
import { SubscriptionRepository, type StoredSubscription, type SubscriptionId } from '#libs/users/preferences';
import { LOGGER } from '#platform/app';
import { Semaphore } from '#platform/async';
import { Recurring } from '#platform/background';
import { groupBy } from '#platform/collections';
import { Database } from '#platform/db';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { StrangerMailWriterService } from './stranger-mail-writer.service.js';

/** Delay at most until a stranger is asked. */
const SEND_MS = 1_000;
/** Forms of one run. */
const BATCH_SIZE = 200;
/** Applications whose strangers are asked at the same time. */
const APPLICATIONS = 8;
const MAX_TRIES = 8;
/** Doubled with each try: the last one is more than an hour after the first. */
const PAUSE_MS = 30_000;

/** Asks addresses without a user, who filled a form in, by the e-mail account of the application. */
@Injectable()
export class StrangerMailService {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly writer: StrangerMailWriterService,
    private readonly accounts: AccountMailService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Sends what is due, the applications side by side. Safe in several processes at once, and where one dies: a mail that may
   * have left is not repeated. After a mail that could not leave the other forms of its application wait with it.
   *
   * @returns mails that have left
   */
  @Recurring('strangers.ask', SEND_MS)
  async askDue(): Promise<number> {
    const due = await this.subscriptions.findDue(this.clock.now(), BATCH_SIZE);
    const slots = new Semaphore(APPLICATIONS);
    const sent = await Promise.all(
      [...groupBy(due, ({ appId }) => appId)].map(([appId, forms]) => slots.run(() => this.askForms(appId, forms))),
    );
    return sent.reduce((sum, count) => sum + count, 0);
  }

  private async askForms(appId: number, forms: readonly SubscriptionId[]): Promise<number> {
    let sent = 0;
    for (const [index, form] of forms.entries()) {
      const end = await this.askOne(form);
      sent += end === 'sent' ? 1 : 0;
      if (end === 'retry') {
        const rest = forms.slice(index + 1).map(({ id }) => id);
        await this.subscriptions.postponeUnclaimed(appId, rest, new Date(this.clock.now().getTime() + PAUSE_MS));
        return sent;
      }
    }
    return sent;
  }

  /** A fault of one form is counted with the form, and stops no other one. */
  private async askOne(id: SubscriptionId): Promise<MailEnd['kind'] | 'none'> {
    try {
      const claimed = await this.claim(id);
      return claimed?.mail ? await this.send(claimed.form, claimed.mail) : 'none';
    } catch (error) {
      reportFault(this.logger, 'failed to ask a stranger', error, { appId: id.appId });
      const tries = await this.subscriptions.countFault(id, PAUSE_MS);
      if (tries !== undefined && tries >= MAX_TRIES) {
        await this.subscriptions.delete(id);
      }
      return 'none';
    }
  }

  /** @returns undefined: another process has it. `mail`: null for a form that asks no address */
  private async claim(id: SubscriptionId): Promise<{ form: StoredSubscription; mail: AccountMail | null } | undefined> {
    return this.db.inTransaction(() =>
      this.db.tx(async (tx) => {
        const form = await this.subscriptions.claim(tx, id, this.clock.now());
        const mail = form ? await this.writer.write(tx, form) : null;
        if (form && !mail) {
          await this.subscriptions.delete(form, tx);
        }
        return form && { form, mail };
      }),
    );
  }

  private async send({ id, appId, tries }: StoredSubscription, mail: AccountMail): Promise<MailEnd['kind']> {
    const end = await this.accounts.send(appId, mail);
    if (end.kind === 'failed') {
      await this.subscriptions.delete({ appId, id });
    } else if (end.kind === 'retry' && tries < MAX_TRIES) {
      const pauseMs = Math.max(end.afterMs, PAUSE_MS * 2 ** tries);
      await this.subscriptions.postpone({ appId, id }, new Date(this.clock.now().getTime() + pauseMs));
    }
    return end.kind;
  }
}
