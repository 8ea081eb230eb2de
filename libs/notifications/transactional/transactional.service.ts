import { ADDRESS_KINDS, contactOfPlatform, listAddressesBeside } from '#libs/channels/definitions';
import { Injectable } from '@nestjs/common';
import { sendTarget, type SendTargetDto, type Target } from '#libs/audience';
import { WrittenTargetService } from '#libs/audience/recipients';
import { CONTACT_PLATFORMS, checkSizes, type Message, type SendPart } from '#libs/content';
import { mergeSend, sendPart, withIcon } from '#libs/content/parse';
import { type DispatchOptions, DispatchIntakeService, LANES } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { AddressService } from '#libs/users/registry';
import type { Addresses, ContactKind } from '#libs/users/identities';
import { Stretch } from '#platform/async';
import { AppError, FaultList, malformed, type EntryFault } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
import { refuseAbsentFiles } from '../mails/absent-files.js';
import { isWordForNumber, toKey } from './address-request.js';
import type { SendNotificationDto } from './send.dto.js';
import { limitOf, TransactionalApprovalService } from './transactional-approval.service.js';

/** Ids that the targets of one `sendNotification` request may name (specification, section 8). */
const MAX_TARGETS = 1000;

interface Entry {
  key: number;
  send: SendPart;
  target: Target;
  /** Set when the target is an address alone. */
  address: { kind: ContactKind; text: string } | null;
  options: DispatchOptions;
}

/** Transactional sends: a stored definition goes to named users, devices or addresses. */
@Injectable()
export class TransactionalService {
  constructor(
    private readonly definitions: DefinitionRepository,
    private readonly references: DefinitionReferencesService,
    private readonly intake: DispatchIntakeService,
    private readonly targets: WrittenTargetService,
    private readonly addresses: AddressService,
    private readonly clock: ClockService,
    private readonly approvals: TransactionalApprovalService,
  ) {}

  /**
   * `sendNotification` (specification, section 4.3): one entry or an array of them, all or nothing.
   *
   * @returns the number under which the whole request waits for approval; null: it was accepted
   * @throws AppError unknown_key (5003), and as `sendTarget` and `DefinitionReferencesService.checkReach`
   */
  async send(caller: Caller, requests: readonly SendNotificationDto[]): Promise<number | null> {
    const { appId } = caller;
    if (requests.length === 0) {
      throw malformed('The body should hold at least one send');
    }
    const places = toPlaces(requests);
    const entries = readEntries(requests, places);
    checkTargetCount(entries);
    const messages = await this.loadMessages(caller, entries, places);
    const targets = await forEach(places, (index) => this.targets.check(appId, at(entries, index).target, caller));
    const categories = await forEachTogether(places, (index) =>
      this.references.resolveCategories(appId, at(messages, index)),
    );
    const replaced = await this.references.findReplaced(appId, messages);
    await forEach(places, async (index) => {
      const { address } = at(entries, index);
      if (address !== null) {
        const { kind, text } = address;
        const field = `target.${kind}`;
        await this.references.checkReach(appId, kind, field, () =>
          this.addresses.readAddress(appId, kind, text, field),
        );
      }
    });
    await this.ensureAddressesExist(appId, entries, messages);
    const needs = await this.approvals.findNeeds(caller, targets);
    const dueAt = needs ? null : this.clock.now();
    const dispatchIds = await this.intake.allocateDispatchIds(entries.length);
    const sends = entries.flatMap(({ key, options }, index) => {
      const [message, target, dispatchId] = [messages[index], targets[index], dispatchIds[index]];
      if (!message || !target || dispatchId === undefined) {
        return [];
      }
      const replaces = replaced[index];
      const all = {
        ...options,
        ...(replaces && { replaces }),
        ...categories[index],
        ...(needs ? { approval: needs[index] } : limitOf(caller.approval, target)),
      };
      const request = {
        appId,
        notificationKey: key,
        lane: LANES.transactional,
        message,
        target,
        options: all,
        dueAt,
      } as const;
      return [{ dispatchId, request }];
    });
    if (needs) {
      return this.approvals.hold(caller, sends, needs[0]?.needed ?? 1);
    }
    await this.intake.acceptAll(sends);
    return null;
  }

  /** Uploads addresses without a user, as `addEmail` does, so that they can be sent to. */
  private async ensureAddressesExist(
    appId: number,
    entries: readonly Entry[],
    messages: readonly Message[],
  ): Promise<void> {
    for (const platform of CONTACT_PLATFORMS) {
      const first = contactOfPlatform(platform)?.address;
      for (const kind of first === undefined ? [] : listAddressesBeside(first)) {
        const bare = entries.flatMap(({ address }, index) =>
          address?.kind === kind && messages[index]?.platforms.includes(platform) ? [address.text] : [],
        );
        if (bare.length > 0) {
          await this.addresses.uploadAddresses(appId, kind, bare);
        }
      }
    }
  }

  private async loadMessages(
    { appId, iconUrl, definitionVersion }: Caller,
    entries: readonly Entry[],
    places: Places,
  ): Promise<Message[]> {
    const keys = [...new Set(entries.map(({ key }) => key))];
    const stored = await this.definitions.findCached(appId, keys, definitionVersion);
    const byKey = new Map(stored.map((definition) => [definition.notificationKey, definition]));
    const stretch = new Stretch();
    const merged = await forEach(places, async (index) => {
      const { key, send } = at(entries, index);
      const definition = byKey.get(key);
      if (!definition) {
        throw new AppError('unknown_key', `No notification has the key ${key}`);
      }
      if (definition.endedAt) {
        throw new AppError('wrong_state', `The definition ${key} has ended`);
      }
      const message = withIcon(mergeSend(definition.message, send), iconUrl);
      refuseAbsentFiles(message, (field) => `message.${field}`);
      await checkSizes(message, stretch);
      return message;
    });
    return forEachTogether(places, (index) =>
      this.references.resolveReferences(
        appId,
        at(merged, index),
        (field) => `message.${field}`,
        at(entries, index).send,
      ),
    );
  }
}

/** Entries of a request, for faults. */
interface Places {
  isBatch: boolean;
  list: readonly Omit<EntryFault, 'field'>[];
}

function toPlaces(requests: readonly SendNotificationDto[]): Places {
  return {
    isBatch: requests.length > 1,
    list: requests.map(({ target }, index) => {
      const [extId, ...others] = [target.extId ?? []].flat();
      return { index, ...(extId !== undefined && others.length === 0 && { extId }) };
    }),
  };
}

/** Does one thing for each entry, one after the other. @throws AppError that lists all entries at fault */
async function forEach<T>({ isBatch, list }: Places, work: (index: number) => Promise<T>): Promise<T[]> {
  const faults = new FaultList({ isBatch });
  const results: T[] = [];
  for (const place of list) {
    await faults.checkAsync(place, async () => {
      results.push(await work(place.index));
    });
  }
  faults.throwFirst();
  return results;
}

/** Does work that mostly waits for all entries together. */
async function forEachTogether<T>(places: Places, work: (index: number) => Promise<T>): Promise<T[]> {
  const settled = await Promise.allSettled(places.list.map(({ index }) => work(index)));
  return forEach(places, async (index) => {
    const result = settled[index];
    if (result?.status !== 'fulfilled') {
      throw result?.reason;
    }
    return result.value;
  });
}

function readEntries(requests: readonly SendNotificationDto[], { isBatch, list }: Places): Entry[] {
  const faults = new FaultList({ isBatch });
  const entries = list.flatMap((place) => faults.check(place, () => toEntry(at(requests, place.index))) ?? []);
  faults.throwFirst();
  return entries;
}

function at<T>(list: readonly T[], index: number): T {
  const entry = list[index];
  if (entry === undefined) {
    throw new Error(`There is no entry ${index}`);
  }
  return entry;
}

function toEntry({ notificationKey, target, lastActiveDevice, message }: SendNotificationDto): Entry {
  return {
    key: toKey(notificationKey),
    send: sendPart(message),
    target: sendTarget(target),
    address: toAddress(target),
    options: {
      ...(target.optOut && { includeOptedOut: true }),
      ...(lastActiveDevice && { lastActiveDevice }),
    },
  };
}

function toAddress(target: SendTargetDto & Partial<Addresses<string>>): Entry['address'] {
  const [address] = ADDRESS_KINDS.flatMap((kind) => {
    const text = target[kind];
    return text === undefined || isWordForNumber({ kind, text }) ? [] : [{ kind, text }];
  });
  return address ?? null;
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
