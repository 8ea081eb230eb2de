import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createDraft, openDrafts, readDraft, saveDraft, type StoredDraft } from '../../api/compose/drafts.js';
import { useApplication } from '../../session/application.js';
import { useMe } from '../../session/session-gate.js';
import { forgetCopy, rememberCopy } from './copy.js';
import { DraftSaver, type DraftView } from './draft-saver.js';
import type { Form, FormKind } from './form.js';
import { recallOpening } from './recall-opening.js';

/** How often the page asks whether another one saved. */
const LOOK_MS = 10_000;

/** @property stored  undefined: it was deleted, and this browser has a copy */
export interface OpenedDraft<F extends Form> {
  id: string;
  stored: StoredDraft | undefined;
  form: F;
}

/**
 * A draft that saves itself.
 *
 * @param opened  as the server has it, or had it; undefined: one that is begun here
 * @param address the draft that the address of the page names
 * @param onMade  the server has what was begun here
 */
export function useDraft<F extends Form>(
  kind: FormKind<F>,
  opened: OpenedDraft<F> | undefined,
  address: string | undefined,
  onMade: (id: string) => void,
): { saver: DraftSaver<F>; view: DraftView<F> } {
  const { app } = useApplication();
  const { member } = useMe();
  const client = useQueryClient();
  const [saver] = useState(() => {
    const place = { app: app.key, member: member.id, of: kind.place, subject: kind.subject };
    const placeOf = (id: string | undefined) => ({ ...place, id });
    return new DraftSaver(
      {
        create: (content, key) => createDraft(app.key, content, key, kind.place),
        save: (draft, content, key) => saveDraft(app.key, draft, content, key, kind.place),
        read: (id) => readDraft(app.key, id, kind.place),
        remember: (id, copy) => rememberCopy(placeOf(id), copy),
        forget: (id) => {
          forgetCopy(placeOf(id));
          if (id === undefined) {
            kind.forgetEarlier(place);
          }
        },
        reportCreated: (id) => {
          void client.invalidateQueries({ queryKey: openDrafts(app.key, kind.place).queryKey, exact: true });
          onMade(id);
        },
      },
      kind,
      {
        form: opened?.form ?? kind.recallEarlier(place) ?? kind.create(),
        stored: opened?.stored,
        copy: recallOpening(placeOf(opened?.id), kind),
        lost: opened && !opened.stored ? opened.id : undefined,
      },
    );
  });
  useEffect(() => {
    saver.start();
    const look = (): void => void saver.look();
    const save = (): void => void saver.flush();
    const turn = (): void => (document.visibilityState === 'hidden' ? save() : look());
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('online', save);
    window.addEventListener('focus', look);
    window.addEventListener('beforeunload', saver.go);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('online', save);
      window.removeEventListener('focus', look);
      window.removeEventListener('beforeunload', saver.go);
      saver.stop();
    };
  }, [saver]);
  useEffect(() => {
    if (address !== undefined) {
      saver.named();
    }
  }, [saver, address]);
  return { saver, view: useSyncExternalStore(saver.watch, saver.see) };
}
