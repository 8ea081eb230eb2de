import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FcmAccess, createCredential } from '../../libs/channels/providers/fcm/fcm-access.js';
import { useSimulators } from './simulated-accounts.js';

const simulated = useSimulators();

describe('createCredential', () => {
  it('createCredential requests the token from the simulator', async () => {
    const access = new FcmAccess(() => createCredential(simulated.account('fcm')), 5000);
    await access.refresh();
    expect(access.authorization).toMatch(/^Bearer ya29\./);
  });

  it('createCredential requests the token of a live account from oauth2.googleapis.com', async () => {
    const requests: string[] = [];
    const proxy = createServer((socket: Socket) => {
      socket.once('data', (head) => {
        requests.push(head.toString().split(' ')[1] ?? '');
        const upstream = connect(simulated.running.endpoints.fcm.port, '127.0.0.1', () => {
          socket.write('HTTP/1.1 200 OK\r\n\r\n');
          socket.pipe(upstream).pipe(socket);
        });
        [socket, upstream].forEach((entry) => entry.on('error', () => undefined));
      });
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const address: AddressInfo | string | null = proxy.address();
    const proxyBefore = process.env.HTTPS_PROXY;
    const trustedBefore = getCACertificates('default');
    onTestFinished(() => {
      proxy.close();
      setDefaultCACertificates(trustedBefore);
      delete process.env.HTTPS_PROXY;
      Object.assign(process.env, proxyBefore === undefined ? {} : { HTTPS_PROXY: proxyBefore });
    });
    process.env.HTTPS_PROXY = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    setDefaultCACertificates([...trustedBefore, simulated.running.endpoints.ca]);
    const { origin: _, ...live } = simulated.account('fcm');
    const access = new FcmAccess(() => createCredential(live), 5000);
    await access.refresh();
    expect(access.authorization).toMatch(/^Bearer ya29\./);
    expect(requests).toEqual(['oauth2.googleapis.com:443']);
  });
});
