import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config';
import type { ProviderOrigin } from '../sender/channels.types.js';

/** The simulators by name, and the authority to trust. */
type Origins = Partial<Record<string, Omit<ProviderOrigin, 'ca'>>> & { ca: string };

const TIMEOUT_MS = 5000;

/** Asks the control port of the simulators for their addresses, which never come from request data. */
@Injectable()
export class SimulatorOriginsService {
  constructor(private readonly config: Config) {}

  /**
   * @param simulator  the name of a simulator, or `hooks` for the receiver of webhooks
   * @throws Error when there are no simulators, they do not answer, or none has this name
   */
  async find(simulator: string): Promise<ProviderOrigin> {
    const { SIMULATOR_HOST, SIMULATOR_PORT } = this.config;
    const response = await fetch(`http://${SIMULATOR_HOST}:${SIMULATOR_PORT}/endpoints`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { ca, ...origins } = (await response.json()) as Origins;
    const origin = origins[simulator];
    if (origin === undefined) {
      throw new Error(`The simulators have no ${simulator}`);
    }
    return { ...origin, ca };
  }
}
