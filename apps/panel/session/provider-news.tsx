import { useEffect, useRef } from 'react';
import { cameFromProof } from '../api/passkey.js';
import { useToast } from '../kit/states/toast.js';
import { useProviderWords } from './provider-words.js';

/** Why the OpenID Connect provider led to nothing, in a sentence. */
export function ProviderReason({ reason }: { reason: string }) {
  const words = useProviderWords();
  return `${words.refused} ${words.reasons[reason] ?? ''}`;
}

/** Tells a member who comes back from the provider what came of it. @param refusal  why nothing did */
export function ProviderNews({ refusal }: { refusal: string | undefined }) {
  const words = useProviderWords();
  const tell = useToast();
  const isTold = useRef(false);
  useEffect(() => {
    if (isTold.current) {
      return;
    }
    isTold.current = true;
    const isProved = cameFromProof();
    if (refusal !== undefined) {
      tell(`${words.refused} ${words.reasons[refusal] ?? ''}`, 'bad');
    } else if (isProved) {
      tell(words.proved);
    }
  }, [refusal, tell, words]);
  return null;
}
