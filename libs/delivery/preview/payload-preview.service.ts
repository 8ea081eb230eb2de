import { Injectable } from '@nestjs/common';
import { ItemLookupService } from '#libs/catalogs';
import { chooseAddress, contactOfPlatform, type Channel } from '#libs/channels/definitions';
import {
  CONTACT_PLATFORMS,
  measurePayload,
  PLATFORMS,
  type PayloadSize,
  type Platform,
  type Rendered,
} from '#libs/content';
import { fromInstallationId, toInstallationId } from '#libs/users/identities';
import { RecipientService } from '#libs/users/registry';
import { RenderPlanService, type LaunchedMessage, renderRecipients } from '#libs/delivery/accounts';
import { LivePreviewService, withoutLiveData } from '#libs/delivery/live-data';
import { toReadOptions, toRenderRecipient } from '../model/render-recipient.js';

/**
 * The payload that a provider is given. The sender adds the address and the ids of the one message: `heraldId` and,
 * where a later message replaces it, `tag`. Links of e-mails and text messages are those of the message, before they
 * are tracked.
 */
export interface PayloadPreview {
  platform: Platform;
  channel: Channel;
  /** By the message's own name; null: the message itself. */
  language: string | null;
  /** Android: for installations whose app draws the notification. */
  isDrawn: boolean;
  /** Codes of the attributes that differ from one recipient to the next. */
  attributes: readonly string[];
  /** Null: it fails, by the reason. */
  payload: Extract<Rendered, { kind: 'ok' }>['payload'] | null;
  reason: string | null;
  /** Null where there is no payload. */
  size: PayloadSize | null;
  /** Placeholders without a value, with or without a default. */
  missing: readonly string[];
}

/** The payload that one address of one user would get now. */
export interface PersonalPayload extends Pick<
  PayloadPreview,
  'platform' | 'channel' | 'language' | 'payload' | 'reason' | 'size' | 'missing'
> {
  /** Null: an address of the user. */
  installationId: string | null;
  /** Texts that a person reads first; null: it fails. The text of an e-mail is its HTML. */
  shown: Extract<Rendered, { kind: 'ok' }>['shown'] | null;
  /** The language, like `language`, of the user's own message where it is not in one language alone. */
  ownLanguage: string | null;
}

/** Shows the payloads of a message by the plan with which workers render it. */
@Injectable()
export class PayloadPreviewService {
  constructor(
    private readonly renderPlans: RenderPlanService,
    private readonly recipients: RecipientService,
    private readonly items: ItemLookupService,
    private readonly live: LivePreviewService,
  ) {}

  /** One for each platform and language of a message, as a user without attributes gets it. */
  async listPayloads(launched: LaunchedMessage): Promise<PayloadPreview[]> {
    const message = withoutLiveData(launched.message);
    const plan = await this.renderPlans.preparePlan({ ...launched, message });
    return plan.listSamples().map(({ rendered, ...sample }) => ({ ...sample, ...toPayload(rendered) }));
  }

  /** Live data about persons that some messages read, as `fetched.points`; undefined: none. */
  async findPersonalData(messages: readonly LaunchedMessage[]): Promise<string | undefined> {
    const found = await Promise.all(messages.map((message) => this.live.findPersonal(message)));
    return found.find((name) => name !== undefined);
  }

  /**
   * One for each address of a user on the platforms of a message.
   *
   * @param launched         with the id of its send where it was sent; else live data is fetched now
   * @param installationIds  of the devices of the user
   */
  async listPayloadsOf(
    launched: LaunchedMessage & { dispatchId?: number },
    uid: number,
    installationIds: readonly string[],
  ): Promise<PersonalPayload[]> {
    const { appId } = launched;
    const message = { ...launched, message: await this.live.fill(launched, uid) };
    const plan = await this.renderPlans.preparePlan(message);
    const kinds = await this.recipients.findValueKinds(appId);
    const options = toReadOptions(plan, kinds);
    const instIds = installationIds.flatMap((id) => fromInstallationId(id) ?? []);
    const [devices, [user]] = await Promise.all([
      this.recipients.findRecipientsByInstallation(appId, instIds, options),
      this.recipients.findRecipientsByUser(appId, [uid], options),
    ]);
    const contacts = CONTACT_PLATFORMS.map((platform) => {
      const kind = contactOfPlatform(platform)?.address;
      return { platform, address: kind && user ? chooseAddress(user, kind) : null };
    });
    const addresses = [
      ...devices.flatMap(({ instId, token: address, ...device }) =>
        address === null
          ? []
          : [{ installationId: toInstallationId(instId), stored: { ...device, address, profile: device.profile } }],
      ),
      ...contacts.flatMap(({ platform, address }) =>
        user === undefined || address === null
          ? []
          : [
              {
                installationId: null,
                stored: { ...user, platform: PLATFORMS[platform].number, address, profile: user.profile },
              },
            ],
      ),
    ];
    const requests = addresses.map(({ installationId, stored }) => ({
      installationId,
      ...toRenderRecipient(stored, kinds),
    }));
    const rendered = await renderRecipients(plan, requests, this.items.openBatch(appId));
    return [...rendered].flatMap(([{ installationId, ...recipient }, result]) => {
      const { platform, channel } = recipient;
      const { shown: language = null, ownLanguage = null } = plan.languagesOf(recipient);
      return channel === undefined || !message.message.platforms.includes(platform)
        ? []
        : [
            {
              installationId,
              platform,
              channel,
              language,
              ownLanguage,
              shown: result.kind === 'ok' ? result.shown : null,
              ...toPayload(result),
            },
          ];
    });
  }
}

function toPayload(rendered: Rendered): Pick<PayloadPreview, 'payload' | 'reason' | 'size' | 'missing'> {
  const missing = rendered.gaps?.names ?? [];
  return rendered.kind === 'ok'
    ? { payload: rendered.payload, reason: null, size: measurePayload(rendered), missing }
    : { payload: null, reason: rendered.reason, size: null, missing };
}
