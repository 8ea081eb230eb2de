import { setTimeout as sleep } from 'node:timers/promises';
import { fromInstallationId } from '#libs/users/identities';
import { type RegisteredInstallation } from '#libs/users/registry';
import { type RestClient } from '../../../test/support/api-document/rest-client.js';
import { signIdentity } from '../../../test/support/contract/identity-tokens.js';
import { type Stack } from '../../../test/support/processes/stack.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';

/** A value that held from one moment to another, by the clock of the database in ms. The change itself took a while. */
export interface Span {
  value: string;
  /** From now on it certainly does not hold any more; Infinity: it still does. */
  goneAt: number;
}

/** A device that registers itself, as an app does. */
export interface Device {
  registered: RegisteredInstallation;
  instId: number;
  platform: 'IOS' | 'ANDROID';
  /** Names of its users, the last one is the user of now. */
  owners: Span[];
  tokens: Span[];
  isAnonymous: boolean;
}

const DEVICES = 120;
const AT_A_TIME = 20;
const ERASED_AT_A_TIME = 3;
const PATIENCE_MS = 600_000;
const PAUSE_MS = 250;
const TOKEN_LIFE_SECONDS = 3600;

/**
 * Users who change while campaigns are sent. It remembers when a device, a token or a user stopped to belong to a
 * person, so that the judge can find a message to the wrong person.
 */
export class People {
  readonly devices: Device[] = [];
  /** When each erased user was certainly gone. */
  readonly erased = new Map<string, number>();
  /** Other names that a person has by a merge or a change of the profile. */
  readonly otherNames = new Map<string, Set<string>>();
  private created = 0;

  /** @param now  the clock of the database, in ms */
  constructor(
    private readonly stack: Stack,
    private readonly names: readonly string[],
    private readonly now: () => number,
  ) {}

  async registerDevices(): Promise<void> {
    for (let start = 0; start < DEVICES; start += AT_A_TIME) {
      const batch = Array.from({ length: AT_A_TIME }, (_, index) => this.registerDevice(start + index));
      this.devices.push(...(await Promise.all(batch)));
    }
  }

  /** Another user logs in on a device. */
  async changeHands(luck: number): Promise<string> {
    const device = this.draw(luck, undefined, ({ isAnonymous }) => !isAnonymous);
    const name = await this.registerName('hand');
    const user = await this.prove(name);
    await this.insist('installations', (rest) => rest.sdk('installations', { ...device.registered, ...user }));
    this.replaceLast(device.owners, name);
    return `${device.platform} of ${device.owners.at(-2)?.value} to ${name}`;
  }

  /** An app gets another token for its device. */
  async renewToken(luck: number): Promise<string> {
    const device = this.draw(luck);
    const token = this.newToken();
    await this.insist('installations', (rest) => rest.sdk('installations', { ...device.registered, token }));
    this.replaceLast(device.tokens, token);
    return `another token of ${device.owners.at(-1)?.value}`;
  }

  /** A token turns up on another device of the same platform, as after a restored backup. */
  async moveToken(luck: number): Promise<string> {
    const from = this.draw(luck);
    const to = this.draw(seeded(Math.floor(luck * 2 ** 32) + 1)(), from);
    const token = from.tokens.at(-1)?.value ?? '';
    await this.insist('installations', (rest) => rest.sdk('installations', { ...to.registered, token }));
    this.replaceLast(to.tokens, token);
    // The device that lost it asks for another one at its next start.
    this.endLast(from.tokens);
    await this.insist('installations', (rest) =>
      rest.sdk('installations', { ...from.registered, token: this.pushToken(from) }),
    );
    return `the token of ${from.owners.at(-1)?.value} to ${to.owners.at(-1)?.value}`;
  }

  /** An anonymous user turns out to be a known one, or gets a name. */
  async merge(luck: number): Promise<string> {
    const device = this.draw(luck, undefined, ({ isAnonymous }) => isAnonymous);
    const former = device.owners.at(-1)?.value ?? '';
    const known = this.names[Math.floor(luck * this.names.length)] ?? '';
    const name = this.erased.has(known) || luck < 0.3 ? `named-${++this.created}` : known;
    this.alias(former, name);
    const user = await this.prove(name);
    await this.insist('identify', (rest) => rest.sdk('users/identify', { ...device.registered, ...user }));
    device.isAnonymous = false;
    return `${former} is ${name}`;
  }

  /** Some users are erased. */
  async erase(luck: number): Promise<string> {
    const random = seeded(Math.floor(luck * 2 ** 32));
    const names = Array.from({ length: ERASED_AT_A_TIME }, () => this.drawName(random));
    await this.insist('deleteUsersPermanently', (rest) =>
      rest.post('deleteUsersPermanently', { extIds: [...new Set(names)] }),
    );
    names.forEach((name) => this.erased.set(name, this.erased.get(name) ?? this.now()));
    return names.join(', ');
  }

  /** The text of a message to a user changes between two looks at it. */
  async rename(luck: number): Promise<string> {
    const name = this.drawName(seeded(Math.floor(luck * 2 ** 32)));
    const other = `${name}-${++this.created}`;
    this.alias(name, other);
    await this.insist('registerUsers', (rest) =>
      rest.post('registerUsers', [{ extId: name, profile: { plan: other } }]),
    );
    return `${name} is called ${other}`;
  }

  /** Every name that a message to a user may carry. */
  namesOf(name: string): ReadonlySet<string> {
    return new Set([name, ...(this.otherNames.get(name) ?? [])]);
  }

  private alias(name: string, other: string): void {
    for (const [first, second] of [
      [name, other],
      [other, name],
    ] as const) {
      this.otherNames.set(first, new Set([...(this.otherNames.get(first) ?? []), second]));
    }
  }

  private drawName(random: () => number): string {
    for (;;) {
      const name = this.names[Math.floor(random() * this.names.length)] ?? '';
      // Devices of a merged user have another owner in the books.
      if (!this.erased.has(name) && !this.otherNames.has(name)) {
        return name;
      }
    }
  }

  private draw(luck: number, other?: Device, isMeant: (device: Device) => boolean = () => true): Device {
    const fitting = this.devices.filter(
      (device) => device !== other && isMeant(device) && (!other || device.platform === other.platform),
    );
    const device = fitting[Math.floor(luck * fitting.length)] ?? this.devices[0];
    if (!device) {
      throw new Error('No device is registered');
    }
    return device;
  }

  private async registerDevice(index: number): Promise<Device> {
    const platform = index % 2 === 0 ? 'IOS' : 'ANDROID';
    const isAnonymous = index % 4 < 2;
    const token = this.newToken();
    const name = isAnonymous ? `nameless-${index}` : await this.registerName('owner');
    const user = isAnonymous ? {} : await this.prove(name);
    const registered = await this.insist<RegisteredInstallation>('installations', (rest) =>
      rest.sdk('installations', { platform, token, ...user }),
    );
    if (isAnonymous) {
      await this.insist('profile', (rest) => rest.sdk('users/profile', { ...registered, profile: { plan: name } }));
    }
    return {
      registered,
      instId: fromInstallationId(registered.installationId) ?? 0,
      platform,
      owners: [{ value: name, goneAt: Infinity }],
      tokens: [{ value: token, goneAt: Infinity }],
      isAnonymous,
    };
  }

  private async registerName(kind: string): Promise<string> {
    const name = `${kind}-${++this.created}`;
    await this.insist('registerUsers', (rest) =>
      rest.post('registerUsers', [{ extId: name, profile: { plan: name } }]),
    );
    return name;
  }

  /** The token of a user is signed by the clock of the product, which may be ahead. */
  private async prove(extId: string): Promise<{ extId: string; identityToken: string }> {
    const lifeSeconds = Math.round((this.now() - Date.now()) / 1000) + TOKEN_LIFE_SECONDS;
    return { extId, identityToken: await signIdentity(extId, { lifeSeconds }) };
  }

  private newToken(): string {
    return (0xc0_0000_0000 + ++this.created).toString(16).padStart(64, 'd');
  }

  private pushToken(device: Device): string {
    const token = this.newToken();
    device.tokens.push({ value: token, goneAt: Infinity });
    return token;
  }

  private replaceLast(spans: Span[], value: string): void {
    this.endLast(spans);
    spans.push({ value, goneAt: Infinity });
  }

  private endLast(spans: Span[]): void {
    const last = spans.at(-1);
    if (last) {
      last.goneAt = Math.min(last.goneAt, this.now());
    }
  }

  /** Repeats a request until it is answered. Each of them may be repeated. @throws Error on a refusal, and when it is too late */
  private async insist<B>(
    operation: string,
    ask: (rest: RestClient) => Promise<{ status: number; body: B }>,
  ): Promise<B> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await ask(this.stack.rest).catch(() => undefined);
      if (answer?.status === 200) {
        return answer.body;
      }
      if (Date.now() > end || (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 429)) {
        throw new Error(`${operation} was answered with ${answer?.status}: ${JSON.stringify(answer?.body)}`);
      }
      await sleep(PAUSE_MS);
    }
  }
}
