import { connect, createServer, type AddressInfo } from 'node:net';

/** The point at which a line is cut: before the server gets a message, or before its answer comes back. */
export interface Cut {
  where: 'request' | 'answer';
  /** Text of the message that is cut. */
  word: string;
  /** Only on a connection over which this text went before. */
  after?: string;
  /** How often; without it every time. */
  times?: number;
  /** Called at each cut. */
  onCut?: () => void;
}

export interface CuttableLine {
  /** The address of the database through the line. */
  url: string;
  /** The cuts that wait for their message. Empty: everything passes. */
  cuts: Cut[];
  close(): void;
}

/** Opens a line to a database that breaks where a test wants it to. */
export async function openCuttableLine(databaseUrl: string): Promise<CuttableLine> {
  const url = new URL(databaseUrl);
  const { hostname, port } = url;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    const passed = new Set<Cut>();
    let isCut = false;
    client.on('data', (data) => {
      line.cuts.filter(({ after }) => after !== undefined && data.includes(after)).forEach((cut) => passed.add(cut));
      const cut = line.cuts.find(
        (entry) => data.includes(entry.word) && (entry.after === undefined || passed.has(entry)),
      );
      if (cut) {
        isCut = true;
        cut.times = (cut.times ?? Number.POSITIVE_INFINITY) - 1;
        line.cuts = line.cuts.filter(({ times }) => times === undefined || times > 0);
        cut.onCut?.();
      }
      if (cut?.where === 'request') {
        end();
      } else {
        upstream.write(data);
      }
    });
    upstream.on('data', (data) => (isCut ? end() : client.write(data)));
    [client, upstream].forEach((socket) => socket.on('error', end).on('close', end));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  const line: CuttableLine = { url: url.href, cuts: [], close: () => server.close() };
  return line;
}
