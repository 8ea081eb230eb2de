import { fromInstallationId } from '#libs/users/identities';
import type { RegisteredInstallation } from '#libs/users/registry';
import type { TestGateway } from '../contract/gateway.js';

/** A person without a name, known by an installation. */
export interface Visitor {
  uid: number;
  device: RegisteredInstallation;
}

/** Visitors of an application's own app, who may log in. */
export class Visitors {
  private constructor(private readonly gateway: TestGateway) {}

  static async open(gateway: TestGateway): Promise<Visitors> {
    await gateway.makeKey('mobile', { kind: 'mobile' });
    return new Visitors(gateway);
  }

  async arrive(): Promise<Visitor> {
    const device = await this.sdk<RegisteredInstallation>('installations', { platform: 'IOS' });
    const row = await this.gateway.fresh.db.row<{ uid: number }>(
      'SELECT i.uid FROM users.installation AS i WHERE i.app_id = $1 AND i.inst_id = $2',
      [this.gateway.appId, fromInstallationId(device.installationId) ?? 0],
    );
    return { device, uid: row?.uid ?? Number.NaN };
  }

  async fire({ device }: Visitor, ...events: readonly ({ name: string } & object)[]): Promise<void> {
    await this.sdk('events', { ...device, events });
  }

  /** Merges the visitor into a named person. */
  async logIn({ device }: Visitor, extId: string): Promise<void> {
    await this.sdk('users/identify', { ...device, extId });
  }

  private async sdk<A>(operation: string, body: object): Promise<A> {
    const answer = await this.gateway.call(`/sdk/1.0/${operation}`, { body, key: 'mobile' });
    if (answer.status !== 200) {
      throw new Error(`${operation}: ${answer.status} ${answer.text}`);
    }
    return answer.json as A;
  }
}
