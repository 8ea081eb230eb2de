import { Injectable } from '@nestjs/common';
import type { Channel } from '#libs/channels/definitions';
import { AppError } from '#platform/errors';
import type { ShownDelivery } from './shown-delivery.types.js';
import { SimulatedAccountsService } from '../simulators/simulated-accounts.service.js';
import { SimulatorClient } from '../simulators/simulator-client.js';

export interface DeliveryFilter {
  channel?: Channel;
  /** A part of the address. */
  address?: string;
  /** Words of the message. */
  text?: string;
  /** Older than this delivery. */
  before?: number;
}

/** A delivery with the channel of the account that sent it. */
export type SimulatedDelivery = ShownDelivery & { channel: Channel };

export interface SimulatedDeliveries {
  /** Channels whose account is simulated; deliveries of no others are reported. */
  channels: Channel[];
  /** The newest first. */
  deliveries: SimulatedDelivery[];
  /** `before` of the following page; null: that was the oldest. */
  older: number | null;
}

interface SimulatorPage {
  deliveries: ShownDelivery[];
  older?: number;
}

/** Lists messages that the simulators took from the accounts of one application, as a person gets them. */
@Injectable()
export class SimulatedDeliveriesService {
  constructor(
    private readonly accounts: SimulatedAccountsService,
    private readonly simulators: SimulatorClient,
  ) {}

  /** @throws AppError unavailable */
  async list(appId: number, { channel, address, text, before }: DeliveryFilter): Promise<SimulatedDeliveries> {
    const accounts = await this.accounts.list(appId);
    const channels = [...new Set(accounts.map((account) => account.channel))];
    const senders = accounts.filter((account) => channel === undefined || account.channel === channel);
    if (senders.length === 0) {
      return { channels, deliveries: [], older: null };
    }
    const page = await this.simulators.readJson<SimulatorPage>('/deliveries/newest', [
      ...senders.map(({ sender }) => ['sender', sender] as const),
      ...(address === undefined ? [] : [['address', address] as const]),
      ...(text === undefined ? [] : [['text', text] as const]),
      ...(before === undefined ? [] : [['before', String(before)] as const]),
    ]);
    const channelOf = new Map(senders.map((account) => [account.sender, account.channel]));
    const deliveries = page.deliveries.flatMap((delivery) => {
      const found = channelOf.get(`${delivery.provider}:${delivery.sender}`);
      return found === undefined ? [] : [{ ...delivery, channel: found }];
    });
    return { channels, deliveries, older: page.older ?? null };
  }

  /**
   * The HTML of a mail, as it was sent: hostile until it is shown in a sandbox.
   *
   * @throws AppError unknown_id for a delivery of another application too
   */
  async readMail(appId: number, seq: number): Promise<string> {
    const accounts = (await this.accounts.list(appId)).filter(({ channel }) => channel === 'smtp');
    if (accounts.length === 0) {
      throw new AppError('unknown_id', 'No mail of this application is simulated');
    }
    return this.simulators.readText(
      `/deliveries/${seq}/html`,
      accounts.map(({ sender }) => ['sender', sender] as const),
    );
  }
}
