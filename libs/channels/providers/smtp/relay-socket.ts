import { connect, isIP } from 'node:net';
import { AddressRefusedError, type AllowedAddresses } from '#platform/net';

/** Time in ms for one address of a host before the next one is tried. */
const ADDRESS_MS = 1000;

type GetSocket = (options: object, done: (error: Error | null, opened: object | undefined) => void) => void;

/**
 * Opens the connections of nodemailer to a relay that an application names, at allowed addresses alone. The socket connects
 * to the very addresses that were checked, so that a name cannot lead elsewhere in between.
 */
export function createSocketOpener(
  { host, port }: { host: string; port: number },
  allowed: AllowedAddresses,
  connectMs: number,
): GetSocket {
  return (_, done) => {
    if (isIP(host) !== 0 && !allowed.includes(host)) {
      setImmediate(done, new AddressRefusedError(host), undefined);
      return;
    }
    const { lookup } = allowed;
    const socket = connect({ host, port, lookup, autoSelectFamilyAttemptTimeout: ADDRESS_MS });
    const deadline = setTimeout(() => {
      socket.destroy(Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' }));
    }, connectMs);
    const onError = (error: Error): void => {
      clearTimeout(deadline);
      done(error, undefined);
    };
    socket.once('error', onError).once('connect', () => {
      clearTimeout(deadline);
      socket.off('error', onError);
      done(null, { connection: socket });
    });
  };
}
