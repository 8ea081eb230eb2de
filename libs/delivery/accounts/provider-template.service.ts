import { Inject, Injectable } from '@nestjs/common';
import { SimulatorOriginsService, providerOf, type ProviderTemplate, type TemplateForm } from '#libs/channels';
import type { Channel, WhatsAppComponent } from '#libs/channels/definitions';
import { ProviderAccountService, type ProviderAccount } from '#libs/tenancy';
import { LOGGER } from '#platform/app';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { ProviderTemplateRepository } from './provider-template.repository.js';

/** Approvals change within minutes; a list that is older is read again before it is relied on. */
const FRESH_MS = 10 * 60_000;
/** Before something is refused by a list, it is read again, but not more often than this. */
const REFUSAL_MS = 10_000;
const APPROVED = 'APPROVED';

/** A template of an account, with the account that has it. */
export interface AccountTemplate extends ProviderTemplate {
  /** The key of the account, such as `whatsapp`. */
  account: string;
  provider: string;
}

/** A template that may be sent, as someone fills it. */
export interface FillableTemplate extends TemplateForm {
  name: string;
  language: string;
}

/** A template as a message names it, with its values. */
export interface NamedTemplate {
  name: string;
  language: string;
  components: readonly WhatsAppComponent[];
}

/** Templates of the accounts of an application, as their providers list them. */
@Injectable()
export class ProviderTemplateService {
  private readonly reading = new Map<number, Promise<readonly ProviderTemplate[] | undefined>>();

  constructor(
    private readonly accounts: ProviderAccountService,
    private readonly repository: ProviderTemplateRepository,
    private readonly simulators: SimulatorOriginsService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Templates of all accounts of a channel; a list that cannot be read now is as it was.
   *
   * @param options.maxAgeMs  a list that is older is read again
   * @param options.isWaiting  false: an old list is read behind the answer, and a missing one is not waited for
   * @returns null: of no account a list is known
   */
  async list(
    appId: number,
    channel: Channel,
    { maxAgeMs = FRESH_MS, isWaiting = true }: { maxAgeMs?: number; isWaiting?: boolean } = {},
  ): Promise<AccountTemplate[] | null> {
    const lists = await Promise.all(
      (await this.accounts.findAccounts(appId, channel)).map(async (account) => {
        const stored = await this.repository.find(appId, account.accountId);
        const isFresh = stored && this.clock.now().getTime() - stored.readAt.getTime() < maxAgeMs;
        const reading = isFresh ? undefined : this.readOnce(appId, account);
        const read = isWaiting ? await reading : undefined;
        const templates = read ?? stored?.templates;
        return templates && { account, templates };
      }),
    );
    const known = lists.filter((list) => list !== undefined);
    return known.length === 0
      ? null
      : known.flatMap(({ account, templates }) =>
          templates.map((template) => ({ ...template, account: account.key, provider: account.provider })),
        );
  }

  /**
   * The approved templates of all accounts of a channel, by name and language; of what two accounts have, the first one's.
   * Templates with parts that no one can write as texts or addresses are left out.
   *
   * @returns none where no list is known
   */
  async listFillable(appId: number, channel: Channel): Promise<FillableTemplate[]> {
    // A member who opens the composer sees the last list at once; without any it is worth the wait.
    const listed = (await this.list(appId, channel, { isWaiting: false })) ?? (await this.list(appId, channel)) ?? [];
    const byName = new Map<string, FillableTemplate>();
    for (const template of listed) {
      const { name, language, status, provider } = template;
      const key = `${name} ${language}`;
      const form =
        status === APPROVED && !byName.has(key) ? providerOf(provider).formOfTemplate?.(template) : undefined;
      if (form !== undefined) {
        byName.set(key, { name, language, ...form });
      }
    }
    return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, template]) => template);
  }

  /**
   * Why a template cannot be sent with its values, for people; undefined: it can, or no one knows. What would be refused is
   * looked at again at the provider.
   *
   * @param isWaiting  false: what is known is reported at once, and looked at again behind the answer
   */
  async findFault(
    appId: number,
    channel: Channel,
    named: NamedTemplate,
    isWaiting = true,
  ): Promise<string | undefined> {
    if (!isWaiting) {
      const last = await this.list(appId, channel, { isWaiting });
      const fault = last === null ? undefined : describeFault(last, named);
      if (fault !== undefined) {
        await this.list(appId, channel, { maxAgeMs: REFUSAL_MS, isWaiting });
      }
      return fault;
    }
    const stored = await this.list(appId, channel);
    if (stored === null || describeFault(stored, named) === undefined) {
      return undefined;
    }
    const latest = await this.list(appId, channel, { maxAgeMs: REFUSAL_MS });
    return latest === null ? undefined : describeFault(latest, named);
  }

  /** The list of one account from its provider; whoever asks in the meantime gets the same. It never fails. */
  private readOnce(appId: number, account: ProviderAccount): Promise<readonly ProviderTemplate[] | undefined> {
    const reading = this.reading.get(account.accountId) ?? this.read(appId, account);
    this.reading.set(account.accountId, reading);
    return reading;
  }

  private async read(appId: number, account: ProviderAccount): Promise<readonly ProviderTemplate[] | undefined> {
    try {
      const { listTemplates } = providerOf(account.provider);
      if (listTemplates === undefined) {
        return undefined;
      }
      const { simulator, paused: _paused, ...plain } = account;
      const origin = simulator ? await this.simulators.find(providerOf(account.provider).simulator) : undefined;
      const now = this.clock.now();
      const templates = await listTemplates({ ...plain, ...(origin && { origin }) });
      await this.repository.store(appId, account.accountId, now, templates);
      return templates;
    } catch (error) {
      reportFault(this.logger, 'the templates of an account could not be read', error, { appId });
      return undefined;
    } finally {
      this.reading.delete(account.accountId);
    }
  }
}

function describeFault(templates: readonly AccountTemplate[], named: NamedTemplate): string | undefined {
  const { name, language, components } = named;
  const found = templates.filter((template) => template.name === name && template.language === language);
  const approved = found.filter(({ status }) => status === APPROVED);
  if (approved.length > 0) {
    const faults = approved.map((template) => providerOf(template.provider).findValueFault?.(template, components));
    const [fault] = faults;
    return fault === undefined || faults.includes(undefined)
      ? undefined
      : `the template '${name}' in ${language} ${fault}`;
  }
  const [first] = found;
  return first === undefined
    ? `no account has a template '${name}' in ${language}`
    : `the template '${name}' in ${language} is ${first.status}, not ${APPROVED}`;
}
