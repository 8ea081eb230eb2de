import { Injectable } from '@nestjs/common';
import {
  SimulatorOriginsService,
  type Account,
  type EmailPayload,
  type Outcome,
  providerOf,
  SenderRegistryService,
} from '#libs/channels';
import { ProviderAccountService } from '#libs/tenancy';

const CHANNEL = 'smtp';
const TTL_SECONDS = 3600;
/** How long a mail waits for an account that is paused, gone, or simulated without simulators. */
const WAIT_MS = 5 * 60_000;

/** A mail to someone who is no user of the application. @property messageId  the same on every attempt */
export interface AccountMail {
  messageId: string;
  address: string;
  payload: EmailPayload;
}

/**
 * How an attempt ended. `unknown`: it may have left, so it is not repeated. `retry`: it has not left.
 */
export type MailEnd = { kind: 'sent' | 'failed' | 'unknown' } | { kind: 'retry'; afterMs: number };

/** Single mails through the e-mail account of an application, about the application itself, and to strangers who ask for its mail. */
@Injectable()
export class AccountMailService {
  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly senders: SenderRegistryService,
    private readonly simulators: SimulatorOriginsService,
  ) {}

  /** Tests if the application has an account for e-mails, paused or not. */
  async hasAccount(appId: number): Promise<boolean> {
    return (await this.accounts.listAccounts(appId)).some(({ channel }) => channel === CHANNEL);
  }

  /** One attempt, within the deadline of the account's provider. */
  async send(appId: number, { messageId, address, payload }: AccountMail): Promise<MailEnd> {
    const account = await this.findReady(appId);
    if (!account) {
      return { kind: 'retry', afterMs: WAIT_MS };
    }
    const message = { messageId, address, payload, collapseId: messageId, ttlSeconds: TTL_SECONDS };
    const { outcomes } = await this.senders.get(account).send(account, [message], { isUrgent: true });
    return toEnd(outcomes[0]);
  }

  private async findReady(appId: number): Promise<Account | undefined> {
    const stored = await this.accounts.findAccount(appId, CHANNEL);
    if (!stored || stored.paused !== null) {
      return undefined;
    }
    const { simulator, paused: _paused, ...account } = stored;
    if (!simulator) {
      return account;
    }
    const origin = await this.simulators.find(providerOf(account.provider).simulator).catch(() => undefined);
    return origin && { ...account, origin };
  }
}

function toEnd(outcome: Outcome | undefined): MailEnd {
  switch (outcome?.kind) {
    case 'sent':
      return { kind: 'sent' };
    case 'failed':
    case 'dead':
      return { kind: 'failed' };
    case 'retry':
      return { kind: 'retry', afterMs: outcome.afterMs ?? 0 };
    case 'withheld':
      return { kind: 'retry', afterMs: 0 };
    default:
      return { kind: 'unknown' };
  }
}
