import { Injectable } from '@nestjs/common';
import {
  chooseAddress,
  contactOfKind,
  listAddressesBeside,
  RECIPIENT_KINDS,
  type ContactChannel,
} from '#libs/channels/definitions';
import { PolicyService } from '#libs/contact-policy';
import { type ContactRecipient, type PushRecipient, type ReadOptions, RecipientService } from '#libs/users/registry';
import { PreferenceService } from '#libs/users/preferences';
import { FALLBACK_PLATFORM, isContactChannel } from '../model/channel-policy.js';
import type { LeasedChunk } from '../model/delivery.types.js';
import { includesRefusing } from '../model/refusals.js';
import { NO_KINDS, toReadOptions, type ValueKinds } from '../model/render-recipient.js';
import type { PreparedMessage } from './message-cache.service.js';
import { MergedRecipientService } from './merged-recipient.service.js';
import { addLiveData, LiveValueService } from '#libs/delivery/live-data';
import { RecipientParamsService } from '../recipient-params/recipient-params.service.js';
import { type Recipient, toDeviceRecipient } from '#libs/delivery/checks';

/** Some recipients of a chunk that are read. */
export interface ReadRequest {
  chunk: LeasedChunk;
  message: PreparedMessage;
  ids: readonly number[];
}

const NOBODY: ReadonlySet<number> = new Set();

/** Reads recipients as they are stored now. A recipient that is deleted is left out. */
@Injectable()
export class RecipientReaderService {
  constructor(
    private readonly users: RecipientService,
    private readonly preferences: PreferenceService,
    private readonly merged: MergedRecipientService,
    private readonly params: RecipientParamsService,
    private readonly policies: PolicyService,
    private readonly liveValues: LiveValueService,
  ) {}

  /** The meaning of the numbers among the attributes of a message. */
  async findKinds(appId: number, { plan }: PreparedMessage): Promise<ValueKinds> {
    return plan.needsProfile ? this.users.findValueKinds(appId) : NO_KINDS;
  }

  /** Reads the recipients of several chunks of one application and channel. Devices are read together. */
  async readAll(requests: readonly ReadRequest[]): Promise<Recipient[][]> {
    const devicesByOptions = new Map<string, Map<number, PushRecipient>>();
    const read: Recipient[][] = [];
    for (const request of requests) {
      const { chunk, message, ids } = request;
      const kinds = await this.findKinds(chunk.appId, message);
      const needsZone = await this.policies.followsPersons(chunk.appId);
      const options = toReadOptions(message.plan, kinds, needsZone);
      if (isContactChannel(chunk.channel)) {
        read.push(await this.addParams(message, await this.readContacts(request, chunk.channel, options)));
        continue;
      }
      const optionsKey = JSON.stringify(options);
      const similar = requests.filter((other) => {
        return other === request || JSON.stringify(toReadOptions(other.message.plan, kinds, needsZone)) === optionsKey;
      });
      const devices = devicesByOptions.get(optionsKey) ?? (await this.readDevices(chunk.appId, similar, options));
      devicesByOptions.set(optionsKey, devices);
      const ofChunk = ids.flatMap((id) => devices.get(id) ?? []);
      read.push(await this.addParams(message, await this.toDeviceRecipients(request, ofChunk)));
    }
    return read;
  }

  /** Adds the parameters that recipients of the send have of their own. */
  private async addParams({ dispatch, live }: PreparedMessage, recipients: Recipient[]): Promise<Recipient[]> {
    if (dispatch.options.hasRecipientParams) {
      const params = await this.params.find(dispatch, [...new Set(recipients.map(({ uid }) => uid))]);
      recipients.forEach((recipient) => Object.assign(recipient, { params: params.get(recipient.uid) }));
    }
    if (live) {
      const data = await this.liveValues.find(dispatch, [...new Set(recipients.map(({ uid }) => uid))]);
      recipients.forEach((recipient) => addLiveData(recipient, data.get(recipient.uid), live));
    }
    return recipients;
  }

  private async readDevices(
    appId: number,
    requests: readonly ReadRequest[],
    options: ReadOptions,
  ): Promise<Map<number, PushRecipient>> {
    const ids = [...new Set(requests.flatMap((request) => request.ids))];
    const devices = await this.users.findRecipientsByInstallation(appId, ids, options);
    return new Map(devices.map((device) => [device.instId, device]));
  }

  /** A device that belongs to another user than at the launch stays one of its former user, and is skipped. */
  private async toDeviceRecipients(
    { chunk, message }: ReadRequest,
    devices: readonly PushRecipient[],
  ): Promise<Recipient[]> {
    const formerOwners = await this.users.findFormerOwners(chunk.appId, devices, chunk.owners);
    const includeOptedOut = includesOptedOut(chunk, message);
    return devices.map((device) => {
      const recipient = toDeviceRecipient(device, includeOptedOut);
      const formerUid = formerOwners.get(device.instId);
      return formerUid === undefined ? recipient : Object.assign(recipient, { uid: formerUid, skipReason: 'MOVED' });
    });
  }

  private async readContacts(
    { chunk, message, ids }: ReadRequest,
    channel: ContactChannel,
    options: ReadOptions,
  ): Promise<Recipient[]> {
    const includeOptedOut = includesOptedOut(chunk, message);
    const users = await this.readUsers(chunk, ids, options);
    const contact = contactOfKind(RECIPIENT_KINDS[channel]);
    const { storage } = contact;
    const refusing =
      'refusal' in storage && !includeOptedOut
        ? await this.preferences.findOptedOutUids(
            chunk.appId,
            [...new Set(users.map(([, { uid }]) => uid))],
            [storage.refusal],
          )
        : NOBODY;
    return users.map(([recipientId, user]) => {
      const address = chooseAddress(user, contact.address);
      const others = listAddressesBeside(contact.address).flatMap((kind) => user[kind] ?? []);
      const isOptedIn =
        'refusal' in storage
          ? !refusing.has(user.uid)
          : storage.consent === 'email_opt_in'
            ? user.emailOptIn
            : user.smsOptIn;
      return {
        recipientId,
        uid: user.uid,
        platform: FALLBACK_PLATFORM[channel],
        address,
        ...(others.length > 1 && { otherAddresses: others.filter((other) => other !== address) }),
        skipReason: address === null ? 'NO_ADDRESS' : isOptedIn || includeOptedOut ? null : 'OPTED_OUT',
        language: user.language,
        timeZone: user.timeZone,
        profile: user.profile,
      };
    });
  }

  /** Users by their recipient id. A user that was merged into another one since stands for that other user. */
  private async readUsers(
    chunk: LeasedChunk,
    ids: readonly number[],
    options: ReadOptions,
  ): Promise<[number, ContactRecipient][]> {
    const users = await this.users.findRecipientsByUser(chunk.appId, ids, options);
    const foundUids = new Set(users.map(({ uid }) => uid));
    const missingIds = ids.filter((id) => !foundUids.has(id));
    const uidByRecipient =
      missingIds.length > 0 ? await this.merged.findSuccessors(chunk, missingIds) : new Map<number, number>();
    const mergedUsers =
      uidByRecipient.size > 0
        ? await this.users.findRecipientsByUser(chunk.appId, [...uidByRecipient.values()], options)
        : [];
    const byUid = new Map(mergedUsers.map((user) => [user.uid, user]));
    return [
      ...users.map((user): [number, ContactRecipient] => [user.uid, user]),
      ...[...uidByRecipient].flatMap(([recipientId, uid]): [number, ContactRecipient][] => {
        const user = byUid.get(uid);
        return user ? [[recipientId, user]] : [];
      }),
    ];
  }
}

function includesOptedOut({ channel }: LeasedChunk, { dispatch }: PreparedMessage): boolean {
  return includesRefusing(dispatch, RECIPIENT_KINDS[channel]);
}
