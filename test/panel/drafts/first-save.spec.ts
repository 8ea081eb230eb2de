import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftContent, StoredDraft } from '../../../apps/panel/api/compose/drafts.js';
import type { DraftCopy } from '../../../apps/panel/composer/drafts/copy.js';
import { DraftSaver } from '../../../apps/panel/composer/drafts/draft-saver.js';
import { newDraft, type Draft } from '../../../apps/panel/composer/form/draft.js';
import { draftFrom } from '../../../apps/panel/composer/drafts/kept-draft.js';

const KIND = { create: newDraft, read: draftFrom, recallEarlier: () => undefined, forgetEarlier: () => undefined };
const ADA = { id: 1, name: 'Ada' };

/** A server that answers a repeated key as it did before, and a browser's storage that outlives its pages. */
function serverAndStorage() {
  const storage = new Map<string | undefined, string>();
  const drafts = new Map<string, StoredDraft>();
  const answers = new Map<string, StoredDraft>();
  const answer = (key: string, content: DraftContent, before: { id: string; version: number } | undefined) => {
    const id = before?.id ?? `d${drafts.size + 1}`;
    const saved =
      answers.get(key) ??
      ({
        ...content,
        id,
        version: (before?.version ?? 0) + 1,
        changedBy: ADA,
        changedAt: '2026-11-24T10:00:00Z',
        launchedAs: null,
      } as unknown as StoredDraft);
    answers.set(key, saved);
    drafts.set(saved.id, saved);
    return Promise.resolve(saved);
  };
  const open = (reportCreated: (id: string) => void) =>
    new DraftSaver<Draft>(
      {
        create: (content, key) => answer(key, content, undefined),
        save: (draft, content, key) => answer(key, content, draft),
        read: (id) => Promise.resolve(drafts.get(id) as StoredDraft),
        remember: (id, copy) => storage.set(id, JSON.stringify(copy)),
        forget: (id) => storage.delete(id),
        reportCreated,
      },
      KIND,
      {
        form: newDraft(),
        stored: undefined,
        copy: storage.has(undefined) ? (JSON.parse(storage.get(undefined) ?? '') as DraftCopy<Draft>) : undefined,
        lost: undefined,
      },
    );
  return { storage, drafts, open };
}

describe('First save of a draft', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('The first save is not lost by a page that is loaded again before its address names the draft', async () => {
    const { drafts, open, storage } = serverAndStorage();
    const ids: string[] = [];
    const before = open((id) => ids.push(id));
    before.change({ ...before.see().form, name: 'For members' });
    await before.flush();
    before.change({ ...before.see().form, name: 'For members, more' });

    // The page ends here, without its address having changed.
    vi.clearAllTimers();
    const after = open((id) => ids.push(id));
    expect(after.see().form.name).toBe('For members, more');
    await after.flush();
    expect([ids, drafts.size]).toEqual([['d1', 'd1'], 1]);
    expect(drafts.get('d1')).toMatchObject({ version: 2, name: 'For members, more' });

    after.named();
    vi.advanceTimersByTime(1000);
    expect([...storage.keys()]).toEqual([]);
  });

  it.each(['before', 'after'] as const)(
    'The first save is not lost by a page that reloads %s it was named',
    async (order) => {
      const { drafts, open, storage } = serverAndStorage();
      const going = open(() => going.named());
      going.change({ ...going.see().form, name: 'For members' });
      if (order === 'before') {
        going.go();
      }
      await going.flush();
      vi.advanceTimersByTime(100);
      going.go();
      going.change({ ...going.see().form, name: 'For members, more' });

      // The next page has the address of before, though the one that goes was named.
      const next = open(() => next.named());
      expect(next.see().form.name).toBe('For members, more');
      await next.flush();
      expect([drafts.size, drafts.get('d1')?.name]).toEqual([1, 'For members, more']);
      vi.advanceTimersByTime(10_000);
      expect(storage.has(undefined)).toBe(false);
    },
  );

  it('The first save is forgotten by a page that was asked to go, and stays', async () => {
    const { open, storage } = serverAndStorage();
    const page = open(() => page.named());
    page.change({ ...page.see().form, name: 'For members' });
    page.go();
    await page.flush();
    vi.advanceTimersByTime(1000);
    expect(storage.has(undefined)).toBe(true);
    vi.advanceTimersByTime(10_000);
    expect([...storage.keys()]).toEqual([]);
  });

  it('The first save is forgotten at once where another screen takes the place of this one', async () => {
    const { open, storage } = serverAndStorage();
    const page = open(() => page.named());
    page.change({ ...page.see().form, name: 'For members' });
    await page.flush();
    expect(storage.has(undefined)).toBe(true);
    page.stop();
    expect([...storage.keys()]).toEqual([]);
  });
});
