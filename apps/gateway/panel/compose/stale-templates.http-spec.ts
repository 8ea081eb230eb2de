import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApplyService } from '#libs/tenancy';
import { signIn, type PanelMember } from '../../../../test/support/contract/panel-member.js';
import { startSending, type Sending } from '../../../../test/support/contract/sending.js';

const SOON = { timeout: 30_000, interval: 50 };
const ORDER = {
  title: 'Order',
  text: 'It is on its way',
  platforms: ['WHATSAPP'],
  whatsapp: {
    template: {
      name: 'order_update',
      language: 'en_US',
      components: [
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ada' },
            { type: 'text', text: 'A-1' },
          ],
        },
      ],
    },
  },
};

/** In front of the simulators: requests for Meta's address wait as long as it is closed. */
class Door {
  readonly waiting = new Set<() => void>();
  isClosed = false;
  private target = '';

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Door> {
    const server = createServer();
    const door = new Door(server);
    server.on('request', (request, response) => {
      const pass = () => {
        void fetch(`${door.target}${request.url}`).then(async (answer) => response.end(await answer.text()));
      };
      if (door.isClosed) {
        door.waiting.add(pass);
        response.once('close', () => door.waiting.delete(pass));
      } else {
        pass();
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return door;
  }

  get port(): string {
    return String((this.server.address() as AddressInfo).port);
  }

  leadTo(target: string): void {
    this.target = target;
  }

  release(): void {
    this.isClosed = false;
    this.waiting.forEach((pass) => pass());
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

let door: Door;
let sending: Sending;
let author: PanelMember;
beforeAll(async () => {
  door = await Door.open();
  sending = await startSending({ SIMULATOR_PORT: door.port });
  door.leadTo(sending.simulators.base);
  const { gateway } = sending;
  const channels = { whatsapp: { simulator: true } };
  await gateway.app.get(ApplyService).apply({ app: 'shop', channels }, { dryRun: false });
  author = await signIn(gateway, [{ role: 'marketer', appId: gateway.appId }]);
  expect((await listed()).length).toBeGreaterThan(0);
});
afterAll(async () => {
  await sending.close();
  door.close();
});
beforeEach(async () => {
  await sending.gateway.fresh.db.affected(`UPDATE delivery.provider_templates SET read_at = now() - interval '1 hour'`);
  door.isClosed = true;
});

const listed = async () =>
  ((await author.get('/apps/shop/compose/whatsapp-templates')).json as { items: object[] }).items;
const preview = async (message: object) =>
  (await author.post('/apps/shop/compose/preview', { message })).json as {
    items: object[];
    warnings: { field: string }[];
  };
/** A read behind the answer is done after it. */
async function expectReadAgain(): Promise<void> {
  await vi.waitFor(() => expect(door.waiting.size).toBe(1), SOON);
  door.release();
  await vi.waitFor(async () => {
    const row = await sending.gateway.fresh.db.row<{ isNew: boolean }>(
      `SELECT read_at > now() - interval '1 minute' AS "isNew" FROM delivery.provider_templates`,
    );
    expect(row?.isNew).toBe(true);
  }, SOON);
}

describe('WhatsApp templates while Meta is slow', () => {
  it('A preview uses the last list of templates, and one request refreshes it in the background', async () => {
    const [first, second] = await Promise.all([preview(ORDER), preview(ORDER)]);
    expect(first).toMatchObject({ items: [{ platform: 'WHATSAPP' }], warnings: [] });
    expect(second).toEqual(first);
    await expectReadAgain();
  });

  it('A preview refuses an unknown template by the last list and refreshes the list in the background', async () => {
    const { template } = ORDER.whatsapp;
    const other = { ...ORDER, whatsapp: { template: { ...template, name: 'other' } } };
    expect((await preview(other)).warnings).toMatchObject([{ field: 'message.whatsapp.template' }]);
    await expectReadAgain();
  });

  it('The list of templates is answered from the last list and refreshed in the background', async () => {
    expect((await listed()).length).toBeGreaterThan(0);
    await expectReadAgain();
  });
});
