import { Injectable } from '@nestjs/common';
import { providerOf, type Account, type Outgoing } from '#libs/channels';
import { Config, localGatewayUrl, publicUrl } from '#platform/config';
import { LinkTokenService } from './link-token.service.js';
import { ReturnPathService } from './return-path.service.js';
import { joinReportId, type MessageRef, readMessageId, splitReportId } from '../model/message-id.js';
import type { ReportedMessage } from './reported-message.service.js';

/** Simulators send bounces to this machine, whatever the domain. */
const SIMULATED_DOMAIN = 'bounces.herald.example';

/** Adds to each message the address for callbacks of its provider, and for bounces of a mail server. */
@Injectable()
export class CallbackUrlService {
  constructor(
    private readonly config: Config,
    private readonly tokens: LinkTokenService,
    private readonly returnPaths: ReturnPathService,
  ) {}

  /**
   * Adds the return path of e-mails, and where the provider sends reports their URL and the id that they repeat. A server
   * without a public address has neither.
   */
  addCallbackUrls(account: Account, outgoing: Outgoing[]): Outgoing[] {
    const domain = account.channel === 'smtp' ? this.returnPathDomain(account) : undefined;
    const place = providerOf(account.provider).callbacks ? this.reportPlace(account) : undefined;
    if (domain === undefined && place === undefined) {
      return outgoing;
    }
    return outgoing.map((message) => ({
      ...message,
      ...(domain !== undefined && this.returnPaths.createReturnIds(message.messageId, domain)),
      ...(place !== undefined && this.createReportIds(place, message)),
    }));
  }

  /** Reads the token at the end of a callback URL; null for an invalid one. */
  readCallbackToken(token: string): MessageRef | null {
    const ref = this.tokens.readToken('report', token);
    return ref && { dispatchId: ref.dispatchId, channel: ref.channel, recipientId: ref.recipientId };
  }

  /**
   * Reads the id of a message that a provider repeats; null for any other text. Messages of the release before have an id
   * without a token, and so have those whose provider knows no other id.
   */
  readReportedId(reportId: string): ReportedMessage | null {
    const { id: bareId, token } = splitReportId(reportId);
    const message = token === undefined ? readMessageId(bareId) : this.readCallbackToken(token);
    return message && { message, isProven: token !== undefined };
  }

  private returnPathDomain({ origin }: Account): string | undefined {
    return this.config.RETURN_PATH_DOMAIN ?? (origin && SIMULATED_DOMAIN);
  }

  private reportPlace({ channel, origin }: Account): string | undefined {
    const base = publicUrl(this.config) ?? (origin && localGatewayUrl(this.config));
    // Gateways of the release before know no other path than that of text messages.
    return base && `${base}/callbacks/${channel === 'sms' ? 'sms' : 'reports'}`;
  }

  private createReportIds(place: string, { messageId }: Outgoing): Pick<Outgoing, 'reportUrl' | 'reportId'> {
    const ref = readMessageId(messageId);
    if (!ref) {
      throw new Error('A callback URL needs a message id');
    }
    const token = this.tokens.createToken('report', ref);
    return { reportUrl: `${place}/${token}`, reportId: joinReportId(messageId, token) };
  }
}
