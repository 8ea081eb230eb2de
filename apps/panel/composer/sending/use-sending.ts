import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CampaignCheck } from '../../api/compose/check.js';
import { checkCampaign, launchCampaign, type Launched, type SavedDraft } from '../../api/compose/compose.js';
import type { ComposedCampaign } from '../../api/compose/message.js';
import { Refusal } from '../../api/refusals/refusal.js';
import { countGaps } from '../../widgets/sends/check/is-blocked.js';
import { useApplication } from '../../session/application.js';
import type { LaunchSaved } from '../drafts/draft-page.js';

interface Checked {
  /** The checked campaign as text, so that any change shows. */
  text: string;
  campaign: ComposedCampaign;
  check: CampaignCheck;
}

export interface SendingPlaces {
  /** Names the launch. */
  key: string;
  /** The request that it takes the place of. */
  revises: string | undefined;
  /** Set where the launched campaign is a draft. */
  launchSaved?: LaunchSaved | undefined;
  /** The draft is not any more what it was. */
  onMoved?: (() => void) | undefined;
  /** Perhaps for what one of the fields has. */
  onRefused: (error: Error) => void;
  onLaunched: (launched: Launched) => void;
}

/**
 * The check of a campaign and its launch.
 *
 * @property checked    of this campaign or of an earlier text of it; undefined: none yet
 * @property isCurrent  the check is of the campaign as it is now
 * @property isConfirmed  the member knows the gaps that the check found
 * @property share      what is done of the check, 0 to 1
 * @property error      of the last request; null: there is none, or the member broke it off
 */
export interface Sending {
  checked: CampaignCheck | undefined;
  isCurrent: boolean;
  isChecking: boolean;
  isLaunching: boolean;
  isConfirmed: boolean;
  share: number;
  error: Error | null;
  confirm: (isConfirmed: boolean) => void;
  check: () => void;
  stop: () => void;
  launch: () => void;
}

/** Counts the users that a campaign would reach, and sends to exactly these. */
export function useSending(campaign: ComposedCampaign | undefined, places: SendingPlaces): Sending {
  const { app } = useApplication();
  const { key, revises, launchSaved, onMoved, onRefused, onLaunched } = places;
  const [checked, setChecked] = useState<Checked>();
  const [share, setShare] = useState(0);
  const [isConfirmed, setConfirmed] = useState(false);
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  const check = useMutation({
    mutationFn: async (wanted: ComposedCampaign): Promise<Checked> => {
      asking.current?.abort();
      asking.current = new AbortController();
      setShare(0);
      setConfirmed(false);
      const counted = await checkCampaign(app.key, wanted, { signal: asking.current.signal, onShare: setShare });
      return { text: JSON.stringify(wanted), campaign: wanted, check: counted };
    },
    onSuccess: setChecked,
    onError: onRefused,
  });
  const launch = useMutation({
    mutationFn: (seen: Checked) => {
      const send = (saved?: SavedDraft): Promise<Launched> =>
        launchCampaign(app.key, seen.campaign, seen.check, {
          key,
          revises,
          draft: saved,
          gaps: isConfirmed ? countGaps(seen.check) : undefined,
        });
      return launchSaved ? launchSaved(send) : send();
    },
    onSuccess: onLaunched,
    onError: (error) => {
      onRefused(error);
      if (error instanceof Refusal && error.code === 'changed_meanwhile') {
        setChecked(undefined);
        onMoved?.();
      }
    },
  });
  const error = launch.error ?? check.error;
  return {
    checked: checked?.check,
    isCurrent: checked !== undefined && checked.text === JSON.stringify(campaign),
    isChecking: check.isPending,
    isLaunching: launch.isPending,
    isConfirmed,
    share,
    error: error?.name === 'AbortError' ? null : error,
    confirm: setConfirmed,
    check: () => {
      launch.reset();
      if (campaign) {
        check.mutate(campaign);
      }
    },
    stop: () => asking.current?.abort(),
    launch: () => checked && launch.mutate(checked),
  };
}
