import { Injectable } from '@nestjs/common';
import { AuditService, type Origin } from '#libs/audit';
import {
  SimulatorOriginsService,
  type Account,
  type AccountFault,
  type CheckStep,
  explainFault,
  type FaultKind,
  type Outgoing,
  providerOf,
  SenderRegistryService,
  toErrorWords,
  toProviderWords,
} from '#libs/channels';
import type { Channel } from '#libs/channels/definitions';
import { ProviderAccountService } from '#libs/tenancy';
import { Database } from '#platform/db';
import { AppError } from '#platform/errors';
import { createTestMessage } from './test-message.js';

/** One thing that was tried. */
export interface AccountTestStep {
  name: string;
  works: boolean;
  /** The provider's; '' where it said nothing. */
  words: string;
  /** The fault and what to do; absent where it works. */
  fault?: { code: string; why: string; kind: FaultKind; advice: string };
}

/** The result of a test of an account. */
export interface AccountTest {
  channel: Channel;
  /** The channel, or `channel:name`. */
  account: string;
  /** The provider is the simulator of this installation. */
  simulator: boolean;
  works: boolean;
  steps: AccountTestStep[];
  /** The account does not send now, whatever the test says: an earlier fault has paused it. */
  paused: boolean;
}

/** Tries provider accounts for people who set them up. It stores nothing and changes no state of an account. */
@Injectable()
export class AccountTestService {
  constructor(
    private readonly db: Database,
    private readonly accounts: ProviderAccountService,
    private readonly senders: SenderRegistryService,
    private readonly simulators: SimulatorOriginsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Tries the credentials of an account, by its key, within about 20 s.
   *
   * @param options.to      sends a real test message to this address, when the credentials work
   * @param options.origin  who sends it, for the audit log
   * @throws AppError `wrong_state` when the application has no such account, `malformed` when `to` is no address of the
   * channel
   */
  async test(appId: number, key: string, options: { to?: string; origin: Origin }): Promise<AccountTest> {
    const stored = await this.accounts.findByKey(appId, key);
    if (!stored) {
      throw new AppError(
        'wrong_state',
        `The application has no account ${key.slice(0, 40)}: its file has no channels.${key.slice(0, 40)}`,
      );
    }
    const { channel } = stored;
    const message = options.to === undefined ? null : createTestMessage(channel, options.to);
    const { simulator, paused, ...account } = stored;
    const steps = await this.run(account, simulator, message, options.origin);
    return {
      channel,
      account: key,
      simulator,
      works: steps.every(({ fault }) => fault === undefined),
      steps: steps.map((step) => toTestStep(account.provider, step)),
      paused: paused !== null,
    };
  }

  private async run(
    stored: Account & { key: string },
    isSimulated: boolean,
    message: Outgoing | null,
    by: Origin,
  ): Promise<CheckStep[]> {
    let account = stored;
    if (isSimulated) {
      try {
        account = { ...stored, origin: await this.simulators.find(providerOf(stored.provider).simulator) };
      } catch (error) {
        const fault = { code: 'ECONNREFUSED', why: 'PROVIDER_UNAVAILABLE', words: toErrorWords(error) };
        return [{ name: 'simulators of this installation', words: '', fault }];
      }
    }
    const steps = await this.senders.check(account);
    if (message === null || steps.some(({ fault }) => fault !== undefined)) {
      return steps;
    }
    await this.db.tx(async (tx) => {
      const entry = { action: 'account.test', subject: `account of ${stored.key}` };
      await this.audit.append(tx, account.appId, by, [entry]);
    });
    return [...steps, await this.send(account, message)];
  }

  private async send(account: Account, message: Outgoing): Promise<CheckStep> {
    const name = 'test message';
    const report = await this.senders.get(account).send(account, [message], { isUrgent: true });
    const [outcome] = report.outcomes;
    if (outcome?.kind === 'sent') {
      return { name, words: outcome.providerId ?? '' };
    }
    const fault: AccountFault = report.fault ?? { code: 'UNSENT', why: 'OUTCOME_UNKNOWN', words: '' };
    if (outcome === undefined || outcome.kind === 'withheld') {
      return { name, words: fault.words, fault };
    }
    const { code, reason: why } = outcome;
    const words = outcome.kind === 'dead' ? toProviderWords(outcome.raw) : (outcome.words ?? fault.words);
    return { name, words, fault: { code, why, words } };
  }
}

function toTestStep(provider: string, { name, words, fault }: CheckStep): AccountTestStep {
  if (fault === undefined) {
    return { name, works: true, words };
  }
  const { code, why } = fault;
  return { name, works: false, words: fault.words || words, fault: { code, why, ...explainFault(provider, fault) } };
}
