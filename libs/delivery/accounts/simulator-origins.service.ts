import { Injectable } from '@nestjs/common';
import type { Channel, ProviderOrigin } from '#libs/channels';
import { Config } from '#platform/config';

/** The providers that are simulated, and the receiver of webhooks. */
export type SimulatedProvider = Channel | 'hooks';
type Origins = Record<SimulatedProvider, Omit<ProviderOrigin, 'ca'>> & { ca: string };

const TIMEOUT_MS = 5000;

/** Asks the control port of the simulators for their addresses, which never come from request data. */
@Injectable()
export class SimulatorOriginsService {
  constructor(private readonly config: Config) {}

  /** @throws Error when there are no simulators, or they do not answer */
  async find(provider: SimulatedProvider): Promise<ProviderOrigin> {
    const { SIMULATOR_HOST, SIMULATOR_PORT } = this.config;
    const response = await fetch(`http://${SIMULATOR_HOST}:${SIMULATOR_PORT}/endpoints`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const origins = (await response.json()) as Origins;
    return { ...origins[provider], ca: origins.ca };
  }
}
