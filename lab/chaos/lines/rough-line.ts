import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Dice } from '../../../test/support/rooms/dice.js';

/** Troubles of a connection on its way. */
export const LINE_TROUBLES = ['reset', 'end', 'silence', 'answers-lost', 'held-up'] as const;
export type LineTrouble = (typeof LINE_TROUBLES)[number];

/** Time between two troubles. */
const TROUBLE_MS = [50, 400] as const;
/** Answers are swallowed for this time before the connection breaks. */
const SWALLOW_MS = 300;
const HELD_UP_MS = 3000;

interface Pair {
  near: Socket;
  far: Socket;
  /** From now on nothing passes in a direction; what comes is swallowed. */
  isDeaf: boolean;
  isMute: boolean;
}

/** A line to a provider whose connections break, fall silent, lose answers, or are held up. */
export class RoughLine {
  readonly troubles: Record<LineTrouble, number> = { reset: 0, end: 0, silence: 0, 'answers-lost': 0, 'held-up': 0 };
  /** Connections so far. */
  connections = 0;
  private readonly pairs = new Set<Pair>();
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly dice: Dice,
  ) {}

  /** @param providerPort  where the provider listens on loopback */
  static async open(providerPort: number, dice: Dice): Promise<RoughLine> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new RoughLine(server, (server.address() as AddressInfo).port, dice);
    server.on('connection', (near) => line.join(near, connect({ port: providerPort, host: '127.0.0.1' })));
    line.plan();
    return line;
  }

  /** From now on nothing happens to a connection. */
  calm(): void {
    clearTimeout(this.timer);
  }

  close(): void {
    this.calm();
    this.server.close();
    this.pairs.forEach(breakPair);
  }

  private join(near: Socket, far: Socket): void {
    const pair: Pair = { near, far, isDeaf: false, isMute: false };
    this.connections += 1;
    this.pairs.add(pair);
    const end = (): void => {
      this.pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    near.on('data', (bytes: Buffer) => pair.isDeaf || pass(bytes, near, far));
    far.on('data', (bytes: Buffer) => pair.isMute || pass(bytes, far, near));
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    [near, far].forEach((socket) => socket.setNoDelay().on('error', end).on('close', end));
  }

  private plan(): void {
    const [least, most] = TROUBLE_MS;
    this.timer = setTimeout(
      () => {
        this.plan();
        const pair = this.pairs.size > 0 ? this.dice.pick([...this.pairs]) : undefined;
        if (pair) {
          const trouble = this.dice.pick(LINE_TROUBLES);
          this.troubles[trouble] += 1;
          befall(pair, trouble);
        }
      },
      least + this.dice.below(most - least),
    );
  }
}

/** Bytes that cannot be written yet hold up their reader. */
function pass(bytes: Buffer, from: Socket, to: Socket): void {
  if (!to.write(bytes)) {
    from.pause();
    to.once('drain', () => from.resume());
  }
}

function breakPair({ near, far }: Pair): void {
  // Node does not close the handle of a socket that is reset after its end.
  [near, far].forEach((socket) => (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy()));
}

function befall(pair: Pair, trouble: LineTrouble): void {
  const { near, far } = pair;
  switch (trouble) {
    case 'reset':
      breakPair(pair);
      break;
    case 'end':
      near.end();
      far.end();
      break;
    case 'silence':
      pair.isDeaf = pair.isMute = true;
      break;
    case 'answers-lost':
      pair.isMute = true;
      setTimeout(() => breakPair(pair), SWALLOW_MS);
      break;
    case 'held-up':
      near.pause();
      far.pause();
      setTimeout(() => [near, far].forEach((socket) => socket.resume()), HELD_UP_MS);
  }
}
