import { go } from './servers/go.js';
import { nghttpd } from './servers/nghttpd.js';
import { node } from './servers/node.js';
import type { PeerKind } from './servers/peer.js';
import { apache, caddy, h2o, nginx } from './servers/proxies.js';

/** Bodies through a window of few bytes: each costs a turn of the connection. */
const TINY = { longestBody: 300 };
const SMALL = { longestBody: 20_000 };

/** Real servers, each with usual and with odd settings. */
export const PEER_KINDS: readonly PeerKind[] = [
  nghttpd('as it comes', []),
  nghttpd('windows of one byte', ['--window-bits=1'], TINY),
  nghttpd('windows of 1,023 bytes', ['--window-bits=10'], SMALL),
  nghttpd('no table of headers', ['--header-table-size=0', '--encoder-header-table-size=0']),
  nghttpd('a table of 100 bytes', ['--header-table-size=100', '--encoder-header-table-size=100']),
  nghttpd('one stream at a time', ['--max-concurrent-streams=1'], SMALL),
  nghttpd('padding and trailers', ['--padding=200', '--trailer=x-trailer: 1']),
  nghttpd('answers before the end of the request', ['--early-response']),
  nginx('as it comes', ''),
  nginx('TLS 1.2', 'ssl_protocols TLSv1.2;'),
  nginx('no window until it reads', 'http2_body_preread_size 0;'),
  nginx('one stream at a time', 'http2_max_concurrent_streams 1;', SMALL),
  nginx('small chunks of answers', 'http2_chunk_size 100;'),
  apache('as it comes', ''),
  apache('the smallest window', 'H2WindowSize 1024', SMALL),
  apache('one stream at a time', 'H2MaxSessionStreams 1', SMALL),
  apache('padding', 'H2Padding 8'),
  h2o,
  caddy,
  go,
  node('as it comes', {}),
  node('windows of one byte', { initialWindowSize: 1 }, TINY),
  node('no table of headers', { headerTableSize: 0 }),
  node('the largest frames', { maxFrameSize: 2 ** 24 - 1, initialWindowSize: 2 ** 20 }),
  node(
    'windows between none and many bytes',
    { initialWindowSize: 0 },
    {
      ...SMALL,
      changes: [
        { initialWindowSize: 1000 },
        { initialWindowSize: 65_535 },
        { initialWindowSize: 0 },
        { initialWindowSize: 1 },
        { initialWindowSize: 2 ** 20 },
      ],
    },
  ),
  node(
    'streams between one and many',
    { maxConcurrentStreams: 1 },
    { ...SMALL, changes: [{ maxConcurrentStreams: 7 }, { maxConcurrentStreams: 100 }, { maxConcurrentStreams: 2 }] },
  ),
  node(
    'a table of headers between none and much',
    { headerTableSize: 0 },
    {
      changes: [
        { headerTableSize: 100 },
        { headerTableSize: 65_536 },
        { headerTableSize: 0 },
        { headerTableSize: 4096 },
      ],
    },
  ),
];
