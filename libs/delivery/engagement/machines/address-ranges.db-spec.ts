import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService, INSTALLATION } from '#libs/audit';
import { LOGGER } from '#platform/app';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import { LateClock } from '../../../../test/support/consent/double-opt-in.js';
import { startGateway, type TestGateway } from '../../../../test/support/contract/gateway.js';
import { AddressRangesRepository } from './address-ranges.repository.js';
import { AddressRangesService } from './address-ranges.service.js';
import { DEFAULT_RANGES } from './default-ranges.js';

const ORIGIN = { by: { kind: 'cli', id: 'ada', name: 'ada@here' } } as const;
const ADDRESS = '198.18.5.7';
const OWNER = { name: 'A cloud', kind: 'cloud', source: 'https://cloud.example/ranges', networks: ['198.18.0.0/15'] };
const LIST = { date: '2026-12-01', owners: [OWNER] };

let gateway: TestGateway;
let ranges: AddressRangesService;
let folder: string;
beforeAll(async () => {
  gateway = await startGateway();
  ranges = gateway.app.get(AddressRangesService, { strict: false });
  folder = await mkdtemp(join(tmpdir(), 'herald-ranges-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await gateway.close();
});

async function store(text: string): Promise<string> {
  const path = join(folder, 'ranges.json');
  await writeFile(path, text);
  return path;
}

/** The owner's kind of the address, as a process says that starts now. */
async function kindOf(address: string): Promise<string | null> {
  const { app } = gateway;
  return (await openService(app.get(ClockService)).readSigns(() => undefined, address)).network;
}

function openService(clock: ClockService): AddressRangesService {
  const { app } = gateway;
  const repository = app.get(AddressRangesRepository, { strict: false });
  return new AddressRangesService(app.get(Database), app.get(AuditService), repository, clock, app.get(LOGGER));
}

describe('Update of the address ranges', () => {
  it('The list of the release holds until another one is loaded, which every process reads', async () => {
    expect(await kindOf(ADDRESS)).toBeNull();
    expect(await kindOf('66.249.84.1')).toBe('proxy');
    expect(await ranges.update(ORIGIN, await store(JSON.stringify(LIST)))).toEqual(LIST);
    expect(await kindOf(ADDRESS)).toBe('cloud');
    expect(await kindOf('66.249.84.1')).toBeNull();
    const [entry] = await gateway.app.get(AuditService).listEntries(INSTALLATION, { limit: 1 });
    expect(entry).toMatchObject({ action: 'ranges.update', differences: [{ subject: 'date', to: LIST.date }] });
    await ranges.update(ORIGIN, await store(JSON.stringify(DEFAULT_RANGES)));
    expect(await kindOf('66.249.84.1')).toBe('proxy');
  });

  it('A list that cannot be read loses no fetch, and holds again when it can', async () => {
    const { db } = gateway.fresh;
    const clock = new LateClock();
    const service = openService(clock);
    await db.affected('ALTER TABLE delivery.address_ranges RENAME TO address_ranges_away');
    const first = await service.readSigns(() => undefined, '66.249.84.1');
    await db.affected('ALTER TABLE delivery.address_ranges_away RENAME TO address_ranges');
    expect(first.network).toBe('proxy');
    await ranges.update(ORIGIN, await store(JSON.stringify(LIST)));
    clock.lateMs = 60_000;
    await expect.poll(async () => (await service.readSigns(() => undefined, ADDRESS)).network).toBe('cloud');
    await ranges.update(ORIGIN, await store(JSON.stringify(DEFAULT_RANGES)));
  });

  it('A list of 200,000 networks in any order is read beside other work', { timeout: 60_000 }, async () => {
    const networks = Array.from({ length: 100_000 }, (_, n) => {
      const place = (n * 7919) % 100_000;
      return [
        `11.${(place >> 8) & 255}.${place & 255}.${(place >> 16) * 64}/26`,
        `2001:db8:${(place & 65_535).toString(16)}:${place >> 16}::/64`,
      ];
    }).flat();
    await ranges.update(ORIGIN, await store(JSON.stringify({ ...LIST, owners: [{ ...OWNER, networks }] })));
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const kinds = await Promise.all(['11.7.9.63', '11.7.9.64', '2001:db8:ffff::1', '2001:db9::1'].map(kindOf));
    clearInterval(timer);
    expect(kinds).toEqual(['cloud', 'cloud', 'cloud', null]);
    expect(turns).toBeGreaterThan(10);
    await ranges.update(ORIGIN, await store(JSON.stringify(DEFAULT_RANGES)));
  });

  it.each([
    ['', 'from'],
    ['{"date"', 'from'],
    ['[]', 'the list'],
    [JSON.stringify({ ...LIST, date: '2026-13-01' }), 'date'],
    [JSON.stringify({ ...LIST, owners: [] }), 'owners'],
    [JSON.stringify({ ...LIST, owners: [null] }), 'owners[0]'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, kind: 'person' }] }), 'owners[0].kind'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, name: '' }] }), 'owners[0].name'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, name: 'A\0' }] }), 'owners[0].name'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, name: '\ud800' }] }), 'owners[0].name'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, source: 'https://a.example/\0' }] }), 'owners[0].source'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, networks: ['fe80::1%eth0'] }] }), 'owners[0].networks[0]'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, source: 'here' }] }), 'owners[0].source'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, networks: ['10.0.0.0/8', 'x'] }] }), 'owners[0].networks[1]'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, networks: ['0.0.0.0/0'] }] }), 'owners[0].networks[0]'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, networks: ['::/0'] }] }), 'owners[0].networks[0]'],
    [JSON.stringify({ ...LIST, owners: [{ ...OWNER, networks: ['10.0.0.0/33'] }] }), 'owners[0].networks[0]'],
  ])('A list with a fault is refused, and the earlier one stays (case %#)', async (text, field) => {
    const before = await kindOf('66.249.84.1');
    await expect(ranges.update(ORIGIN, await store(text))).rejects.toMatchObject({ refusal: 'malformed', field });
    expect(await kindOf('66.249.84.1')).toBe(before);
  });

  it.each([
    'http://ranges.example/list.json',
    'https://127.0.0.1/list.json',
    'https://[::1]/list.json',
    'https://169.254.169.254/latest',
    'https://ada:secret@ranges.example/',
    'file:///etc/passwd',
    '/there/is/no/such/file.json',
  ])('A list is fetched from no address like %s', async (from) => {
    await expect(ranges.update(ORIGIN, from)).rejects.toMatchObject({ refusal: 'malformed', field: 'from' });
  });

  it('A list is fetched from no name whose address is not public', async () => {
    await expect(ranges.update(ORIGIN, 'https://localhost/list.json')).rejects.toThrow(/ADDRESS_REFUSED|ENOTFOUND/);
  });
});
