import { Injectable } from '@nestjs/common';
import { parseJson, toJsonObject } from '#platform/collections';
import { Config } from '#platform/config';
import { AppError, malformed } from '#platform/errors';

const TIMEOUT_MS = 5000;
/** The length of the text of a refusal. */
const MAX_WORDS = 500;
type Search = readonly (readonly [name: string, value: string])[];

/** Asks the control interface of the simulators, whose address never comes from request data. */
@Injectable()
export class SimulatorClient {
  constructor(private readonly config: Config) {}

  /** @throws AppError unavailable when there are no simulators or they do not answer; unknown_id for their 404 */
  async readJson<T>(path: string, search: Search = []): Promise<T> {
    return (await (await this.ask(path, search)).json()) as T;
  }

  /** Reads a page of the simulators. */
  async readText(path: string, search: Search = []): Promise<string> {
    return (await this.ask(path, search)).text();
  }

  /** Sets something, such as faults. @throws AppError unavailable */
  async put(path: string, body: object): Promise<void> {
    await (await this.ask(path, [], { method: 'PUT', body: JSON.stringify(body) })).arrayBuffer();
  }

  /** Asks for something to be done. @throws AppError malformed where it is not possible, unavailable */
  async post<T>(path: string, body: object): Promise<T> {
    return (await (await this.ask(path, [], { method: 'POST', body: JSON.stringify(body) })).json()) as T;
  }

  private async ask(path: string, search: Search, init: { method?: string; body?: string } = {}): Promise<Response> {
    const { SIMULATOR_HOST, SIMULATOR_PORT } = this.config;
    const query = new URLSearchParams();
    for (const [name, value] of search) {
      query.append(name, value);
    }
    const answer =
      SIMULATOR_PORT === 0
        ? undefined
        : await fetch(`http://${SIMULATOR_HOST}:${SIMULATOR_PORT}${path}?${query.toString()}`, {
            ...init,
            signal: AbortSignal.timeout(TIMEOUT_MS),
          }).catch(() => undefined);
    if (answer?.status === 404) {
      throw new AppError('unknown_id', 'The simulators have no such delivery any more');
    }
    if (answer?.status === 400) {
      throw malformed(await readFaults(answer));
    }
    if (answer?.ok !== true) {
      throw new AppError('unavailable', 'The simulators do not answer');
    }
    return answer;
  }
}

/** Reads the answer of the simulators to a request that they cannot serve: `{ faults: [] }`. */
async function readFaults(answer: Response): Promise<string> {
  const { faults } = toJsonObject(parseJson(await answer.text()));
  const words = Array.isArray(faults) ? faults.filter((fault: unknown) => typeof fault === 'string').join('; ') : '';
  return words === '' ? 'The simulators cannot do this with this delivery' : words.slice(0, MAX_WORDS);
}
