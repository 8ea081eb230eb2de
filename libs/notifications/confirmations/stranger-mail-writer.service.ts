import { Injectable } from '@nestjs/common';
import { contactOfAddress } from '#libs/channels/definitions';
import { createRenderPlan } from '#libs/content';
import type { AccountMail } from '#libs/delivery/accounts';
import { SubscriptionRepository, SubscriptionService, type StoredSubscription } from '#libs/users/preferences';
import type { Tx } from '#platform/db';
import { ConfirmationLimitService } from './confirmation-limit.service.js';
import { ConfirmationLinkService, formMessageId } from './confirmation-link.service.js';
import { ConfirmationMessageService } from './confirmation-message.service.js';

/** Writes the mail that asks a stranger, where the address may be asked. */
@Injectable()
export class StrangerMailWriterService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly messages: ConfirmationMessageService,
    private readonly links: ConfirmationLinkService,
    private readonly limits: ConfirmationLimitService,
    private readonly forms: SubscriptionService,
  ) {}

  /** @returns null for a form that asks no address */
  async write(tx: Tx, { id, appId, email, tries, ...form }: StoredSubscription): Promise<AccountMail | null> {
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
    await this.subscriptions.setText(tx, { appId, id }, text.textHash);
    return { messageId: formMessageId(id), address: email, payload: rendered.payload };
  }
}
