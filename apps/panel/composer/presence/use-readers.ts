import { useEffect, useState } from 'react';
import type { DraftPlace } from '../../api/compose/drafts.js';
import { meetDraft, type DraftReader } from '../../api/compose/presence.js';

/** The interval that the server expects: a page without a report for a third longer has left. */
const BEAT_MS = 15_000;
/** Browsers slow the clock of a page that is out of sight for longer; then it counts as left. */
const HIDDEN_MS = 120_000;
/** Distinguishes the pages of one member. */
const TAB = Math.floor(Math.random() * 16);

/** Says that this page has a draft open, as long as it does. @returns  the other members who do */
export function useReaders(app: string, place: DraftPlace, draft: string): readonly DraftReader[] {
  const [readers, setReaders] = useState<readonly DraftReader[]>([]);
  useEffect(() => {
    let isThere = false;
    let hiddenAt: number | undefined;
    const say = (isOpen: boolean): void => {
      isThere = isOpen;
      void meetDraft(app, place, draft, { tab: TAB, isOpen }).then(
        (members) => isThere && setReaders(members),
        // Without an answer no reader is known.
        () => setReaders([]),
      );
    };
    const leave = (): void => {
      if (isThere) {
        say(false);
      }
    };
    const beat = (): void =>
      hiddenAt !== undefined && performance.now() - hiddenAt >= HIDDEN_MS ? leave() : say(true);
    const turn = (): void => {
      hiddenAt = document.visibilityState === 'hidden' ? performance.now() : undefined;
      if (hiddenAt === undefined && !isThere) {
        say(true);
      }
    };
    const come = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) {
        say(true);
      }
    };
    say(true);
    const timer = setInterval(beat, BEAT_MS);
    document.addEventListener('visibilitychange', turn);
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', come);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', turn);
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', come);
      leave();
    };
  }, [app, place, draft]);
  return readers;
}
