import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { answer, ERROR_CODES, FLAGS, frame, FRAMES, goaway, RawPeer, settings, uint32 } from './test/raw-peer.js';
import { ClientConnection } from './client-connection.js';

let peer: RawPeer;
beforeEach(async () => {
  peer = await RawPeer.open();
});
afterEach(async () => {
  await peer.close();
});

describe('End of a connection', () => {
  it('GOAWAY ends unprocessed streams, and the other streams get their answers (section 6.8)', async () => {
    const [first, second] = [peer.request(), peer.request()];
    await peer.next(({ type, streamId }) => type === FRAMES.data && streamId === second.streamId);
    peer.send(settings(), goaway(first.streamId, ERROR_CODES.NO_ERROR));
    expect(await second.fate).toBe('unsent NO_ERROR');
    expect(() => peer.request()).toThrow('takes no more requests');
    peer.send(answer(first.streamId));
    expect(await first.fate).toBe('200');
    expect(await peer.goawayOfClient()).toBe('NO_ERROR');
  });

  it('A client without further stream ids closes like one that received a GOAWAY (section 5.1.1)', async () => {
    await peer.close();
    peer = await RawPeer.open(2 ** 31 - 3);
    peer.send(settings());
    const first = peer.request();
    expect(peer.hasLeft).toBe(false);
    const last = peer.request();
    expect(last.streamId).toBe(2 ** 31 - 1);
    expect(peer.hasLeft).toBe(true);
    expect(() => peer.request()).toThrow('takes no more requests');
    await peer.next(({ type, streamId }) => type === FRAMES.data && streamId === last.streamId);
    peer.send(answer(last.streamId), answer(first.streamId));
    expect([await first.fate, await last.fate]).toEqual(['200', '200']);
    expect(await peer.goawayOfClient()).toBe('NO_ERROR');
  });

  it('A request whose body was not fully written counts as unprocessed', async () => {
    peer.send(settings([4, 10]));
    await peer.next(({ type, flags }) => type === FRAMES.settings && flags === FLAGS.ack);
    const [short, long] = [peer.request(10), peer.request(11)];
    await peer.next(({ type, streamId }) => type === FRAMES.data && streamId === long.streamId);
    peer.cut();
    expect(await short.fate).toMatch(/^lost /);
    expect(await long.fate).toMatch(/^unsent /);
  });

  it('A request whose frames leave with the GOAWAY counts as lost, and further requests are refused', async () => {
    peer.send(settings());
    await peer.next(({ type, flags }) => type === FRAMES.settings && flags === FLAGS.ack);
    const { fate } = peer.request();
    peer.client.destroy({ code: 'SILENT' });
    // The frames leave with the GOAWAY, so the peer may have read them.
    expect(await fate).toBe('lost SILENT');
    expect(() => peer.request()).toThrow('takes no more requests');
  });

  it('A peer that reads nothing and keeps writing does not keep the connection open', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined).pause();
      socket.write(Buffer.concat([settings([4, 2 ** 30]), frame(FRAMES.windowUpdate, 0, 0, uint32(2 ** 30))]));
      const timer = setInterval(() => socket.write(frame(FRAMES.ping, FLAGS.ack, 0, '00'.repeat(8))), 50);
      socket.on('close', () => clearInterval(timer));
      onTestFinished(() => void socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
    const ready = new Promise<void>((resolve) => {
      const listener = { onSettings: () => resolve(), onGoaway: () => undefined, onEnd: () => undefined };
      const client = new ClientConnection(socket, listener);
      const head = { scheme: 'http', authority: 'x', fields: {}, personal: {} };
      const fate = { onHead: () => undefined, onBody: () => undefined, onEnd: () => undefined };
      client.request(head, Buffer.alloc(2 ** 26), fate);
      setTimeout(() => client.destroy({ code: 'SILENT' }), 500);
    });
    await ready;
    await expect.poll(() => socket.destroyed, { timeout: 20_000 }).toBe(true);
  });
});
