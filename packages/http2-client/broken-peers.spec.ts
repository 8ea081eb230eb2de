import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, ERROR_CODES, FLAGS, frame, FRAMES, RawPeer, settings, uint32 } from './test/raw-peer.js';

const END_HEADERS = FLAGS.endHeaders;
const END_STREAM = FLAGS.endStream;
const OK = '88';
/** `name: value` as a literal that no table keeps. */
const literal = (name: string, value: string): string =>
  Buffer.concat([
    Buffer.from([0, name.length]),
    Buffer.from(name, 'latin1'),
    Buffer.from([value.length]),
    Buffer.from(value, 'latin1'),
  ]).toString('hex');
const headers = (streamId: number, block: string, flags: number = END_HEADERS): Buffer =>
  frame(FRAMES.headers, flags, streamId, block);
const data = (streamId: number, text: string, flags = 0): Buffer =>
  frame(FRAMES.data, flags, streamId, Buffer.from(text));

let peer: RawPeer;
beforeEach(async () => {
  peer = await RawPeer.open();
});
afterEach(async () => {
  await peer.close();
});

describe('Connection errors of RFC 9113', () => {
  it.each<[section: string, error: keyof typeof ERROR_CODES, bytes: Buffer[]]>([
    ['3.4 no SETTINGS at the begin', 'PROTOCOL_ERROR', [frame(FRAMES.ping, 0, 0, '00'.repeat(8))]],
    ['3.4 an acknowledgement at the begin', 'PROTOCOL_ERROR', [frame(FRAMES.settings, FLAGS.ack, 0)]],
    ['3.4 an answer of HTTP/1.1', 'FRAME_SIZE_ERROR', [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')]],
    ['4.2 a frame that is too large', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.data, 0, 1, Buffer.alloc(16_385))]],
    ['4.3 a header block that cannot be read', 'COMPRESSION_ERROR', [settings(), headers(1, '80')]],
    ['5.1 HEADERS of an idle stream', 'PROTOCOL_ERROR', [settings(), headers(99, OK)]],
    ['5.1 DATA of an idle stream', 'PROTOCOL_ERROR', [settings(), data(99, 'x')]],
    ['5.1 RST_STREAM of an idle stream', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.rstStream, 0, 99, uint32(8))]],
    [
      '5.1 WINDOW_UPDATE of an idle stream',
      'PROTOCOL_ERROR',
      [settings(), frame(FRAMES.windowUpdate, 0, 99, uint32(8))],
    ],
    ['5.1 HEADERS after the end of a stream', 'STREAM_CLOSED', [settings(), answer(1), headers(1, OK)]],
    ['5.1 DATA after the end of a stream', 'STREAM_CLOSED', [settings(), answer(1), data(1, 'x')]],
    ['5.1.1 a stream of the peer', 'PROTOCOL_ERROR', [settings(), headers(2, OK)]],
    ['6.1 DATA of the connection', 'PROTOCOL_ERROR', [settings(), data(0, 'x')]],
    ['6.1 more padding than payload', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.data, FLAGS.padded, 1, '05aa')]],
    ['6.1 padding without its length', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.data, FLAGS.padded, 1)]],
    ['6.2 HEADERS of the connection', 'PROTOCOL_ERROR', [settings(), headers(0, OK)]],
    [
      '6.2 HEADERS without room for a priority',
      'FRAME_SIZE_ERROR',
      [settings(), headers(1, '0000', END_HEADERS | FLAGS.priority)],
    ],
    ['6.3 PRIORITY of the connection', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.priority, 0, 0, '0000000000')]],
    ['6.4 RST_STREAM of the connection', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.rstStream, 0, 0, uint32(8))]],
    ['6.4 RST_STREAM of a wrong length', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.rstStream, 0, 1, '00')]],
    ['6.5 SETTINGS of a stream', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.settings, 0, 1)]],
    ['6.5 SETTINGS of a wrong length', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.settings, 0, 0, '00')]],
    [
      '6.5 an acknowledgement with values',
      'FRAME_SIZE_ERROR',
      [settings(), frame(FRAMES.settings, FLAGS.ack, 0, '00')],
    ],
    ['6.5.2 a server that offers pushes', 'PROTOCOL_ERROR', [settings([2, 1])]],
    ['6.5.2 a window that is too large', 'FLOW_CONTROL_ERROR', [settings([4, 2 ** 31])]],
    ['6.5.2 a frame size that is too small', 'PROTOCOL_ERROR', [settings([5, 16_383])]],
    ['6.5.2 a frame size that is too large', 'PROTOCOL_ERROR', [settings([5, 2 ** 24])]],
    ['6.6 a push', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.pushPromise, END_HEADERS, 1, '0000000288')]],
    ['6.7 PING of a stream', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.ping, 0, 1, '00'.repeat(8))]],
    ['6.7 PING of a wrong length', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.ping, 0, 0, '00')]],
    ['6.8 GOAWAY of a stream', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.goaway, 0, 1, '00'.repeat(8))]],
    ['6.8 GOAWAY of a wrong length', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.goaway, 0, 0, '00')]],
    ['6.9 WINDOW_UPDATE of a wrong length', 'FRAME_SIZE_ERROR', [settings(), frame(FRAMES.windowUpdate, 0, 0, '00')]],
    ['6.9 WINDOW_UPDATE of nothing', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.windowUpdate, 0, 0, uint32(0))]],
    [
      '6.9.1 a window that grows too large',
      'FLOW_CONTROL_ERROR',
      [settings(), frame(FRAMES.windowUpdate, 0, 0, uint32(2 ** 31 - 1))],
    ],
    [
      '6.9.2 windows of streams that grow too large',
      'FLOW_CONTROL_ERROR',
      [settings(), frame(FRAMES.windowUpdate, 0, 1, uint32(2 ** 31 - 1 - 65_535)), settings([4, 2 ** 31 - 1])],
    ],
    ['6.10 CONTINUATION of nothing', 'PROTOCOL_ERROR', [settings(), frame(FRAMES.continuation, END_HEADERS, 1, OK)]],
    [
      '6.10 a block that is interrupted',
      'PROTOCOL_ERROR',
      [settings(), headers(1, '88', 0), frame(FRAMES.ping, 0, 0, '00'.repeat(8))],
    ],
    [
      '6.10 a block that another stream goes on with',
      'PROTOCOL_ERROR',
      [settings(), headers(1, '88', 0), frame(FRAMES.continuation, END_HEADERS, 3, OK)],
    ],
    [
      '10.5 CONTINUATION without end',
      'ENHANCE_YOUR_CALM',
      [settings(), headers(1, '88', 0), ...Array.from({ length: 20 }, () => frame(FRAMES.continuation, 0, 1))],
    ],
    [
      '10.5 a list of headers that the table makes long',
      'COMPRESSION_ERROR',
      [settings(), headers(1, `884001617fbd1d${'62'.repeat(3900)}${'be'.repeat(20)}`)],
    ],
    [
      '10.5 PING without end',
      'ENHANCE_YOUR_CALM',
      [settings(), ...Array.from({ length: 10_001 }, () => frame(FRAMES.ping, FLAGS.ack, 0, '00'.repeat(8)))],
    ],
    ['10.5 SETTINGS without end', 'ENHANCE_YOUR_CALM', Array.from({ length: 10_001 }, () => settings())],
    [
      '10.5 empty DATA without end',
      'ENHANCE_YOUR_CALM',
      [settings(), headers(1, OK), ...Array.from({ length: 10_001 }, () => data(1, ''))],
    ],
    [
      '10.5 unknown frames without end',
      'ENHANCE_YOUR_CALM',
      [settings(), ...Array.from({ length: 10_001 }, () => frame(250, 0, 0))],
    ],
  ])('The client ends the connection on a violation of RFC 9113: %s', async (_section, error, bytes) => {
    const { fate } = peer.request();
    await peer.next(({ type }) => type === FRAMES.data);
    peer.send(...bytes);
    expect(await peer.goawayOfClient()).toBe(error);
    expect(await fate).toMatch(/^(200|lost [A-Z_]+)$/);
  });
});

describe('Stream errors of RFC 9113', () => {
  it.each<[section: string, bytes: (id: number) => Buffer[]]>([
    ['8.1 DATA before HEADERS', (id) => [data(id, 'x')]],
    ['8.1 trailers that do not end the stream', (id) => [headers(id, OK), headers(id, literal('a', 'b'))]],
    [
      '8.1 an interim response that ends the stream',
      (id) => [headers(id, literal(':status', '103'), END_HEADERS | END_STREAM)],
    ],
    [
      '8.1.1 a body that is longer than announced',
      (id) => [headers(id, `88${literal('content-length', '3')}`), data(id, 'xxxx')],
    ],
    [
      '8.1.1 a body that is shorter than announced',
      (id) => [headers(id, `88${literal('content-length', '3')}`), data(id, 'xx', END_STREAM)],
    ],
    ['8.1.1 a length that is no number', (id) => [headers(id, `88${literal('content-length', '-3')}`)]],
    ['8.2.1 a name in capitals', (id) => [headers(id, `88${literal('Date', 'b')}`)]],
    ['8.2.1 a value with a line break', (id) => [headers(id, `88${literal('a', 'b\r\nc: d')}`)]],
    ['8.2.1 a value with spaces around', (id) => [headers(id, `88${literal('a', ' b')}`)]],
    ['8.2.2 a header of HTTP/1.1', (id) => [headers(id, `88${literal('connection', 'close')}`)]],
    ['8.3 a pseudo-header after others', (id) => [headers(id, `88${literal('a', 'b')}${literal(':status', '200')}`)]],
    ['8.3 an unknown pseudo-header', (id) => [headers(id, `88${literal(':a', 'b')}`)]],
    ['8.3 pseudo-headers in trailers', (id) => [headers(id, OK), headers(id, OK, END_HEADERS | END_STREAM)]],
    ['8.3.2 no status', (id) => [headers(id, literal('a', 'b'))]],
    ['8.3.2 two of them', (id) => [headers(id, `88${OK}`)]],
    ['8.3.2 a status that is none', (id) => [headers(id, literal(':status', 'ok'))]],
    ['8.6 an upgrade', (id) => [headers(id, literal(':status', '101'))]],
    ['6.9 WINDOW_UPDATE of nothing', (id) => [frame(FRAMES.windowUpdate, 0, id, uint32(0))]],
  ])('The client resets only the stream that violates RFC 9113: %s', async (_section, bytes) => {
    const broken = peer.request();
    const other = peer.request();
    peer.send(settings(), ...bytes(broken.streamId));
    expect(await peer.resetOf(broken.streamId)).toBe('PROTOCOL_ERROR');
    expect(await broken.fate).toBe('lost PROTOCOL_ERROR');
    peer.send(answer(other.streamId));
    expect(await other.fate).toBe('200');
  });

  it('The client resets a stream whose window grows too large (section 6.9.1)', async () => {
    const { fate, streamId } = peer.request();
    peer.send(settings(), frame(FRAMES.windowUpdate, 0, streamId, uint32(2 ** 31 - 1)));
    expect(await peer.resetOf(streamId)).toBe('FLOW_CONTROL_ERROR');
    expect(await fate).toBe('lost FLOW_CONTROL_ERROR');
  });
});

describe('Allowed frames', () => {
  it.each<[title: string, bytes: (id: number) => Buffer[], fate: string]>([
    ['an interim response before the final one', (id) => [headers(id, literal(':status', '103')), answer(id)], '200'],
    [
      'trailers',
      (id) => [headers(id, OK), data(id, 'body'), headers(id, literal('a', 'b'), END_HEADERS | END_STREAM)],
      '200 body',
    ],
    [
      'padding everywhere',
      (id) => [
        frame(FRAMES.headers, END_HEADERS | FLAGS.padded, id, `02${OK}0000`),
        frame(FRAMES.data, END_STREAM | FLAGS.padded, id, '0261620000'),
      ],
      '200 ab',
    ],
    [
      'a priority in HEADERS',
      (id) => [frame(FRAMES.headers, END_HEADERS | END_STREAM | FLAGS.priority, id, `0000000010${OK}`)],
      '200',
    ],
    [
      'a block in several frames',
      (id) => [
        headers(id, '48', END_STREAM),
        frame(FRAMES.continuation, 0, id, '03'),
        frame(FRAMES.continuation, END_HEADERS, id, '323031'),
      ],
      '201',
    ],
    [
      'unknown frames, settings and flags',
      (id) => [
        frame(250, 255, id, '00'),
        settings([99, 1]),
        frame(FRAMES.ping, 254 & ~1, 0, '00'.repeat(8)),
        answer(id),
      ],
      '200',
    ],
    [
      'a body with the announced length',
      (id) => [headers(id, `88${literal('content-length', '2')}`), data(id, 'xx', END_STREAM)],
      '200 xx',
    ],
    ['PRIORITY of a closed stream', (id) => [answer(id), frame(FRAMES.priority, 0, id, '0000000010')], '200'],
    [
      'RST_STREAM and WINDOW_UPDATE after the end',
      (id) => [answer(id), frame(FRAMES.rstStream, 0, id, uint32(0)), frame(FRAMES.windowUpdate, 0, id, uint32(1))],
      '200',
    ],
    [
      'a refused stream, which is safe to repeat',
      (id) => [frame(FRAMES.rstStream, 0, id, uint32(7))],
      'unsent REFUSED_STREAM',
    ],
    [
      'a cancelled stream, which may have been processed',
      (id) => [frame(FRAMES.rstStream, 0, id, uint32(8))],
      'lost CANCEL',
    ],
    ['an error code that nobody knows', (id) => [frame(FRAMES.rstStream, 0, id, uint32(4711))], 'lost ERROR_4711'],
  ])('The client accepts %s', async (_title, bytes, fate) => {
    const { fate: first, streamId } = peer.request();
    await peer.next(({ type }) => type === FRAMES.data);
    peer.send(settings(), ...bytes(streamId));
    expect(await first).toBe(fate);
    const next = peer.request();
    peer.send(answer(next.streamId));
    expect(await next.fate).toBe('200');
  });

  it('The client answers a PING with the bytes of that PING', async () => {
    peer.send(settings(), frame(FRAMES.ping, 0, 0, '0102030405060708'));
    const { payload } = await peer.next(({ type, flags }) => type === FRAMES.ping && flags === FLAGS.ack);
    expect(payload.toString('hex')).toBe('0102030405060708');
  });

  it('The client accepts frames that arrive byte by byte', async () => {
    const { fate, streamId } = peer.request();
    for (const byte of Buffer.concat([settings(), headers(streamId, OK), data(streamId, 'slow', END_STREAM)])) {
      peer.send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await fate).toBe('200 slow');
  });

  it('The client accepts frames of a stream that it has reset', async () => {
    const { streamId } = peer.request();
    const other = peer.request();
    peer.send(settings());
    await peer.next(({ type, flags }) => type === FRAMES.settings && flags === FLAGS.ack);
    peer.client.cancel(streamId);
    await peer.resetOf(streamId);
    // The block adds `a: b` to the table, which the answer to the other stream refers to.
    peer.send(headers(streamId, '88400161 0162'.replace(' ', '')), data(streamId, 'late', END_STREAM));
    peer.send(headers(other.streamId, '88be', END_HEADERS | END_STREAM));
    expect(await other.fate).toBe('200');
  });
});

describe('Flow control (section 6.9)', () => {
  const sent = (streamId: number): number =>
    peer.frames
      .filter((each) => each.type === FRAMES.data && each.streamId === streamId)
      .reduce((sum, { payload }) => sum + payload.length, 0);

  it('A body keeps to the window of its stream, which SETTINGS may make negative', async () => {
    peer.send(settings([4, 100]));
    await peer.next(({ type, flags }) => type === FRAMES.settings && flags === FLAGS.ack);
    const { streamId } = peer.request(150);
    await expect.poll(() => sent(streamId)).toBe(100);
    peer.send(settings([4, 50]), frame(FRAMES.windowUpdate, 0, streamId, uint32(60)));
    await expect.poll(() => sent(streamId)).toBe(110);
    peer.send(settings([4, 90]));
    await expect.poll(() => sent(streamId)).toBe(150);
    expect(peer.frames.findLast(({ type }) => type === FRAMES.data)?.flags).toBe(END_STREAM);
  });

  it('Bodies keep to the window of the connection, in the order of the requests', async () => {
    peer.send(settings([4, 1_000_000]));
    await peer.next(({ type, flags }) => type === FRAMES.settings && flags === FLAGS.ack);
    const [first, second] = [peer.request(60_000), peer.request(60_000)];
    await expect.poll(() => sent(first.streamId) + sent(second.streamId)).toBe(65_535);
    expect(sent(first.streamId)).toBe(60_000);
    expect(peer.client.isWritable).toBe(false);
    peer.send(frame(FRAMES.windowUpdate, 0, 0, uint32(100_000)));
    await expect.poll(() => sent(second.streamId)).toBe(60_000);
    expect(peer.client.isWritable).toBe(true);
    expect(Math.max(...peer.frames.map(({ payload }) => payload.length))).toBe(16_384);
  });

  it('The client extends its window for the bodies of the peer', async () => {
    const { fate, streamId } = peer.request();
    peer.send(settings(), headers(streamId, OK));
    for (let part = 0; part < 20; part++) {
      peer.send(data(streamId, 'x'.repeat(16_000)));
      if (part % 2 === 1) {
        const updates = (): number =>
          peer.frames.filter((each) => each.type === FRAMES.windowUpdate && each.streamId === streamId).length;
        await expect.poll(updates).toBeGreaterThan(Math.floor((part * 16_000) / 65_535) - 1);
      }
    }
    peer.send(data(streamId, '', END_STREAM));
    expect((await fate).length).toBe(4 + 320_000);
  });
});
