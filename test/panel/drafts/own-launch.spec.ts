import { describe, expect, it } from 'vitest';
import type { DraftContent, StoredDraft } from '../../../apps/panel/api/compose/drafts.js';
import { DraftSaver } from '../../../apps/panel/composer/drafts/draft-saver.js';
import { newDraft, type Draft } from '../../../apps/panel/composer/form/draft.js';
import { draftFrom } from '../../../apps/panel/composer/drafts/kept-draft.js';

const KIND = { create: newDraft, read: draftFrom, recallEarlier: () => undefined, forgetEarlier: () => undefined };

/** A draft that is stored, and a server whose answers to a look come when the test says so. */
async function openStored() {
  let stored: StoredDraft | undefined;
  let version = 0;
  const looks: (() => void)[] = [];
  const save = (content: DraftContent) => {
    version += 1;
    stored = {
      ...content,
      id: '12',
      version,
      changedBy: { id: '1', name: 'Ada' },
      changedAt: '2026-11-25T10:00:00Z',
      launchedAs: null,
    } as unknown as StoredDraft;
    return Promise.resolve(stored);
  };
  const saver = new DraftSaver<Draft>(
    {
      create: save,
      save: (_, content) => save(content),
      read: () => new Promise((resolve) => looks.push(() => resolve(stored as StoredDraft))),
      remember: () => undefined,
      forget: () => undefined,
      reportCreated: () => undefined,
    },
    KIND,
    { form: newDraft(), stored: undefined, copy: undefined, lost: undefined },
  );
  saver.change({ ...saver.see().form, name: 'Spring' });
  await saver.flush();
  const commit = (): void => {
    stored = { ...(stored as StoredDraft), launchedAs: '1234' };
  };
  const answerLooks = async (): Promise<void> => {
    looks.splice(0).forEach((answer) => answer());
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { saver, commit, answerLooks };
}

describe('Launch of a draft by its own page', () => {
  it('A page does not report its own launch as that of another page', async () => {
    const { saver, commit, answerLooks } = await openStored();
    void saver.look();
    const launched = await saver.launch(async ({ id, version }) => {
      commit();
      await answerLooks();
      expect(saver.see().ended, 'by a look from before').toBeUndefined();
      void saver.look();
      await answerLooks();
      expect(saver.see().ended, 'by a look meanwhile').toBeUndefined();
      return `${id} ${version}`;
    });
    expect(launched).toBe('12 1');
    void saver.look();
    saver.end();
    await answerLooks();
    expect(saver.see().ended, 'by a look from before the page knew').toBeUndefined();
  });

  it('A page learns of a launch whose answer did not come', async () => {
    const { saver, commit, answerLooks } = await openStored();
    const lost = saver.launch(() => {
      commit();
      return Promise.reject(new Error('no answer'));
    });
    await expect(lost).rejects.toThrow('no answer');
    void saver.look();
    await answerLooks();
    expect(saver.see().ended).toEqual({ as: 'launched', key: '1234', by: 'Ada', hasOwn: false });
  });
});
