import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { goToProvider } from '../api/commands.js';
import { askPasskey, canUsePasskeys } from '../api/passkey.js';
import { queries } from '../api/queries.js';
import { Button } from '../kit/controls/button.js';
import { Icon } from '../kit/layout/icon.js';
import { useI18n } from '../i18n/i18n.js';
import css from './sign-in.module.css';

const NEW_LINK = 'npx herald member link';

/** A sheet in the middle of the desk, for whoever is not inside yet. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const { w } = useI18n();
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
  refusal: ReactNode;
  onRefused: (reason: string) => void;
  onSignedIn: () => void;
}

/** Ways in: what the server offers, and no password. */
export function SignIn({ isLinkBroken, hadSession, refusal, onRefused, onSignedIn }: SignInProps) {
  const { w } = useI18n();
  const ways = useQuery({ ...queries.ways(), retry: false });
  const [state, setState] = useState<'idle' | 'asking' | 'refused' | 'leaving'>('idle');
  const usesPasskeys = ways.data?.passkeys === true;
  const askForPasskey = (): void => {
    setState('asking');
    askPasskey('session').then(onSignedIn, () => setState('refused'));
  };
  const title = ways.data?.oidc;
  const leave = (): void => {
    setState('leaving');
    goToProvider('session/oidc').catch(() => {
      setState('idle');
      onRefused('provider');
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
        ways.data?.links !== false && (
          <p>{hadSession ? w.signIn.ended : ways.data?.first === true ? w.signIn.first : w.signIn.noPasswords}</p>
        )
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
      {refusal}
    </SignInFrame>
  );
}
