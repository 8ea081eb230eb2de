import { Injectable } from '@nestjs/common';
import { contactOfAddress } from '#libs/channels';
import { createRenderPlan } from '#libs/content';
import { AccountMailService } from '#libs/delivery';
import { SubscriptionRepository, SubscriptionService, type StoredSubscription } from '#libs/users/preferences';
import { Recurring } from '#platform/background';
import { Database, type Tx } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { ConfirmationLimitService } from './confirmation-limit.service.js';
import { ConfirmationLinkService, formMessageId } from './confirmation-link.service.js';
import { ConfirmationMessageService } from './confirmation-message.service.js';

/** Delay at most until a stranger is asked. */
const SEND_MS = 1_000;
const MAX_TRIES = 8;
/** Doubled with each try: the last one is more than an hour after the first. */
const PAUSE_MS = 30_000;

type Mail = Parameters<AccountMailService['send']>[1];

/** Asks addresses without a user, who filled a form in, by the e-mail account of the application. */
@Injectable()
export class StrangerMailService {
  constructor(
    private readonly db: Database,
    private readonly subscriptions: SubscriptionRepository,
    private readonly messages: ConfirmationMessageService,
    private readonly links: ConfirmationLinkService,
    private readonly limits: ConfirmationLimitService,
    private readonly forms: SubscriptionService,
    private readonly accounts: AccountMailService,
    private readonly clock: ClockService,
  ) {}

  /**
   * Sends what is due. Safe in several processes at once, and where one dies: a mail that may have left is not repeated.
   *
   * @returns mails that have left
   */
  @Recurring('strangers.ask', SEND_MS)
  async askDue(): Promise<number> {
    let sent = 0;
    for (let claimed = await this.claim(); claimed; claimed = await this.claim()) {
      sent += claimed.mail && (await this.send(claimed.form, claimed.mail)) ? 1 : 0;
    }
    return sent;
  }

  /** @returns `mail`: null for a form that asks no address */
  private async claim(): Promise<{ form: StoredSubscription; mail: Mail | null } | undefined> {
    return this.db.inTransaction(() =>
      this.db.tx(async (tx) => {
        const form = await this.subscriptions.claimNext(tx, this.clock.now());
        const mail = form ? await this.write(tx, form) : null;
        if (form && !mail) {
          await this.subscriptions.delete(form.id, tx);
        }
        return form && { form, mail };
      }),
    );
  }

  private async write(tx: Tx, { id, appId, email, tries, ...form }: StoredSubscription): Promise<Mail | null> {
    const topics = await this.forms.findWanted({ ...form, appId });
    const link = await this.links.createForForm(appId, id, email);
    const mayLeave =
      topics.length > 0 &&
      link !== undefined &&
      (tries > 1 || (await this.limits.admit(tx, appId, contactOfAddress('email'), email)));
    if (!mayLeave) {
      return null;
    }
    const { language } = form;
    const text = await this.messages.compose(tx, appId, { topics, platform: 'EMAIL', language, isStranger: true });
    const plan = createRenderPlan({ ...text.message, params: { ...text.params, confirmUrl: link } });
    const rendered = plan.render({ platform: 'EMAIL', ...(language !== null && { language }) });
    if (rendered.kind !== 'ok' || rendered.channel !== 'smtp') {
      return null;
    }
    await this.subscriptions.setText(tx, id, text.textHash);
    return { messageId: formMessageId(id), address: email, payload: rendered.payload };
  }

  /** @returns true when it has left */
  private async send({ id, appId, tries }: StoredSubscription, mail: Mail): Promise<boolean> {
    const end = await this.accounts.send(appId, mail);
    if (end.kind === 'failed') {
      await this.subscriptions.delete(id);
    } else if (end.kind === 'retry' && tries < MAX_TRIES) {
      const pauseMs = Math.max(end.afterMs, PAUSE_MS * 2 ** tries);
      await this.subscriptions.postpone(id, new Date(this.clock.now().getTime() + pauseMs));
    }
    return end.kind === 'sent';
  }
}
