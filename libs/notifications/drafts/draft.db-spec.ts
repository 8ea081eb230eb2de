import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AuditService, type Origin } from '#libs/audit';
import { startGateway, type TestGateway } from '../../../test/support/contract/gateway.js';
import { secondApplication } from '../../../test/support/contract/second-application.js';
import { DraftService, MAX_DRAFT_BYTES, MAX_DRAFTS } from './draft.service.js';

const SAVES = 20;

let gateway: TestGateway;
let drafts: DraftService;
beforeAll(async () => {
  gateway = await startGateway();
  drafts = gateway.app.get(DraftService, { strict: false });
});
afterAll(() => gateway.close());

const memberNamed = (name: string, appId = gateway.appId): Origin & { appId: number } => ({
  appId,
  by: { kind: 'member', id: name.toLowerCase(), name },
});
const formOf = (text: string) => ({ name: text, body: { form: 1, fields: { text } } });
const listActions = async (draftId: number) =>
  (await gateway.app.get(AuditService).listEntries(gateway.appId, { subject: `draft ${draftId}`, limit: 100 }))
    .map(({ action, by }) => `${action} ${by.name}`)
    .toReversed();

describe('DraftService', () => {
  it('Exactly one of many saves that begin at the same version of a draft succeeds', async () => {
    const ada = memberNamed('Ada');
    const { draftId } = await drafts.create(ada, formOf('first'));
    for (let version = 1; version <= 3; version += 1) {
      const outcomes = await Promise.allSettled(
        Array.from({ length: SAVES }, (_, n) =>
          drafts.save(memberNamed(`Member${n}`), { draftId, version }, formOf(`v${version} of ${n}`)),
        ),
      );
      const won = outcomes.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [n] : []));
      expect(won).toHaveLength(1);
      const refusals = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
      );
      for (const refusal of refusals) {
        expect(refusal).toMatchObject({ refusal: 'changed_meanwhile', field: 'version' });
        expect(String(refusal)).toContain(`Member${won[0]} saved version ${version + 1} at `);
      }
      expect(await drafts.get(gateway.appId, draftId)).toMatchObject({
        version: version + 1,
        name: `v${version} of ${won[0]}`,
        body: { form: 1, fields: { text: `v${version} of ${won[0]}` } },
        changedBy: { name: `Member${won[0]}` },
        madeBy: { name: 'Ada' },
      });
    }
  });

  it('Saves of one member in a row share an audit entry, until an hour passes or another member saves', async () => {
    const [ada, bo] = [memberNamed('Ada'), memberNamed('Bo')];
    const { draftId } = await drafts.create(ada, formOf('a'));
    let version = 1;
    const save = async (writer: typeof ada) => {
      ({ version } = await drafts.save(writer, { draftId, version }, formOf(`text ${version}`)));
    };
    await save(ada);
    await save(ada);
    expect(await listActions(draftId)).toEqual(['draft.create Ada']);
    await save(bo);
    await save(bo);
    await save(ada);
    const later = ['draft.create Ada', 'draft.change Bo', 'draft.change Ada'];
    expect(await listActions(draftId)).toEqual(later);
    await gateway.fresh.db.affected(
      `UPDATE notifications.draft SET noted_at = noted_at - interval '1 hour' WHERE draft_id = $1`,
      [draftId],
    );
    await save(ada);
    await save(ada);
    expect(await listActions(draftId)).toEqual([...later, 'draft.change Ada']);
    await drafts.delete(bo, { draftId, version });
    expect(await listActions(draftId)).toEqual([...later, 'draft.change Ada', 'draft.delete Bo']);
    await expect(drafts.get(gateway.appId, draftId)).rejects.toMatchObject({ refusal: 'unknown_id' });
  });

  it('A draft is neither visible nor changeable from another application', async () => {
    const { appId: otherId } = await secondApplication(gateway);
    const { draftId } = await drafts.create(memberNamed('Ada'), formOf('mine'));
    const stranger = memberNamed('Eve', otherId);
    const refused = { refusal: 'unknown_id' };
    await expect(drafts.get(otherId, draftId)).rejects.toMatchObject(refused);
    await expect(drafts.save(stranger, { draftId, version: 1 }, formOf('theirs'))).rejects.toMatchObject(refused);
    await expect(drafts.delete(stranger, { draftId, version: 1 })).rejects.toMatchObject(refused);
    expect(await drafts.listOpen(otherId)).toEqual([]);
    expect(await drafts.get(gateway.appId, draftId)).toMatchObject({ version: 1, name: 'mine' });
  });

  it('The size limit of a draft is counted in bytes', async () => {
    const ada = memberNamed('Ada');
    const frame = Buffer.byteLength(JSON.stringify({ text: '' }));
    const fits = { name: '', body: { text: 'ş'.repeat((MAX_DRAFT_BYTES - frame) / 2) } };
    const { draftId } = await drafts.create(ada, fits);
    const large = { name: '', body: { text: `${fits.body.text}ş` } };
    await expect(drafts.create(ada, large)).rejects.toMatchObject({ refusal: 'malformed', field: 'body' });
    await expect(drafts.save(ada, { draftId, version: 1 }, large)).rejects.toMatchObject({ field: 'body' });
    expect((await drafts.get(gateway.appId, draftId)).body).toEqual(fits.body);
  });

  it('The number of drafts is limited, even when many are created at once', async () => {
    const ada = memberNamed('Ada');
    const open = (await drafts.listOpen(gateway.appId)).length;
    await Promise.all(Array.from({ length: MAX_DRAFTS - open - 3 }, async () => drafts.create(ada, formOf('one'))));
    const last = await Promise.allSettled(Array.from({ length: 10 }, async () => drafts.create(ada, formOf('last'))));
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await drafts.listOpen(gateway.appId)).toHaveLength(MAX_DRAFTS);
  });

  it('The drafts of an application are deleted with it', async () => {
    const [{ id } = { id: 0 }] = await gateway.fresh.db.rows<{ id: number }>(
      `INSERT INTO tenancy.application (name) VALUES ('short-lived') RETURNING id`,
    );
    await drafts.create(memberNamed('Ada', id), formOf('gone'));
    await gateway.fresh.db.affected('DELETE FROM tenancy.application WHERE id = $1', [id]);
    expect(await drafts.listOpen(id)).toEqual([]);
  });
});
