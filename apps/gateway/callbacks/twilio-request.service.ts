import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { isFromTwilio } from '#libs/channels';
import { ProviderAccountService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { readFormBody, type FormFields } from './form-body.js';

/** A form signed by the account of an application. */
export interface TwilioForm {
  appId: number;
  fields: FormFields;
}

const SIGNATURE_HEADER = 'x-twilio-signature';

/** Reads requests of Twilio: forms with a signature over the URL that Twilio calls. */
@Injectable()
export class TwilioRequestService {
  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly config: Config,
  ) {}

  /** @returns undefined when the signature is missing or not of this application's account */
  async readRequest(appId: number, request: Request): Promise<TwilioForm | undefined> {
    const signature = request.get(SIGNATURE_HEADER);
    const account = signature === undefined ? null : await this.accounts.findAccount(appId, 'sms');
    if (signature === undefined || account === null) {
      return undefined;
    }
    const fields = await readFormBody(request);
    const { accountSid, authToken } = account.credentials;
    const isGenuine =
      fields !== undefined &&
      fields.AccountSid === accountSid &&
      isFromTwilio(authToken, signature, this.requestUrl(request), fields);
    return isGenuine ? { appId, fields } : undefined;
  }

  /** Behind a proxy the request does not show the URL that Twilio called; the configured address does. */
  private requestUrl(request: Request): string {
    const { PUBLIC_URL } = this.config;
    const base = PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.get('host') ?? 'localhost'}`;
    return base + request.originalUrl;
  }
}
