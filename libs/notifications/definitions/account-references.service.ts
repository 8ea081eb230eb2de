import { Injectable } from '@nestjs/common';
import { providerOf, providersOf } from '#libs/channels';
import { contactOfAddress, type AddressKind } from '#libs/channels/definitions';
import type { Message } from '#libs/content';
import { ProviderTemplateService } from '#libs/delivery/accounts';
import { ProviderAccountService } from '#libs/tenancy';
import { AppError, malformed } from '#platform/errors';

/** Names a field of the message as the request does. */
export type NameOf = (field: string) => string;

/** The parts of a message that an account must know. */
export type AccountReferences = Pick<Message, 'smsHeader' | 'whatsapp'>;

type WhatsAppTemplate = NonNullable<NonNullable<Message['whatsapp']>['template']>;

/** Checks what a message refers to at the providers of its accounts. */
@Injectable()
export class AccountReferencesService {
  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly templates: ProviderTemplateService,
  ) {}

  /**
   * A provider refuses senders that it does not know. Without an account nothing is checked, and the results say so.
   *
   * @throws AppError malformed for an `smsHeader` that is no sender of an SMS account of the application
   */
  async checkSender(appId: number, smsHeader: string, nameOf: NameOf): Promise<void> {
    const accounts = await this.accounts.findAccounts(appId, 'sms');
    const senders = accounts.map(({ provider, credentials }) => providerOf(provider).senders?.(credentials));
    const hasSender = (known?: readonly string[]): boolean => !known || known.includes(smsHeader.trim());
    if (senders.length > 0 && !senders.some(hasSender)) {
      const field = nameOf('smsHeader');
      throw malformed(`Field '${field}': '${smsHeader.slice(0, 80)}' is no sender of the application's SMS account`);
    }
  }

  /**
   * Without an account, or where its provider does not answer, nothing is checked, and the results say so.
   *
   * @param isWaiting  false: the last list is looked at, and read again behind the answer
   * @throws AppError malformed for a template that no account has, that is not approved, or whose values do not fit
   */
  async checkTemplate(appId: number, template: WhatsAppTemplate, nameOf: NameOf, isWaiting = true): Promise<void> {
    for (const language of new Set([template.language, ...Object.values(template.languages ?? {})])) {
      const fault = await this.templates.findFault(appId, 'whatsapp', { ...template, language }, isWaiting);
      if (fault !== undefined) {
        const field = nameOf('whatsapp.template');
        throw new AppError('malformed', `Field '${field}': ${fault}`, { field });
      }
    }
  }

  /**
   * Checks that an account reaches this address, where providers of a channel reach some of its addresses alone.
   *
   * @param read  the address as it is stored
   * @throws AppError malformed; as `read`
   */
  async checkReach(appId: number, kind: AddressKind, field: string, read: () => Promise<string>): Promise<void> {
    const { channel } = contactOfAddress(kind);
    if (providersOf(channel).every(({ reaches }) => reaches === undefined)) {
      return;
    }
    const address = await read();
    const accounts = (await this.accounts.listAccounts(appId)).filter((account) => account.channel === channel);
    if (!accounts.some(({ provider }) => providerOf(provider).reaches?.(address) !== false)) {
      throw new AppError('malformed', `Field '${field}': no account of channels.${channel} reaches this address`, {
        field,
      });
    }
  }
}
