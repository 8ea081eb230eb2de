import { Injectable } from '@nestjs/common';
import type { MailAttachment } from '#libs/channels';
import { createRenderPlan, type RenderPlan } from '#libs/content';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { Attachments } from './attachments/attachments.service.js';
import type { Dispatch } from './delivery.types.js';
import { DispatchRepository } from './dispatch.repository.js';
import { MessageLinks } from './links/message-links.js';
import { MessageTokens } from './links/message-tokens.js';

/** A dispatch together with its rendering, prepared once per process. */
export interface FrozenMessage {
  dispatch: Dispatch;
  plan: RenderPlan;
  /** Null for one that has neither e-mails nor text messages, or no place that links could lead to. */
  links: MessageLinks | null;
  /** Files that travel with its e-mails. */
  files: readonly MailAttachment[];
}

/** Dispatches that a worker keeps at hand; more than a worker ever sends at the same time. */
const KEPT = 200;

/**
 * Frozen messages by dispatch. They never change, so they are read once; the plan's shared payloads then serve every
 * chunk of the dispatch.
 */
@Injectable()
export class FrozenMessages {
  private readonly kept = new Map<number, Promise<FrozenMessage | undefined>>();

  constructor(
    private readonly dispatches: DispatchRepository,
    private readonly applications: ApplicationService,
    private readonly tokens: MessageTokens,
    private readonly config: Config,
    private readonly attachments: Attachments,
  ) {}

  async get(dispatchId: number): Promise<FrozenMessage | undefined> {
    const known = this.kept.get(dispatchId);
    if (known) {
      this.kept.delete(dispatchId);
      this.kept.set(dispatchId, known);
      return known;
    }
    const reading = this.read(dispatchId);
    this.kept.set(dispatchId, reading);
    reading.catch(() => this.kept.delete(dispatchId));
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= KEPT) {
        break;
      }
      this.kept.delete(oldest);
    }
    return reading;
  }

  /** One whose dispatch is at hand. It is not kept: a single send is seldom looked at again. */
  async freeze(dispatch: Dispatch): Promise<FrozenMessage> {
    return {
      dispatch,
      plan: createRenderPlan(dispatch.message),
      links: await this.linksOf(dispatch),
      files: await this.filesOf(dispatch),
    };
  }

  private async read(dispatchId: number): Promise<FrozenMessage | undefined> {
    const dispatch = await this.dispatches.findLaunched(dispatchId);
    return dispatch && this.freeze(dispatch);
  }

  /** @throws Error when one is gone: an e-mail does not go without what it was to bring */
  private async filesOf({ appId, dispatchId, options: { files = 0 } }: Dispatch): Promise<MailAttachment[]> {
    const found = files === 0 ? [] : await this.attachments.ofDispatch(appId, dispatchId);
    if (found.length !== files) {
      throw new Error(`Dispatch ${dispatchId} has ${files} attachments, but ${found.length} are there`);
    }
    return found;
  }

  private async linksOf({ appId, message, options }: Dispatch): Promise<MessageLinks | null> {
    const base = (this.config.PUBLIC_URL ?? options.linkBase)?.replace(/\/+$/, '');
    if (base === undefined || !message.platforms.some((platform) => platform === 'EMAIL' || platform === 'SMS')) {
      return null;
    }
    const { settings } = await this.applications.getApplication(appId);
    const mailDomain = this.config.RETURN_PATH_DOMAIN;
    return new MessageLinks(this.tokens, message, {
      base,
      ...settings.tracking,
      ...message.tracking,
      ...(mailDomain !== undefined && { mailDomain }),
    });
  }
}
