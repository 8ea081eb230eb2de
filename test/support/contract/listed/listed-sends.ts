import type { JsonObject } from '#libs/content';
import { DispatchIntakeService, LANES, UserListIntakeService, type UserListSend } from '#libs/delivery';
import { fromInstallationId } from '#libs/users/identities';
import type { RegisteredInstallation } from '#libs/users/registry';
import { Database } from '#platform/db';
import { reachableUsers } from '../../rooms/reachable-users.js';
import { parseDefinition } from '../../rooms/parse.js';
import type { Sending } from '../sending.js';

/** A send as a module above delivery hands it over. */
export interface ListedSend {
  key: number;
  dispatchId: number;
  request: UserListSend;
}

/** Hands sends to listed users over as a module above delivery would. */
export class ListedSends {
  private devices = 0;

  constructor(private readonly sending: Sending) {}

  private get db(): Database {
    return this.sending.gateway.app.get(Database);
  }

  /** Users with an Android device, an e-mail address and a number. @returns their uids */
  async register(count: number): Promise<number[]> {
    const users = await reachableUsers(this.sending.simulators, 'ANDROID', count);
    await this.sending.post(
      'registerUsers',
      users.map((user, n) => ({
        ...user,
        extId: nameOf(n),
        email: `${nameOf(n)}@a.example`,
        emailOptIn: true,
        msisdn: `+4917${10_000_000 + n}`,
      })),
    );
    const rows = await this.db.rows<{ uid: number; extId: string }>(
      'SELECT u.uid, u.ext_id AS "extId" FROM users.app_user AS u WHERE u.app_id = $1',
      [this.sending.gateway.appId],
    );
    const uidByName = new Map(rows.map(({ uid, extId }) => [extId, uid]));
    return users.map((_, n) => uidByName.get(nameOf(n)) ?? Number.NaN);
  }

  /** Registers a device without a user. @returns it, its token and its uid */
  async newDevice(): Promise<{ device: RegisteredInstallation; token: string; uid: number }> {
    this.devices += 1;
    const token = `${'e'.repeat(22)}:${'APA91b'.repeat(21)}${this.devices}`;
    const device = await this.registerDevice({ token });
    const row = await this.db.row<{ uid: number }>(
      'SELECT i.uid FROM users.installation AS i WHERE i.app_id = $1 AND i.inst_id = $2',
      [this.sending.gateway.appId, fromInstallationId(device.installationId) ?? 0],
    );
    return { device, token, uid: row?.uid ?? Number.NaN };
  }

  /** The owner of a device logs in: an anonymous user is merged into the named one. */
  async logIn(device: RegisteredInstallation, extId: string): Promise<void> {
    await this.registerDevice({ ...device, extId });
  }

  /** A request for a definition of its own, due at once. */
  async request(users: UserListSend['users'], body: object, more: Partial<UserListSend> = {}): Promise<UserListSend> {
    const { notificationKey } = await this.sending.post<{ notificationKey: number }>('createNotificationDefinition', {
      message: body,
    });
    return {
      appId: this.sending.gateway.appId,
      notificationKey,
      lane: LANES.bulk,
      message: parseDefinition(body),
      options: {},
      dueAt: new Date(),
      ...more,
      users,
    };
  }

  /** Stores a send; no worker has begun it yet. */
  async accept(users: UserListSend['users'], body: object, more: Partial<UserListSend> = {}): Promise<ListedSend> {
    const { app } = this.sending.gateway;
    const request = await this.request(users, body, more);
    const [dispatchId = Number.NaN] = await app.get(DispatchIntakeService).allocateDispatchIds(1);
    await this.db.tx((tx) => app.get(UserListIntakeService).accept(tx, dispatchId, request));
    return { key: request.notificationKey, dispatchId, request };
  }

  /** Stored parameters of a send, by uid. */
  async stored(dispatchId: number): Promise<Map<number, JsonObject | string>> {
    const rows = await this.db.rows<{ uid: number; params: JsonObject | string }>(
      'SELECT p.uid, p.params FROM delivery.recipient_params AS p WHERE p.dispatch_id = $1',
      [dispatchId],
    );
    return new Map(rows.map(({ uid, params }) => [uid, params]));
  }

  private async registerDevice(body: object): Promise<RegisteredInstallation> {
    const { status, text, json } = await this.sending.gateway.call('/sdk/1.0/installations', {
      key: 'mobile',
      body: { platform: 'ANDROID', ...body },
    });
    if (status !== 200) {
      throw new Error(`installations: ${status} ${text}`);
    }
    return json as RegisteredInstallation;
  }
}

/** The extId of a user by its number. */
export function nameOf(n: number): string {
  return `user-${n}`;
}
