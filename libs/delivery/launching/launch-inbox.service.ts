import { Injectable } from '@nestjs/common';
import { ItemLookupService } from '#libs/catalogs';
import { isContactPlatform, PLATFORMS, type Platform, type RenderPlan, type RenderRecipient } from '#libs/content';
import { InboxWriterService, type NewInboxMessage } from '#libs/inbox';
import { TopicService } from '#libs/users/preferences';
import { RecipientService, type ContactRecipient } from '#libs/users/registry';
import { cutInto } from '#platform/collections';
import { Database } from '#platform/db';
import type { LaunchLease } from '../dispatches/launch.repository.js';
import type { LeftOutGroup } from '../left-out/left-out.types.js';
import { RenderPlanService, renderRecipients } from '#libs/delivery/accounts';
import { buildInboxMessage, ticketsOf } from '../model/inbox-copy.js';
import {
  NO_KINDS,
  toReadOptions,
  toRenderRecipient,
  type StoredRecipient,
  type ValueKinds,
} from '../model/render-recipient.js';
import { RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { choosesContent, replacedKeyOf } from '../selection/reach.js';

/** Users whose copies are rendered and stored at once. */
const BATCH_SIZE = 500;
/** Reasons that keep a push from the devices of a user, and not the message from the user. */
const INBOX_ONLY_REASONS: ReadonlySet<string> = new Set(['OPTED_OUT', 'NO_DEVICE', 'INBOX']);
/** The platform as which an inbox content is rendered. */
const INBOX_PLATFORM: Platform = 'ANDROID';

/** The inbox of a launch: the common content, and the copies of users who get no push. */
@Injectable()
export class LaunchInboxService {
  constructor(
    private readonly db: Database,
    private readonly inbox: InboxWriterService,
    private readonly recipients: RecipientService,
    private readonly topics: TopicService,
    private readonly plans: RenderPlanService,
    private readonly params: RecipientParamsService,
    private readonly items: ItemLookupService,
  ) {}

  /** Stores what all copies of a dispatch have in common, before the first one. A repeat changes nothing. */
  async storeContent(lease: LaunchLease): Promise<void> {
    if (lease.message.inbox) {
      await this.inbox.storeContent(lease.appId, lease);
    }
  }

  /**
   * Stores the copies of users who have push off or no device. They come before the range is marked as launched, in
   * transactions of their own: a launch that goes on after a crash finds them there and adds none. A limited campaign, and
   * one that replaces another, are for reached users alone.
   *
   * @param renewLease  called after each batch; false ends the work, because another worker has taken the launch
   * @returns false when the lease was lost
   */
  async storeInboxOnly(
    lease: LaunchLease,
    groups: readonly LeftOutGroup[],
    renewLease: () => Promise<boolean>,
  ): Promise<boolean> {
    const { appId, message, options } = lease;
    const isOnly = message.inboxOnly === true;
    const platform = isOnly ? INBOX_PLATFORM : message.platforms.find((name) => !isContactPlatform(name));
    if (
      !message.inbox ||
      !platform ||
      ((options.limits || choosesContent(options)) && !isOnly) ||
      replacedKeyOf(lease) !== undefined
    ) {
      return true;
    }
    const uids = groups.flatMap((group) =>
      group.kind === 'push' && INBOX_ONLY_REASONS.has(group.reason) ? group.uids : [],
    );
    if (uids.length === 0) {
      return true;
    }
    const shown = isOnly ? { ...lease, message: { ...message, platforms: [INBOX_PLATFORM] } } : lease;
    const plan = await this.plans.preparePlan(shown);
    for (const batch of cutInto([...new Set(uids)], BATCH_SIZE)) {
      const messages = await this.renderCopies(lease, batch, plan, platform);
      const identified = await this.inbox.assignPiids(appId, messages, ticketsOf(lease));
      await this.db.tx((tx) => this.inbox.storeMessages(tx, appId, lease, identified));
      if (!(await renewLease())) {
        return false;
      }
    }
    return true;
  }

  private async renderCopies(
    lease: LaunchLease,
    uids: readonly number[],
    plan: RenderPlan,
    platform: Platform,
  ): Promise<NewInboxMessage[]> {
    const { appId, options } = lease;
    const categoryIds = options.categoryIds ?? [];
    const copies = uids.map((uid) => ({ uid, channel: null }));
    const declining = categoryIds.length > 0 ? await this.topics.findRefusing(appId, copies, categoryIds) : [];
    const declined = new Set(declining.map(({ uid }) => uid));
    const kinds = plan.needsProfile ? await this.recipients.findValueKinds(appId) : NO_KINDS;
    const users = await this.recipients.findRecipientsByUser(appId, uids, toReadOptions(plan, kinds));
    const paramsByUid = await this.params.find(lease, uids);
    const { number } = PLATFORMS[platform];
    const requests = users
      .filter(({ uid }) => !declined.has(uid))
      .map((user) => toCopyRequest({ ...user, params: paramsByUid.get(user.uid) }, number, kinds));
    const rendered = await renderRecipients(plan, requests, this.items.openBatch(appId));
    return [...rendered].flatMap(([{ uid }, copy]) =>
      copy.kind === 'ok' ? (buildInboxMessage(uid, number, copy) ?? []) : [],
    );
  }
}

/** The text that a device of the platform would have shown, to be rendered. */
function toCopyRequest(
  user: ContactRecipient & Pick<StoredRecipient, 'params'>,
  platform: number,
  kinds: ValueKinds,
): RenderRecipient & { uid: number } {
  const recipient = toRenderRecipient({ ...user, profile: user.profile, platform, address: null }, kinds);
  return { ...recipient, uid: user.uid };
}
