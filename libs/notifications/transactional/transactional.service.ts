import { Injectable } from '@nestjs/common';
import { AudienceService, sendTarget, type SendTargetDto, type Target } from '#libs/audience';
import { checkSizes, mergeSend, sendPart, withIcon, type Message, type SendPart } from '#libs/content';
import { type DispatchOptions, DispatchIntakeService, LANES } from '#libs/delivery';
import type { Caller } from '#libs/tenancy';
import { AddressService, type ContactKind } from '#libs/users';
import { Stretch } from '#platform/async';
import { Database } from '#platform/db';
import { AppError, malformed } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { DefinitionReferencesService } from '../definitions/definition-references.service.js';
import { DefinitionRepository } from '../definitions/definition.repository.js';
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
    private readonly db: Database,
    private readonly definitions: DefinitionRepository,
    private readonly references: DefinitionReferencesService,
    private readonly intake: DispatchIntakeService,
    private readonly audience: AudienceService,
    private readonly addresses: AddressService,
    private readonly clock: ClockService,
    private readonly approvals: TransactionalApprovalService,
  ) {}

  /**
   * `sendNotification` (specification, section 4.3): one entry or an array of them, all or nothing.
   *
   * @returns the number under which the whole request waits for approval; null: it was accepted
   * @throws AppError unknown_key (5003), and as `sendTarget`
   */
  async send(caller: Caller, requests: readonly SendNotificationDto[]): Promise<number | null> {
    const { appId } = caller;
    const entries = requests.map(toEntry);
    if (entries.length === 0) {
      throw malformed('The body should hold at least one send');
    }
    checkTargetCount(entries);
    const messages = await this.loadMessages(caller, entries);
    const targets: Target[] = [];
    for (const { target } of entries) {
      targets.push(await this.audience.checkForStorage(appId, target));
    }
    const categories = await Promise.all(messages.map((message) => this.references.resolveCategories(appId, message)));
    const replaced = await this.references.findReplaced(appId, messages);
    await this.ensureAddressesExist(appId, entries, messages);
    const isHeld = await this.approvals.mustWait(caller, targets);
    const dueAt = isHeld ? null : this.clock.now();
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
        ...(!isHeld && limitOf(caller.approval, target)),
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
    if (isHeld) {
      return this.approvals.hold(caller, sends);
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

  private async loadMessages(
    { appId, iconUrl, definitionVersion }: Caller,
    entries: readonly Entry[],
  ): Promise<Message[]> {
    const stored = await this.definitions.findCached(
      this.db,
      appId,
      [...new Set(entries.map(({ key }) => key))],
      definitionVersion,
    );
    const byKey = new Map(stored.map((definition) => [definition.notificationKey, definition]));
    const merged: Message[] = [];
    const stretch = new Stretch();
    for (const { key, send } of entries) {
      const definition = byKey.get(key);
      if (!definition) {
        throw new AppError('unknown_key', `No notification has the key ${key}`);
      }
      if (definition.endedAt) {
        throw new AppError('wrong_state', `The definition ${key} has ended`);
      }
      const message = withIcon(mergeSend(definition.message, send), iconUrl);
      await checkSizes(message, stretch);
      merged.push(message);
    }
    return Promise.all(
      merged.map((message, index) =>
        this.references.resolveReferences(appId, message, (field) => `message.${field}`, entries[index]?.send),
      ),
    );
  }
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

function toAddress({ email, msisdn }: SendTargetDto): Entry['address'] {
  if (email !== undefined) {
    return { kind: 'email', text: email };
  }
  return msisdn === undefined || isWordForNumber({ kind: 'msisdn', text: msisdn })
    ? null
    : { kind: 'msisdn', text: msisdn };
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
