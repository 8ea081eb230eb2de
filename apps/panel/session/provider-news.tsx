import { useEffect, useRef } from 'react';
import { cameFromProof } from '../api/passkey.js';
import { useToast } from '../kit/states/toast.js';
import css from './provider-news.module.css';
import { useProviderMessages } from './provider-messages.js';

/**
 * Shows the result of a sign-in at the OpenID Connect provider: a sentence for visitors, a toast for members.
 *
 * @param reason  of the failure
 */
export function ProviderNews({ reason, isInside }: { reason: string | undefined; isInside: boolean }) {
  const messages = useProviderMessages();
  const notify = useToast();
  const isShown = useRef(false);
  const refusal = reason === undefined ? undefined : `${messages.refused} ${messages.reasons[reason] ?? ''}`;
  useEffect(() => {
    if (!isInside || isShown.current) {
      return;
    }
    isShown.current = true;
    const isProved = cameFromProof();
    if (refusal !== undefined) {
      notify(refusal, 'bad');
    } else if (isProved) {
      notify(messages.proved);
    }
  }, [isInside, refusal, notify, messages]);
  return isInside || refusal === undefined ? null : (
    <p role="alert" className={css['fault']}>
      {refusal}
    </p>
  );
}
