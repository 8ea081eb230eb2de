import { Injectable } from '@nestjs/common';
import type { Channel, ProviderOrigin } from '#libs/channels';
import { Config } from '#platform/config';

/** Providers that the simulators stand for, and the receiver of hooks. */
export type SimulatedPlace = Channel | 'hooks';
type Origins = Record<SimulatedPlace, Omit<ProviderOrigin, 'ca'>> & { ca: string };

const ANSWER_MS = 5000;

/** Where the simulators of this installation stand: asked of their control port, never taken from request data. */
@Injectable()
export class SimulatedOrigins {
  constructor(private readonly config: Config) {}

  /** @throws Error when there are no simulators, or they do not answer */
  async of(place: SimulatedPlace): Promise<ProviderOrigin> {
    const { SIMULATOR_HOST, SIMULATOR_PORT } = this.config;
    const answer = await fetch(`http://${SIMULATOR_HOST}:${SIMULATOR_PORT}/endpoints`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const origins = (await answer.json()) as Origins;
    return { ...origins[place], ca: origins.ca };
  }
}
