import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, lazy, Suspense, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { isProving } from '../api/passkey.js';
import { openLink } from '../api/commands.js';
import { queries } from '../api/queries.js';
import { Refusal } from '../api/refusals/refusal.js';
import type { Me } from '../api/types.js';
import { Failure } from '../kit/states/notice.js';
import { useToast } from '../kit/states/toast.js';
import { useI18n } from '../i18n/i18n.js';
import { watchLinkToken } from './link-token.js';
import { usePreferences } from './preferences.js';
import { SignIn, SignInFrame } from './sign-in.js';

const ProviderNews = lazy(() =>
  import('./provider-news.js').then(({ ProviderNews: component }) => ({ default: component })),
);
const MeContext = createContext<Me | undefined>(undefined);
const LinkContext = createContext(false);

/** Shows its content to members alone; others sign in here, and the address stays. */
export function SessionGate({
  linkToken,
  refusal,
  children,
}: {
  linkToken: string | undefined;
  refusal: string | undefined;
  children: ReactNode;
}) {
  const { w } = useI18n();
  const { adopt } = usePreferences();
  const client = useQueryClient();
  const notify = useToast();
  const [cameByLink, setCameByLink] = useState(false);
  const [link, setLink] = useState<'open' | 'failed' | 'none'>(linkToken === undefined ? 'none' : 'open');
  const [reason, setReason] = useState(refusal);
  const me = useQuery({ ...queries.me(), enabled: link !== 'open', retry: false });
  const isInside = me.data !== undefined && !me.error;
  const redeem = useCallback(
    (token: string) => {
      openLink(token).then(
        () => {
          setLink('none');
          setCameByLink(true);
          // The session may be of another member now.
          void client.resetQueries();
        },
        () => setLink('failed'),
      );
    },
    [client],
  );
  useEffect(() => {
    if (linkToken !== undefined) {
      redeem(linkToken);
    }
    return watchLinkToken((token) => {
      setLink('open');
      redeem(token);
    });
  }, [linkToken, redeem]);
  // A link that fails does not end the session of a member.
  useEffect(() => {
    if (link === 'failed' && isInside) {
      notify(w.signIn.linkFailed, 'bad');
    }
  }, [link, isInside, notify, w]);
  useEffect(() => {
    if (me.data) {
      adopt(me.data.member);
    }
  }, [me.data, adopt]);
  const news = (reason !== undefined || isProving()) && (
    <Suspense>
      <ProviderNews reason={reason} isInside={isInside} />
    </Suspense>
  );
  const isSignedOut = me.error instanceof Refusal && me.error.status === 401;
  if (link === 'open' && !isInside) {
    return (
      <SignInFrame>
        <p role="status">{w.signIn.checking}</p>
      </SignInFrame>
    );
  }
  if (isSignedOut) {
    return (
      <SignIn
        isLinkBroken={link === 'failed'}
        hadSession={me.data !== undefined}
        refusal={news}
        onRefused={setReason}
        onSignedIn={() => {
          setLink('none');
          void client.resetQueries();
        }}
      />
    );
  }
  if (me.data) {
    return (
      <LinkContext value={cameByLink}>
        <MeContext value={me.data}>{children}</MeContext>
        {news}
      </LinkContext>
    );
  }
  return (
    <SignInFrame>
      {me.error && (
        <Failure
          text={me.error instanceof Refusal && !me.error.isOffline ? me.error.message : w.state.offline}
          requestId={me.error instanceof Refusal ? me.error.requestId : undefined}
          onRetry={() => void me.refetch()}
          isRetrying={me.isFetching}
        />
      )}
    </SignInFrame>
  );
}

/** True where the member has just signed in by a link, and may have no other sign-in yet. */
export function useCameByLink(): boolean {
  return useContext(LinkContext);
}

/** The member who uses the panel. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (me === undefined) {
    throw new Error('SessionGate is missing');
  }
  return me;
}
