import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refusal } from '../api/refusals/refusal.js';
import { Denied, Empty, Failure, Stale } from '../kit/states/notice.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { useI18n } from '../i18n/i18n.js';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** While nothing is there. */
  skeleton?: ReactNode;
  /** The text for an object that the server does not have. */
  missing?: { title: string; help: string };
  children: (data: T) => ReactNode;
}

/**
 * Shows what was read, and every other state of it: loading, refused, failed, missing, and old because the server does not
 * answer any more.
 */
export function Loaded<T>({ query, skeleton = <Skeleton />, missing, children }: LoadedProps<T>) {
  const { w } = useI18n();
  const refusal = query.error instanceof Refusal ? query.error : undefined;
  if (refusal?.isDenied === true) {
    return <Denied text={refusal.message} />;
  }
  if (query.data !== undefined) {
    return (
      <>
        {query.error && <Stale since={new Date(query.dataUpdatedAt).toISOString()} />}
        {children(query.data)}
      </>
    );
  }
  if (refusal?.isUnserved === true) {
    return <Empty title={w.state.unserved} help={w.state.unservedHelp} />;
  }
  if (refusal?.status === 404 && missing) {
    return <Empty title={missing.title} help={missing.help} />;
  }
  if (query.error) {
    return (
      <Failure
        text={refusalText(refusal, w.state.offline, w.state.serverFault)}
        requestId={refusal?.requestId}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    );
  }
  return skeleton;
}

/** The server's own words where it has some. */
export function refusalText(refusal: Refusal | undefined, offline: string, fault: string): string {
  if (refusal === undefined || refusal.isOffline) {
    return offline;
  }
  return refusal.problems.length > 0 ? refusal.message : fault;
}
