import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import {
  SimulatorOriginsService,
  providerOf,
  type CallbackContent,
  type Provider,
  type ProviderOrigin,
} from '#libs/channels';
import type { ReportingAccount } from '#libs/delivery/engagement';
import { AccountStateService } from '#libs/delivery/accounts';
import { ProviderAccountService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { readRawBody } from './raw-body.js';

/** The content of a callback for one account. @property by  the provider, for people */
export interface ProviderContent extends CallbackContent {
  account: ReportingAccount;
  by: string;
}

/** Reads requests of providers to an application. */
@Injectable()
export class ProviderRequestService {
  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly simulators: SimulatorOriginsService,
    private readonly states: AccountStateService,
    private readonly config: Config,
  ) {}

  /**
   * Reads the callbacks of a request for the accounts of an application. Several accounts of one provider may get it:
   * each reads what is for it. An account that works no more is paused.
   *
   * @returns its content for each account; empty: no account of the application can have got it
   */
  async read(appId: number, request: Request): Promise<ProviderContent[]> {
    const body = await readRawBody(request);
    const accounts = body ? await this.accounts.listAccounts(appId) : [];
    const contents: ProviderContent[] = [];
    for (const { key, provider: name, simulator: isSimulated } of accounts) {
      const provider = providerOf(name);
      const { callbacks, label } = provider;
      const account = callbacks && (await this.accounts.findByKey(appId, key));
      const content =
        account &&
        body &&
        (await callbacks.read(
          account.credentials,
          { url: this.requestUrl(request), headers: request.headers, body, accountId: account.accountId },
          isSimulated ? await this.findOrigin(provider) : undefined,
        ));
      if (account && content?.fault) {
        const { fault } = content;
        await this.states.recordReport(account, { outcomes: [], pause: fault, fault: { ...fault, words: '' } }, false);
      }
      if (account && content) {
        contents.push({ ...content, account, by: label });
      }
    }
    return contents;
  }

  /** The answer to the question of a provider whether it may call; undefined: no account knows it. */
  async verify(appId: number, query: URLSearchParams): Promise<string | undefined> {
    for (const { key, provider } of await this.accounts.listAccounts(appId)) {
      const { callbacks } = providerOf(provider);
      const account = callbacks?.verify && (await this.accounts.findByKey(appId, key));
      const answer = account && callbacks?.verify?.(account.credentials, query);
      if (answer !== undefined && answer !== null) {
        return answer;
      }
    }
    return undefined;
  }

  private async findOrigin({ callbacks, simulator }: Provider): Promise<ProviderOrigin | undefined> {
    return callbacks?.needsOrigin ? this.simulators.find(simulator) : undefined;
  }

  /** Behind a proxy the request does not show the URL that was called; the configured address does. */
  private requestUrl(request: Request): string {
    const { PUBLIC_URL } = this.config;
    const base = PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`;
    return base + request.originalUrl;
  }
}
