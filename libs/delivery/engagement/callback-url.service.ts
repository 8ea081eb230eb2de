import { Injectable } from '@nestjs/common';
import type { Account, Outgoing } from '#libs/channels';
import { Config } from '#platform/config';
import { LinkTokenService } from './link-token.service.js';
import { ReturnPathService } from './return-path.service.js';
import { type MessageRef, readMessageId } from '../model/message-id.js';

/** Simulators bounce to whoever listens on this machine, whatever the domain says. */
const SIMULATED_DOMAIN = 'bounces.herald.example';

/** Says in each message where its provider or the receiver's mail server tells what became of it. */
@Injectable()
export class CallbackUrlService {
  constructor(
    private readonly config: Config,
    private readonly tokens: LinkTokenService,
    private readonly returnPaths: ReturnPathService,
  ) {}

  /** Messages as they are, where nobody can be told anything: pushes, and installations that cannot be reached. */
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
    if (account.channel === 'sms') {
      const base = this.config.PUBLIC_URL?.replace(/\/+$/, '') ?? (account.origin && this.findLocalUrl());
      return base === undefined
        ? outgoing
        : outgoing.map((message) => ({ ...message, reportUrl: this.buildCallbackUrl(base, message) }));
    }
    return outgoing;
  }

  /** Reads the last part of a report URL back; null when it is none of ours. */
  readCallbackToken(token: string): MessageRef | null {
    const ref = this.tokens.readToken('report', token);
    return ref && { dispatchId: ref.dispatchId, channel: ref.channel, recipientId: ref.recipientId };
  }

  private buildCallbackUrl(base: string, { messageId }: Outgoing): string {
    const ref = readMessageId(messageId);
    if (!ref) {
      throw new Error('A report URL is made of a message id');
    }
    return `${base}/callbacks/sms/${this.tokens.createToken('report', ref)}`;
  }

  /** Where the simulators of this machine reach its gateway; a gateway on a port of the system's choice is not known. */
  private findLocalUrl(): string | undefined {
    const { PORT, TLS_CERT } = this.config;
    return PORT === 0 ? undefined : `${TLS_CERT === undefined ? 'http' : 'https'}://127.0.0.1:${PORT}`;
  }
}
