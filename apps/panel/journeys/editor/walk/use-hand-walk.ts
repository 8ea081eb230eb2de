import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ScenarioMoment, walkJourney } from '../../../api/journeys.js';
import { Refusal } from '../../../api/refusals/refusal.js';
import { refusalText } from '../../../loading/loaded.js';
import { useApplication } from '../../../session/application.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useSettled } from '../../../widgets/use-settled.js';
import type { Walk } from '../model/walk.js';
import type { WrittenJourney } from '../model/written-journey.js';
import { type HandWalk, scenarioOf, walkOf } from './hand-walk.js';

/** An edit is walked through when it pauses. */
const PAUSE_MS = 400;
/** The server takes no journey without a name. */
const UNNAMED = 'journey';

/** A walk by hand through an edited journey. @property moments  of the person so far */
export interface WalkedByHand {
  walk: HandWalk | undefined;
  setWalk: (walk: HandWalk | undefined) => void;
  moments: readonly ScenarioMoment[];
  /** Steps and ways that the drawing marks. */
  drawn: Walk | undefined;
  fault: string | undefined;
}

/** Lets a member walk a person through. The server answers by the interpreter of scenarios, and writes nothing. */
export function useHandWalk(journey: WrittenJourney): WalkedByHand {
  const { w } = useI18n();
  const { app } = useApplication();
  const [walk, setWalk] = useState<HandWalk>();
  const written = useSettled(JSON.stringify({ ...journey, name: journey.name || UNNAMED, was: undefined }), PAUSE_MS);
  const scenario = JSON.stringify(walk && scenarioOf(walk));
  const { data, error } = useQuery({
    queryKey: [app.key, 'journey-walk', written, scenario],
    queryFn: () => walkJourney(app.key, written, scenario),
    enabled: walk !== undefined && walk.acts.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const moments = walk !== undefined && walk.acts.length > 0 ? (data?.moments ?? []) : [];
  return {
    walk,
    setWalk,
    moments,
    drawn: walkOf(moments),
    fault:
      error === null
        ? undefined
        : refusalText(error instanceof Refusal ? error : undefined, w.state.offline, w.state.serverFault),
  };
}
