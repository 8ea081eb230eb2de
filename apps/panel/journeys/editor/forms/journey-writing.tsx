import { useMemo, type ReactNode } from 'react';
import type { AudienceWords } from '../../../api/types.js';
import { useWriting, WritingContext } from '../../../targets/completion/writing.js';
import { useContentMessages } from '../contents/messages.js';
import { listJourneyValues } from '../model/journey-values.js';
import type { WrittenJourney } from '../model/written-journey.js';

interface JourneyWritingProps {
  journey: WrittenJourney;
  words: AudienceWords;
  /** Texts are one value of the journey as a whole. */
  isValueAlone?: boolean;
  children: ReactNode;
}

/** Around texts of a journey: values of its entry are completed in them. */
export function JourneyWriting({ journey, words, isValueAlone = false, children }: JourneyWritingProps) {
  const { values: notes } = useContentMessages();
  const place = useWriting();
  const writing = useMemo(
    () => ({ ...place, values: listJourneyValues(journey, words, notes), isValueAlone }),
    [place, journey, words, notes, isValueAlone],
  );
  return <WritingContext value={writing}>{children}</WritingContext>;
}
