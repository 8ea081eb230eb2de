import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { goToProvider } from '../api/commands.js';
import { askPasskey, canUsePasskeys } from '../api/passkey.js';
import { queries } from '../api/queries.js';
import { Refusal } from '../api/refusal.js';
import type { SignInWays } from '../api/types.js';
import { Button } from '../kit/controls/button.js';
import { Icon } from '../kit/layout/icon.js';
import type { Words } from '../words/en.js';
import { useSpeech } from '../words/words.js';
import css from './sign-in.module.css';

const ProviderReason = lazy(() =>
  import('./provider-news.js').then(({ ProviderReason: component }) => ({ default: component })),
);
const NEW_LINK = 'npx herald member link';

/** A sheet in the middle of the desk, for whoever is not inside yet. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { w } = useSpeech();
  return (
    <main className={css['page']}>
      <div className={css['sheet']}>
        <p className={css['brand']}>
          <span className={css['mark']} aria-hidden="true" />
          {w.product}
        </p>
        {children}
      </div>
    </main>
  );
}

interface SignInProps {
  isLinkBroken: boolean;
  hadSession: boolean;
  /** Why the OpenID Connect provider led to no session. */
  refusal: string | undefined;
  onSignedIn: () => void;
}

/** Ways in: what the server offers, and no password. */
export function SignIn({ isLinkBroken, hadSession, refusal, onSignedIn }: SignInProps) {
  const { w } = useSpeech();
  const ways = useQuery({ ...queries.ways(), retry: false });
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'leaving'>('idle');
  const [reason, setReason] = useState(refusal);
  const usesPasskeys = ways.data?.passkeys === true;
  const askForPasskey = (): void => {
    setState('asking');
    askPasskey('session').then(onSignedIn, () => setState('refused'));
  };
  const title = ways.data?.oidc;
  const leave = (): void => {
    setState('leaving');
    goToProvider('session/oidc').catch((error: unknown) => {
      setState('idle');
      setReason(error instanceof Refusal && error.code === 'rate_limited' ? 'limited' : 'provider');
    });
  };
  return (
    <SignInFrame>
      <h1>{isLinkBroken ? w.signIn.linkFailed : w.signIn.title}</h1>
      {isLinkBroken ? (
        <>
          <p>{w.signIn.linkHelp}</p>
          <pre className={css['command']}>{NEW_LINK}</pre>
        </>
      ) : (
        <p>{hadSession ? w.signIn.ended : textOf(w, ways.data)}</p>
      )}
      {usesPasskeys &&
        (canUsePasskeys() ? (
          <Button kind="primary" isPending={state === 'asking'} onPress={askForPasskey}>
            <Icon name="key" />
            {w.signIn.passkey}
          </Button>
        ) : (
          <p className={css['quiet']}>{w.signIn.insecure}</p>
        ))}
      {state === 'refused' && (
        <p role="alert" className={css['fault']}>
          {w.signIn.passkeyFailed}
        </p>
      )}
      {typeof title === 'string' && (
        <Button kind={usesPasskeys ? 'plain' : 'primary'} isPending={state === 'leaving'} onPress={leave}>
          {w.signIn.with(title)}
        </Button>
      )}
      {reason !== undefined && (
        <p role="alert" className={css['fault']}>
          <Suspense>
            <ProviderReason reason={reason} />
          </Suspense>
        </p>
      )}
    </SignInFrame>
  );
}

function textOf(w: Words, ways: SignInWays | undefined): string {
  if (ways?.links === false) {
    return w.signIn.onlyWith(ways.oidc ?? '');
  }
  return ways?.first === true ? w.signIn.first : w.signIn.noPasswords;
}
