import { type AgentKind, findAgentKind } from './agent-kinds.js';
import type { NetworkFinder, NetworkKind } from './address-ranges.js';

/**
 * Facts of one fetch that the verdict needs: all that is stored of its agent, headers and address.
 *
 * @property network  null: an address that is in no list
 * @property isWhole  it has the language of a reader, which each browser sends
 */
export interface FetchSigns {
  agent: AgentKind;
  network: NetworkKind | null;
  isWhole: boolean;
}

/**
 * Reads the signs of a request.
 *
 * @param readHeader  by lower-case name; undefined where the request has none
 * @param address     of the client, as the trusted proxies forward it
 */
export function readSigns(
  readHeader: (name: string) => string | undefined,
  address: string | undefined,
  finder: NetworkFinder,
): FetchSigns {
  return {
    agent: findAgentKind(readHeader('user-agent') ?? ''),
    network: finder.findKind(address),
    isWhole: /[a-z]{2}/i.test(readHeader('accept-language') ?? ''),
  };
}
