import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { providerOf, type CallbackContent } from '#libs/channels';
import { ProviderAccountService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { readRawBody } from './raw-body.js';

/** Reads requests of providers to an application. */
@Injectable()
export class ProviderRequestService {
  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly config: Config,
  ) {}

  /** @returns undefined when no account of the application can have got it; `by` is the provider, for people */
  async read(appId: number, request: Request): Promise<(CallbackContent & { by: string }) | undefined> {
    const body = await readRawBody(request);
    const accounts = body ? await this.accounts.listAccounts(appId) : [];
    for (const { key, provider: name } of accounts) {
      const { callbacks, label } = providerOf(name);
      const account = callbacks && (await this.accounts.findByKey(appId, key));
      const content =
        account &&
        body &&
        (await callbacks.read(account.credentials, { url: this.requestUrl(request), headers: request.headers, body }));
      if (content) {
        return { ...content, by: label };
      }
    }
    return undefined;
  }

  /** Behind a proxy the request does not show the URL that was called; the configured address does. */
  private requestUrl(request: Request): string {
    const { PUBLIC_URL } = this.config;
    const base = PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`;
    return base + request.originalUrl;
  }
}
