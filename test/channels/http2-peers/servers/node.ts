import { once } from 'node:events';
import { createSecureServer, type ServerHttp2Session, type Settings } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { answerAsAsked } from './origin.js';
import type { PeerKind } from './peer.js';

const CHANGE_MS = 20;
/** Node leaves a client whose streams it has refused often, which a limit that falls in mid-flight makes it do. */
const PATIENT = { maxSessionRejectedStreams: 1_000_000, maxSessionInvalidFrames: 1_000_000 };

/**
 * Node's server, over TLS.
 *
 * @param settings  at its begin
 * @param changes   the next ones, in a circle: one with each request that begins, and one now and then, once the last is
 *   acknowledged
 */
export function node(
  name: string,
  settings: Settings,
  { changes = [], ...limits }: Partial<PeerKind> & { changes?: readonly Settings[] } = {},
): PeerKind {
  return {
    name: `Node, ${name}`,
    longestHeader: 20_000,
    longestBody: 200_000,
    ...limits,
    async start({ authority }) {
      const { cert, key } = authority;
      const sessions = new Set<ServerHttp2Session>();
      const paths = new Map<string, number>();
      const server = createSecureServer({ cert, key, settings, ...PATIENT }, (request, response) => {
        answerAsAsked(request, response, (path) => paths.set(path, (paths.get(path) ?? 0) + 1));
      });
      let turn = 0;
      server.on('session', (session) => {
        sessions.add(session);
        session.on('error', () => undefined);
        const change = (): void => {
          if (changes.length > 0 && !session.closed && !session.pendingSettingsAck) {
            session.settings(changes[turn++ % changes.length] ?? {});
          }
        };
        session.on('stream', change);
        const timer = setInterval(change, CHANGE_MS);
        session.on('close', () => {
          clearInterval(timer);
          sessions.delete(session);
        });
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return {
        port: (server.address() as AddressInfo).port,
        answered: () => paths,
        retire: () => sessions.forEach((session) => session.close()),
        async stop() {
          if (server.listening) {
            server.close();
            sessions.forEach((session) => session.destroy());
            await once(server, 'close');
          }
        },
      };
    },
  };
}
