import { useEffect, useRef } from 'react';
import { cameFromProof } from '../api/passkey.js';
import { useToast } from '../kit/states/toast.js';
import { useSpeech } from '../words/words.js';

/** Tells a member who comes back from the OpenID Connect provider what came of it. @param refusal  why nothing did */
export function useProviderNews(isSignedIn: boolean, refusal: string | undefined): void {
  const { w } = useSpeech();
  const tell = useToast();
  const isTold = useRef(false);
  useEffect(() => {
    if (!isSignedIn || isTold.current) {
      return;
    }
    isTold.current = true;
    const isProved = cameFromProof();
    if (refusal !== undefined) {
      tell(`${w.signIn.refused} ${w.signIn.reasons[refusal] ?? ''}`, 'bad');
    } else if (isProved) {
      tell(w.signIn.proved);
    }
  }, [isSignedIn, refusal, tell, w]);
}
