import { Injectable } from '@nestjs/common';
import { providerOf, type Account, type Outgoing } from '#libs/channels';
import { Config, localGatewayUrl, publicUrl } from '#platform/config';
import { LinkTokenService } from './link-token.service.js';
import { ReturnPathService } from './return-path.service.js';
import { type MessageRef, readMessageId } from '../model/message-id.js';

/** Simulators send bounces to this machine, whatever the domain. */
const SIMULATED_DOMAIN = 'bounces.herald.example';

/** Adds to each message the address for callbacks of its provider, or for bounces of a mail server. */
@Injectable()
export class CallbackUrlService {
  constructor(
    private readonly config: Config,
    private readonly tokens: LinkTokenService,
    private readonly returnPaths: ReturnPathService,
  ) {}

  /**
   * Adds the return path of mail relays, and the URL of reports where the provider sends some. A server without a public
   * address has no such URL.
   */
  addCallbackUrls(account: Account, outgoing: Outgoing[]): Outgoing[] {
    if (account.channel === 'smtp') {
      const domain = this.config.RETURN_PATH_DOMAIN ?? (account.origin && SIMULATED_DOMAIN);
      return domain === undefined
        ? outgoing
        : outgoing.map((message) => ({
            ...message,
            returnPath: this.returnPaths.createReturnPath(message.messageId, domain),
          }));
    }
    if (providerOf(account.provider).callbacks) {
      // Gateways of the release before know no other path than that of text messages.
      const path = account.channel === 'sms' ? 'sms' : 'reports';
      const base = publicUrl(this.config) ?? (account.origin && localGatewayUrl(this.config));
      return base === undefined
        ? outgoing
        : outgoing.map((message) => ({ ...message, reportUrl: this.buildCallbackUrl(base, path, message) }));
    }
    return outgoing;
  }

  /** Reads the token at the end of a callback URL; null for an invalid one. */
  readCallbackToken(token: string): MessageRef | null {
    const ref = this.tokens.readToken('report', token);
    return ref && { dispatchId: ref.dispatchId, channel: ref.channel, recipientId: ref.recipientId };
  }

  /** Reads the id of a message that a provider repeats; null for any other text. */
  readReportedId(messageId: string): MessageRef | null {
    return readMessageId(messageId) ?? null;
  }

  private buildCallbackUrl(base: string, path: string, { messageId }: Outgoing): string {
    const ref = readMessageId(messageId);
    if (!ref) {
      throw new Error('A callback URL needs a message id');
    }
    return `${base}/callbacks/${path}/${this.tokens.createToken('report', ref)}`;
  }
}
