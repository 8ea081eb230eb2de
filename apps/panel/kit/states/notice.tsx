import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Button } from '../controls/button.js';
import { Icon, type IconName } from '../layout/icon.js';
import { join } from '../layout/join.js';
import css from './notice.module.css';

interface NoticeProps {
  icon: IconName;
  title: string;
  /** Level of its heading: 1 where it is the whole page. */
  level?: 1 | 2;
  tone?: 'calm' | 'bad';
  role?: 'alert' | 'status';
  children?: ReactNode;
}

function Notice({ icon, title, level = 2, tone = 'calm', role, children }: NoticeProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={join(css['notice'], css[tone])} {...(role && { role })}>
      <span className={css['picture']}>
        <Icon name={icon} />
      </span>
      <Heading className={css['title']}>{title}</Heading>
      {children}
    </div>
  );
}

/** Announces the later content of an empty place, with the one action to take. */
export function Empty({ title, help, action }: { title: string; help?: ReactNode; action?: ReactNode }) {
  return (
    <Notice icon="empty" title={title}>
      {help !== undefined && <p className={css['text']}>{help}</p>}
      {action}
    </Notice>
  );
}

interface FailureProps {
  /** The refusal's own words. */
  text: string;
  requestId?: string | null | undefined;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** Shows an error in the words of the server, its request number, and a button to try again. */
export function Failure({ text, requestId, onRetry, isRetrying = false }: FailureProps) {
  const { w } = useI18n();
  return (
    <Notice icon="alert" title={w.state.errorTitle} tone="bad" role="alert">
      <p className={css['text']}>{text}</p>
      {requestId !== undefined && requestId !== null && (
        <p className={css['small']}>
          {w.state.requestId} <code>{requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button onPress={onRetry} isPending={isRetrying}>
          {w.tryAgain}
        </Button>
      )}
    </Notice>
  );
}

/** Names the missing permission and the members who can give it, in place of a blank page. */
export function Denied({ text }: { text: string }) {
  const { w } = useI18n();
  return (
    <Notice icon="lock" title={w.state.deniedTitle}>
      <p className={css['text']}>{text}</p>
      <p className={css['small']}>{w.state.deniedHelp}</p>
    </Notice>
  );
}

/** Figures stay, and say of when they are. */
export function Stale({ since }: { since: string }) {
  const { w, f } = useI18n();
  return (
    <p className={css['stale']} role="status">
      <Icon name="away" />
      {w.state.stale(f.clock(since))}
    </p>
  );
}
