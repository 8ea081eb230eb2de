import { Injectable } from '@nestjs/common';
import { AudienceService, parseTarget, type Target } from '#libs/audience';
import {
  checkSizes,
  mergeSend,
  nameAsWritten,
  parseLegacy,
  parseMessage,
  parseSend,
  type LegacyVersion,
  type Message,
} from '#libs/content';
import { type DispatchOptions, type DispatchRequest, WebhookEndpointService, LaunchService } from '#libs/delivery';
import { ApplicationService, type Caller } from '#libs/tenancy';
import { AddressService, type ContactKind, PreferenceService } from '#libs/users';
import { ClockService } from '#platform/runtime';
import { Database, type Statements } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { readKey } from '../transactional/address-request.js';
import { toLegacyTarget } from './legacy-target.js';
import { readLimits, readSpeed } from './limits.js';
import { readSchedule } from './schedule.js';

/** Ids that the targets of one `sendNotification` request may name (specification, section 8). */
const MAX_TARGETS = 1000;

/** A campaign that has no key yet. */
export type CampaignRequest = Omit<DispatchRequest, 'notificationKey'>;

interface Entry {
  key: number;
  /** As it came. */
  body: unknown;
  send: ReturnType<typeof parseSend>;
  target: Target;
  /** The target names nobody but an address. */
  address: { kind: ContactKind; text: string } | null;
  options: DispatchOptions;
}

/** The intent to send: definitions, campaigns and transactional sends become dispatches of the delivery room. */
@Injectable()
export class CampaignService {
  constructor(
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly launches: LaunchService,
    private readonly audience: AudienceService,
    private readonly applications: ApplicationService,
    private readonly preferences: PreferenceService,
    private readonly clock: ClockService,
    private readonly references: DefinitionReferencesService,
    private readonly webhooks: WebhookEndpointService,
    private readonly addresses: AddressService,
  ) {}

  /**
   * `createNotificationDefinition` (specification, section 4.3).
   *
   * @throws AppError as `parseMessage` and `DefinedFirst.complete`
   */
  async createDefinition(caller: Caller, body: unknown): Promise<number> {
    const message = await this.references.resolveReferences(
      caller.appId,
      parseMessage(body, { kind: 'definition' }),
      body,
    );
    await this.resolveCategories(caller.appId, message);
    await this.checkWebhook(caller.appId, message, body);
    return this.definitions.insertDefinition(this.db, caller.appId, 'definition', message);
  }

  /**
   * `sendBulkNotification` (specification, section 4.2): stores a campaign and its dispatch in one transaction.
   *
   * @throws AppError as `parseMessage`, `DefinedFirst.complete`, `parseTarget` and `AudienceService.resolve`
   */
  async sendBulk(caller: Caller, body: unknown): Promise<number> {
    return this.storeCampaign(caller.appId, await this.readBulk(caller, body));
  }

  /**
   * The dispatch that `sendBulkNotification` would store, which is not stored yet.
   *
   * @throws AppError as `sendBulk`
   */
  async readBulk(caller: Caller, body: unknown): Promise<CampaignRequest> {
    const message = await this.references.resolveReferences(caller.appId, parseMessage(body, { kind: 'bulk' }), body);
    await this.checkWebhook(caller.appId, message, body);
    const raw = asRecord(body);
    return this.toCampaignRequest(caller, message, parseTarget(raw['target'], 'bulk').tree, raw);
  }

  /**
   * `push/1.1/notification` and `push/1.2/notification` (specification, section 9): campaigns like any other.
   *
   * @throws AppError as `parseLegacy`, `legacyTarget` and `AudienceService.resolve`
   */
  async sendLegacy(caller: Caller, body: unknown, version: LegacyVersion): Promise<number> {
    const push = parseLegacy(body, version);
    return this.storeCampaign(
      caller.appId,
      await this.toCampaignRequest(caller, push.message, toLegacyTarget(push), {}),
    );
  }

  /** @param raw  the request, for when and to how many it goes */
  private async toCampaignRequest(
    caller: Caller,
    message: Message,
    target: Target,
    raw: Record<string, unknown>,
  ): Promise<CampaignRequest> {
    await this.audience.resolve(caller.appId, target);
    const limits = readLimits(raw);
    const speed = readSpeed(raw);
    const { settings } = await this.applications.getApplication(caller.appId);
    const times = { timeZone: settings.timeZone, late: settings.lateSends };
    const { dueAt, options } = readSchedule(raw, this.clock.now(), times);
    const replaces = await this.readReplacedNotification(caller.appId, message);
    const categories = await this.resolveCategories(caller.appId, message);
    return {
      appId: caller.appId,
      lane: 'bulk',
      message,
      target,
      options: {
        ...categories,
        ...toLinkOptions(caller),
        ...options,
        ...(limits && { limits }),
        ...(replaces && { replaces }),
        ...(settings.approval && { startTime: dueAt.toISOString() }),
      },
      dueAt: settings.approval ? null : dueAt,
      ...(speed && { speed }),
    };
  }

  private async storeCampaign(appId: number, request: CampaignRequest): Promise<number> {
    const [dispatchId = Number.NaN] = await this.launches.allocateDispatchIds(1);
    return this.db.tx(async (tx) => {
      const notificationKey = await this.definitions.insertDefinition(tx, appId, 'campaign', request.message);
      await this.launches.accept(tx, dispatchId, { ...request, notificationKey });
      return notificationKey;
    });
  }

  /**
   * `sendPushApproval` (specification, section 4.1; decisions, section 5): lets campaigns that wait for it go, all or
   * none. Those that wait can be let go also after the approval step was switched off.
   *
   * @throws AppError no_approval_step (5008), unknown_key (5003), wrong_state (5005) for one that does not wait
   */
  async approveCampaigns(caller: Caller, keys: readonly number[]): Promise<void> {
    const { settings } = await this.applications.getApplication(caller.appId);
    const uniqueKeys = [...new Set(keys)];
    await this.db.tx(async (tx) => {
      const approved = new Set(await this.launches.approve(tx, caller.appId, uniqueKeys));
      if (!settings.approval && approved.size === 0) {
        throw new AppError('no_approval_step', 'The application has no approval step');
      }
      await this.checkKeysExist(tx, caller.appId, uniqueKeys);
      const notWaiting = uniqueKeys.find((key) => !approved.has(key));
      if (notWaiting !== undefined) {
        throw new AppError('wrong_state', `The notification ${notWaiting} does not wait for approval`);
      }
    });
  }

  /**
   * `sendNotification` (specification, section 4.3): one entry or an array of them, all or nothing.
   *
   * @throws AppError unknown_key (5003), and as `parseSend` and `parseTarget`
   */
  async send(caller: Caller, body: unknown): Promise<void> {
    const entries = (Array.isArray(body) ? body : [body]).map(readEntry);
    if (entries.length === 0) {
      throw malformed('The body should hold at least one send');
    }
    checkTargetCount(entries);
    const messages = await this.loadMessages(caller.appId, entries);
    for (const { target } of entries) {
      await this.audience.resolve(caller.appId, target);
    }
    const categories = await Promise.all(messages.map((message) => this.resolveCategories(caller.appId, message)));
    await this.ensureAddressesExist(caller.appId, entries, messages);
    const dueAt = this.clock.now();
    const dispatchIds = await this.launches.allocateDispatchIds(entries.length);
    await this.launches.acceptAll(
      entries.flatMap(({ key, target, options }, index) => {
        const message = messages[index];
        const dispatchId = dispatchIds[index];
        if (!message || dispatchId === undefined) {
          return [];
        }
        const { appId } = caller;
        const all = { ...options, ...categories[index], ...toLinkOptions(caller) };
        const request = { appId, notificationKey: key, lane: 'single', message, target, options: all, dueAt } as const;
        return [{ dispatchId, request }];
      }),
    );
  }

  /** An e-mail or text message to an address that nobody has reaches it: it becomes an uploaded one, as by `addEmail`. */
  private async ensureAddressesExist(
    appId: number,
    entries: readonly Entry[],
    messages: readonly Message[],
  ): Promise<void> {
    for (const [kind, platform] of [
      ['email', 'EMAIL'],
      ['msisdn', 'SMS'],
    ] as const) {
      const bare = entries.flatMap(({ address }, index) =>
        address?.kind === kind && messages[index]?.platforms.includes(platform) ? [address.text] : [],
      );
      if (bare.length > 0) {
        await this.addresses.uploadAddresses(appId, kind, bare);
      }
    }
  }

  /** @throws AppError malformed for a hook that is not defined, under the name by which the request has it */
  private async checkWebhook(appId: number, { hook }: Message, body: unknown): Promise<void> {
    if (hook) {
      await this.webhooks.getIdByName(this.db, appId, hook.name, nameAsWritten(body, 'hook.name'));
    }
  }

  /** @throws AppError unknown_key (5003) */
  private async checkKeysExist(on: Statements, appId: number, keys: readonly number[]): Promise<void> {
    const knownKeys = new Set((await this.definitions.findByKeys(on, appId, keys)).map((d) => d.notificationKey));
    const unknown = keys.find((key) => !knownKeys.has(key));
    if (unknown !== undefined) {
      throw new AppError('unknown_key', `No notification has the key ${unknown}`);
    }
  }

  /**
   * What `customJson.refID` of a bulk send names: an earlier notification, whose place on the device this one takes.
   *
   * @throws AppError unknown_key (5003) for one that is not of this application, malformed for what is no key
   */
  private async readReplacedNotification(appId: number, { customJson }: Message): Promise<DispatchOptions['replaces']> {
    const refId = customJson?.['refID'];
    if (refId === undefined || refId === null || refId === false || refId === '') {
      return undefined;
    }
    const key = Number(refId);
    if ((typeof refId !== 'string' && typeof refId !== 'number') || !Number.isSafeInteger(key) || key < 1) {
      throw malformed("Field 'customJson.refID' should be the key of an earlier notification");
    }
    if (key >= 2 ** 31) {
      throw new AppError('unknown_key', `No notification has the key ${key}`);
    }
    await this.checkKeysExist(this.db, appId, [key]);
    return { key, rootKey: await this.launches.findReplacementRoot(appId, key) };
  }

  /** @throws AppError malformed for a category that is not defined */
  private async resolveCategories(appId: number, { categories }: Message): Promise<{ categoryIds?: number[] }> {
    return categories && categories.length > 0
      ? { categoryIds: await this.preferences.resolveCategoryIds(appId, categories) }
      : {};
  }

  private async loadMessages(appId: number, entries: readonly Entry[]): Promise<Message[]> {
    const stored = await this.definitions.findCached(this.db, appId, [...new Set(entries.map(({ key }) => key))]);
    const byKey = new Map(stored.map((definition) => [definition.notificationKey, definition.message]));
    const merged = entries.map(({ key, send }) => {
      const definition = byKey.get(key);
      if (!definition) {
        throw new AppError('unknown_key', `No notification has the key ${key}`);
      }
      const message = mergeSend(definition, send);
      checkSizes(message);
      return message;
    });
    return Promise.all(
      merged.map((message, index) =>
        this.references.resolveReferences(appId, message, entries[index]?.body, entries[index]?.send),
      ),
    );
  }
}

function toLinkOptions({ linkBase }: Caller): Pick<DispatchOptions, 'linkBase'> {
  return linkBase === undefined ? {} : { linkBase };
}

function readEntry(raw: unknown): Entry {
  const entry = asRecord(raw);
  const key = readKey(entry['notificationKey']);
  const target = parseTarget(entry['target'], 'send');
  const lastActiveDevice = readFlag(entry, 'lastActiveDevice');
  const options: DispatchOptions = {
    ...(target.optOut && { includeOptedOut: true }),
    ...(lastActiveDevice && { lastActiveDevice }),
  };
  return {
    key,
    body: entry,
    send: parseSend(entry['message'] ?? {}),
    target: target.tree,
    address: readAddress(entry['target']),
    options,
  };
}

/** @param target  already parsed, so that at most one of its forms is there */
function readAddress(target: unknown): Entry['address'] {
  const { email, msisdn } = asRecord(target);
  if (typeof email === 'string') {
    return { kind: 'email', text: email };
  }
  return typeof msisdn === 'string' && /\d/.test(msisdn) ? { kind: 'msisdn', text: msisdn } : null;
}

function readFlag(entry: Record<string, unknown>, name: string): boolean {
  const value = entry[name] ?? false;
  if (typeof value !== 'boolean') {
    throw malformed(`Field '${name}' should be true or false`);
  }
  return value;
}

function checkTargetCount(entries: readonly Entry[]): void {
  const named = entries.flatMap(({ target }) =>
    target.type === 'extIds' ? target.extIds : target.type === 'tokens' ? target.tokens : [],
  );
  const unique = new Set(named).size;
  if (unique > MAX_TARGETS) {
    throw malformed(`At most ${MAX_TARGETS} extIds and device tokens per request, found ${unique}`);
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('The body should be an object');
  }
  return value as Record<string, unknown>;
}
